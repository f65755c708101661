import type { TestableId } from '../contract/requirements.ts';
import { callSite } from './call-site.ts';
import type { CaseClient } from './case-client.ts';
import { slugOf, type CaseDescription } from './case.ts';
import type { Catalogue } from './catalogue.ts';
import type { Judge } from './judge.ts';
import type { Run } from './run.ts';

/** What a case declares of itself. */
export interface CaseOptions {
  /** The requirements that the case judges; at least one. */
  readonly requirements: readonly [TestableId, ...TestableId[]];
  /** The most animals that the case may add, counting bodies that a service should refuse. Default 0. */
  readonly creates?: number;
}

/** What the function of a case is given. `run` and `catalogue` are shared by all cases of a run; the others are its own. */
export interface CaseFixtures {
  readonly run: Run;
  readonly catalogue: Catalogue;
  readonly judge: Judge;
  readonly client: CaseClient;
}

export type CaseBody = (fixtures: CaseFixtures) => Promise<void> | void;

/** A case as a spec declares it, ready to be run, once or in one run after another. */
export interface DeclaredCase {
  readonly description: CaseDescription;
  readonly body: CaseBody;
}

type Receiver = (declared: DeclaredCase) => void;

let receiver: Receiver | null = null;

/** Has every case that is declared from now on given to somebody. */
export function receiveCases(next: Receiver | null): void {
  receiver = next;
}

/** Declares one conformance case. */
export function conformanceTest(title: string, options: CaseOptions, body: CaseBody): void {
  const place = callSite();
  const description: CaseDescription = {
    caseId: `${/([\w-]+)\.spec\.[jt]s/.exec(place)?.[1] ?? 'case'}/${slugOf(title)}`,
    title,
    place,
    requirements: options.requirements,
    creates: options.creates ?? 0,
  };
  receiver?.({ description, body });
}

/** What a spec declares; `failed` where it did not load to its end. */
export interface LoadedSpec {
  readonly cases: readonly DeclaredCase[];
  readonly failed: { readonly error: unknown } | null;
}

/** Loads a spec that was not loaded before. One spec at a time. */
export async function loadSpec(address: string): Promise<LoadedSpec> {
  const cases: DeclaredCase[] = [];
  receiveCases((declared) => cases.push(declared));
  try {
    await import(address);
    return { cases, failed: null };
  } catch (error) {
    return { cases, failed: { error } };
  } finally {
    receiveCases(null);
  }
}
