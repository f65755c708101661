import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { startReference } from '../../src/reference/reference-service.ts';

// What remains of a run where nothing is judged: the requests of a report, sent again by undici alone, as many at a time,
// from a thread of its own. They go to the reference service in this thread, as in a run, or to one that is some way off.
// Arguments: the report, the concurrency, and of the other service the address and the key. Prints milliseconds.

const [report, concurrency, url, key] = process.argv.slice(2);
const own = url === undefined ? await startReference({ seed: 1 }) : null;
const thread = new Worker(new URL('replay-thread.ts', import.meta.url), {
  workerData: { report, concurrency: Number(concurrency), url: own?.url ?? url, key: own?.key ?? key },
});
const [milliseconds] = (await once(thread, 'message')) as [number];
process.stdout.write(`${milliseconds}\n`);
await thread.terminate();
await own?.close();
