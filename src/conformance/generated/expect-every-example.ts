import * as fc from 'fast-check';
import type { Judge } from '../judge.ts';
import { seedFor } from '../random-numbers.ts';
import type { Run } from '../run.ts';
import { createExampleTrial, type ExampleTools, MOST_SHRINK_STEPS } from './example-trial.ts';
import { foldExamples } from './fold-examples.ts';

/** What holds for every example: of those that are drawn, or of those that were settled before the run. */
export interface Property<T> {
  readonly examples: fc.Arbitrary<T> | readonly T[];
  /** Whether trying an example may add an animal, whatever the service accepts. */
  readonly adds: boolean;
  readonly expect: (tools: ExampleTools, example: T) => Promise<void>;
}

/** The most animals that a generated case adds by default: one for each of five examples and each step of shrinking. */
export const GENERATED_CREATES = 5 + MOST_SHRINK_STEPS;

/**
 * Tries the examples of a case, one after another, and makes the first that violates a required requirement as small as
 * it gets in 30 steps. Judges only at the end: what held in all of them, or the smallest counterexample with the seed
 * and path by which it runs again alone. An example beyond the budget of the run is dropped.
 */
export async function expectEveryExample<T>(run: Run, judge: Judge, property: Property<T>): Promise<void> {
  const { caseId, cited } = judge;
  const { maxCreates, examples, onlyExample, earlierExamples } = run.configuration;
  const seed = earlierExamples?.seed ?? run.configuration.seed;
  const source = sourceOf(property.examples, seedFor(seed, caseId), examples);
  if (source === null) return judge.stop('No examples were asked for.', 'Raise --examples (PETSTORE_EXAMPLES).');
  run.journal.append({ type: 'examples', caseId });
  const trial = createExampleTrial(run, judge, property);
  const tryAt = (path: string): Promise<boolean> => trial.tryOne(exampleAt(judge, source, path), path);
  const failed = (earlierExamples?.counterexamples ?? []).filter((each) => each.caseId === caseId);
  if (onlyExample?.caseId === caseId) {
    await tryAt(onlyExample.path);
  } else if (
    await holdsAtAll(
      failed.map(({ path }) => path),
      tryAt,
    )
  ) {
    const { counterexamplePath } = await fc.check(fc.asyncProperty(source.arbitrary, trial.holds), {
      ...source.parameters,
      examples: source.settled.map((example): [T] => [example]),
    });
    trial.nameCounterexample(counterexamplePath);
  }
  const { tried, dropped } = trial.result();
  run.budget.noteDropped(dropped);
  for (const judgement of foldExamples({ caseId, cited, seed, tried, dropped, maxCreates })) {
    run.journal.append({ type: 'judgement', caseId, judgement });
  }
}

/** Tries each path, also after one at which the property does not hold: each may lead to another violation. */
async function holdsAtAll(paths: readonly string[], tryAt: (path: string) => Promise<boolean>): Promise<boolean> {
  let holds = true;
  for (const path of new Set(paths)) holds = (await tryAt(path)) && holds;
  return holds;
}

interface Source<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  readonly settled: readonly T[];
  readonly parameters: { readonly seed: number; readonly numRuns: number };
}

/** Null where there is no example to try. */
function sourceOf<T>(examples: Property<T>['examples'], seed: number, count: number): Source<T> | null {
  if (examples instanceof fc.Arbitrary) {
    return count === 0 ? null : { arbitrary: examples, settled: [], parameters: { seed, numRuns: count } };
  }
  const settled = examples.slice(0, count);
  if (settled.length === 0) return null;
  return { arbitrary: fc.constantFrom(...settled), settled, parameters: { seed, numRuns: settled.length } };
}

function exampleAt<T>(judge: Judge, { arbitrary, settled, parameters: { seed } }: Source<T>, path: string): T {
  try {
    const [example] = fc.sample(arbitrary, { seed, path, numRuns: 1, examples: [...settled] });
    if (example !== undefined) return example;
  } catch {
    // Told below: the path belongs to another seed, or to another version of this case.
  }
  return judge.stop(`The path ${path} leads to no example of this case.`, 'Take seed and path from one report.');
}
