import { inject, test as vitestTest } from 'vitest';
import type { TestableId } from '../contract/requirements.ts';
import { callSite } from './call-site.ts';
import { createCaseClient, type CaseClient } from './case-client.ts';
import { slugOf, type CaseDescription } from './case.ts';
import type { Catalogue } from './catalogue.ts';
import { openRun } from './create-run.ts';
import { readJournal } from './journal.ts';
import { createJudge, type Judge } from './judge.ts';
import { setUpCatalogue } from './set-up.ts';
import type { Run } from './run.ts';
import type { RunState } from './run-state.ts';
import './run-input.ts';

/** What all cases of a worker share. */
interface Shared {
  readonly run: Run;
  readonly catalogue: Catalogue;
}

/**
 * The fixtures of a case. `run` and `catalogue` are shared by all cases of a worker; `judge` and `client` belong to one
 * case. The set-up of the catalogue is done before the first case begins.
 */
const test = vitestTest
  .extend('shared', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Shared> => {
    const input = inject('run');
    const { run, close } = openRun(input);
    const { catalogue, setUp, finish } = await setUpCatalogue(run, input.again ? readState(input.journalPath) : null);
    onCleanup(async () => {
      finish();
      await close(setUp);
    });
    return { run, catalogue };
  })
  .extend('run', { scope: 'worker' }, ({ shared }): Run => shared.run)
  .extend('catalogue', { scope: 'worker' }, ({ shared }): Catalogue => shared.catalogue)
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

function readState(journalPath: string): RunState | null {
  return readJournal(journalPath).findLast((record) => record.type === 'state')?.state ?? null;
}

/** What a case declares of itself. */
export interface CaseOptions {
  /** The requirements that the case judges; at least one. */
  readonly requirements: readonly [TestableId, ...TestableId[]];
  /** The most animals that the case may add, counting bodies that a service should refuse. Default 0. */
  readonly creates?: number;
}

type CaseBody = Parameters<typeof test>[2] & Function;

/** Declares one conformance case. Its function is handed to vitest as it is, since vitest reads its parameters. */
export function conformanceTest(title: string, options: CaseOptions, body: CaseBody): void {
  const place = callSite();
  const conformance: CaseDescription = {
    caseId: `${/([\w-]+)\.spec\.ts/.exec(place)?.[1] ?? 'case'}/${slugOf(title)}`,
    title,
    place,
    requirements: options.requirements,
    creates: options.creates ?? 0,
  };
  test(title, { meta: { conformance }, tags: [...options.requirements], concurrent: true }, body);
}
