import { allOf, listSome } from '../../contract/describe.ts';
import { operations, type RequestKind } from '../../contract/operations.ts';
import type { TestableId } from '../../contract/requirements.ts';
import type { Check } from '../report.ts';
import { violatingExchanges } from '../check-details.ts';
import type { SeenRun, SeenExchange } from './seen-exchanges.ts';

/**
 * What a cause makes of an exchange: whether it agrees, for one group of exchanges that speak for themselves, such as those of
 * one operation. `value` is a fact, or words for the sentence.
 */
export interface Reading<Fact = string> {
  readonly group: string;
  readonly agrees: boolean;
  readonly value?: Fact | undefined;
  /** The requirements that it shows to be violated. Default: all that the cause can explain. */
  readonly shows?: readonly TestableId[] | undefined;
}

/** Exchanges that all agree. Each value stands once. */
export interface AgreeingGroup<Fact = string> {
  readonly name: string;
  readonly values: readonly Fact[];
}

/** A mistake that would explain several violations, and the requirements that it can explain. */
export type Cause = ReturnType<typeof causeOf>;

/** How a cause judges: it speaks only of groups in which every exchange agrees. `Fact` is what it reads. */
interface CauseDefinition<Fact> {
  readonly id: string;
  readonly explains: readonly TestableId[];
  /** Whether it also reads exchanges without a response. Default: false. */
  readonly readsUnanswered?: boolean;
  /** Whether it explains only checks of a status. Default: false. */
  readonly isOfStatus?: boolean;
  /** What it makes of an exchange of a run. Empty if it is not about it. */
  readonly reads: (seen: SeenExchange, run: SeenRun) => readonly Reading<Fact>[];
  /** Whether the values of a group are enough. Default: one is. */
  readonly holds?: (group: AgreeingGroup<Fact>) => boolean;
  /** `areAll`: no other group was seen. */
  readonly sentence: (groups: readonly AgreeingGroup<Fact>[], areAll: boolean, run: SeenRun) => string;
  /** It says where the mistake may be only if every exchange of the groups agrees. */
  readonly fix: string | ((groups: readonly AgreeingGroup<Fact>[]) => string);
  /** Whether it comes before all others: it lets requests in that have no right key, or no pet can be added. Default: false. */
  readonly comesFirst?: boolean;
  /** Whether it stands for mistakes that differ, so that the remedies of its requirements say more than its fix. Default: false. */
  readonly isWide?: boolean;
}

/** A cause from what it reads and says. It judges by the violated checks of a report, by requirement. Null if it does not speak. */
export function causeOf<Fact = string>(definition: CauseDefinition<Fact>) {
  const { id, explains } = definition;
  return {
    id,
    explains,
    judge: (violated: ReadonlyMap<string, readonly Check[]>, run: SeenRun) => judgeCause(definition, violated, run),
  };
}

/** A cause that speaks. Its sentence may hold texts of the service. */
export type ProbableCause = NonNullable<ReturnType<typeof judgeCause>>;

const EXCHANGES_NAMED = 5;

function judgeCause<Fact>(cause: CauseDefinition<Fact>, violated: ReadonlyMap<string, readonly Check[]>, run: SeenRun) {
  if (!cause.explains.some((id) => violated.has(id))) return null;
  const exchanges = cause.readsUnanswered === true ? [...run.seen, ...run.unanswered] : run.seen;
  const readings = new Map(exchanges.map((seen) => [seen.exchange.id, cause.reads(seen, run)]));
  const operationOf = new Map(exchanges.map(({ exchange, operation }) => [exchange.id, operation]));
  const groups = Map.groupBy([...readings.values()].flat(), ({ group }) => group);
  const agreeing = agreeingGroups(cause, groups);
  const areAll = agreeing.length === groups.size;
  const names = new Set(agreeing.map(({ name }) => name));
  const isShown = (exchange: string, requirement: string): boolean => {
    const own = (readings.get(exchange) ?? []).filter((reading) => speaksFor(reading, requirement));
    return own.length > 0 && own.every(({ group }) => names.has(group));
  };
  const explained = cause.explains.flatMap((requirement) => {
    const all = violated.get(requirement) ?? [];
    const ofKind = all.filter(
      ({ difference }) => cause.isOfStatus !== true || (difference?.kind ?? 'status') === 'status',
    );
    const checks = ofKind.filter((check) => isShown(violatingExchanges(check)[0] ?? '', requirement));
    // Evidence that is cut cannot be judged.
    const whole = all.flatMap(violatingExchanges).filter((id) => run.find(id)?.isCapped !== true);
    const showing = whole.filter((id) => isShown(id, requirement));
    const isWhole = checks.length === all.length && showing.length === whole.length;
    return checks.length === 0 ? [] : [{ requirement, checks, showing, isWhole }];
  });
  const checks = explained.flatMap((each) => each.checks);
  if (checks.length === 0) return null;
  // The plainest exchange of a check shows it even if its evidence is cut.
  const plainest = checks.flatMap((check) => violatingExchanges(check).slice(0, 1));
  const showing = [...plainest, ...explained.flatMap((each) => each.showing)];
  const shown = new Set(showing.flatMap((id) => (readings.get(id) ?? []).map(({ group }) => group)));
  const sayingGroups = agreeing.filter(({ name }) => shown.has(name));
  return {
    id: cause.id,
    sentence: cause.sentence(sayingGroups, areAll, run),
    fix: typeof cause.fix === 'string' ? cause.fix : cause.fix(sayingGroups),
    isWide: cause.isWide ?? false,
    comesFirst: cause.comesFirst ?? false,
    // The requirements whose every violation it explains, and those of which it explains a part.
    requirements: explained.flatMap(({ requirement, isWhole }): string[] => (isWhole ? [requirement] : [])),
    partly: explained.flatMap(({ requirement, isWhole }): string[] => (isWhole ? [] : [requirement])),
    // The operations whose exchanges show it, by the requirement.
    operations: new Map(
      explained.map((each): [string, ReadonlySet<RequestKind>] => {
        const shownIn = each.checks.flatMap((check) => operationOf.get(violatingExchanges(check)[0] ?? '') ?? []);
        return [each.requirement, new Set(shownIn)];
      }),
    ),
    // How many violated checks it explains: those whose plainest exchange shows it.
    checks: checks.length,
    // Exchanges that show it: one of each of the first checks.
    exchanges: [...new Set(plainest)].slice(0, EXCHANGES_NAMED),
  };
}

/** The groups in which every exchange agrees, and whose values are enough for the cause. */
function agreeingGroups<Fact>(
  cause: CauseDefinition<Fact>,
  groups: ReadonlyMap<string, readonly Reading<Fact>[]>,
): readonly AgreeingGroup<Fact>[] {
  return [...groups]
    .filter(([, all]) => all.every(({ agrees }) => agrees))
    .map(([name, all]) => ({ name, values: [...new Set(all.flatMap(({ value }) => value ?? []))] }))
    .filter((group) => cause.holds?.(group) ?? group.values.length > 0);
}

/** Whether a reading can show that the cause explains the violation of a requirement. */
function speaksFor<Fact>({ agrees, shows }: Reading<Fact>, requirement: string): boolean {
  return agrees && (shows?.some((id) => id === requirement) ?? true);
}

/** The names of groups in a sentence. */
export function namesOf(groups: readonly AgreeingGroup<unknown>[]): string {
  return allOf(groups.map(({ name }) => name));
}

const VALUES_NAMED = 3;

/** The different values of groups in a sentence, at most three. */
export function valuesOf(groups: readonly AgreeingGroup[]): string {
  return listSome([...new Set(groups.flatMap(({ values }) => values))], VALUES_NAMED, ' or ');
}

/** The values of groups: "HTML for a malformed body; text for a rejected key and an unknown pet". `describe`: those of one group. */
export function valuesByGroup(
  groups: readonly AgreeingGroup[],
  preposition: string,
  describe: (group: AgreeingGroup) => string = (group) => valuesOf([group]),
): string {
  const byValue = Map.groupBy(groups, describe);
  return [...byValue].map(([values, own]) => `${values} ${preposition} ${namesOf(own)}`).join('; ');
}

/** What the operations do, in the plural. */
export function pluralOf({ operation }: Pick<SeenExchange, 'operation'>): string {
  return operation === 'other' ? '' : `${operations[operation].noun}s`;
}

/** In which responses: " in lists and reads". Empty for all. */
export function placesOf(groups: readonly AgreeingGroup<unknown>[], areAll: boolean): string {
  return areAll ? '' : ` in ${namesOf(groups)}`;
}
