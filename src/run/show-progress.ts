import type { Deviation, Report } from '../report/report.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { LiveEvent } from '../suite/records/live-event.ts';
import { announceWrongKeys } from './announce-run.ts';
import { createProgress, type Progress } from './live-progress.ts';
import { endPhase } from './phases.ts';
import { mayBeKnown, type RunEvents } from './judge-cases.ts';
import type { Interruption, RunConsole } from './run-console.ts';

const PROGRESS_STATES = { passed: 'completed', skipped: 'stopped', pending: 'stopped', failed: 'failed' } as const;

/** Does the work of a run, and shows its progress and its interruption on the console. */
export async function withProgress(
  configuration: Configuration,
  console: RunConsole,
  deviations: readonly Deviation[],
  { stop }: Interruption,
  work: (events: RunEvents) => Promise<Report>,
): Promise<Report> {
  const progress = createProgress(console);
  const noteInterruption = (): void =>
    progress.note(
      'Interrupted: the report will hold the results so far. A second interruption ends the run at once, without a report.',
    );
  if (stop.aborted) noteInterruption();
  else stop.addEventListener('abort', noteInterruption, { once: true });
  let [done, total] = [0, 0];
  try {
    return await work({
      collected(cases) {
        total = cases.length;
        endPhase('collect');
        announceWrongKeys(cases, configuration, console);
        progress.started(total);
      },
      caseEnded({ description: { caseId, title, place }, state }) {
        done += 1;
        progress.caseEnded({ title, place, state });
        console.onProgress?.({ done, total, caseId, title, state: PROGRESS_STATES[state] });
      },
      live: (event) => showLive(event, progress, console, deviations),
    });
  } finally {
    stop.removeEventListener('abort', noteInterruption);
    progress.finish();
  }
}

/** A violation that may turn out to be a known deviation is not shown yet. */
function showLive(
  event: LiveEvent,
  progress: Progress,
  { spareMemory }: RunConsole,
  deviations: readonly Deviation[],
): void {
  if (event.type === 'pacing') progress.pacing(event.milliseconds);
  else if (event.type === 'soak') progress.soaking(event.soakedMinutes, event.minutes);
  else if (event.type === 'heavy-response') spareMemory?.();
  else if (!mayBeKnown(event.requirement, deviations)) progress.violated(event.requirement);
}
