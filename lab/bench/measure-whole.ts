import { existsSync, rmSync } from 'node:fs';
import type { Figures, ProcessFigures } from './figures.ts';
import { type MeasuredProcess, measureProcess } from './measured-process.ts';
import { type MeasuredRun, measureRun, reportOf, requestsOf } from './measured-run.ts';
import { replayedRequests } from './replayed-requests.ts';
import { type Spread, spreadOf, takeTurns } from './spread.ts';

/** Requests at a time, in runs and in replays. */
export const CONCURRENCY = 20;
/** The folder of compiled code in a checkout (bin/petstore-conformance.js). */
const CODE_CACHE = new URL('../../node_modules/.cache/petstore-conformance/code', import.meta.url);
const TURNS = { rounds: 7, seconds: 60 } as const;

type Whole = Pick<Figures, 'run' | 'cold' | 'warm' | 'replay' | 'ratios' | 'requestsOnly'>;

/** Measures whole runs with and without compiled code, and replays of their requests. */
export async function measureWhole(folder: string): Promise<Whole> {
  const first = await measureRun(folder);
  const report = reportOf(first);
  const cold: MeasuredRun[] = [];
  const warm: MeasuredRun[] = [];
  const replay: MeasuredProcess[] = [];
  const words = [first.reportPath, String(CONCURRENCY)];
  await takeTurns(
    [
      async () => {
        rmSync(CODE_CACHE, { recursive: true, force: true });
        cold.push(await measureRun(folder));
        if (!existsSync(CODE_CACHE)) throw new Error('The run wrote no compiled code, so later runs are not warm.');
      },
      async () => void warm.push(await measureRun(folder)),
      async () => void replay.push(await measureProcess('lab/bench/replay.ts', words)),
    ],
    TURNS,
  );
  return {
    run: {
      cases: report.counts.cases,
      requests: requestsOf(report),
      notReplayed: report.exchanges.length - replayedRequests(report, '').length,
      concurrency: CONCURRENCY,
    },
    cold: figuresOf(cold),
    warm: figuresOf(warm),
    replay: figuresOf(replay),
    ratios: {
      cold: ratiosOf(cold, warm),
      replay: ratiosOf(replay, warm),
    },
    requestsOnly: {
      run: spreadOf(warm.map(({ caseMilliseconds }) => caseMilliseconds)),
      replay: spreadOf(replay.map(({ output }) => Number(output))),
    },
  };
}

/** The spread of time and memory over some processes. */
export function figuresOf(samples: readonly MeasuredProcess[]): ProcessFigures {
  return {
    seconds: spreadOf(samples.map(({ seconds }) => seconds)),
    peakMegabytes: spreadOf(samples.map(({ peakMegabytes }) => peakMegabytes)),
    cpuSeconds: spreadOf(samples.map(({ cpuSeconds }) => cpuSeconds)),
  };
}

function ratiosOf(samples: readonly MeasuredProcess[], bases: readonly MeasuredProcess[]): Spread {
  return spreadOf(samples.flatMap(({ seconds }, turn) => seconds / (bases[turn]?.seconds ?? Number.NaN)));
}
