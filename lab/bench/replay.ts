import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { startReference } from '../../src/reference/reference-service.ts';

// Sends the requests of a report again, with undici alone and the same concurrency, from a separate thread. The difference
// from the run is the cost of judging. The target is the reference service in this thread, or another service.
// Arguments: report, concurrency, and optionally the address and the key of the other service. Prints milliseconds.

const [report, concurrency, url, key] = process.argv.slice(2);
const own = url === undefined ? await startReference({ seed: 1 }) : null;
const thread = new Worker(new URL('replay-thread.ts', import.meta.url), {
  workerData: { report, concurrency: Number(concurrency), url: own?.url ?? url, key: own?.key ?? key },
});
const [milliseconds] = (await once(thread, 'message')) as [number];
process.stdout.write(`${milliseconds}\n`);
await thread.terminate();
await own?.close();
