import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../src/api/index.ts';
import type { StepChange } from '../../src/reference/service-steps.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import { withoutRunNames } from '../../src/suite/bodies/run-names.ts';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'same-seed-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Cases that send something derived from an id that the service assigned. */
const NEAR_IDS =
  /; case (get\/unknown\/(same-in-32-bits|more-digits|other-sign-bit|other-sign|neighbour|not-yet|next-double))(?![\w-])/;

/**
 * The requests that a run with the seed 7 sends to a fresh service, each once: cases that wait for the same page at the same
 * time share it. `ID` stands for an id that the service assigned. Names of the run depend on one, so they are left out.
 */
async function requestsTo(serviceSeed: number, concurrency: number): Promise<ReadonlySet<string>> {
  const sent: string[] = [];
  let ids: ReadonlySet<string> = new Set();
  const recording: StepChange = (base, { catalogue }) => ({
    async around(request, next) {
      const { method, target, headers, body } = request;
      const words = [method, decodeURIComponent(target), headers.authorization ?? '', body.toString('latin1')];
      if (!NEAR_IDS.test(headers['user-agent'] ?? '')) sent.push(words.join(' '));
      const reply = await base.around(request, next);
      ids = new Set(catalogue.all().map(({ id }) => id.toString()));
      return reply;
    },
  });
  const service = await startReference({ seed: serviceSeed, key: 'the-key-of-both-services', changes: [recording] });
  try {
    const quiet = { log: () => undefined, error: () => undefined };
    const target = { baseUrl: service.url, apiKey: service.key, reports: folder, console: quiet };
    await run({ ...target, formats: ['json'], seed: 7, concurrency, nameCases: true });
  } finally {
    await service.close();
  }
  return new Set(
    sent.map((each) =>
      withoutRunNames(each.replaceAll('+', ' ')).replaceAll(/-?\d+/g, (number) => (ids.has(number) ? 'ID' : number)),
    ),
  );
}

it('two runs with the same seed send the same requests to fresh services, except for ids that the service assigned', async () => {
  const [first, second] = [await requestsTo(1, 8), await requestsTo(2, 2)];
  expect([...first].filter((each) => !second.has(each))).toEqual([]);
  expect([...second].filter((each) => !first.has(each))).toEqual([]);
  expect(first.size, 'the run sent next to nothing').toBeGreaterThan(300);
});
