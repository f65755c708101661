import { MOST_OF_RUN_FILE, readBounded } from '../contract/read-bounded.ts';
import { closeSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import type { CreatedPet } from './records.ts';
import { messageOf } from '../contract/message-of.ts';

/** One line of the journal. */
export type JournalRecord =
  | { readonly type: 'sent'; readonly exchange: string; readonly method: string }
  /** The status of the final response; null if none came. */
  | { readonly type: 'response'; readonly exchange: string; readonly status: number | null }
  | { readonly type: 'created'; readonly pet: CreatedPet };

/**
 * An append-only file that shows what a run sent and added, in case the process ends before the report is written. A request
 * that may add a pet is on disk before it is sent. Other records are written at the end of the event loop's tick.
 */
export interface Journal {
  append(record: JournalRecord): void;
  close(): void;
}

/** Writes a text to a file. Returns the number of written bytes; throws if there are none. */
export type WriteText = (descriptor: number, text: string) => number;

/** The journal cannot be written any more, so the run must not send another request. */
export class JournalLost extends Error {
  override readonly name = 'JournalLost';
}

/** Opens the journal for appending. Throws if the file cannot be written. `write` is for tests. */
export function openJournal(
  path: string,
  write: WriteText = (descriptor, text) => writeSync(descriptor, text),
): Journal {
  const descriptor = openSync(path, 'a', 0o600);
  let length = statSync(path).size;
  let open = true;
  let lost: JournalLost | null = null;

  const waiting: string[] = [];
  let flushing: NodeJS.Immediate | null = null;

  /** Writes all of a text or nothing: an incomplete line would damage the next one. */
  function writeComplete(text: string): unknown {
    const size = Buffer.byteLength(text);
    try {
      if (write(descriptor, text) < size) throw new Error('no space is left');
      length += size;
      return null;
    } catch (error) {
      ftruncateSync(descriptor, length);
      return error;
    }
  }

  /** A full disk may not take all waiting lines, but some of them. */
  function flush(): void {
    if (flushing !== null) clearImmediate(flushing);
    flushing = null;
    const lines = waiting.splice(0);
    if (lines.length === 0 || lost !== null || writeComplete(lines.join('')) === null) return;
    for (const line of lines) {
      const error = writeComplete(line);
      if (error === null) continue;
      lost = new JournalLost(`The journal of the run cannot be written any more: ${messageOf(error)}.`);
      return;
    }
  }

  return {
    append(record) {
      if (!open) return;
      waiting.push(`${JSON.stringify(record)}\n`);
      if (record.type === 'sent' && record.method !== 'GET') flush();
      else flushing ??= setImmediate(flush);
      if (lost !== null && record.type === 'sent') throw lost;
    },
    close() {
      if (!open) return;
      flush();
      open = false;
      closeSync(descriptor);
    },
  };
}

/** Reads all records of a journal, except an incomplete last line. */
export function readJournal(path: string): readonly JournalRecord[] {
  return readBounded(path, MOST_OF_RUN_FILE)
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JournalRecord);
}
