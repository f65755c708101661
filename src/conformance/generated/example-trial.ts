import { findRequirement } from '../../contract/requirements.ts';
import { createCaseClient, type CaseClient } from '../case-client.ts';
import type { Judge } from '../judge.ts';
import type { Run } from '../run.ts';
import { type ExampleOutcome, judgeExample } from './judge-example.ts';
import { holdExamples } from './tried-examples.ts';

/** What an example is tried with: a judge that keeps to itself what it finds, and a client that judges by it. */
export interface ExampleTools {
  readonly client: CaseClient;
  readonly judge: Judge;
}

/** Tries the examples of one case and remembers what they came to. */
export interface ExampleTrial<T> {
  /** Tries an example; false where it violates what is being looked for. Never rejects: see `result`. */
  readonly holds: (example: T) => Promise<boolean>;
  /** Tries one example whose path is known; false where it violates what is being looked for. Rejects with a fault of the suite. */
  readonly tryOne: (example: T, path: string) => Promise<boolean>;
  /** Tells by which path the last failing example is reached. */
  readonly nameCounterexample: (path: string | null) => void;
  /** What was tried, in its order; throws the first fault of the suite, if there was one. */
  readonly result: () => { readonly tried: readonly ExampleOutcome[]; readonly dropped: number };
}

interface Trying<T> {
  readonly adds: boolean;
  readonly expect: (tools: ExampleTools, example: T) => Promise<void>;
}

/** The most examples that are tried to find a smaller one than the first that failed. */
export const MOST_SHRINK_STEPS = 30;

/**
 * A trial that has tried nothing yet. What follows the first failure are steps of shrinking: bounded, and failing only
 * where they violate the requirement that the first one did. Without budget an example passes untried.
 */
export function createExampleTrial<T>(run: Run, judge: Judge, { adds, expect }: Trying<T>): ExampleTrial<T> {
  const tried = holdExamples();
  const faults: unknown[] = [];
  let dropped = 0;
  let drawn = 0;
  let steps = 0;
  let nameCounterexample: ((path: string | null) => void) | null = null;
  let wanted: string | null = null;

  function mayTry(): boolean {
    if (faults.length > 0) return false;
    if (wanted !== null && (steps += 1) > MOST_SHRINK_STEPS) return false;
    if (!adds || run.budget.hasRoom()) return true;
    if (wanted === null) dropped += 1;
    return false;
  }

  async function tryOne(example: T, path: string | null): Promise<boolean> {
    if (!mayTry()) return true;
    const { kept, ...outcome } = await judgeExample(judge, path, (quiet) =>
      expect({ client: createCaseClient(run, quiet), judge: quiet }, example),
    );
    // Written at once: of many examples it would be the most that is held.
    run.journal.append({ type: 'kept', caseId: judge.caseId, rules: kept });
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
        // A fault of the suite is no counterexample, to be made smaller.
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

/** A warning is no reason to look for a smaller example. */
function requiredViolations({ judgements }: ExampleOutcome): readonly string[] {
  return judgements.flatMap(({ requirement, outcome }) =>
    outcome === 'violated' && findRequirement(requirement)?.level === 'required' ? [requirement] : [],
  );
}
