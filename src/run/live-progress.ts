import { styleText } from 'node:util';
import { counted } from '../contract/describe.ts';
import type { CaseEnd } from '../suite/execution/run-cases.ts';
import { safeText } from '../report/safe-text.ts';
import type { Report } from '../report/report.ts';
import type { Configuration } from '../settings/configuration.ts';
import { announceWrongKeys } from './run-cost.ts';
import type { RunEvents } from './judge-cases.ts';
import type { Interruption, RunConsole } from './run-console.ts';

const PROGRESS_STATES = { passed: 'completed', skipped: 'stopped', pending: 'stopped', failed: 'failed' } as const;

/** Does the work of a run, and shows its progress and its interruption on the console. */
export async function withProgress(
  configuration: Configuration,
  console: RunConsole,
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
        progress.caseEnded(place, state);
        console.onProgress?.({ done, total, caseId, title, state: PROGRESS_STATES[state] });
      },
      live(event) {
        if (event.type === 'pacing') progress.pacing(event.milliseconds);
        else if (event.type === 'soak') progress.soaking(event.soakedMinutes, event.minutes);
        else progress.violated(event.requirement);
      },
    });
  } finally {
    stop.removeEventListener('abort', noteInterruption);
    progress.finish();
  }
}

/** The part of a console that shows progress. */
export type ProgressConsole = Pick<RunConsole, 'out' | 'isTerminal' | 'colour' | 'width' | 'now'>;

const REDRAW_MILLISECONDS = 100;
/** A log gets a line for each tenth of the run, this many milliseconds after the last line. */
const LOG_SOONEST = 5000;
const LOG_LATEST = 60_000;
const CLEAR_LINE = '\r\u001B[2K';

/** The progress of a run. */
export type Progress = ReturnType<typeof createProgress>;

/**
 * Shows the progress of a run: one line that is rewritten on a terminal, a few plain lines elsewhere. Shows nothing before
 * the first case has ended.
 */
export function createProgress(console: ProgressConsole) {
  const tally = { ...NONE };
  const display = console.isTerminal ? terminalDisplay(console, tally) : logDisplay(console, tally);
  return {
    /** The number of cases that are known so far. */
    started(total: number): void {
      tally.total = total;
      display.caseEnded('');
    },
    caseEnded(place: string, state: CaseEnd['state']): void {
      tally.done += 1;
      if (state === 'skipped') tally.skipped += 1;
      if (state === 'failed') tally.faults += 1;
      display.caseEnded(fileOf(place));
    },
    /** Names a violated requirement. Called once for each. */
    violated(requirement: string): void {
      tally.violated += 1;
      display.line(`violated: ${requirement}`, 'red');
    },
    /** The run pauses, because the service is disturbed. */
    pacing: (milliseconds: number) => display.doing(`disturbed, waiting ${(milliseconds / 1000).toFixed(1)} s`),
    soaking: (soakedMinutes: number, minutes: number) =>
      display.doing(`soaking, ${soakedMinutes.toFixed(1)} of ${minutes} minutes`),
    /** A line that stays. */
    note: (text: string) => display.line(text),
    finish: () => display.finish(),
  };
}

const NONE = { total: 0, done: 0, skipped: 0, faults: 0, violated: 0 };
type Tally = Readonly<typeof NONE>;

/** The progress of a run, with the violations that are known so far. */
function describe({ done, total, skipped, faults, violated }: Tally): string {
  return [
    `${done} of ${Math.max(done, total)} cases`,
    ...(violated === 0 ? [] : [`${counted(violated, 'requirement')} violated`]),
    ...(skipped === 0 ? [] : [`${skipped} could not be carried out`]),
    ...(faults === 0 ? [] : [`${faults} with a fault of the suite`]),
  ].join(', ');
}

function terminalDisplay({ out, colour, width, now }: ProgressConsole, tally: Tally) {
  let drawnAt: number | null = null;
  const painted = (style: 'dim' | 'red', text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text;

  /** Rewrites the line. What the run does now is cut at the end of the line. */
  function doing(text: string): void {
    drawnAt = now();
    const progress = safeText(describe(tally)).slice(0, width - 1);
    const room = width - 1 - progress.length - 2;
    const rest = room > 0 && text !== '' ? `  ${safeText(text).slice(0, room)}` : '';
    out(CLEAR_LINE + progress + painted('dim', rest));
  }

  return {
    doing,
    caseEnded(text: string): void {
      if (drawnAt === null || now() - drawnAt >= REDRAW_MILLISECONDS) doing(text);
    },
    line(text: string, style?: 'red'): void {
      out(`${CLEAR_LINE}${style === undefined ? safeText(text) : painted(style, safeText(text))}\n`);
      doing('');
    },
    finish(): void {
      if (drawnAt !== null) out(CLEAR_LINE);
    },
  };
}

function logDisplay({ out, now }: ProgressConsole, tally: Tally) {
  let shownAt = now();
  let shownDone = 0;
  let saidAt: number | null = null;

  function show(more = ''): void {
    shownAt = now();
    shownDone = tally.done;
    out(`${describe(tally)}${more}\n`);
  }

  return {
    doing(text: string): void {
      if (saidAt !== null && now() - saidAt < LOG_LATEST) return;
      saidAt = now();
      show(`, ${text}`);
    },
    caseEnded(): void {
      const since = now() - shownAt;
      const isTenth = tally.done - shownDone >= tally.total / 10;
      if (tally.done > 0 && ((isTenth && since >= LOG_SOONEST) || since >= LOG_LATEST)) show();
    },
    line: (text: string) => out(`${safeText(text)}\n`),
    finish(): void {
      if (tally.done > shownDone || tally.done === 0) show();
    },
  };
}

/** The name of the spec file at a place such as `specs/list-limit.spec.ts:12`. */
function fileOf(place: string): string {
  return place.replace(/^.*\//, '').replace(/:\d+$/, '');
}
