import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { afterAll, inject, test } from 'vitest';
import type { Report } from '../src/report/report.ts';
import { replayedRequests } from './replayed-requests.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly replay: {
      readonly report: string;
      readonly cases: number;
      readonly concurrency: number;
      readonly url: string;
      readonly key: string;
    };
  }
}

// The requests of a recorded run, spread over as many cases as it had. Nothing is looked at.

const { report, cases, concurrency, url, key } = inject('replay');
const requests = replayedRequests(JSON.parse(readFileSync(report, 'utf8')) as Report, key);
const pool = new Pool(new URL(url).origin, { connections: concurrency });
afterAll(() => pool.close());

for (let index = 0; index < cases; index += 1) {
  const first = Math.floor((index * requests.length) / cases);
  const own = requests.slice(first, Math.floor(((index + 1) * requests.length) / cases));
  test(`case ${index + 1}`, async () => {
    for (const { method, path, headers, body } of own) {
      const answer = await pool.request({ method, path, headers, body });
      await answer.body.arrayBuffer();
    }
  });
}
