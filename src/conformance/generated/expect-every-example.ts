import * as fc from 'fast-check';
import { findRequirement } from '../../contract/requirements.ts';
import { createCaseClient, type CaseClient } from '../case-client.ts';
import type { Judge } from '../judge.ts';
import { seedFor } from '../random-numbers.ts';
import type { Run } from '../run.ts';
import { foldExamples } from './fold-examples.ts';
import { judgeExample, type TriedExample } from './judge-example.ts';

/** What an example is tried with: a judge that keeps to itself what it finds, and a client that judges by it. */
export interface ExampleTools {
  readonly client: CaseClient;
  readonly judge: Judge;
}

/** What holds for every example. */
export interface Property<T> {
  readonly examples: fc.Arbitrary<T>;
  /** The examples to try, where they were settled before the run; else they are drawn. */
  readonly settled?: readonly T[];
  /** Whether trying one may add an animal, whatever the service accepts. */
  readonly adds: boolean;
  readonly expect: (tools: ExampleTools, example: T) => Promise<void>;
}

/** The most animals that a generated case may add with five examples: these, and one for each step of shrinking. */
export const MOST_SHRINK_STEPS = 30;
export const GENERATED_CREATES = 5 + MOST_SHRINK_STEPS;

/**
 * Tries the examples of a case, one after another, and makes the first that violates a required requirement as small as
 * it gets in 30 steps. Judges only at the end: what held in all of them, or the smallest counterexample with the seed
 * and path by which it runs again alone. An example beyond the budget of the run is dropped.
 */
export async function expectEveryExample<T>(run: Run, judge: Judge, property: Property<T>): Promise<void> {
  const { configuration, budget } = run;
  const count = Math.min(configuration.examples, property.settled?.length ?? configuration.examples);
  if (count === 0) judge.stop('No examples were asked for.', 'Raise --examples (PETSTORE_EXAMPLES).');
  const trial = createTrial(run, judge, property);
  const seed = seedFor(configuration.seed, judge.caseId);
  const given = property.settled ?? [];
  const { onlyExample } = configuration;
  if (onlyExample?.caseId === judge.caseId) {
    await trial.tryOne(exampleAt(judge, property, seed, onlyExample.path), onlyExample.path);
  } else {
    const details = await fc.check(fc.asyncProperty(property.examples, trial.holds), {
      seed,
      numRuns: count,
      examples: given.map((example): [T] => [example]),
    });
    trial.nameCounterexample(details.counterexamplePath);
  }
  const { tried, dropped } = trial.result();
  for (let each = 0; each < dropped; each += 1) budget.noteDropped();
  const { caseId, cited } = judge;
  for (const judgement of foldExamples({
    caseId,
    cited,
    seed: configuration.seed,
    tried,
    dropped,
    maxCreates: configuration.maxCreates,
  })) {
    run.journal.append({ type: 'judgement', caseId, judgement });
  }
}

function exampleAt<T>(judge: Judge, property: Property<T>, seed: number, path: string): T {
  try {
    const [example] = fc.sample(property.examples, { seed, path, numRuns: 1, examples: [...(property.settled ?? [])] });
    if (example !== undefined) return example;
  } catch {
    // Told below: the path is of another seed, or of other arbitraries.
  }
  return judge.stop(`The path ${path} leads to no example of this case.`, 'Take seed and path from one report.');
}

interface Trial<T> {
  /** Tries an example; false where it violates what is being looked for. Never rejects. */
  readonly holds: (example: T) => Promise<boolean>;
  readonly tryOne: (example: T, path: string) => Promise<boolean>;
  readonly nameCounterexample: (path: string | null) => void;
  /** Throws what went wrong in the suite itself, if anything did. */
  readonly result: () => { readonly tried: readonly TriedExample[]; readonly dropped: number };
}

function createTrial<T>(run: Run, judge: Judge, property: Property<T>): Trial<T> {
  const tried: TriedExample[] = [];
  const faults: unknown[] = [];
  let dropped = 0;
  let drawn = 0;
  let steps = 0;
  let counterexample: number | null = null;
  /** What the first failing example violates: smaller ones must violate the same. */
  let wanted: string | null = null;

  function mayTry(): boolean {
    if (faults.length > 0) return false;
    if (wanted !== null && (steps += 1) > MOST_SHRINK_STEPS) return false;
    if (!property.adds || run.budget.hasRoom()) return true;
    if (wanted === null) dropped += 1;
    return false;
  }

  async function tryOne(example: T, path: string | null): Promise<boolean> {
    if (!mayTry()) return true;
    const outcome = await judgeExample(judge, path, (quiet) =>
      property.expect({ client: createCaseClient(run, quiet), judge: quiet }, example),
    );
    tried.push(outcome);
    const violated = violatedBy(outcome);
    if (violated.length === 0 || (wanted !== null && !violated.includes(wanted))) return true;
    wanted ??= violated[0] ?? null;
    counterexample = tried.length - 1;
    return false;
  }

  return {
    async holds(example) {
      const path = wanted === null ? String(drawn) : null;
      drawn += 1;
      // The runner would take a fault of the suite for a counterexample, and try to shrink it.
      return tryOne(example, path).catch((error: unknown) => {
        faults.push(error);
        return true;
      });
    },
    tryOne,
    nameCounterexample(path) {
      const found = counterexample === null ? undefined : tried[counterexample];
      if (counterexample !== null && found !== undefined) tried[counterexample] = { ...found, path };
    },
    result() {
      if (faults.length > 0) throw faults[0];
      return { tried, dropped };
    },
  };
}

/** Warnings are no reason to look for a smaller example. */
function violatedBy({ judgements }: TriedExample): readonly string[] {
  return judgements.flatMap(({ requirement, outcome }) =>
    outcome === 'violated' && findRequirement(requirement)?.level === 'required' ? [requirement] : [],
  );
}
