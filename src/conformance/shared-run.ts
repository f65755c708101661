import type { Catalogue } from './catalogue.ts';
import { openRun } from './create-run.ts';
import { exchangeText, journalLines, recordOf } from './journal.ts';
import type { RunInput } from './run-input.ts';
import type { RunState } from './run-state.ts';
import type { Run } from './run.ts';
import { setUpCatalogue } from './set-up.ts';
import { createTurns, type Turns } from './turns.ts';

/** What all cases of a run share. */
export interface SharedRun {
  readonly run: Run;
  readonly catalogue: Catalogue;
  /** By which its cases begin one at a time; null where they run at the same time. */
  readonly turns: Turns | null;
}

interface OpenedRun extends SharedRun {
  readonly close: () => Promise<void>;
}

/**
 * The runs that are open, by what they were given. The cases of a run find each other here, whichever spec file they
 * stand in; a thread may judge one target after another, and each run has an input of its own.
 */
const opened = new WeakMap<RunInput, Promise<OpenedRun>>();

/** The runs that were begun before any case has asked, by their ids. */
const begun = new Map<string, Promise<OpenedRun>>();

/** Opens a run and sets its catalogue up ahead of the first case, which will find it here. */
export function beginRun(input: RunInput): void {
  const opening = open(input);
  // Where it fails, the first case is told.
  opening.catch(() => undefined);
  begun.set(input.runId, opening);
}

function takeBegun({ runId, again }: RunInput): Promise<OpenedRun> | undefined {
  if (again) return undefined;
  const opening = begun.get(runId);
  begun.delete(runId);
  return opening;
}

/** The run of an input: begun before, or opened, with its catalogue set up, by the first case that asks. */
export function shareRun(input: RunInput): Promise<SharedRun> {
  const before = opened.get(input);
  if (before !== undefined) return before;
  const opening = takeBegun(input) ?? open(input);
  opened.set(input, opening);
  return opening;
}

/** Writes what is left to write and closes the journal and all connections; nothing where the run was never opened. */
export async function closeRun(input: RunInput): Promise<void> {
  const opening = opened.get(input) ?? takeBegun(input);
  opened.delete(input);
  await (await opening)?.close();
}

async function open(input: RunInput): Promise<OpenedRun> {
  const earlier = input.again ? readState(input.journalPath) : null;
  const { run, close } = openRun(input, earlier);
  const { catalogue, setUp, violated, finish } = await setUpCatalogue(run, earlier, input.unreachable);
  return {
    run,
    catalogue,
    turns: input.configuration.oneCaseAtATime === true ? createTurns() : null,
    close() {
      finish();
      return close(setUp, violated());
    },
  };
}

function readState(journalPath: string): RunState | null {
  let state: RunState | null = null;
  for (const line of journalLines(journalPath)) {
    if (exchangeText(line) !== null) continue;
    const record = recordOf(line);
    if (record.type === 'state') ({ state } = record);
  }
  return state;
}
