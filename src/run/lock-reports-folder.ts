import { randomBytes, randomInt } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../contract/errors.ts';
import { UNFINISHED } from '../report/reports-folder.ts';
import { safeText } from '../report/safe-text.ts';
import { type Journal, openJournal } from '../suite/records/journal.ts';
import { clearOrphanedRuns } from './orphaned-runs.ts';

/**
 * The reports folder of one run. Until its report is on disk, the folder holds one file of the run,
 * `unfinished-<run id>-<process>.journal`. The file has three purposes:
 * - Lock: while the process lives, no other run writes into the folder.
 * - Mark: `gate`, `diff` and `verify` reject the folder.
 * - Journal: the next run lists the pets that this run added.
 */
export interface LockedFolder {
  readonly runId: string;
  readonly journal: Journal;
  /** What earlier runs left behind, one sentence each. */
  readonly notes: readonly string[];
  /** Ends the lock, and removes the file if the report is on disk. */
  readonly release: (hasReport: boolean) => void;
}

/** The folder, or one sentence that says which other run uses it. */
type FolderLock =
  | { readonly kind: 'ok'; readonly folder: LockedFolder }
  | { readonly kind: 'bad'; readonly problem: string };

/** Runs that start at the same moment see each other. Each removes its file and tries again a moment later. */
const ATTEMPTS = 5;

/** Locks the reports folder for a run, and lists in it the pets of orphaned runs. Throws if the file cannot be written. */
export async function lockReportsFolder(directory: string, now: number): Promise<FolderLock> {
  let problem = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (attempt > 1) await sleep(randomInt(100));
    const lock = tryLock(directory, now);
    if (lock.kind === 'ok') return lock;
    ({ problem } = lock);
  }
  return { kind: 'bad', problem };
}

/** Writes the file of the run before it looks for others, so two runs never miss each other. */
function tryLock(directory: string, now: number): FolderLock {
  const runId = `${now.toString(36)}${randomBytes(3).toString('hex')}`;
  const file = `unfinished-${runId}-${process.pid}-${startOf(process.pid)}.journal`;
  const path = join(directory, file);
  const journal = openJournal(path);
  const others = readdirSync(directory).filter((name) => name !== file);
  const other = others.find(isOfLiveRun);
  if (other !== undefined) {
    journal.close();
    rmSync(path, { force: true });
    const problem = `Another run writes into ${safeText(directory)}. Wait until it ends, or name another folder. If there is no such run, remove ${safeText(other)} from the folder.`;
    return { kind: 'bad', problem };
  }
  const notes = clearOrphanedRuns(directory, others, now);
  const release = (hasReport: boolean): void => {
    journal.close();
    if (hasReport) rmSync(path, { force: true });
    else removeLock(path, join(directory, `unfinished-${runId}.journal`));
  };
  return { kind: 'ok', folder: { runId, journal, notes, release } };
}

/** Marks the folder of a run that cannot start, if the folder exists, because the report in it is of an earlier run. */
export async function markUnfinished(directory: string, now: number): Promise<void> {
  try {
    if (!lstatSync(directory).isDirectory()) return;
    const lock = await lockReportsFolder(directory, now);
    if (lock.kind === 'ok') lock.folder.release(false);
  } catch {
    // There is no such folder, or this user may not write into it.
  }
}

function isOfLiveRun(name: string): boolean {
  const [, , processId, startedAt] = UNFINISHED.exec(name) ?? [];
  return processId !== undefined && isAliveHere(Number(processId), Number(startedAt));
}

/** Removes the process from the name of a file. The file still marks the folder. */
function removeLock(path: string, unlocked: string): void {
  try {
    renameSync(path, unlocked);
  } catch {
    // The folder is gone, or the file keeps its name until the next run finds that the process has ended.
  }
}

/**
 * Whether a process of this machine runs, also one of another user. `startedAt` differs for a later process with the same
 * id; 0 if not known. A killed process exists until its parent asks how it ended, and does not run.
 */
export function isAliveHere(processId: number, startedAt: number): boolean {
  try {
    process.kill(processId, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  const start = startOf(processId);
  return start !== null && (start === 0 || startedAt === 0 || start === startedAt);
}

/** When a process started, in ticks of the system since its boot; 0 if not known, null if the process was killed. */
export function startOf(processId: number): number | null {
  try {
    // The second field is the name of the program, in parentheses, and may hold anything. The start is field 22.
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [state] = fields;
    return state === 'Z' || state === 'X' ? null : Number(fields[22 - 3]);
  } catch {
    return 0;
  }
}
