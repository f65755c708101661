import type { TestableId } from '../../contract/requirements.ts';
import { RAISE_CREATES } from '../budget.ts';
import type { Judgement } from '../judgement.ts';
import type { ExampleOutcome } from './judge-example.ts';
import { timesOf } from './tried-examples.ts';

/** Everything that one generated case has tried. */
export interface TriedExamples {
  readonly caseId: string;
  readonly cited: readonly TestableId[];
  /** The seed of the run. */
  readonly seed: number;
  readonly tried: readonly ExampleOutcome[];
  /** Examples that were not tried because the run may add no more animals. */
  readonly dropped: number;
  readonly maxCreates: number;
}

interface Judged {
  readonly judgement: Judgement;
  readonly path: string | null;
  /** How many examples it stands for. */
  readonly times: number;
}

const RAISE_EXAMPLES = 'Raise --examples (PETSTORE_EXAMPLES).';

/**
 * Folds examples into the judgements of their case, one for each requirement and place: violated where any example
 * violates it, told by the smallest that was found; else satisfied where one settles it; else why none did.
 */
export function foldExamples(examples: TriedExamples): readonly Judgement[] {
  const judged = Map.groupBy(
    examples.tried.flatMap((each) => settledBy(each, examples.cited)),
    ({ judgement }) => judgement.requirement,
  );
  const folded = [...judged.values()].flatMap((each) => foldRequirement(each, examples));
  if (folded.some(({ outcome }) => outcome === 'violated')) return folded;
  const left = examples.cited.filter((requirement) => !judged.has(requirement));
  return [...folded, ...left.map((requirement) => unsettled(requirement, examples))];
}

/** What an example that could not be finished saw to hold settles nothing of what its case is about. */
function settledBy({ judgements, stop, path, times }: ExampleOutcome, cited: readonly TestableId[]): readonly Judged[] {
  const cut = stop?.outcome === 'not-verified';
  return judgements
    .filter(({ requirement, outcome }) => !cut || outcome !== 'satisfied' || !cited.includes(requirement))
    .map((judgement) => ({ judgement, path, times: timesOf({ times }) }));
}

function foldRequirement(judged: readonly Judged[], examples: TriedExamples): readonly Judgement[] {
  const violations = judged.filter(({ judgement }) => judgement.outcome === 'violated');
  const violation = violations.findLast(({ path }) => path !== null) ?? violations.at(-1);
  if (violation !== undefined) return [withPath(violation, examples)];
  const satisfied = judged.filter(({ judgement }) => judgement.outcome === 'satisfied');
  if (satisfied.length > 0) {
    const places = Map.groupBy(satisfied, ({ judgement }) => judgement.callSite);
    return [...places.values()].flatMap((each) => merged(each, examples));
  }
  const judgements = judged.map(({ judgement }) => judgement);
  const unsettling = judgements.find(({ outcome }) => outcome === 'not-verified') ?? judgements[0];
  return unsettling === undefined ? [] : [unsettling];
}

function withPath({ judgement, path }: Judged, { caseId, seed }: TriedExamples): Judgement {
  if (path === null) return judgement;
  const again = `this example again: --seed ${seed} --example-path ${caseId}:${path}`;
  return { ...judgement, actual: `${judgement.actual} (${again})` };
}

/** The first and the last example stand for all. */
function merged(satisfied: readonly Judged[], examples: TriedExamples): readonly Judgement[] {
  const [first, last] = [satisfied[0]?.judgement, satisfied.at(-1)?.judgement];
  if (first === undefined || last === undefined) return [];
  const more = satisfied.reduce((sum, { times }) => sum + times, -1);
  return [
    {
      ...first,
      actual: more === 0 ? first.actual : `${first.actual}; and so, as it must be, ${more} times more`,
      exchanges: [...new Set([...first.exchanges, ...last.exchanges])],
      reason: examples.dropped > 0 ? droppedText(examples) : null,
    },
  ];
}

function unsettled(requirement: TestableId, examples: TriedExamples): Judgement {
  const stops = examples.tried.flatMap(({ stop }) => (stop === null ? [] : [stop]));
  const stop = stops.find(({ outcome }) => outcome === 'not-verified') ?? stops[0];
  const blank = {
    requirement,
    expected: '',
    actual: '',
    pointer: null,
    callSite: 'src/conformance/generated/fold-examples.ts',
  };
  if (stop !== undefined) {
    const { outcome, reason, supply, exchanges } = stop;
    return { ...blank, outcome, reason, supply, exchanges };
  }
  const [reason, supply] =
    examples.dropped > 0
      ? [droppedText(examples), RAISE_CREATES]
      : ['None of the examples that were drawn has come to it.', RAISE_EXAMPLES];
  return { ...blank, outcome: 'not-verified', reason, supply, exchanges: [] };
}

function droppedText({ dropped, tried, maxCreates }: TriedExamples): string {
  const count = tried.reduce((sum, each) => sum + timesOf(each), dropped);
  return `${dropped} of ${count} examples were dropped, since the run may add no more than ${maxCreates} animals.`;
}
