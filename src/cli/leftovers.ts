import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../conformance/journal.ts';
import { safeText } from '../report/terminal-text.ts';

/** Whether a process of this machine is still there. */
export type IsAlive = (processId: number) => boolean;

const JOURNAL = /^run-[0-9a-z]+(?:-([0-9]+))?\.journal$/;
const TEMPORARY = /^\.[\w.-]+\.[0-9a-f-]{36}\.tmp$/;
/** Nobody takes longer to write a report, so that an older temporary file is nobody's. In milliseconds. */
const ABANDONED_AFTER = 600_000;
const IDS_TOLD = 500;

/**
 * The id of a run: when it began, in which thread where it was not the first, and its process, so that its journal tells
 * whether it still goes on.
 */
export function runIdFor(now: number, processId: number, threadId: number = 0): string {
  return `${now.toString(36)}${threadId === 0 ? '' : `t${threadId}`}-${processId}`;
}

/**
 * Clears away what killed runs have left in a reports folder. Gives one sentence for each of them, with the animals that
 * it is known to have added: there is no report that lists them. Journals of runs that still go on are left alone.
 */
export function clearLeftovers(directory: string, now: number, isAlive: IsAlive): readonly string[] {
  const names = filesIn(directory);
  for (const name of names) {
    if (TEMPORARY.test(name) && isOlder(join(directory, name), now - ABANDONED_AFTER)) remove(join(directory, name));
  }
  return names.flatMap((name) => {
    const [found, processId] = JOURNAL.exec(name) ?? [];
    if (found === undefined || (processId !== undefined && isAlive(Number(processId)))) return [];
    const sentence = `An earlier run was killed before it could report. ${describeJournal(join(directory, name))}`;
    remove(join(directory, name));
    return [sentence];
  });
}

function describeJournal(path: string): string {
  try {
    const records = readJournal(path);
    const sent = records.filter(({ type }) => type === 'sent').length;
    const ids = records.flatMap((record) =>
      record.type === 'created' ? [record.animal.id ?? 'one whose id is not known'] : [],
    );
    const told = ids.slice(0, IDS_TOLD).join(', ');
    const more = ids.length > IDS_TOLD ? ` and ${ids.length - IDS_TOLD} more` : '';
    const added = ids.length === 0 ? 'no animal that is known' : `these animals: ${safeText(told)}${more}`;
    return `It had sent ${sent} requests and added ${added}.`;
  } catch {
    return 'What it had sent cannot be read any more.';
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
