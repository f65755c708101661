import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../suite/journal.ts';
import { OWNER_ONLY } from '../report/reports-folder.ts';
import { safeText } from '../report/terminal/terminal-text.ts';
import { describeLeftBehind, type LeftBehind, leftBehindIn } from './orphaned-run-report.ts';

/** Whether a process of this machine is still there. */
export type IsAlive = (processId: number) => boolean;

const JOURNAL = /^run-[0-9a-z]+(?:-([0-9]+))?\.journal$/;
const TEMPORARY = /^\.[\w.-]+\.[0-9a-f-]{36}\.tmp$/;
/** Nobody takes longer to write a report, so that an older temporary file is nobody's. In milliseconds. */
const ABANDONED_AFTER = 600_000;
/** On the terminal; the file has them all. */
const IDS_TOLD = 500;

/** Where the pets of killed runs are listed, a line for each run: no report lists them. */
const LEFT_BEHIND_FILE = 'left-behind.txt';

/**
 * The id of a run: when it began, a random part, since a process may begin several runs at once, and its process, so that
 * its journal tells whether it still goes on.
 */
export function runIdFor(now: number, processId: number): string {
  return `${now.toString(36)}${randomBytes(3).toString('hex')}-${processId}`;
}

/**
 * Clears away what killed runs have left in a reports folder. Gives a few sentences for each of them, with the pets that
 * it is known to have added, and lists these in a file too, since no report does. A journal goes only when that is done;
 * those of runs that still go on are left alone.
 */
export function clearLeftovers(directory: string, now: number, isAlive: IsAlive): readonly string[] {
  const names = filesIn(directory);
  for (const name of names) {
    if (TEMPORARY.test(name) && isOlder(join(directory, name), now - ABANDONED_AFTER)) remove(join(directory, name));
  }
  return names.flatMap((name) => {
    const [found, processId] = JOURNAL.exec(name) ?? [];
    if (found === undefined || (processId !== undefined && isAlive(Number(processId)))) return [];
    return [`An earlier run was killed before it could report. ${settle(directory, name)}`];
  });
}

/** Tells what one journal holds, and removes it where nothing is lost by that. */
function settle(directory: string, name: string): string {
  const left = readLeftBehind(join(directory, name));
  if (left === null) {
    remove(join(directory, name));
    return 'What it had sent cannot be read any more.';
  }
  const told = describeLeftBehind(left, IDS_TOLD);
  if (left.added.length === 0 && left.unsettled === 0) {
    remove(join(directory, name));
    return told;
  }
  const file = join(directory, LEFT_BEHIND_FILE);
  try {
    appendFileSync(file, `${name}: ${describeLeftBehind(left)}\n`, { mode: OWNER_ONLY });
  } catch {
    return `${told} Its journal ${safeText(join(directory, name))} is kept, since ${LEFT_BEHIND_FILE} cannot be written.`;
  }
  remove(join(directory, name));
  return `${told} That stands in ${safeText(file)} too.`;
}

/** Null where the journal cannot be read. */
function readLeftBehind(path: string): LeftBehind | null {
  try {
    return leftBehindIn(readJournal(path));
  } catch {
    return null;
  }
}

function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

function isOlder(path: string, moment: number): boolean {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified !== undefined && modified < moment;
}

/** A file that cannot be removed does no harm. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Somebody else's file, perhaps.
  }
}

/** Asks the system whether a process is there. One that another user started is, too. */
export function isAliveHere(processId: number): boolean {
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
