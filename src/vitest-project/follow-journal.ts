import { journalLines, recordOf, type JournalRecord } from '../conformance/journal.ts';
import type { Exchange } from '../target/exchange.ts';

/** A journal that is being written, read as it grows. */
export interface FollowedJournal {
  /** Exchanges so far by their id. */
  readonly exchanges: ReadonlyMap<string, Exchange>;
  /** Takes the judgements of a case that nobody has taken yet, and how it left. */
  readonly take: (caseId: string) => readonly JournalRecord[];
}

/** Follows the journal at a path; reads what is new whenever it is asked. */
export function followJournal(path: string): FollowedJournal {
  const exchanges = new Map<string, Exchange>();
  const waiting = new Map<string, JournalRecord[]>();
  let offset = 0;

  function keep(record: JournalRecord): void {
    if (record.type === 'exchange') exchanges.set(record.exchange.id, record.exchange);
    if (record.type !== 'judgement' && record.type !== 'stopped') return;
    const own = waiting.get(record.caseId);
    if (own === undefined) waiting.set(record.caseId, [record]);
    else own.push(record);
  }

  /** A line that is half written is left for the next time. */
  function readOn(): void {
    for (const line of journalLines(path, offset)) {
      keep(recordOf(line));
      offset += Buffer.byteLength(line) + 1;
    }
  }

  return {
    exchanges,
    take(caseId) {
      readOn();
      const records = waiting.get(caseId) ?? [];
      waiting.delete(caseId);
      return records;
    },
  };
}
