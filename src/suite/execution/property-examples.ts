import { decisiveStop, type Judgement, type StopRecord } from '../records/records.ts';
import type { TestableId } from '../../contract/requirements.ts';
import { nameByFlag } from '../../settings/read-settings.ts';
import { unsettled } from '../judge.ts';
import { type GivenReason, maximumReached } from '../reasons.ts';

/** The result of one example. `path` reproduces it, if known. */
export interface TriedExample {
  readonly judgements: readonly Judgement[];
  readonly stop: StopRecord | null;
  readonly path: string | null;
  /** Ids of its exchanges. */
  readonly exchanges: readonly string[];
  /** How many examples it represents. */
  readonly times: number;
}

/** The results of the examples of a property, in bounded memory. */
interface TriedExamples {
  add(example: TriedExample): void;
  /** Adds a failed example. Its path may become known later. */
  addFailing(example: TriedExample): (path: string | null) => void;
  all(): readonly TriedExample[];
}

/**
 * Collects every failed example. Of other examples with the same result, it holds the first and the last, which also
 * represents those between. `forget` receives the exchanges of the others.
 */
export function createTriedExamples(forget: (exchanges: readonly string[]) => void): TriedExamples {
  const held: TriedExample[] = [];
  /** The index of the last example of each kind; null while there is only one. */
  const last = new Map<string, number | null>();
  return {
    add(example) {
      const kind = kindOf(example);
      const index = last.get(kind) ?? null;
      const before = index === null ? undefined : held[index];
      if (index !== null && before !== undefined) {
        forget(before.exchanges);
        held[index] = { ...example, times: before.times + 1 };
        return;
      }
      last.set(kind, last.has(kind) ? held.length : null);
      held.push(example);
    },
    addFailing(example) {
      const index = held.push(example) - 1;
      return (path) => {
        held[index] = { ...example, path };
      };
    },
    all: () => held,
  };
}

/** Examples of one kind judged the same requirements with the same outcomes. */
function kindOf({ judgements, stop }: TriedExample): string {
  const settled = judgements.map(({ requirement, outcome }) => `${requirement} ${outcome}`);
  return [...settled, stop === null ? 'completed' : `${stop.outcome} ${stop.reason}`].join('\n');
}

/** All examples that one property has tried. */
interface PropertyResult {
  readonly caseId: string;
  readonly declared: readonly TestableId[];
  /** The seed of the run. */
  readonly seed: number;
  readonly tried: readonly TriedExample[];
  /** Examples that were not tried because the run may not add more pets. */
  readonly dropped: number;
  readonly maxCreates: number;
  /** Whether more pets would help: the service has created one of those that the run asked for. */
  readonly isRaiseUseful: boolean;
}

interface ExampleJudgement {
  readonly judgement: Judgement;
  readonly path: string | null;
  readonly times: number;
}

/** The resolution if too few examples are tried. */
export const RAISE_EXAMPLES = `Raise ${nameByFlag('examples')}.`;

/**
 * Folds examples into one judgement for each requirement: violated if any example violates it, with the smallest
 * counterexample; else satisfied if any example satisfies it; else the reason why none did.
 */
export function foldExamples(result: PropertyResult): readonly Judgement[] {
  const { tried, declared } = result;
  const byRequirement = Map.groupBy(
    tried.flatMap((each) => settledBy(each, declared)),
    ({ judgement }) => judgement.requirement,
  );
  const folded = [...byRequirement.values()].flatMap((each) => foldRequirement(each, result));
  if (folded.some(({ outcome }) => outcome === 'violated')) return folded;
  const left = declared.filter((requirement) => !byRequirement.has(requirement));
  return [...folded, ...left.map((requirement) => openJudgement(requirement, result))];
}

/** An example that could not be finished satisfies none of the declared requirements. */
function settledBy(
  { judgements, stop, path, times }: TriedExample,
  declared: readonly TestableId[],
): readonly ExampleJudgement[] {
  const isCut = stop?.outcome === 'not-verified';
  return judgements
    .filter(({ requirement, outcome }) => !isCut || outcome !== 'satisfied' || !declared.includes(requirement))
    .map((judgement) => ({ judgement, path, times }));
}

function foldRequirement(examples: readonly ExampleJudgement[], result: PropertyResult): readonly Judgement[] {
  const violations = examples.filter(({ judgement }) => judgement.outcome === 'violated');
  const violation = violations.findLast(({ path }) => path !== null) ?? violations.at(-1);
  if (violation !== undefined) return [withPath(violation, result)];
  const satisfied = examples.filter(({ judgement }) => judgement.outcome === 'satisfied');
  const [first, last] = [satisfied[0]?.judgement, satisfied.at(-1)?.judgement];
  if (first === undefined || last === undefined) {
    const judgements = examples.map(({ judgement }) => judgement);
    const unsatisfied = judgements.find(({ outcome }) => outcome === 'not-verified') ?? judgements[0];
    return unsatisfied === undefined ? [] : [unsatisfied];
  }
  const more = satisfied.reduce((sum, { times }) => sum + times, -1);
  return [
    {
      ...first,
      actual: more === 0 ? first.actual : `${first.actual}; the same, as expected, ${more} more times`,
      exchanges: [...new Set([...first.exchanges, ...last.exchanges])],
      reason: result.dropped > 0 ? droppedText(result) : null,
    },
  ];
}

function withPath({ judgement, path }: ExampleJudgement, { seed }: PropertyResult): Judgement {
  return path === null ? judgement : { ...judgement, counterexample: { seed, path } };
}

function openJudgement(requirement: TestableId, result: PropertyResult): Judgement {
  const stop = decisiveStop(result.tried.flatMap((each) => each.stop ?? []));
  if (stop === undefined) return { requirement, ...unsettled('not-verified', whyUntested(result), []) };
  const responses = stop.exchanges.map((exchangeId) => ({ exchangeId }));
  return { requirement, ...unsettled(stop.outcome, stop, responses) };
}

function whyUntested(result: PropertyResult): GivenReason {
  if (result.dropped === 0)
    return { reason: 'No generated example tested this requirement.', howToResolve: RAISE_EXAMPLES };
  const reason = droppedText(result);
  return result.isRaiseUseful ? maximumReached('max-creates', reason) : reason;
}

function droppedText({ dropped, tried, maxCreates }: PropertyResult): string {
  const count = tried.reduce((sum, { times }) => sum + times, dropped);
  return `${dropped} of ${count} examples were dropped because the run may add at most ${maxCreates} pets.`;
}
