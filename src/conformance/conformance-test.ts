import { inject, test as vitestTest } from 'vitest';
import type { TestableId } from '../contract/requirements.ts';
import { callSite } from './call-site.ts';
import { createCaseClient, type CaseClient } from './case-client.ts';
import { slugOf, type CaseDescription } from './case.ts';
import type { Catalogue } from './catalogue.ts';
import { createJudge, type Judge } from './judge.ts';
import type { Run } from './run.ts';
import { shareRun, type SharedRun } from './shared-run.ts';
import './run-input.ts';

const PER_FILE = { scope: 'file' } as const;

type CaseTest = ReturnType<typeof withFixtures>;

let prepared: CaseTest | null = null;

/**
 * The test of the test runner with the fixtures of a case. `run` and `catalogue` are shared by all cases of a run; `judge`
 * and `client` belong to one case. The set-up of the catalogue is done before the first case begins. The fixtures belong
 * to the module that vitest collects when this is first called, which must not be within a stage.
 */
export function caseTest(): CaseTest {
  prepared ??= withFixtures();
  return prepared;
}

function withFixtures() {
  return vitestTest
    .extend('shared', PER_FILE, (): Promise<SharedRun> => shareRun(inject('run')))
    .extend('run', PER_FILE, ({ shared }): Run => shared.run)
    .extend('catalogue', PER_FILE, ({ shared }): Catalogue => shared.catalogue)
    .extend('judge', { auto: true }, async ({ shared, task, skip }, { onCleanup }): Promise<Judge> => {
      const description = task.meta.conformance;
      const judge = createJudge({
        caseId: description?.caseId ?? task.name,
        cited: description?.requirements ?? [],
        journal: shared.run.journal,
        leave: (note) => skip(note),
      });
      // Before the turn: what throws here is not cleaned up, and a turn must end.
      shared.catalogue.requireTarget(judge);
      const endTurn = await shared.turns?.take();
      onCleanup(() => {
        judge.finish();
        endTurn?.();
      });
      return judge;
    })
    .extend('client', ({ shared, judge }): CaseClient => createCaseClient(shared.run, judge));
}

/**
 * Does some work after every case of a spec file: for whoever runs the cases in a test runner of their own. The work is
 * given the judge of the case, who must finish before the journal tells all.
 */
export const afterCase: CaseTest['afterEach'] = (work, timeout) => caseTest().afterEach(work, timeout);

/** What a case declares of itself. */
export interface CaseOptions {
  /** The requirements that the case judges; at least one. */
  readonly requirements: readonly [TestableId, ...TestableId[]];
  /** The most animals that the case may add, counting bodies that a service should refuse. Default 0. */
  readonly creates?: number;
}

/** What the function of a case is given. */
export interface CaseFixtures {
  readonly run: Run;
  readonly catalogue: Catalogue;
  readonly judge: Judge;
  readonly client: CaseClient;
}

export type CaseBody = (fixtures: CaseFixtures) => Promise<void> | void;

/** A case as a spec declares it, ready to be handed to the test runner, once or in one run after another. */
export interface DeclaredCase {
  readonly description: CaseDescription;
  readonly body: CaseBody;
}

/** Whoever wants the cases of the spec that is being loaded; null hands each to the test runner at once. */
let collector: DeclaredCase[] | null = null;

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
  const declared: DeclaredCase = {
    description,
    // vitest reads the whole text of the function that it is given, to learn which fixtures it wants.
    body: ({ run, catalogue, judge, client }) => body({ run, catalogue, judge, client }),
  };
  if (collector === null) handOver(declared);
  else collector.push(declared);
}

/** Hands a case to the test runner, as a test of what is being collected there. */
export function handOver({ description, body }: DeclaredCase): void {
  const tags = [...description.requirements];
  caseTest()(description.title, { meta: { conformance: description }, tags, concurrent: true }, body);
}

/** What a spec declares; `failed` where it did not load to its end. */
export interface LoadedSpec {
  readonly cases: readonly DeclaredCase[];
  readonly failed: { readonly error: unknown } | null;
}

/** Loads a spec that was not loaded before, and keeps its cases from the test runner. One spec at a time. */
export async function loadSpec(address: string): Promise<LoadedSpec> {
  const cases: DeclaredCase[] = [];
  collector = cases;
  try {
    await import(address);
    return { cases, failed: null };
  } catch (error) {
    return { cases, failed: { error } };
  } finally {
    collector = null;
  }
}
