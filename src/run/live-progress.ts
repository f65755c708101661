import { styleText } from 'node:util';
import { counted } from '../contract/describe.ts';
import { safeText } from '../report/safe-text.ts';
import type { Report } from '../report/report.ts';
import type { RunEvents } from './judge-cases.ts';
import type { Interruption, RunConsole } from './run-console.ts';

/** Does the work of a run, and shows its progress and its interruption on the console. */
export async function withProgress(
  console: RunConsole,
  { stop }: Interruption,
  work: (events: RunEvents) => Promise<Report>,
): Promise<Report> {
  const { events, note, finish } = createProgress(console);
  const noteInterruption = (): void =>
    note(
      'Interrupted: the report will hold the results so far. A second interruption ends the run at once, without a report.',
    );
  if (stop.aborted) noteInterruption();
  else stop.addEventListener('abort', noteInterruption, { once: true });
  try {
    return await work(events);
  } finally {
    stop.removeEventListener('abort', noteInterruption);
    finish();
  }
}

/** The part of a console that shows progress. */
export type ProgressConsole = Pick<RunConsole, 'out' | 'isTerminal' | 'colour' | 'width' | 'now' | 'onProgress'>;

const PROGRESS_STATES = { passed: 'completed', skipped: 'stopped', pending: 'stopped', failed: 'failed' } as const;

/** Shows the progress of a run: one line that is rewritten on a terminal, or a line every half minute in a log. */
export function createProgress(console: ProgressConsole) {
  const tally = { ...NOTHING };
  const display = (console.isTerminal ? terminalDisplay : logDisplay)(console, () => describe(tally));
  const events: RunEvents = {
    collected(cases) {
      tally.total = cases.length;
      display.show('');
    },
    caseEnded({ description: { caseId, title, place }, state }) {
      tally.done += 1;
      if (state === 'skipped') tally.skipped += 1;
      if (state === 'failed') tally.faults += 1;
      display.show(fileOf(place));
      console.onProgress?.({ done: tally.done, total: tally.total, caseId, title, state: PROGRESS_STATES[state] });
    },
    live(event) {
      if (event.type === 'violated') {
        tally.violated += 1;
        display.line(`violated: ${event.requirement}`, 'red');
      } else if (event.type === 'pacing')
        display.show(`disturbed, waiting ${(event.milliseconds / 1000).toFixed(1)} s`);
      else display.show(`soaking, ${event.soakedMinutes.toFixed(1)} of ${event.minutes} minutes`);
    },
  };
  return {
    events,
    /** A line that stays. */
    note: (text: string) => display.line(text),
    finish: () => display.finish(),
  };
}

const NOTHING = { total: 0, done: 0, skipped: 0, faults: 0, violated: 0 };

/** How far a run is, with the violations that are known so far. */
function describe({ done, total, skipped, faults, violated }: typeof NOTHING): string {
  return [
    `${done} of ${Math.max(done, total)} cases`,
    ...(violated === 0 ? [] : [`${counted(violated, 'requirement')} violated`]),
    ...(skipped === 0 ? [] : [`${skipped} could not be carried out`]),
    ...(faults === 0 ? [] : [`${faults} with a fault of the suite`]),
  ].join(', ');
}

function terminalDisplay({ out, colour, width }: ProgressConsole, progress: () => string) {
  let isDrawn = false;
  const painted = (style: 'dim' | 'red', text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text;

  /** Rewrites the line. What the run does now is cut at the end of the line. */
  function show(doing: string): void {
    isDrawn = true;
    const start = progress().slice(0, width - 1);
    const room = width - 1 - start.length - 2;
    const rest = room > 0 && doing !== '' ? `  ${safeText(doing).slice(0, room)}` : '';
    out(CLEAR_LINE + start + painted('dim', rest));
  }

  return {
    show,
    line(text: string, style?: 'red'): void {
      out(`${CLEAR_LINE}${style === undefined ? safeText(text) : painted(style, safeText(text))}\n`);
      show('');
    },
    finish(): void {
      if (isDrawn) out(CLEAR_LINE);
    },
  };
}

const CLEAR_LINE = '\r\u001B[2K';

/** The log of a build server gets a line at most this often, in milliseconds, and one at the end. */
const LOG_INTERVAL = 30_000;

function logDisplay({ out, now }: ProgressConsole, progress: () => string) {
  let shownAt = now();
  return {
    show(doing: string): void {
      if (now() - shownAt < LOG_INTERVAL) return;
      shownAt = now();
      out(`${progress()}  ${safeText(doing)}\n`);
    },
    line: (text: string) => out(`${safeText(text)}\n`),
    finish: () => out(`${progress()}\n`),
  };
}

/** The name of the spec file at a place such as `specs/list-limit.spec.ts:12`. */
function fileOf(place: string): string {
  return place.replace(/^.*\//, '').replace(/:\d+$/, '');
}
