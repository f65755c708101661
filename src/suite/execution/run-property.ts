import * as fc from 'fast-check';
import { findRequirement, type TestableId } from '../../contract/requirements.ts';
import { type CaseDescription, MOST_SHRINK_STEPS, type Property } from '../case.ts';
import { createScope, inScope } from '../case-scope.ts';
import { createTools } from '../case-tools.ts';
import { createTriedExamples, foldExamples, RAISE_EXAMPLES, type TriedExample } from './property-examples.ts';
import type { TakeRecord } from '../judge.ts';
import { decisiveStop, type Judgement, type StopRecord } from '../records/records.ts';
import { seedFor } from './random-numbers.ts';
import type { Run } from '../run.ts';

/**
 * Tries the examples of a property one by one, and shrinks the first that violates a required requirement. Then judges: all
 * examples, or the smallest counterexample with the seed and path that reproduce it. Examples beyond the budget of the run
 * are dropped. Rejects on a fault of the suite.
 */
export async function runProperty(
  run: Run,
  { caseId, requirements: declared }: CaseDescription,
  property: Property,
  record: TakeRecord = run.record,
): Promise<void> {
  const { configuration, budget } = run;
  const { maxCreates, examplePath, earlierExamples } = configuration;
  const seed = earlierExamples?.seed ?? configuration.seed;
  const notVerified = (reason: string, howToResolve: string): void =>
    record({ type: 'stopped', caseId, outcome: 'not-verified', reason, howToResolve, exchanges: [] });
  const source = sourceOf(property, run, seedFor(seed, caseId));
  if (source === null) return notVerified('The run tries no examples because --examples is 0.', RAISE_EXAMPLES);
  const runner = createExampleRunner(run, caseId, declared, property);
  const failed = (earlierExamples?.counterexamples ?? []).filter((each) => each.caseId === caseId);
  const paths = examplePath?.caseId === caseId ? [examplePath.path] : failed.map(({ path }) => path);
  let holds = true;
  // Each path may lead to a different violation, so all paths are tried.
  for (const path of new Set(paths)) {
    const example = exampleAt(source, path);
    if (example === undefined) {
      const reason = `The path ${path} does not lead to an example of this case.`;
      return notVerified(reason, 'Use the seed and the path of the same report.');
    }
    holds = (await runner.tryOne(example.value, path)) && holds;
  }
  if (examplePath?.caseId !== caseId && holds) {
    const { counterexamplePath } = await fc.check(fc.asyncProperty(source.arbitrary, runner.holds), {
      ...source.parameters,
      examples: source.fixed.map((example): [unknown] => [example]),
    });
    runner.nameCounterexample(counterexamplePath);
  }
  const { tried, dropped } = runner.result();
  budget.recordDropped(dropped);
  const isRaiseUseful = budget.spent() === 0 || run.known.own().length > 0;
  for (const judgement of foldExamples({ caseId, declared, seed, tried, dropped, maxCreates, isRaiseUseful })) {
    // A response rule can be violated that the property does not declare.
    record({ type: declared.includes(judgement.requirement) ? 'judgement' : 'rule-violated', caseId, judgement });
  }
}

interface Source {
  readonly arbitrary: fc.Arbitrary<unknown>;
  readonly fixed: readonly unknown[];
  readonly parameters: { readonly seed: number; readonly numRuns: number };
}

/** The examples of a property; null if there is none to try. */
function sourceOf({ examples }: Property, { configuration }: Run, seed: number): Source | null {
  const count = configuration.examples;
  if (examples instanceof fc.Arbitrary)
    return count === 0 ? null : { arbitrary: examples, fixed: [], parameters: { seed, numRuns: count } };
  const fixed = examples(configuration).slice(0, count);
  if (fixed.length === 0) return null;
  return { arbitrary: fc.constantFrom(...fixed), fixed, parameters: { seed, numRuns: fixed.length } };
}

/** The example at a path; undefined if the path belongs to another seed or another version of the case. */
function exampleAt(
  { arbitrary, fixed, parameters: { seed } }: Source,
  path: string,
): { readonly value: unknown } | undefined {
  try {
    const drawn = fc.sample(arbitrary, { seed, path, numRuns: 1, examples: [...fixed] });
    return drawn.length === 0 ? undefined : { value: drawn[0] };
  } catch {
    return undefined;
  }
}

/** Tries the examples of one property and collects their results. */
interface ExampleRunner {
  /** Tries an example. False if it fails. Never rejects: `result` throws faults. */
  readonly holds: (example: unknown) => Promise<boolean>;
  readonly tryOne: (example: unknown, path: string) => Promise<boolean>;
  /** Records the path to the last failing example. */
  readonly nameCounterexample: (path: string | null) => void;
  /** The results in order. Throws the first fault of the suite, if there was one. */
  readonly result: () => { readonly tried: readonly TriedExample[]; readonly dropped: number };
}

/**
 * A runner without results. Examples after the first failure are shrink steps: their number is bounded, and they fail only if
 * they violate the same requirement. Without budget an example passes untried.
 */
function createExampleRunner(
  run: Run,
  caseId: string,
  declared: readonly TestableId[],
  { mayCreate, body }: Property,
): ExampleRunner {
  const tried = createTriedExamples((exchanges) => run.records.omit(caseId, exchanges));
  const faults: unknown[] = [];
  let dropped = 0;
  let drawn = 0;
  let steps = 0;
  let nameCounterexample: ((path: string | null) => void) | null = null;
  let shrinkFor: string | null = null;

  function mayTry(): boolean {
    if (faults.length > 0) return false;
    if (shrinkFor !== null) steps += 1;
    if (steps > MOST_SHRINK_STEPS) return false;
    if (mayCreate === 0 || run.budget.hasRoomForExample()) return true;
    if (shrinkFor === null) dropped += 1;
    return false;
  }

  async function tryOne(example: unknown, path: string | null): Promise<boolean> {
    if (!mayTry()) return true;
    const outcome = await judgeExample(run, caseId, declared, path, (tools) => body(tools, example as never));
    const violated = requiredViolations(outcome);
    const [first] = violated;
    if (first === undefined || (shrinkFor !== null && !violated.includes(shrinkFor))) {
      tried.add(outcome);
      return true;
    }
    shrinkFor ??= first;
    nameCounterexample = tried.addFailing(outcome);
    return false;
  }

  return {
    async holds(example) {
      const path = shrinkFor === null ? String(drawn) : null;
      drawn += 1;
      try {
        return await tryOne(example, path);
      } catch (error) {
        // A fault of the suite must not be shrunk like a counterexample.
        faults.push(error);
        return true;
      }
    },
    tryOne,
    nameCounterexample: (path) => nameCounterexample?.(path),
    result() {
      if (faults.length > 0) throw faults[0];
      return { tried: tried.all(), dropped };
    },
  };
}

/** Judges one example without recording it, since shrink steps are not in the report. */
async function judgeExample(
  run: Run,
  caseId: string,
  declared: readonly TestableId[],
  path: string | null,
  body: (tools: ReturnType<typeof createTools>) => Promise<void>,
): Promise<TriedExample> {
  const judgements: Judgement[] = [];
  const stops: StopRecord[] = [];
  const scope = createScope(run, caseId, declared, (record) => {
    if (record.type === 'judgement' || record.type === 'rule-violated') judgements.push(record.judgement);
    else if (record.type === 'stopped') stops.push(record);
    else run.record(record);
  });
  await inScope(scope, () => body(createTools(run, scope)));
  return { judgements, stop: decisiveStop(stops) ?? null, path, exchanges: scope.exchanges(), times: 1 };
}

/** Only violations of required requirements are shrunk. */
function requiredViolations({ judgements }: TriedExample): readonly string[] {
  return judgements.flatMap(({ requirement, outcome }) =>
    outcome === 'violated' && findRequirement(requirement)?.level === 'required' ? [requirement] : [],
  );
}
