import { styleText } from 'node:util';
import type { CaseEnd } from '../suite/executor.ts';
import { safeText } from '../report/terminal/terminal-text.ts';

/** Where progress is shown. `now` gives milliseconds; `columns` is the width of the terminal. */
export interface ProgressOptions {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  readonly colour: boolean;
  readonly columns: number;
  readonly now: () => number;
}

/** A case that has ended, as far as progress shows it. */
export interface EndedCase {
  readonly title: string;
  /** `specs/list-limit.spec.ts:12` */
  readonly place: string;
  readonly state: CaseEnd['state'];
}

/** Tells how far a run is: one line that is rewritten on a terminal, a few plain lines elsewhere. */
export interface Progress {
  /** How many cases are known so far; called again whenever more were found. */
  started(total: number): void;
  caseEnded(ended: EndedCase): void;
  /** A requirement is violated, whatever is still to come; told again, it counts once. Plain lines count it when one is due. */
  violated(requirement: string): void;
  /** The run pauses, since the service limits its rate. */
  pacing(waitMilliseconds: number): void;
  /** A line that stays. */
  note(text: string): void;
  finish(): void;
}

const REDRAW_MILLISECONDS = 100;
/** Plain lines: one each tenth of the run, none sooner than the first time, and none later than the second. */
const PLAIN_SOONEST = 5000;
const PLAIN_LATEST = 60_000;
const CLEAR_LINE = '\r\u001B[2K';

/** Begins to show progress. Shows nothing before the first case has ended. */
export function createProgress(options: ProgressOptions): Progress {
  return options.isTerminal ? createLine(options) : createPlain(options);
}

interface Tally {
  total: number;
  done: number;
  skipped: number;
  faults: number;
  readonly violated: Set<string>;
}

function count(tally: Tally, state: EndedCase['state']): void {
  tally.done += 1;
  if (state === 'skipped') tally.skipped += 1;
  if (state === 'failed') tally.faults += 1;
}

/** How far a run is. The requirements that are violated are those known so far; the report has them all. */
function describe({ done, total, skipped, faults, violated }: Tally): string {
  return [
    `${done} of ${Math.max(done, total)} cases`,
    ...(violated.size === 0
      ? []
      : [`${violated.size} ${violated.size === 1 ? 'requirement' : 'requirements'} violated`]),
    ...(skipped === 0 ? [] : [`${skipped} ended early`]),
    ...(faults === 0 ? [] : [`${faults} with a fault of the suite`]),
  ].join(', ');
}

function describePause(waitMilliseconds: number): string {
  return `disturbed, waiting ${(waitMilliseconds / 1000).toFixed(1)} s`;
}

function createLine({ write, colour, columns, now }: ProgressOptions): Progress {
  const tally: Tally = { total: 0, done: 0, skipped: 0, faults: 0, violated: new Set() };
  let doing = '';
  let drawnAt: number | null = null;

  function draw(): void {
    drawnAt = now();
    const progress = safeText(describe(tally)).slice(0, columns - 1);
    const room = columns - 1 - progress.length - 2;
    const rest = room > 0 && doing !== '' ? `  ${safeText(doing).slice(0, room)}` : '';
    write(CLEAR_LINE + progress + (colour ? styleText('dim', rest, { validateStream: false }) : rest));
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
      tally.violated.add(requirement);
      drawInTime();
    },
    pacing(waitMilliseconds) {
      doing = describePause(waitMilliseconds);
      draw();
    },
    note(text) {
      write(`${CLEAR_LINE}${safeText(text)}\n`);
      draw();
    },
    finish() {
      if (drawnAt !== null) write(CLEAR_LINE);
      drawnAt = null;
    },
  };
}

function createPlain({ write, now }: ProgressOptions): Progress {
  const tally: Tally = { total: 0, done: 0, skipped: 0, faults: 0, violated: new Set() };
  const startedAt = now();
  let toldAt = startedAt;
  let toldDone = 0;
  let pauseToldAt: number | null = null;

  function tell(): void {
    toldAt = now();
    toldDone = tally.done;
    write(`${describe(tally)}\n`);
  }

  return {
    started(total) {
      tally.total = total;
    },
    caseEnded({ state }) {
      count(tally, state);
      const since = now() - toldAt;
      const isTenth = tally.done - toldDone >= tally.total / 10;
      if ((isTenth && since >= PLAIN_SOONEST) || since >= PLAIN_LATEST) tell();
    },
    violated(requirement) {
      tally.violated.add(requirement);
    },
    pacing(waitMilliseconds) {
      if (pauseToldAt !== null && now() - pauseToldAt < PLAIN_LATEST) return;
      pauseToldAt = now();
      write(`${describePause(waitMilliseconds)}\n`);
    },
    note(text) {
      write(`${safeText(text)}\n`);
    },
    finish() {
      if (tally.done > toldDone || tally.done === 0) tell();
    },
  };
}

/** The name of the spec file at a place. */
function fileOf(place: string): string {
  return place.replace(/^.*\//, '').replace(/:\d+$/, '');
}
