import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { EXIT, type ExitCode } from '../../../src/cli/exit-codes.ts';
import { createInterruption, type EndedRun, signalExit } from '../../../src/cli/run-command.ts';
import { watchRuns } from '../../../src/cli/watch-command.ts';
import { collectChanges } from '../../../src/cli/watch-files.ts';
import type { Report, RunSignal } from '../../../src/report/report.ts';
import { fakeConsole } from '../../support/fake-console.ts';
import { wholeReport } from '../../support/sealed-run.ts';

/** What a run does: its code, the report that it writes, and what happens during it and after it. */
interface Script {
  readonly code: ExitCode;
  readonly report?: Report;
  readonly throws?: boolean;
  readonly during?: (watched: Watched) => void;
  /** Happens when the run has ended and the next change is awaited. */
  readonly after?: (watched: Watched) => void;
}

interface Watched {
  readonly change: () => void;
  readonly target: FakeTarget;
  readonly interrupt: () => void;
}

/** A target that stops and starts when a test says so. */
class FakeTarget {
  #isUp = true;
  #moved = Promise.withResolvers<void>();

  #move(isUp: boolean): void {
    this.#isUp = isUp;
    this.#moved.resolve();
    this.#moved = Promise.withResolvers();
  }

  readonly goes = (): void => this.#move(false);
  readonly returns = (): void => this.#move(true);
  readonly isThere = (): Promise<boolean> => Promise.resolve(this.#isUp);
  readonly close = (): void => undefined;

  async untilResponding(stop: AbortSignal, waiting: () => void): Promise<void> {
    if (this.#isUp || stop.aborted) return;
    waiting();
    while (!this.#isUp) await this.#moved.promise;
  }

  async untilBack(stop: AbortSignal, gone: () => void): Promise<void> {
    while (this.#isUp && !stop.aborted) await this.#moved.promise;
    if (stop.aborted) return;
    gone();
    await this.untilResponding(stop, () => undefined);
  }
}

/** Watches while one run after another does what its script says. */
async function watch(scripts: readonly Script[], isQuiet = false, hasQuick = false) {
  const console = fakeConsole('/');
  const changes = collectChanges(1);
  const target = new FakeTarget();
  const stopping = new AbortController();
  const watched: Watched = { change: () => changes.add('/a.js'), target, interrupt: () => stopping.abort() };
  let runs = 0;
  const runOnce = (): Promise<EndedRun> => {
    const { code: own, report = null, throws, during } = scripts[runs] ?? { code: EXIT.suiteFault };
    runs += 1;
    during?.(watched);
    return throws === true ? Promise.reject(new Error('broken')) : Promise.resolve({ code: own, report });
  };
  const code = await watchRuns({
    changes: {
      isWaiting: changes.isWaiting,
      next: (stop) => {
        const found = changes.next(stop);
        setImmediate(() => scripts[runs - 1]?.after?.(watched));
        return found;
      },
    },
    target,
    runs: { quick: hasQuick ? runOnce : null, full: runOnce },
    stop: stopping.signal,
    console,
    isQuiet,
    nameOf: (path) => path,
  });
  return { code, runs, text: console.written(), complaints: console.complaints() };
}

function reportOf(
  violated: boolean,
  end: Report['run']['end'] = 'complete',
  profile: Report['run']['profile'] = 'full',
): Report {
  const report = wholeReport({ violated });
  return { ...report, run: { ...report.run, end, profile } };
}

const change = (watched: Watched): void => watched.change();
const stop = ({ interrupt }: Watched): void => interrupt();
const goesInRun = ({ target }: Watched): void => target.goes();
const returns = ({ target }: Watched): void => target.returns();

describe('watching', () => {
  it('runs again after a change and says what is newly violated, what is fixed, and that nothing changed', async () => {
    const { runs, text } = await watch([
      { code: 0, report: reportOf(false), after: change },
      { code: 1, report: reportOf(true), after: change },
      { code: 1, report: reportOf(true), after: change },
      { code: 0, report: reportOf(false), after: stop },
    ]);
    expect(runs).toBe(4);
    expect(text.replaceAll(/\n+ */g, ' ').replaceAll(' at 00:00:00 UTC', '')).toBe(
      ' Run 1 Run 2, since /a.js changed Since the last run Newly violated (1) GET-OK Run 3, since /a.js changed Nothing changed since the last run. Run 4, since /a.js changed Since the last run Fixed (1) GET-OK ',
    );
  });

  it('prints only what changed if it is quiet', async () => {
    const { text } = await watch(
      [
        { code: 0, report: reportOf(false), after: change },
        { code: 1, report: reportOf(true), after: stop },
      ],
      true,
    );
    expect(text).toBe('\nSince the last run\n  Newly violated (1)\n    GET-OK\n');
  });

  it('compares with the last complete run: a run that was cut short proves nothing fixed', async () => {
    const { text, complaints } = await watch([
      { code: 1, report: reportOf(true), after: change },
      { code: 2, report: reportOf(false, 'interrupted'), after: change },
      { code: 4, throws: true, after: change },
      { code: 0, report: reportOf(false), after: stop },
    ]);
    expect(text.match(/Since the last run/g)).toHaveLength(1);
    expect(text).toMatch(/Run 4 .*\n\nSince the last run\n {2}Fixed \(1\)/);
    expect(complaints).toContain('a fault of the suite itself: broken');
  });

  it('ends if the first run shows wrong usage, and notices a change that came during a run', async () => {
    expect(await watch([{ code: 3 }])).toMatchObject({ code: EXIT.usage, runs: 1 });
    const { runs } = await watch([
      { code: 2, during: change },
      { code: 3, after: stop },
    ]);
    expect(runs).toBe(2);
  });

  it('starts no run after it was stopped during one', async () => {
    expect(await watch([{ code: 0, during: stop }])).toMatchObject({ runs: 1 });
  });

  it('runs again when the target is back, and not while it is gone', async () => {
    const { runs, text } = await watch([
      {
        code: 0,
        after: ({ target, change: changes }) => {
          target.goes();
          changes();
          setTimeout(target.returns, 20);
        },
      },
      { code: 0, after: stop },
    ]);
    expect(runs).toBe(2);
    expect(text).toMatch(
      /The target stopped responding[^]*Waiting for the target to respond\.[^]*Run 2 .* since .*\n$/,
    );
  });

  it('runs in full after a quick run that finds no violation, and compares runs of the same profile', async () => {
    const { runs, text } = await watch(
      [
        { code: 0, report: reportOf(false, 'complete', 'quick') },
        { code: 1, report: reportOf(true), after: change },
        { code: 1, report: reportOf(true, 'complete', 'quick'), after: change },
        { code: 0, report: reportOf(false, 'complete', 'quick') },
        { code: 0, report: reportOf(false), after: stop },
      ],
      false,
      true,
    );
    expect(runs).toBe(5);
    expect(text.match(/Run \d|The full run follows|Newly violated|Fixed/g)).toEqual([
      'Run 1',
      'The full run follows',
      'Run 2',
      'Newly violated',
      'Run 3',
      'Fixed',
      'The full run follows',
      'Fixed',
    ]);
  });

  it('runs no full run after a change during the quick run, nor where that verified nothing', async () => {
    const quick = reportOf(false, 'complete', 'quick');
    const { runs, text } = await watch(
      [
        { code: 0, report: quick, during: change },
        { code: 2, after: change },
        { code: 4, throws: true, after: stop },
      ],
      false,
      true,
    );
    expect(runs).toBe(3);
    expect(text).not.toContain('full run');
  });

  it('does not run for ever if the target stops in every run', async () => {
    const { runs, text } = await watch([
      { code: 2, during: goesInRun, after: returns },
      {
        code: 2,
        during: goesInRun,
        after: (watched) => {
          returns(watched);
          change(watched);
        },
      },
      { code: 2, during: goesInRun, after: returns },
      { code: 2, during: goesInRun, after: stop },
    ]);
    expect(runs).toBe(4);
    expect(text.match(/since (the target|\S+ changed)/g)).toEqual([
      'since the target',
      'since /a.js changed',
      'since the target',
    ]);
    expect(text).toContain('stopped in this run too. The next run starts when a file changes.');
  });
});

it.each<[first: RunSignal, code: ExitCode]>([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('the first signal, %s, stops the run, and a second one ends the process at once', (first, code) => {
  const signals = new EventEmitter<Record<'signal', [RunSignal]>>();
  const quits: RunSignal[] = [];
  const interruption = createInterruption({
    onInterrupt: (interrupted) => {
      signals.on('signal', interrupted);
      return () => undefined;
    },
    quit: (signal) => {
      quits.push(signal);
      throw new Error('The process ended.');
    },
  });
  interruption.listen();
  expect(signalExit(interruption)).toBeNull();
  signals.emit('signal', first);
  expect([interruption.stop.aborted, signalExit(interruption)]).toEqual([true, code]);
  expect(() => signals.emit('signal', 'SIGTERM')).toThrow('The process ended.');
  expect(quits).toEqual(['SIGTERM']);
});
