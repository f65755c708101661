import type { TestableId } from '../../contract/requirements.ts';
import type { Judgement } from '../judgement.ts';
import type { TriedExample } from './judge-example.ts';

/** Everything that one generated case has tried. */
export interface TriedExamples {
  readonly caseId: string;
  readonly cited: readonly TestableId[];
  readonly seed: number;
  readonly tried: readonly TriedExample[];
  /** Examples that were not tried because the run may add no more animals. */
  readonly dropped: number;
  readonly maxCreates: number;
}

type Judged = Judgement & { readonly path: string | null };

const NOTHING = {
  expected: '',
  actual: '',
  pointer: null,
  exchanges: [],
  callSite: 'src/conformance/generated',
} as const;
const RAISE_CREATES = 'Raise --max-creates (PETSTORE_MAX_CREATES).';

/**
 * Folds examples into the judgements of their case, one for each requirement and place: violated where any example
 * violates it, told by the smallest that was found; else satisfied where one settles it; else why none did.
 */
export function foldExamples(examples: TriedExamples): readonly Judgement[] {
  const judged = Map.groupBy(
    examples.tried.flatMap((each) => settledBy(each, examples.cited)),
    ({ requirement }) => requirement,
  );
  const folded = [...judged.values()].flatMap((each) => foldRequirement(each, examples));
  if (folded.some(({ outcome }) => outcome === 'violated')) return folded;
  const left = examples.cited.filter((requirement) => !judged.has(requirement));
  return [...folded, ...left.map((requirement) => unsettled(requirement, examples))];
}

/** What an example that could not be finished saw to hold settles nothing of what its case is about. */
function settledBy({ judgements, stop, path }: TriedExample, cited: readonly TestableId[]): readonly Judged[] {
  const cut = stop?.outcome === 'not-verified';
  return judgements
    .filter(({ requirement, outcome }) => !cut || outcome !== 'satisfied' || !cited.includes(requirement))
    .map((judgement) => ({ ...judgement, path }));
}

function foldRequirement(judged: readonly Judged[], examples: TriedExamples): readonly Judgement[] {
  const violations = judged.filter(({ outcome }) => outcome === 'violated');
  const violation = violations.findLast(({ path }) => path !== null) ?? violations.at(-1);
  if (violation !== undefined) return [withPath(violation, examples)];
  const satisfied = judged.filter(({ outcome }) => outcome === 'satisfied');
  if (satisfied.length > 0) {
    return [...Map.groupBy(satisfied, ({ callSite }) => callSite).values()].map((each) => merged(each, examples));
  }
  const [first] = judged.toSorted(
    (left, right) => Number(right.outcome === 'not-verified') - Number(left.outcome === 'not-verified'),
  );
  return first === undefined ? [] : [plain(first)];
}

function withPath(violation: Judged, { caseId, seed }: TriedExamples): Judgement {
  const { path } = violation;
  const judgement = plain(violation);
  if (path === null) return judgement;
  return {
    ...judgement,
    actual: `${judgement.actual} (this example again: --seed ${seed} --example-path ${caseId}:${path})`,
  };
}

/** The first and the last example stand for all. */
function merged(satisfied: readonly Judged[], examples: TriedExamples): Judgement {
  const [first, last] = [satisfied[0], satisfied.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('there is nothing to merge');
  return {
    ...plain(first),
    actual:
      satisfied.length === 1 ? first.actual : `${first.actual}, and as it should be ${satisfied.length - 1} times more`,
    exchanges: [...new Set([...first.exchanges, ...last.exchanges])],
    reason: examples.dropped > 0 ? droppedText(examples) : null,
  };
}

function unsettled(requirement: TestableId, examples: TriedExamples): Judgement {
  const stops = examples.tried.flatMap(({ stop }) => (stop === null ? [] : [stop]));
  const stop = stops.find(({ outcome }) => outcome === 'not-verified') ?? stops[0];
  if (stop !== undefined) {
    const { outcome, reason, supply, exchanges } = stop;
    return { ...NOTHING, requirement, outcome, reason, supply, exchanges };
  }
  const dropped = examples.dropped > 0;
  return {
    ...NOTHING,
    requirement,
    outcome: 'not-verified',
    reason: dropped ? droppedText(examples) : 'No example that was drawn has come to it.',
    supply: dropped ? RAISE_CREATES : 'Raise --examples (PETSTORE_EXAMPLES).',
  };
}

function droppedText({ dropped, tried, maxCreates }: TriedExamples): string {
  return `${dropped} of ${dropped + tried.length} examples were dropped, since the run may add no more than ${maxCreates} animals.`;
}

function plain({ path: _, ...judgement }: Judged): Judgement {
  return judgement;
}
