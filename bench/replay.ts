import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { startReference } from '../src/reference/reference-service.ts';

// What remains of a run where nothing is judged: the requests of a report, sent again by undici alone, as many at a time,
// from a thread of its own to the reference service in this one, as in a run. Arguments: the report, the concurrency.

const [report, concurrency] = process.argv.slice(2);
const service = await startReference({ seed: 1 });
const thread = new Worker(new URL('replay-thread.ts', import.meta.url), {
  workerData: { report, concurrency: Number(concurrency), url: service.url, key: service.key },
});
const [milliseconds] = (await once(thread, 'message')) as [number];
process.stdout.write(`${milliseconds}\n`);
await thread.terminate();
await service.close();
