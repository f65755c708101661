import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { OWNER_ONLY, UNFINISHED } from '../report/reports-folder.ts';
import { safeText } from '../report/safe-text.ts';
import { type JournalRecord, readJournal } from '../suite/records/journal.ts';
import { describeAdditions, type NamedAddition } from './describe-additions.ts';

const TEMPORARY = /^\.[\w.-]+\.[0-9a-f-]{36}\.tmp$/;
/** Milliseconds. Older temporary files are abandoned. */
const ABANDONED_AFTER = 600_000;
/** The most pets on the terminal. The file has them all. */
const PETS_SHOWN = 500;
/** Lists the pets of runs that ended without a report: one line for each run. */
const ORPHANED_RUNS_FILE = 'orphaned-runs.txt';

/**
 * Removes what runs without a report left in a folder, given the names of its files. Lists the pets of each run in a file
 * before it removes the journal, and returns a note for it. No run may be active in the folder.
 */
export function clearOrphanedRuns(directory: string, names: readonly string[], now: number): readonly string[] {
  for (const name of names) {
    if (TEMPORARY.test(name) && isAbandoned(join(directory, name), now)) remove(join(directory, name));
  }
  return names.flatMap((name) => {
    const [found, runId] = UNFINISHED.exec(name) ?? [];
    return found === undefined || runId === undefined ? [] : clearJournal(directory, name, runId);
  });
}

/** Lists the pets of one run, and removes its journal unless the journal is damaged. */
function clearJournal(directory: string, name: string, runId: string): readonly string[] {
  const path = join(directory, name);
  let additions: readonly NamedAddition[] = [];
  let isDamaged = true;
  try {
    const { records, damaged } = readJournal(path);
    additions = additionsIn(records);
    isDamaged = damaged > 0;
  } catch {
    // The path is no file, the file is too large, or another user owns it.
  }
  const damage = isDamaged ? [`The journal ${safeText(path)} of an earlier run is damaged. ${setAside(path)}`] : [];
  if (additions.length === 0) {
    if (!isDamaged) remove(path);
    return damage;
  }
  const file = join(directory, ORPHANED_RUNS_FILE);
  const note = `An earlier run ended without a report. ${describeAdditions(additions, PETS_SHOWN)}`;
  try {
    appendTo(file, `${runId}: ${describeAdditions(additions)}\n`);
  } catch {
    return [`${note} Its journal ${safeText(path)} is kept, because ${ORPHANED_RUNS_FILE} cannot be written.`];
  }
  if (!isDamaged) remove(path);
  return [`${note} They are listed in ${safeText(file)}.`, ...damage];
}

/** Reads from a journal the pets that a run added and may have added. */
export function additionsIn(records: readonly JournalRecord[]): readonly NamedAddition[] {
  const exchanges = Map.groupBy(records, ({ exchange }) => exchange);
  return [...exchanges.values()]
    .flatMap(([sent, ...settled]) => (settled.length > 0 || sent === undefined ? settled : [sent]))
    .flatMap(({ id, name, sentAt, outcome }) => (outcome === 'rejected' ? [] : [{ id, name, sentAt, outcome }]));
}

/** Appends to a file and waits until the disk has it. Throws without a change if the path is a link or no file. */
function appendTo(path: string, text: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows lacks the last two.
  const descriptor = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, OWNER_ONLY);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || stat.nlink > 1) throw new Error('It is a link or no file.');
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } catch (error) {
      ftruncateSync(descriptor, stat.size);
      throw error;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** A file whose time is far in the future is abandoned too. */
function isAbandoned(path: string, now: number): boolean {
  const modified = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified !== undefined && Math.abs(now - modified) > ABANDONED_AFTER;
}

/** Gives a damaged journal a name that no run reads. */
function setAside(path: string): string {
  const name = `${path}.damaged`;
  try {
    renameSync(path, name);
    return `It is kept as ${safeText(name)}: look there for pets that the run added.`;
  } catch {
    return 'Look there for pets that the run added, and remove it.';
  }
}

/** Another user may own the file. If it cannot be removed, it does no harm. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays.
  }
}
