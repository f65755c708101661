import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../child-process.ts';
import type { LatencyFigures } from './figures.ts';
import { type DependentChain, dependentChain } from './longest-chain.ts';
import { type MeasuredRun, measureRun, reportOf, requestsOf } from './measured-run.ts';
import { measureProcess } from './measured-process.ts';
import { CONCURRENCY } from './measure-whole.ts';
import { spreadOf, takeTurns } from './spread.ts';

const LATENCIES = [0, 20, 100] as const;
const TURNS = { rounds: 3, seconds: 50 } as const;

interface Sample {
  readonly measured: MeasuredRun;
  /** Milliseconds that undici alone needs for the requests of that run. */
  readonly replay: number;
  readonly requests: number;
  readonly chain: DependentChain;
}

/** Measures runs against services with different latencies. */
export async function measureLatencies(folder: string): Promise<readonly LatencyFigures[]> {
  const samples = await takeTurns(
    LATENCIES.map((latency) => () => measureAt(latency, folder)),
    TURNS,
  );
  return LATENCIES.flatMap((latency, index) => {
    const own = samples[index] ?? [];
    const last = own.at(-1);
    if (last === undefined) return [];
    return [
      {
        latency,
        seconds: spreadOf(own.map(({ measured }) => measured.seconds)),
        cases: spreadOf(own.map(({ measured }) => measured.caseMilliseconds)),
        replay: spreadOf(own.map(({ replay }) => replay)),
        requests: last.requests,
        chain: last.chain,
      },
    ];
  });
}

async function measureAt(latency: number, folder: string): Promise<Sample> {
  const measured = await withService(latency, ({ url, key }) =>
    measureRun(folder, ['--base-url', url, '--concurrency', `${CONCURRENCY}`], { PETSTORE_API_KEY: key }),
  );
  const replay = await withService(latency, ({ url, key }) =>
    measureProcess('lab/bench/replay.ts', [measured.reportPath, `${CONCURRENCY}`, url, key]),
  );
  const report = reportOf(measured);
  return {
    measured,
    replay: Number(replay.output),
    requests: requestsOf(report),
    chain: dependentChain(report.exchanges),
  };
}

interface Address {
  readonly url: string;
  readonly key: string;
}

/** Runs a service with this latency in a separate process until the work is done. */
async function withService<T>(latency: number, work: (address: Address) => Promise<T>): Promise<T> {
  const path = fileURLToPath(new URL('latency-service.ts', import.meta.url));
  const service = startProcess(process.execPath, [path, String(latency)]);
  service.stderr.pipe(process.stderr);
  const ended = once(service, 'close');
  try {
    const [line] = (await once(createInterface(service.stdout), 'line')) as [string];
    return await work(JSON.parse(line) as Address);
  } finally {
    service.kill();
    await ended;
  }
}
