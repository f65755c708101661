import { closeSync, openSync, readSync } from 'node:fs';
import type { JournalRecord } from '../conformance/journal.ts';
import type { Exchange } from '../target/exchange.ts';

/** A journal that is being written, read as it grows. */
export interface FollowedJournal {
  /** Exchanges so far by their id. */
  readonly exchanges: ReadonlyMap<string, Exchange>;
  /** Takes the judgements of a case that nobody has taken yet, and how it left. */
  readonly take: (caseId: string) => readonly JournalRecord[];
}

const CHUNK = 1 << 20;

/** Follows the journal at a path; reads what is new whenever it is asked. */
export function followJournal(path: string): FollowedJournal {
  const exchanges = new Map<string, Exchange>();
  const waiting = new Map<string, JournalRecord[]>();
  let offset = 0;
  let rest = Buffer.alloc(0);

  function keep(record: JournalRecord): void {
    if (record.type === 'exchange') exchanges.set(record.exchange.id, record.exchange);
    if (record.type !== 'judgement' && record.type !== 'stopped') return;
    const own = waiting.get(record.caseId);
    if (own === undefined) waiting.set(record.caseId, [record]);
    else own.push(record);
  }

  function readOn(): void {
    const descriptor = openSync(path, 'r');
    try {
      const chunk = Buffer.alloc(CHUNK);
      for (let size = 1; size > 0; offset += size) {
        size = readSync(descriptor, chunk, 0, CHUNK, offset);
        rest = Buffer.concat([rest, chunk.subarray(0, size)]);
        const end = rest.lastIndexOf('\n') + 1;
        for (const line of rest.toString('utf8', 0, end).split('\n')) {
          if (line !== '') keep(JSON.parse(line) as JournalRecord);
        }
        rest = rest.subarray(end);
      }
    } finally {
      closeSync(descriptor);
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
