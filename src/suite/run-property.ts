import * as fc from 'fast-check';
import { findRequirement, type TestableId } from '../contract/requirements.ts';
import { type CaseDescription, MOST_SHRINK_STEPS, type Property } from './case.ts';
import { createScope } from './case-scope.ts';
import { createTools } from './case-tools.ts';
import { foldExamples, type ExampleStop, createTriedExamples, type TriedExample } from './property-examples.ts';
import { CaseStopped } from './judge.ts';
import type { Judgement } from './records.ts';
import { seedFor } from './random-numbers.ts';
import type { Run } from './run.ts';

/**
 * Tries the examples of a property one after another, and makes the first that violates a required requirement as small as
 * it gets in 30 steps. Judges at the end: what held in all examples, or the smallest counterexample with the seed and path
 * that lead to it. An example beyond the budget of the run is dropped. Rejects with a fault of the suite.
 */
export async function runProperty(
  run: Run,
  { caseId, requirements: judged }: CaseDescription,
  property: Property,
): Promise<void> {
  const { configuration, budget } = run;
  const { maxCreates, onlyExample, earlierExamples } = configuration;
  const seed = earlierExamples?.seed ?? configuration.seed;
  const source = sourceOf(property, run, seedFor(seed, caseId));
  if (source === null) {
    const howToResolve = 'Raise --examples (PETSTORE_EXAMPLES).';
    const reason = 'No examples were asked for.';
    run.record({ type: 'stopped', caseId, outcome: 'not-verified', reason, howToResolve, exchanges: [] });
    return;
  }
  const trial = createTrial(run, caseId, judged, property);
  const failed = (earlierExamples?.counterexamples ?? []).filter((each) => each.caseId === caseId);
  const paths = onlyExample?.caseId === caseId ? [onlyExample.path] : failed.map(({ path }) => path);
  let holds = true;
  // Each path may lead to another violation, so all of them are tried.
  for (const path of new Set(paths)) {
    const example = exampleAt(source, path);
    if (example === undefined) {
      const reason = `The path ${path} leads to no example of this case.`;
      const howToResolve = 'Take seed and path from one report.';
      run.record({ type: 'stopped', caseId, outcome: 'not-verified', reason, howToResolve, exchanges: [] });
      return;
    }
    holds = (await trial.tryOne(example.value, path)) && holds;
  }
  if (onlyExample?.caseId !== caseId && holds) {
    const { counterexamplePath } = await fc.check(fc.asyncProperty(source.arbitrary, trial.holds), {
      ...source.parameters,
      examples: source.settled.map((example): [unknown] => [example]),
    });
    trial.nameCounterexample(counterexamplePath);
  }
  const { tried, dropped } = trial.result();
  budget.recordDropped(dropped);
  for (const judgement of foldExamples({ caseId, judged, seed, tried, dropped, maxCreates })) {
    // Only a violation of a response rule can be of a requirement that the property does not judge.
    run.record({ type: judged.includes(judgement.requirement) ? 'judgement' : 'rule-violated', caseId, judgement });
  }
}

interface Source {
  readonly arbitrary: fc.Arbitrary<unknown>;
  readonly settled: readonly unknown[];
  readonly parameters: { readonly seed: number; readonly numRuns: number };
}

/** Null if there is no example to try. */
function sourceOf({ examples }: Property, { configuration }: Run, seed: number): Source | null {
  const count = configuration.examples;
  if (examples instanceof fc.Arbitrary)
    return count === 0 ? null : { arbitrary: examples, settled: [], parameters: { seed, numRuns: count } };
  const settled = examples(configuration).slice(0, count);
  if (settled.length === 0) return null;
  return { arbitrary: fc.constantFrom(...settled), settled, parameters: { seed, numRuns: settled.length } };
}

/** Undefined for a path that belongs to another seed, or to another version of the case. */
function exampleAt(
  { arbitrary, settled, parameters: { seed } }: Source,
  path: string,
): { readonly value: unknown } | undefined {
  try {
    const drawn = fc.sample(arbitrary, { seed, path, numRuns: 1, examples: [...settled] });
    return drawn.length === 0 ? undefined : { value: drawn[0] };
  } catch {
    return undefined;
  }
}

/** Tries the examples of one property and remembers what they came to. */
interface Trial {
  /** Tries an example; false if it violates what is being looked for. Never rejects: see `result`. */
  readonly holds: (example: unknown) => Promise<boolean>;
  readonly tryOne: (example: unknown, path: string) => Promise<boolean>;
  /** Takes the path by which the last failing example is reached. */
  readonly nameCounterexample: (path: string | null) => void;
  /** What was tried, in its order; throws the first fault of the suite, if there was one. */
  readonly result: () => { readonly tried: readonly TriedExample[]; readonly dropped: number };
}

/**
 * A trial that has tried nothing yet. What follows the first failure are steps of shrinking: bounded, and failing only if
 * they violate the requirement that the first one did. Without budget an example passes untried.
 */
function createTrial(run: Run, caseId: string, judged: readonly TestableId[], { addsPets, body }: Property): Trial {
  const tried = createTriedExamples((exchanges) => run.records.omit(caseId, exchanges));
  const faults: unknown[] = [];
  let dropped = 0;
  let drawn = 0;
  let steps = 0;
  let nameCounterexample: ((path: string | null) => void) | null = null;
  let wanted: string | null = null;

  function mayTry(): boolean {
    if (faults.length > 0) return false;
    if (wanted !== null && (steps += 1) > MOST_SHRINK_STEPS) return false;
    if (!addsPets || run.budget.hasRoom()) return true;
    if (wanted === null) dropped += 1;
    return false;
  }

  async function tryOne(example: unknown, path: string | null): Promise<boolean> {
    if (!mayTry()) return true;
    const outcome = await judgeExample(run, caseId, judged, path, (tools) => body(tools, example as never));
    const violated = requiredViolations(outcome);
    const [first] = violated;
    if (first === undefined || (wanted !== null && !violated.includes(wanted))) {
      tried.add(outcome);
      return true;
    }
    wanted ??= first;
    nameCounterexample = tried.addFailing(outcome);
    return false;
  }

  return {
    async holds(example) {
      const path = wanted === null ? String(drawn) : null;
      drawn += 1;
      try {
        return await tryOne(example, path);
      } catch (error) {
        // A fault of the suite is no counterexample to make smaller.
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

/** Judges one example quietly: an example on the way to a smaller one is not to be seen in the report. */
async function judgeExample(
  run: Run,
  caseId: string,
  judged: readonly TestableId[],
  path: string | null,
  body: (tools: ReturnType<typeof createTools>) => Promise<void>,
): Promise<TriedExample> {
  const judgements: Judgement[] = [];
  const stops: ExampleStop[] = [];
  const scope = createScope(run, caseId, judged, (record) => {
    if (record.type === 'judgement' || record.type === 'rule-violated') judgements.push(record.judgement);
    else if (record.type === 'stopped') stops.push(record);
    else run.record(record);
  });
  try {
    await body(createTools(run, scope));
  } catch (error) {
    if (!(error instanceof CaseStopped)) throw error;
  } finally {
    await scope.finish();
  }
  // Of requests that are sent together several may end it; what is not verified weighs more.
  const stop = stops.find(({ outcome }) => outcome === 'not-verified') ?? stops[0] ?? null;
  return { judgements, stop, path, exchanges: scope.exchanges(), times: 1 };
}

/** A warning is no reason to look for a smaller example. */
function requiredViolations({ judgements }: TriedExample): readonly string[] {
  return judgements.flatMap(({ requirement, outcome }) =>
    outcome === 'violated' && findRequirement(requirement)?.level === 'required' ? [requirement] : [],
  );
}
