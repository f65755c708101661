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

/**
 * The fixtures of a case. `run` and `catalogue` are shared by all cases of a run; `judge` and `client` belong to one case.
 * The set-up of the catalogue is done before the first case begins.
 */
const test = vitestTest
  .extend('shared', PER_FILE, (): Promise<SharedRun> => shareRun(inject('run')))
  .extend('run', PER_FILE, ({ shared }): Run => shared.run)
  .extend('catalogue', PER_FILE, ({ shared }): Catalogue => shared.catalogue)
  .extend('judge', { auto: true }, ({ shared, task, skip }, { onCleanup }): Judge => {
    const description = task.meta.conformance;
    const judge = createJudge({
      caseId: description?.caseId ?? task.name,
      cited: description?.requirements ?? [],
      journal: shared.run.journal,
      leave: (note) => skip(note),
    });
    onCleanup(() => judge.finish());
    shared.catalogue.requireTarget(judge);
    return judge;
  })
  .extend('client', ({ shared, judge }): CaseClient => createCaseClient(shared.run, judge));

/**
 * Does some work after every case of a spec file: for whoever runs the cases in a test runner of their own. The work is
 * given the judge of the case, who must finish before the journal tells all.
 */
export const afterCase: typeof test.afterEach = (work, timeout) => test.afterEach(work, timeout);

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

/** Declares one conformance case. */
export function conformanceTest(title: string, options: CaseOptions, body: CaseBody): void {
  const place = callSite();
  const conformance: CaseDescription = {
    caseId: `${/([\w-]+)\.spec\.[jt]s/.exec(place)?.[1] ?? 'case'}/${slugOf(title)}`,
    title,
    place,
    requirements: options.requirements,
    creates: options.creates ?? 0,
  };
  // vitest reads the whole text of the function that it is given, to learn which fixtures it wants.
  test(
    title,
    { meta: { conformance }, tags: [...options.requirements], concurrent: true },
    ({ run, catalogue, judge, client }) => body({ run, catalogue, judge, client }),
  );
}
