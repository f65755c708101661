import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { listSome } from '../contract/describe.ts';
import { messageOf } from '../contract/errors.ts';
import { isRecord, parseJson } from '../contract/json.ts';
import { inertText } from '../report/safe-text.ts';
import { MOST_OF_RUN_FILE, readBounded } from '../settings/read-file.ts';
import type { Journal, JournalRecord } from '../suite/records/records.ts';

/** Makes the file of a journal. Throws if the path exists, even as a link. `write` is for tests. */
export function openJournal(path: string, write: (descriptor: number, text: string) => number = writeSync) {
  const descriptor = openSync(path, 'ax', 0o600);
  let length = 0;
  let open = true;
  let lost: Error | null = null;

  /** Writes a complete line or nothing: an incomplete line would damage the next one. */
  function append({ exchange, id, name, sentAt, outcome }: JournalRecord): void {
    if (!open) return;
    const line = `${JSON.stringify({ exchange, outcome, id, name, sentAt })}\n`;
    const size = Buffer.byteLength(line);
    try {
      if (write(descriptor, line) < size) throw new Error('no space is left');
      length += size;
    } catch (error) {
      lost ??= new Error(`The journal of the run cannot be written: ${messageOf(error)}.`);
      ftruncateSync(descriptor, length);
    }
  }

  return {
    sent(request: Parameters<Journal['sent']>[0]): void {
      if (lost === null) append({ ...request, id: null, outcome: 'unknown' });
      if (lost !== null) throw lost;
    },
    ended: append,
    /** Ends the journal. Removes its file if the report of the run is on disk. */
    close(hasReport: boolean): void {
      open = false;
      closeSync(descriptor);
      if (hasReport) rmSync(path, { force: true });
    },
  };
}

/** Reads a journal. Skips a line that the end of the process cut short. Throws if the file cannot be read. */
export function readJournal(path: string): readonly JournalRecord[] {
  const lines = readBounded(path, MOST_OF_RUN_FILE).toString('utf8').split('\n');
  return lines.map(parseJson).filter(isJournalRecord);
}

/** Reads from a journal the pets that a run added and may have added. */
export function additionsIn(records: readonly JournalRecord[]): readonly JournalRecord[] {
  const exchanges = Map.groupBy(records, ({ exchange }) => exchange);
  return [...exchanges.values()]
    .flatMap(([sent, ...settled]) => (settled.length > 0 || sent === undefined ? settled : [sent]))
    .filter(({ outcome }) => outcome !== 'rejected');
}

const OUTCOMES: readonly unknown[] = ['created', 'claimed', 'unknown', 'rejected'] satisfies JournalRecord['outcome'][];

function isJournalRecord(value: unknown): value is JournalRecord {
  if (!isRecord(value)) return false;
  const { exchange, outcome, id, name, sentAt } = value;
  const areTexts = [id, name, sentAt].every((text) => text === null || typeof text === 'string');
  return typeof exchange === 'string' && OUTCOMES.includes(outcome) && areTexts;
}

type NamedAddition = Omit<JournalRecord, 'exchange'>;

/** The pets that a run added and may have added, in words that are safe on a terminal. `most` bounds how many are named. */
export function describeAdditions(additions: readonly NamedAddition[], most: number = Infinity): string {
  const created = additions.filter(({ outcome }) => outcome === 'created');
  const claimed = additions.filter(({ outcome }) => outcome !== 'created');
  const ids = listed(created, most, ({ id }) => id ?? 'one with an unknown id');
  const pets = `Pets added: ${created.length === 0 ? 'none' : ids}.`;
  return claimed.length === 0
    ? pets
    : `${pets} Pets that may have been added: ${listed(claimed, most, describeClaimed)}.`;
}

function listed(
  additions: readonly NamedAddition[],
  most: number,
  describe: (addition: NamedAddition) => string,
): string {
  return inertText(listSome(additions.map(describe), most, ', '));
}

function describeClaimed({ id, name, sentAt, outcome }: NamedAddition): string {
  const facts = [
    name === null ? null : `name ${JSON.stringify(name)}`,
    sentAt === null ? null : `sent at ${sentAt}`,
    outcome === 'unknown' ? 'outcome unknown' : null,
  ];
  return `${id ?? 'one with an unknown id'} (${facts.filter((fact) => fact !== null).join(', ')})`;
}
