import { describe, expect, it } from 'vitest';
import { EXIT, type ExitCode } from '../../../src/cli/exit-codes.ts';
import { createRerunTriggers, type RerunTriggers } from '../../../src/cli/rerun-triggers.ts';
import type { RunFlags } from '../../../src/cli/run-flags.ts';
import type { Presence, PresenceEvents } from '../../../src/cli/target-presence.ts';
import { wordsOf } from '../../../src/cli/watch-command.ts';
import { watchRuns } from '../../../src/cli/watch-runs.ts';
import type { Report, RunSignal } from '../../../src/report/report.ts';
import { wholeReport } from '../../support/sealed-run.ts';
import { fakeConsole } from '../../support/fake-console.ts';

/** What a run does: its code, the report that it leaves, and what happens while it goes on. */
interface Script {
  readonly code: ExitCode;
  readonly report?: Report | null;
  readonly during?: (watched: Watched) => void;
  /** Happens once the run has ended and the next trigger is waited for. */
  readonly after?: (watched: Watched) => void;
  /** Happens once an trigger was no reason for a run, and the next one is waited for. */
  readonly passed?: (watched: Watched) => void;
}

interface Watched {
  readonly triggers: RerunTriggers;
  readonly target: PresenceEvents;
  readonly interrupt: (signal: RunSignal) => void;
}

/** Watches while one run after another does what it is told to. */
async function watch(scripts: readonly Script[], quiet = false) {
  const console = fakeConsole('/');
  const stopping = new AbortController();
  const following = Promise.withResolvers<PresenceEvents>();
  const presence: Presence = {
    untilAnswering: () => Promise.resolve(),
    follow: (_stop, events) => {
      following.resolve(events);
      return Promise.resolve();
    },
    close: () => undefined,
  };
  const inner = createRerunTriggers(1);
  let interrupt: ((signal: RunSignal) => void) | null = null;
  const interrupts: RunSignal[] = [];
  let count = 0;
  let report: Report | null = null;
  let script: Script | undefined;
  let happens: Script['after'];
  const told = async (): Promise<Watched> => ({
    triggers: inner,
    target: await following.promise,
    interrupt: (signal) => interrupt?.(signal),
  });
  const code = await watchRuns({
    triggers: {
      note: inner.note,
      next: async (stop) => {
        happens?.(await told());
        happens = script?.passed;
        return inner.next(stop);
      },
    },
    presence,
    stopping,
    console: {
      ...console,
      onInterrupt: (interrupted) => {
        interrupt = interrupted;
        return () => undefined;
      },
    },
    isQuiet: quiet,
    startRun: () => {
      script = scripts[count];
      count += 1;
      const { code: own = 4, report: left = null, during, after } = script ?? {};
      const goOn = async (): Promise<ExitCode> => {
        during?.(await told());
        report = left;
        happens = after;
        return own;
      };
      return { ended: goOn(), interrupt: (signal) => void interrupts.push(signal) };
    },
    readReport: () => report,
    describe: ({ kind }) => kind,
  });
  return { code, runs: count, interrupts, text: console.written() };
}

function reportNamed(id: string, violated: boolean, end: Report['run']['end'] = 'complete'): Report {
  const report = wholeReport({ violated });
  return { ...report, run: { ...report.run, id, end } };
}

const change = ({ triggers }: Watched): void => triggers.note({ kind: 'change', path: '/a.js' });
const goes = ({ target }: Watched): void => {
  target.gone();
  target.back();
};
const goesAndChanges = (watched: Watched): void => {
  watched.target.gone();
  change(watched);
};
const stop = ({ interrupt }: Watched): void => interrupt('SIGINT');

describe('watching', () => {
  it('runs again after a change and says what is newly violated, what is fixed, and that nothing changed', async () => {
    const watched = await watch([
      { code: 0, report: reportNamed('1', false), after: change },
      { code: 1, report: reportNamed('2', true), after: change },
      { code: 1, report: reportNamed('3', true), after: change },
      { code: 0, report: reportNamed('4', false), after: stop },
    ]);
    expect(watched).toMatchObject({ code: 130, runs: 4 });
    const told = watched.text.replaceAll(/\n+ */g, ' ').replaceAll(' at 00:00:00 UTC', '');
    expect(told).toBe(
      ' Run 1 Run 2, since change Since the last run newly violated (1) GET-OK Run 3, since change Nothing changed since the last run. Run 4, since change Since the last run fixed (1) GET-OK ',
    );
  });

  it('is quiet where it is told to be', async () => {
    const watched = await watch(
      [
        { code: 0, report: reportNamed('1', false), after: change },
        { code: 1, report: reportNamed('2', true), after: stop },
      ],
      true,
    );
    expect(watched.text).toBe('\nSince the last run\n  newly violated (1)\n    GET-OK\n');
  });

  it('takes nothing for fixed that a run did not come to, and compares with the last whole run', async () => {
    const watched = await watch([
      { code: 1, report: reportNamed('1', true), after: change },
      { code: 2, report: reportNamed('2', false, 'interrupted'), after: change },
      { code: 4, report: reportNamed('2', false, 'interrupted'), after: change },
      { code: 0, report: reportNamed('4', false), after: stop },
    ]);
    expect(watched.text.match(/Since the last run/g)).toHaveLength(1);
    expect(watched.text).toMatch(/Run 4 .*\n\nSince the last run\n {2}fixed \(1\)/);
  });

  it('ends with the run that cannot be run at all, but only the first, and runs a change that came during a run', async () => {
    expect(await watch([{ code: 3 }])).toMatchObject({ code: EXIT.usage, runs: 1 });
    const watched = await watch([
      { code: 2, during: change },
      { code: 3, after: stop },
    ]);
    expect(watched).toMatchObject({ code: 130, runs: 2 });
  });

  it.each<[signals: readonly RunSignal[], code: ExitCode]>([
    [['SIGHUP'], 129],
    [['SIGINT'], 130],
    [['SIGTERM', 'SIGINT'], 143],
  ])('passes %j on to the run, and ends with the exit code of the first', async (signals, code) => {
    const watched = await watch([{ code: 130, during: ({ interrupt }) => signals.forEach(interrupt) }]);
    expect(watched).toMatchObject({ code, runs: 1, interrupts: signals });
  });

  it('runs again when the target is back, and not while it is gone', async () => {
    const watched = await watch([
      { code: 0, after: goesAndChanges, passed: ({ target }) => target.back() },
      { code: 0, after: stop },
    ]);
    expect(watched.runs).toBe(2);
    expect(watched.text).toMatch(/does not answer any more[^]*Run 2 .* since back\n$/);
  });

  it('does not run for ever where the target goes away in every run', async () => {
    const watched = await watch([
      { code: 2, during: goes },
      { code: 2, during: goes, after: change },
      { code: 2, during: goes },
      { code: 2, during: goes, after: stop },
    ]);
    expect(watched.runs).toBe(4);
    expect(watched.text.match(/since (\w+)/g)).toEqual(['since back', 'since change', 'since back']);
    expect(watched.text).toContain('went away in this run too; the next run begins when a file changes');
  });
});

it.each<[RunFlags, readonly string[]]>([
  [
    { baseUrl: 'http://a/v1', header: ['A: 1', '-b: 2'] },
    ['--base-url=http://a/v1', '--header=A: 1', '--header=-b: 2'],
  ],
  [{ insecure: true, seed: '-1', watch: 'src' }, ['--seed=-1', '--insecure']],
  [{ again: 'r.json', quiet: true, color: false, watch: true }, ['--again=r.json', '--quiet', '--no-color']],
  [{ color: true }, []],
])('a run that is watched with %j has these words', (flags, words) => {
  expect(wordsOf(flags)).toEqual(['run', ...words]);
});
