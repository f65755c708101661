import { allOf, listSome } from '../../contract/describe.ts';
import type { TestableId } from '../../contract/requirements.ts';
import type { Check } from '../report.ts';
import type { SeenRun, SeenExchange } from './seen-exchanges.ts';

/**
 * What a cause makes of an exchange: whether it agrees, for one group of exchanges that speak for themselves, such as those of
 * one operation. `value` is a detail for the sentence.
 */
export interface Reading {
  readonly group: string;
  readonly agrees: boolean;
  readonly value?: string | undefined;
  /** False for what agrees, but shows nothing wrong. Default: true. */
  readonly isWrong?: boolean;
  /** The requirements that it shows to be violated. Default: all that the cause can explain. */
  readonly shows?: readonly TestableId[];
}

/** Exchanges that all agree. Each value stands once. */
export interface AgreeingGroup {
  readonly name: string;
  readonly values: readonly string[];
}

/** A mistake that would explain several violations. It speaks only of groups in which every exchange agrees. */
export interface Cause {
  readonly id: string;
  /** The requirements that it can explain. */
  readonly explains: readonly TestableId[];
  /** The only group that can explain a requirement. Default: any can. */
  readonly groupFor?: Readonly<Record<string, string>>;
  /** What it makes of an exchange of a run. Empty if it is not about it. */
  readonly reads: (run: SeenRun) => (seen: SeenExchange) => readonly Reading[];
  /** Whether the values of a group are enough. Default: every group is. */
  readonly holds?: (group: AgreeingGroup) => boolean;
  /** Whether the groups that agree are enough. `areAll`: no other group was seen. Default: any are. */
  readonly speaks?: (groups: readonly AgreeingGroup[], areAll: boolean) => boolean;
  readonly sentence: (groups: readonly AgreeingGroup[], areAll: boolean, run: SeenRun) => string;
  readonly fix: string;
}

/** A cause that speaks. Its sentence may hold texts of the service. */
export interface ProbableCause {
  readonly id: string;
  readonly sentence: string;
  readonly fix: string;
  /** The requirements whose every violation it explains. */
  readonly requirements: readonly string[];
  /** How many violated checks they have. */
  readonly checks: number;
  /** Exchanges that show it: one of each of the first checks. */
  readonly exchanges: readonly string[];
}

const EXCHANGES_NAMED = 5;

/** Judges a cause by the violated checks of a report, by requirement. Null if it does not speak. */
export function judgeCause(
  cause: Cause,
  violated: ReadonlyMap<string, readonly Check[]>,
  run: SeenRun,
): ProbableCause | null {
  const candidates = cause.explains.filter((id) => violated.has(id));
  if (candidates.length === 0) return null;
  const read = cause.reads(run);
  const readings = new Map(run.seen.map((seen) => [seen, read(seen)]));
  const groups = Map.groupBy([...readings.values()].flat(), ({ group }) => group);
  const agreeing = agreeingGroups(cause, groups);
  const areAll = agreeing.length === groups.size;
  if (agreeing.length === 0 || cause.speaks?.(agreeing, areAll) === false) return null;

  const names = new Set(agreeing.map(({ name }) => name));
  const readingsOf = (exchange: string): readonly Reading[] => {
    const seen = run.find(exchange);
    return seen === undefined ? [] : (readings.get(seen) ?? []);
  };
  const isShown = (exchange: string, requirement: string): boolean => {
    const own = readingsOf(exchange).filter((reading) => speaksFor(reading, requirement, cause));
    return own.length > 0 && own.every(({ group }) => names.has(group));
  };
  const isExplained = (requirement: string): boolean =>
    (violated.get(requirement) ?? []).every((check) => {
      // Evidence that is cut cannot be judged.
      const whole = showing(check).filter((id) => run.find(id)?.isCapped !== true || isShown(id, requirement));
      return whole.length > 0 && whole.every((id) => isShown(id, requirement));
    });
  const requirements = candidates.filter(isExplained);
  if (requirements.length === 0) return null;
  const checks = requirements.flatMap((id) => violated.get(id) ?? []);
  const shown = new Set(
    checks
      .flatMap(showing)
      .flatMap(readingsOf)
      .map(({ group }) => group),
  );
  return {
    id: cause.id,
    sentence: cause.sentence(
      agreeing.filter(({ name }) => shown.has(name)),
      areAll,
      run,
    ),
    fix: cause.fix,
    requirements,
    checks: checks.length,
    exchanges: [...new Set(checks.flatMap((check) => showing(check).slice(0, 1)))].slice(0, EXCHANGES_NAMED),
  };
}

/** The groups in which every exchange agrees, and whose values are enough for the cause. */
function agreeingGroups(cause: Cause, groups: ReadonlyMap<string, readonly Reading[]>): readonly AgreeingGroup[] {
  return [...groups]
    .filter(([, all]) => all.every(({ agrees }) => agrees))
    .map(([name, all]) => ({ name, values: [...new Set(all.flatMap(({ value }) => value ?? []))] }))
    .filter((group) => cause.holds?.(group) ?? true);
}

/** Whether a reading can show that the cause explains the violation of a requirement. */
function speaksFor(
  { group, agrees, isWrong = true, shows }: Reading,
  requirement: string,
  { groupFor }: Cause,
): boolean {
  const about = groupFor?.[requirement] ?? group;
  return agrees && isWrong && group === about && (shows?.some((id) => id === requirement) ?? true);
}

/** The exchanges that show a violation. A check without any is explained by nothing. */
function showing({ exchanges, furtherViolations }: Check): readonly string[] {
  return [exchanges.at(-1) ?? '', ...furtherViolations];
}

/** The names of groups in a sentence. */
export function namesOf(groups: readonly AgreeingGroup[]): string {
  return allOf(groups.map(({ name }) => name));
}

const VALUES_NAMED = 3;

/** The different values of groups in a sentence, at most three. */
export function valuesOf(groups: readonly AgreeingGroup[], separator = ' or '): string {
  return listSome([...new Set(groups.flatMap(({ values }) => values))], VALUES_NAMED, separator);
}

/** The values of groups: "HTML for a malformed body and text for a rejected key and an unknown pet". */
export function valuesByGroup(groups: readonly AgreeingGroup[], preposition: string): string {
  const byValue = Map.groupBy(groups, (group) => valuesOf([group]));
  return allOf([...byValue].map(([values, own]) => `${values} ${preposition} ${namesOf(own)}`));
}

/** What the operations do, in the plural. */
export const PLACES = { listPets: 'lists', createPet: 'creations', getPet: 'reads', other: '' } as const;

/** In which responses: " in lists and reads". Empty for all. */
export function placesOf(groups: readonly AgreeingGroup[], areAll: boolean): string {
  return areAll ? '' : ` in ${namesOf(groups)}`;
}
