import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { messageOf } from '../../contract/errors.ts';
import { MOST_OF_RUN_FILE, readBounded } from '../../settings/read-file.ts';
import type { Addition } from './records.ts';

/** One line of the journal. The later lines of an exchange replace its first line. */
export interface JournalRecord extends Pick<Addition, 'exchange' | 'id' | 'name' | 'sentAt'> {
  /** `rejected`: the request certainly added no pet. */
  readonly outcome: Addition['outcome'] | 'rejected';
}

/**
 * An append-only file that shows what a run added, in case the process ends before the report is written. A record is in the
 * file when its function returns, so a request that may add a pet is there before it is sent.
 */
export interface Journal {
  /** Records a request that may add a pet. Throws a JournalLost if this record or an earlier one could not be written. */
  sent(request: Pick<JournalRecord, 'exchange' | 'name' | 'sentAt'>): void;
  /** Records what came of a request. */
  settled(record: JournalRecord): void;
  close(): void;
}

/** Writes a text to a file. Returns the number of written bytes; throws if there are none. */
type WriteText = (descriptor: number, text: string) => number;

/** The journal cannot be written, so the run must not send another request that may add a pet. */
export class JournalLost extends Error {
  override readonly name = 'JournalLost';
}

/** Makes the file of a journal. Throws if the path exists, even as a link. `write` is for tests. */
export function openJournal(
  path: string,
  write: WriteText = (descriptor, text) => writeSync(descriptor, text),
): Journal {
  const descriptor = openSync(path, 'ax', 0o600);
  let length = 0;
  let open = true;
  let lost: JournalLost | null = null;

  /** Writes a complete line or nothing: an incomplete line would damage the next one. */
  function append({ exchange, id, name, sentAt, outcome }: JournalRecord): void {
    if (!open) return;
    const line = `${JSON.stringify({ exchange, outcome, id, name, sentAt })}\n`;
    const size = Buffer.byteLength(line);
    try {
      if (write(descriptor, line) < size) throw new Error('no space is left');
      length += size;
    } catch (error) {
      lost ??= new JournalLost(`The journal of the run cannot be written: ${messageOf(error)}.`);
      ftruncateSync(descriptor, length);
    }
  }

  return {
    sent(request) {
      if (lost === null) append({ ...request, id: null, outcome: 'unknown' });
      if (lost !== null) throw lost;
    },
    settled: append,
    close() {
      if (!open) return;
      open = false;
      closeSync(descriptor);
    },
  };
}

/** The records of a journal, and how many of its lines are none, such as a last line that a kill cut short. */
interface ReadJournal {
  readonly records: readonly JournalRecord[];
  readonly damaged: number;
}

/** Reads a journal. Throws if its file cannot be read. */
export function readJournal(path: string): ReadJournal {
  const text = readBounded(path, MOST_OF_RUN_FILE).toString('utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  const records = lines.flatMap((line) => readRecord(line) ?? []);
  return { records, damaged: lines.length - records.length };
}

const OUTCOMES: readonly unknown[] = ['created', 'claimed', 'unknown', 'rejected'] satisfies JournalRecord['outcome'][];

function readRecord(line: string): JournalRecord | null {
  try {
    const { exchange, outcome, ...texts } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const { id, name, sentAt } = texts;
    const isRecord =
      typeof exchange === 'string' && OUTCOMES.includes(outcome) && [id, name, sentAt].every(isTextOrNull);
    return isRecord ? ({ exchange, outcome, id, name, sentAt } as JournalRecord) : null;
  } catch {
    return null;
  }
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
