import { styleText } from 'node:util';
import { counted } from '../contract/describe.ts';
import type { CaseEnd } from '../suite/execution/run-cases.ts';
import { safeText } from '../report/safe-text.ts';
import type { Deviation, Report } from '../report/report.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { LiveEvent } from '../suite/records/live-event.ts';
import { announceWrongKeys } from './run-cost.ts';
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
        announceWrongKeys(cases, configuration, console);
        progress.started(total);
      },
      caseEnded({ description: { caseId, title, place }, state }) {
        done += 1;
        progress.caseEnded({ title, place, state });
        console.onProgress?.({ done, total, caseId, title, state: PROGRESS_STATES[state] });
      },
      live: (event) => showLive(event, progress, deviations),
    });
  } finally {
    stop.removeEventListener('abort', noteInterruption);
    progress.finish();
  }
}

/** A violation that may turn out to be a known deviation is not shown yet. */
function showLive(event: LiveEvent, progress: Progress, deviations: readonly Deviation[]): void {
  if (event.type === 'pacing') progress.pacing(event.milliseconds);
  else if (event.type === 'soak') progress.soaking(event.soakedMinutes, event.minutes);
  else if (!mayBeKnown(event.requirement, deviations)) progress.violated(event.requirement);
}

/** The part of a console that shows progress. */
export type ProgressConsole = Pick<RunConsole, 'out' | 'isTerminal' | 'colour' | 'columns' | 'now'>;

/** A case that has ended, as far as progress shows it. */
export interface EndedCase {
  readonly title: string;
  /** `specs/list-limit.spec.ts:12` */
  readonly place: string;
  readonly state: CaseEnd['state'];
}

/** Shows the progress of a run: one line that is rewritten on a terminal, a few plain lines elsewhere. */
export interface Progress {
  /** The number of cases that are known so far. */
  started(total: number): void;
  caseEnded(ended: EndedCase): void;
  /** Names a violated requirement. Called once for each. */
  violated(requirement: string): void;
  /** The run pauses, because the service is disturbed. */
  pacing(waitMilliseconds: number): void;
  /** The run soaks. */
  soaking(soakedMinutes: number, minutes: number): void;
  /** A line that stays. */
  note(text: string): void;
  finish(): void;
}

const REDRAW_MILLISECONDS = 100;
/** A log gets a line for each tenth of the run, this many milliseconds after the last line. */
const LOG_SOONEST = 5000;
const LOG_LATEST = 60_000;
const CLEAR_LINE = '\r\u001B[2K';

/** Starts to show progress. Shows nothing before the first case has ended. */
export function createProgress(console: ProgressConsole): Progress {
  return console.isTerminal ? createTerminalProgress(console) : createLogProgress(console);
}

interface Tally {
  total: number;
  done: number;
  skipped: number;
  faults: number;
  violated: number;
}

function createTally(): Tally {
  return { total: 0, done: 0, skipped: 0, faults: 0, violated: 0 };
}

function count(tally: Tally, state: EndedCase['state']): void {
  tally.done += 1;
  if (state === 'skipped') tally.skipped += 1;
  if (state === 'failed') tally.faults += 1;
}

/** The progress of a run, with the violations that are known so far. */
function describe({ done, total, skipped, faults, violated }: Tally): string {
  return [
    `${done} of ${Math.max(done, total)} cases`,
    ...(violated === 0 ? [] : [`${counted(violated, 'requirement')} violated`]),
    ...(skipped === 0 ? [] : [`${skipped} could not be carried out`]),
    ...(faults === 0 ? [] : [`${faults} with a fault of the suite`]),
  ].join(', ');
}

function nameViolated(requirement: string): string {
  return safeText(`violated: ${requirement}`);
}

function describePause(waitMilliseconds: number): string {
  return `disturbed, waiting ${(waitMilliseconds / 1000).toFixed(1)} s`;
}

function describeSoak(soakedMinutes: number, minutes: number): string {
  return `soaking, ${soakedMinutes.toFixed(1)} of ${minutes} minutes`;
}

function createTerminalProgress({ out, colour, columns, now }: ProgressConsole): Progress {
  const tally = createTally();
  let doing = '';
  let drawnAt: number | null = null;

  function draw(): void {
    drawnAt = now();
    const progress = safeText(describe(tally)).slice(0, columns - 1);
    const room = columns - 1 - progress.length - 2;
    const rest = room > 0 && doing !== '' ? `  ${safeText(doing).slice(0, room)}` : '';
    out(CLEAR_LINE + progress + (colour ? styleText('dim', rest, { validateStream: false }) : rest));
  }

  function drawInTime(): void {
    if (drawnAt === null || now() - drawnAt >= REDRAW_MILLISECONDS) draw();
  }

  return {
    started(total) {
      tally.total = total;
      drawInTime();
    },
    caseEnded({ place, state }) {
      count(tally, state);
      doing = fileOf(place);
      drawInTime();
    },
    violated(requirement) {
      tally.violated += 1;
      const line = nameViolated(requirement);
      out(`${CLEAR_LINE}${colour ? styleText('red', line, { validateStream: false }) : line}\n`);
      draw();
    },
    pacing(waitMilliseconds) {
      doing = describePause(waitMilliseconds);
      draw();
    },
    soaking(soakedMinutes, minutes) {
      doing = describeSoak(soakedMinutes, minutes);
      drawInTime();
    },
    note(text) {
      out(`${CLEAR_LINE}${safeText(text)}\n`);
      draw();
    },
    finish() {
      if (drawnAt !== null) out(CLEAR_LINE);
      drawnAt = null;
    },
  };
}

function createLogProgress({ out, now }: ProgressConsole): Progress {
  const tally = createTally();
  const startedAt = now();
  let shownAt = startedAt;
  let shownDone = 0;
  let pauseShownAt: number | null = null;

  function show(): void {
    shownAt = now();
    shownDone = tally.done;
    out(`${describe(tally)}\n`);
  }

  return {
    started(total) {
      tally.total = total;
    },
    caseEnded({ state }) {
      count(tally, state);
      const since = now() - shownAt;
      const isTenth = tally.done - shownDone >= tally.total / 10;
      if ((isTenth && since >= LOG_SOONEST) || since >= LOG_LATEST) show();
    },
    violated(requirement) {
      tally.violated += 1;
      out(`${nameViolated(requirement)}\n`);
    },
    pacing(waitMilliseconds) {
      if (pauseShownAt !== null && now() - pauseShownAt < LOG_LATEST) return;
      pauseShownAt = now();
      out(`${describePause(waitMilliseconds)}\n`);
    },
    soaking(soakedMinutes, minutes) {
      if (now() - shownAt < LOG_LATEST) return;
      shownAt = now();
      out(`${describe(tally)}, ${describeSoak(soakedMinutes, minutes)}\n`);
    },
    note(text) {
      out(`${safeText(text)}\n`);
    },
    finish() {
      if (tally.done > shownDone || tally.done === 0) show();
    },
  };
}

/** The name of the spec file at a place. */
function fileOf(place: string): string {
  return place.replace(/^.*\//, '').replace(/:\d+$/, '');
}
