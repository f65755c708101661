import type { Catalogue } from './catalogue.ts';
import { openRun } from './create-run.ts';
import { exchangeText, journalLines, recordOf } from './journal.ts';
import type { LiveNews } from './live-news.ts';
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
  /** Writes what is left to write, and closes the journal and all connections. */
  readonly close: () => Promise<void>;
}

/** Opens a run and sets its catalogue up. It ends early when `stop` fires, and tells its news meanwhile. */
export async function openSharedRun(
  input: RunInput,
  stop: AbortSignal,
  tell: (news: LiveNews) => void = () => undefined,
): Promise<SharedRun> {
  const earlier = input.again ? readState(input.journalPath) : null;
  const { run, close } = openRun(input, earlier, { stop, tell });
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
