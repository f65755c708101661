import { createCaseClient } from './case-client.ts';
import { createJudge } from './judge.ts';
import type { Run } from './run.ts';
import type { ReadPage, SeenPage } from './shared-pages.ts';

/** Thrown to leave the reading of a page; why is noted already. */
class ReadingLeft extends Error {
  override readonly name = 'ReadingLeft';
}

/**
 * Reads pages on behalf of cases. What the answer violates is judged here, once, under the name of the case that sent the
 * request; a page that cannot be read is told to all that wait for it.
 */
export function pageReader(run: () => Run): ReadPage {
  return async (query, caseId) => {
    let none: SeenPage | null = null;
    const judge = createJudge({
      caseId,
      cited: [],
      journal: {
        append(record) {
          if (record.type !== 'stopped') return run().journal.append(record);
          const answers = record.exchanges.map((exchangeId) => ({ exchangeId }));
          none = { kind: 'none', reason: record.reason, supply: record.supply, answers };
        },
        close: () => undefined,
      },
      leave: () => {
        throw new ReadingLeft();
      },
    });
    try {
      return { kind: 'page', page: await createCaseClient(run(), judge).list(query) };
    } catch (error) {
      if (error instanceof ReadingLeft && none !== null) return none;
      throw error;
    } finally {
      judge.finish();
    }
  };
}
