import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import { parseReport } from '../../src/api/index.ts';
import { type ReplayedRequest, replayedRequests } from './replayed-requests.ts';

// The client of a replay. It reports how many milliseconds the requests took.

const { report, concurrency, url, key } = workerData as {
  readonly report: string;
  readonly concurrency: number;
  readonly url: string;
  readonly key: string;
};
const requests = replayedRequests(parseReport(readFileSync(report, 'utf8')), key);
const pool = new Pool(new URL(url).origin, { connections: concurrency });
const begun = performance.now();
await Promise.all(requests.map(send));
parentPort?.postMessage(performance.now() - begun);
await pool.close();

async function send({ method, path, headers, body }: ReplayedRequest): Promise<void> {
  const response = await pool.request({ method, path, headers, body });
  await response.body.arrayBuffer();
}
