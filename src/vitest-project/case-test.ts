import { inject, test as vitestTest } from 'vitest';
import { type CaseClient, createCaseClient } from '../conformance/case-client.ts';
import type { CaseDescription } from '../conformance/case.ts';
import type { Catalogue } from '../conformance/catalogue.ts';
import type { DeclaredCase } from '../conformance/conformance-test.ts';
import { createJudge, type Judge } from '../conformance/judge.ts';
import type { RunInput } from '../conformance/run-input.ts';
import type { Run } from '../conformance/run.ts';
import { openSharedRun, type SharedRun } from '../conformance/shared-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly run: RunInput;
  }
  interface TaskMeta {
    conformance?: CaseDescription;
  }
}

const PER_FILE = { scope: 'file' } as const;

/** The runs that are open, by what they were given: each rerun of vitest is a run of its own. */
const opened = new WeakMap<RunInput, Promise<SharedRun>>();

/** The run of an input, opened by the first who asks. */
export function sharedRun(): Promise<SharedRun> {
  const input = inject('run');
  const shared = opened.get(input) ?? openSharedRun(input, new AbortController().signal);
  opened.set(input, shared);
  return shared;
}

/**
 * The test of vitest with the fixtures of a case. `run` and `catalogue` are shared by all cases of a run; `judge` and
 * `client` belong to one case. The set-up of the catalogue is done before the first case begins.
 */
export const caseTest = vitestTest
  .extend('shared', PER_FILE, (): Promise<SharedRun> => sharedRun())
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
    shared.catalogue.requireTarget(judge);
    onCleanup(() => judge.finish());
    return judge;
  })
  .extend('client', ({ shared, judge }): CaseClient => createCaseClient(shared.run, judge));

/** Hands a case to vitest, as a test of the spec file that is being collected. */
export function handOver({ description, body }: DeclaredCase): void {
  const tags = [...description.requirements];
  // vitest reads the text of the function that it is given, to learn which fixtures it wants.
  caseTest(
    description.title,
    { meta: { conformance: description }, tags, concurrent: true },
    ({ run, catalogue, judge, client }) => body({ run, catalogue, judge, client }),
  );
}
