import type { Catalogue } from './catalogue.ts';
import { openRun } from './create-run.ts';
import { exchangeText, journalLines, recordOf } from './journal.ts';
import type { RunInput } from './run-input.ts';
import type { RunState } from './run-state.ts';
import type { Run } from './run.ts';
import { setUpCatalogue } from './set-up.ts';

/** What all cases of a run share. */
export interface SharedRun {
  readonly run: Run;
  readonly catalogue: Catalogue;
}

interface OpenedRun extends SharedRun {
  readonly close: () => Promise<void>;
}

/**
 * The runs that are open, by what they were given. The cases of a run find each other here, whichever spec file they
 * stand in; a thread may judge one target after another, and each run has an input of its own.
 */
const opened = new WeakMap<RunInput, Promise<OpenedRun>>();

/** The run of an input: opened, with its catalogue set up, by the first case that asks. */
export function shareRun(input: RunInput): Promise<SharedRun> {
  const before = opened.get(input);
  if (before !== undefined) return before;
  const opening = open(input);
  opened.set(input, opening);
  return opening;
}

/** Writes what is left to write and closes the journal and all connections; nothing where no case has opened the run. */
export async function closeRun(input: RunInput): Promise<void> {
  const opening = opened.get(input);
  opened.delete(input);
  await (await opening)?.close();
}

async function open(input: RunInput): Promise<OpenedRun> {
  const earlier = input.again ? readState(input.journalPath) : null;
  const { run, close } = openRun(input, earlier);
  const { catalogue, setUp, violated, finish } = await setUpCatalogue(run, earlier);
  return {
    run,
    catalogue,
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
