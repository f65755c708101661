import { closeSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import type { CreatedPet } from './records.ts';
import { messageOf } from '../contract/message-of.ts';

/** One line of the journal. */
export type JournalRecord =
  | { readonly type: 'sent'; readonly exchange: string; readonly method: string }
  /** The status of the final response; null if none came. */
  | { readonly type: 'response'; readonly exchange: string; readonly status: number | null }
  | { readonly type: 'created'; readonly pet: CreatedPet };

/**
 * An append-only file that tells what a run had sent and added if the process ends before the report is written. A request
 * that may add a pet is on disk before it is sent. Other records follow when the turn of the event loop ends.
 */
export interface Journal {
  append(record: JournalRecord): void;
  close(): void;
}

/** Writes a text to a file and gives how many bytes of it were taken; throws if none was. */
export type WriteText = (descriptor: number, text: string) => number;

/** The journal can no longer be written. An addition from now on might be lost, so nothing may be sent. */
export class JournalLost extends Error {
  override readonly name = 'JournalLost';
}

/** Opens the journal at a path for appending; throws if the file cannot be written. `write` is for tests. */
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

  /** All of a text or nothing: a line that a full disk cut off would damage the line after it. */
  function writeWhole(text: string): unknown {
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

  /** A disk that cannot take all waiting lines may still take some of them. */
  function flush(): void {
    if (flushing !== null) clearImmediate(flushing);
    flushing = null;
    const lines = waiting.splice(0);
    if (lines.length === 0 || lost !== null || writeWhole(lines.join('')) === null) return;
    for (const line of lines) {
      const error = writeWhole(line);
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

/** All records of a journal. A last line that was cut off is left out. */
export function readJournal(path: string): readonly JournalRecord[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JournalRecord);
}
