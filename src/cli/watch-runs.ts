import { compareReports } from '../gate/compare-reports.ts';
import { renderChanges } from '../gate/render-changes.ts';
import type { Report, RunSignal } from '../report/report.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { RerunTrigger, RerunTriggers } from './rerun-triggers.ts';
import { SIGNAL_EXITS } from './process-end.js';
import type { RunProcess } from './run-process.ts';
import type { Presence } from './target-presence.ts';

/** What watching is made of. */
export interface WatchParts {
  readonly triggers: RerunTriggers;
  /** Null where there is no target of which it could be seen. */
  readonly presence: Presence | null;
  /** Aborted when the user has had enough. */
  readonly stopping: AbortController;
  readonly console: Console;
  readonly isQuiet: boolean;
  readonly startRun: () => RunProcess;
  /** The report that lies in the folder now, null where there is none. */
  readonly readReport: () => Report | null;
  readonly describe: (trigger: RerunTrigger) => string;
}

/** Runs at first and after each trigger until a signal comes. Gives the exit code of that signal. */
export async function watchRuns(parts: WatchParts): Promise<ExitCode> {
  const { console, stopping, triggers, presence } = parts;
  const stop = stopping.signal;
  const say = (text: string): void => (parts.isQuiet ? undefined : console.out(text));
  let running: RunProcess | null = null;
  let stoppedBy: RunSignal = 'SIGINT';
  const release = console.onInterrupt((signal) => {
    if (!stop.aborted) stoppedBy = signal;
    stopping.abort();
    running?.interrupt(signal);
  });
  const attendance = createAttendance(triggers, () => running !== null, say);
  const runs = createRunLine(parts);
  try {
    await presence?.untilAnswering(stop, () => say('Waiting for the target to answer.\n'));
    const following = presence?.follow(stop, attendance);
    // Where it fails, that is told when the watching ends, and does not end it.
    following?.catch(() => undefined);
    for (let why = ''; !stop.aborted;) {
      runs.announce(why, say);
      running = parts.startRun();
      const code = await running.ended;
      running = null;
      if (runs.end(code) === 'cannot be run') return code;
      attendance.runEnded();
      const trigger = await nextOccasion(triggers, attendance, stop);
      why = trigger === null ? '' : parts.describe(trigger);
    }
    await following;
    return SIGNAL_EXITS[stoppedBy];
  } finally {
    release();
  }
}

/** While the target is gone a change is no reason to run: it is run when the target is back, with whatever has changed. */
async function nextOccasion(
  triggers: RerunTriggers,
  attendance: Attendance,
  stop: AbortSignal,
): Promise<RerunTrigger | null> {
  for (;;) {
    const trigger = await triggers.next(stop);
    if (trigger === null) return null;
    if (trigger.kind === 'change') attendance.forgive();
    if (!attendance.isGone()) return trigger;
  }
}

interface Attendance {
  readonly gone: () => void;
  readonly back: () => void;
  readonly isGone: () => boolean;
  readonly runEnded: () => void;
  /** A change may have mended what made the target go. */
  readonly forgive: () => void;
}

/**
 * Keeps in mind whether the target is there. A target that goes in every run, and is started again each time by somebody
 * else, would have the runs never end: the second time in a row it is no reason for another one.
 */
function createAttendance(triggers: RerunTriggers, isRunning: () => boolean, say: (text: string) => void): Attendance {
  let isGone = false;
  let wentInRun = false;
  let forgiven = true;
  return {
    gone() {
      isGone = true;
      wentInRun = isRunning();
      if (!wentInRun) say(GONE);
    },
    back() {
      isGone = false;
      if (!wentInRun || forgiven) triggers.note({ kind: 'back' });
      else say('\nThe target went away in this run too; the next run begins when a file changes.\n');
      forgiven = !wentInRun;
    },
    isGone: () => isGone,
    runEnded() {
      if (isGone) say(GONE);
    },
    forgive() {
      forgiven = true;
    },
  };
}

const GONE = '\nThe target does not answer any more; the next run begins when it does.\n';

interface RunLine {
  readonly announce: (why: string, say: (text: string) => void) => void;
  /** Takes the exit code of a run that has ended and shows what changed. */
  readonly end: (code: ExitCode) => 'ended' | 'cannot be run';
}

function createRunLine({ console, readReport, isQuiet }: WatchParts): RunLine {
  let count = 0;
  let before: Report | null = null;

  function showChanges(): void {
    const report = readReport();
    if (report === null || report.run.id === before?.run.id) return;
    // What a run did not come to is not fixed, so that a run that was cut short is compared with none.
    if (report.run.end !== 'complete') return;
    if (before !== null) {
      const changes = renderChanges(compareReports(before, report), {
        colour: console.colour,
        width: console.columns,
      });
      if (changes !== null) console.out(`\n${changes}`);
      else if (!isQuiet) console.out('\nNothing changed since the last run.\n');
    }
    before = report;
  }

  return {
    announce(why, say) {
      count += 1;
      const time = new Date(console.now()).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM:SS'.length);
      say(`\nRun ${count} at ${time} UTC${why === '' ? '' : `, since ${why}`}\n`);
    },
    end(code) {
      // The first run tells whether the command line is right; later ones may find a file half written.
      if (code === EXIT.usage && count === 1) return 'cannot be run';
      if (code <= EXIT.inconclusive) showChanges();
      return 'ended';
    },
  };
}
