import { createCaseClient } from './case-client.ts';
import type { Journal } from './journal.ts';
import type { Run } from './run.ts';
import type { ReadPage, SeenPage } from './shared-pages.ts';
import { underJudge } from './under-judge.ts';

/**
 * Reads pages on behalf of cases. What the answer violates is judged here, once, under the name of the case that sent the
 * request; a page that cannot be read is told to all that wait for it.
 */
export function pageReader(run: () => Run): ReadPage {
  return async (query, caseId) => {
    let none: SeenPage = { kind: 'none', reason: 'The page was not read.', supply: null, answers: [] };
    const journal: Journal = {
      append(record) {
        if (record.type !== 'stopped') return run().journal.append(record);
        const answers = record.exchanges.map((exchangeId) => ({ exchangeId }));
        none = { kind: 'none', reason: record.reason, supply: record.supply, answers };
      },
      close: () => undefined,
    };
    const read = await underJudge({ caseId, cited: [], journal }, async (judge) => {
      try {
        return await createCaseClient(run(), judge).list(query);
      } finally {
        judge.finish();
      }
    });
    return read.kind === 'done' ? { kind: 'page', page: read.result } : none;
  };
}
