import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER_ONLY } from '../report/reports-folder.ts';
import { safeText } from '../report/terminal/terminal-text.ts';
import { type JournalRecord, readJournal } from '../suite/journal.ts';

/** Whether a process of this machine still exists. */
export type IsAlive = (processId: number) => boolean;

/** What a run that was killed had done, by its journal. */
export interface OrphanedRun {
  readonly requests: number;
  /** Ids of the pets that it added; null for an unknown id. */
  readonly added: readonly (string | null)[];
  /** Additions without a response or with a server error: the pet may have been stored. */
  readonly unsettled: number;
}

const JOURNAL = /^run-[0-9a-z]+(?:-([0-9]+))?\.journal$/;
const TEMPORARY = /^\.[\w.-]+\.[0-9a-f-]{36}\.tmp$/;
/** Milliseconds. Older temporary files are abandoned. */
const ABANDONED_AFTER = 600_000;
/** The terminal shows so many ids. The file has them all. */
const IDS_SHOWN = 500;
/** Lists the pets of killed runs, because no report does: one line for each run. */
const ORPHANED_RUNS_FILE = 'orphaned-runs.txt';

/**
 * The id of a run: its start, a random part, because one process may start several runs at once, and the process, so that the
 * journal shows whether the run still goes on.
 */
export function runIdFor(now: number, processId: number): string {
  return `${now.toString(36)}${randomBytes(3).toString('hex')}-${processId}`;
}

/**
 * Removes what killed runs left in a reports folder. Gives one note for each run, with the pets that it added, and appends
 * them to a file. A journal is removed only after that. Journals of runs that still go on stay.
 */
export function clearOrphanedRuns(directory: string, now: number, isAlive: IsAlive): readonly string[] {
  const names = filesIn(directory);
  for (const name of names) {
    if (TEMPORARY.test(name) && isOlder(join(directory, name), now - ABANDONED_AFTER)) remove(join(directory, name));
  }
  return names.flatMap((name) => {
    const [found, processId] = JOURNAL.exec(name) ?? [];
    if (found === undefined || (processId !== undefined && isAlive(Number(processId)))) return [];
    return [`An earlier run was killed before it could report. ${clearJournal(directory, name)}`];
  });
}

/** Describes the run of one journal. Removes the journal unless the pets in it could not be listed. */
function clearJournal(directory: string, name: string): string {
  const path = join(directory, name);
  const run = readOrphanedRun(path);
  if (run === null) {
    remove(path);
    return 'Its journal cannot be read, so its requests are unknown.';
  }
  const description = describeOrphanedRun(run, IDS_SHOWN);
  if (run.added.length === 0 && run.unsettled === 0) {
    remove(path);
    return description;
  }
  const file = join(directory, ORPHANED_RUNS_FILE);
  try {
    appendFileSync(file, `${name}: ${describeOrphanedRun(run)}\n`, { mode: OWNER_ONLY });
  } catch {
    return `${description} Its journal ${safeText(path)} is kept, because ${ORPHANED_RUNS_FILE} cannot be written.`;
  }
  remove(path);
  return `${description} They are listed in ${safeText(file)}.`;
}

function readOrphanedRun(path: string): OrphanedRun | null {
  try {
    return orphanedRunIn(readJournal(path));
  } catch {
    return null;
  }
}

/** Reads from the records of a journal what a run had sent and added. */
export function orphanedRunIn(records: readonly JournalRecord[]): OrphanedRun {
  const created = new Map(records.flatMap((each) => (each.type === 'created' ? [[each.pet.exchange, each]] : [])));
  const statuses = new Map(records.flatMap((each) => (each.type === 'response' ? [[each.exchange, each.status]] : [])));
  const sent = records.filter((record) => record.type === 'sent');
  const additions = sent.filter(({ method }) => method === 'POST').map(({ exchange }) => exchange);
  // After a server error, the pet may have been stored.
  const isRejected = (exchange: string): boolean => {
    const status = statuses.get(exchange) ?? null;
    return status !== null && (status < 200 || (status > 299 && status < 500));
  };
  return {
    requests: sent.length,
    added: [...created.values()].map(({ pet }) => pet.id),
    unsettled: additions.filter((exchange) => !created.has(exchange) && !isRejected(exchange)).length,
  };
}

/** The same in words that are safe on a terminal; `most` bounds how many ids are named. */
export function describeOrphanedRun({ requests, added, unsettled }: OrphanedRun, most: number = Infinity): string {
  const named = added.slice(0, most).map((id) => id ?? 'one with an unknown id');
  const more = added.length > named.length ? ` and ${added.length - named.length} more` : '';
  const pets = added.length === 0 ? 'no known pet' : `these pets: ${safeText(named.join(', '))}${more}`;
  const rest = unsettled === 0 ? '' : `. Whether ${unsettled} more additions were stored is unknown`;
  return `It had sent ${requests} requests and added ${pets}${rest}.`;
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

/** A file that cannot be removed does no harm: it may belong to another user. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays.
  }
}

/** Whether another process of this machine exists, also one of another user. */
export function isAliveHere(processId: number): boolean {
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
