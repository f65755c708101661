import { closeSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import type { TestableId } from '../contract/requirements.ts';
import type { Exchange, OperationId } from '../target/exchange.ts';
import type { PacingSummary } from '../target/pacing.ts';
import type { CreatedAnimal, Judgement } from './judgement.ts';
import type { RunState } from './run-state.ts';

/** What the whole run found out about this service, beside the checks. */
export interface RunFacts {
  /** Highest limit proven by a page, by filter (`none` without one). */
  readonly highestLimitProven: Readonly<Record<string, number>>;
  readonly largestPage: number;
  readonly categoriesAccepted: readonly string[];
  /** Delays in milliseconds after which an addition was seen in the list. */
  readonly settlingDelays: readonly number[];
  readonly requests: number;
  readonly creates: number;
  /** Examples of generated cases that were not tried, since the run may add no more animals. */
  readonly examplesDropped: number;
  readonly pacing: PacingSummary;
}

/** Ids of exchanges by the requirement that they keep, once for each time that it was judged. */
export type KeptRules = Readonly<Partial<Record<TestableId, readonly string[]>>>;

/** One line of the journal: what happened, in the order in which it happened. */
export type JournalRecord =
  | {
      readonly type: 'sent';
      readonly exchange: string;
      readonly caseId: string;
      readonly method: string;
      readonly url: string;
      readonly at: string;
    }
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  /** Never in a journal: stands for an exchange that is left out of the report. */
  | { readonly type: 'omitted'; readonly exchange: string; readonly operation: OperationId }
  /** The case tries examples from now on: there may be very many, of which a few stand for all. */
  | { readonly type: 'examples'; readonly caseId: string }
  | { readonly type: 'judgement'; readonly caseId: string; readonly judgement: Judgement }
  | {
      readonly type: 'stopped';
      readonly caseId: string;
      readonly outcome: 'not-verified' | 'not-applicable';
      readonly reason: string;
      readonly supply: string | null;
      readonly exchanges: readonly string[];
    }
  /** The rules for every answer that a case saw kept without citing them, each with the exchanges that keep it. */
  | { readonly type: 'kept'; readonly caseId: string; readonly rules: KeptRules }
  | { readonly type: 'created'; readonly animal: CreatedAnimal }
  | { readonly type: 'facts'; readonly facts: RunFacts }
  /** What a second try of the violated cases needs; records after it belong to that try. */
  | { readonly type: 'state'; readonly state: RunState };

/**
 * An append-only file of records. A request that may add an animal is on disk before it is sent; all other records are
 * when the turn of the event loop ends, so that a killed run loses a moment and never an addition.
 */
export interface Journal {
  append(record: JournalRecord): void;
  close(): void;
}

/** Writes a text to a file and gives how many bytes of it were taken; throws where none was. */
export type WriteText = (descriptor: number, text: string) => number;

/** The journal can be written no more: nothing that happens from now on would be known, so nothing may be sent. */
export class JournalLost extends Error {
  override readonly name = 'JournalLost';
}

/** Opens the journal at a path for appending; throws where the file cannot be written. `write` is for tests. */
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

  /** All of a text or nothing: a line that a full disk cut off would spoil the one after it. */
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

  /** Where the disk cannot take all that waits it may still take some of it. */
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
      if (mayAdd(record)) flush();
      else flushing ??= setImmediate(flush);
      if (lost !== null && !isBookkeeping(record)) throw lost;
    },
    close() {
      if (!open) return;
      flush();
      open = false;
      closeSync(descriptor);
    },
  };
}

/** A journal that tells of each record once it was taken. */
export function watchedJournal(journal: Journal, note: (record: JournalRecord) => void): Journal {
  return {
    append(record) {
      journal.append(record);
      note(record);
    },
    close: () => journal.close(),
  };
}

/** Whether a request that may add an animal is about to go out. */
function mayAdd(record: JournalRecord): boolean {
  return record.type === 'sent' && record.method !== 'GET';
}

/** What is written at the end of a run, which must come to its end without it too. */
function isBookkeeping({ type }: JournalRecord): boolean {
  return type === 'facts' || type === 'state' || type === 'kept';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const CHUNK_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/**
 * Reads the lines of a journal one after another, each a record. A last one that a kill cut off is left out. A line is
 * decoded on its own: cut out of a longer text, the few characters of it that are kept would keep the whole text.
 * Begins at an offset in bytes, where a line begins.
 */
export function* journalLines(path: string, offset = 0): Generator<string, void> {
  const descriptor = openSync(path, 'r');
  try {
    // One piece of memory for all lines, as large as the longest of them needs.
    let room = Buffer.alloc(CHUNK_BYTES);
    let held = 0;
    let position = offset;
    for (;;) {
      if (held === room.length) room = Buffer.concat([room], 2 * held);
      const size = readSync(descriptor, room, held, room.length - held, position);
      if (size === 0) return;
      position += size;
      const read = room.subarray(0, held + size);
      let start = 0;
      for (let end = read.indexOf(LINE_FEED, held); end !== -1; end = read.indexOf(LINE_FEED, start)) {
        yield read.toString('utf8', start, end);
        start = end + 1;
      }
      held = read.length - start;
      read.copy(room, 0, start);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** All records of a journal. A last line that a kill cut off is left out. */
export function readJournal(path: string): readonly JournalRecord[] {
  return Array.from(journalLines(path), recordOf);
}

/** The record that a line of a journal holds. */
export function recordOf(line: string): JournalRecord {
  return JSON.parse(line) as JournalRecord;
}

/** What tells exchanges apart. */
export type ExchangeHead = Pick<Exchange, 'id' | 'caseId' | 'operation'>;

const EXCHANGE = '{"type":"exchange","exchange":';

/** The exchange that a line of a journal holds, as JSON that is not parsed; null where the line is another record. */
export function exchangeText(line: string): string | null {
  return line.startsWith(EXCHANGE) ? line.slice(EXCHANGE.length, -1) : null;
}

const HEAD = /^\{"id":"([\w-]+)","caseId":"([\w/-]+)","operation":"(listPets|createPet|getPet|other)",/;

/** Reads no more of the JSON of an exchange than what it begins with, where it begins as it is written here. */
export function headOf(text: string): ExchangeHead {
  const [, id, caseId, operation] = HEAD.exec(text) ?? [];
  if (id === undefined || caseId === undefined || !isOperation(operation)) return JSON.parse(text) as Exchange;
  return { id, caseId, operation };
}

function isOperation(text: string | undefined): text is OperationId {
  return text === 'listPets' || text === 'createPet' || text === 'getPet' || text === 'other';
}
