import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type ReferenceOptions, startReference } from '../../src/reference/reference-service.ts';
import { type CommandResult, runCommandLine, targetOf, violatedIn } from '../support/command.ts';

type SeenRequest = Readonly<Record<'method' | 'url' | 'authorization' | 'body', string>>;

interface WatchedRun extends CommandResult {
  readonly key: string;
  /** The requests on the wire. */
  readonly seen: readonly SeenRequest[];
  readonly stored: number;
}

/** Runs the profile read-only against a service behind a proxy that records every request. */
async function runWatched(options: ReferenceOptions, ...words: readonly string[]): Promise<WatchedRun> {
  let stored = 0;
  const seen: SeenRequest[] = [];
  const service = await startReference({
    ...options,
    changes: [
      ...(options.changes ?? []),
      (base) => ({
        store(pet, request) {
          stored += 1;
          return base.store(pet, request);
        },
      }),
    ],
  });
  const stocked = stored;
  const proxy = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const { method = '', url = '', headers } = incoming;
      seen.push({ method, url, authorization: headers.authorization ?? '', body: body.toString() });
      const address = { host: '127.0.0.1', port: service.port, method, path: url, headers, agent: false };
      const onward = forward(address, (response) => {
        const { connection: _, ...kept } = response.headers;
        outgoing.writeHead(response.statusCode ?? 500, kept);
        response.pipe(outgoing);
      });
      onward.end(body);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  try {
    const result = await runCommandLine(['run', '--profile', 'read-only', ...words], {
      environment: targetOf({ url: `http://127.0.0.1:${port}/v1`, key: service.key }),
    });
    return { ...result, key: service.key, seen, stored: stored - stocked };
  } finally {
    proxy.close();
    proxy.closeAllConnections();
    await service.close();
  }
}

/** Text that a lenient service could accept as a pet: JSON with a name and a category in any form. */
function couldBeAccepted({ body }: SeenRequest): boolean {
  return body.includes('name') && body.includes('categoryId');
}

/** The valid key under any scheme or in the URL. A key with an additional character does not match. */
function presentsKey({ authorization, url }: SeenRequest, key: string): boolean {
  return authorization.split(' ').includes(key) || url.includes(key);
}

function expectNothingAdded({ seen, key, stored, report }: WatchedRun): void {
  const posts = seen.filter(({ method }) => method === 'POST');
  expect(posts.length).toBeGreaterThan(20);
  expect(posts.filter((post) => presentsKey(post, key))).toEqual([]);
  expect(posts.filter(couldBeAccepted)).toEqual([]);
  expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'OPTIONS', 'HEAD']));
  expect(stored).toBe(0);
  expect(report?.created).toEqual([]);
  expect(report?.counts.created).toBe(0);
}

describe('the profile read-only', () => {
  it('adds nothing, and reaches a verdict that names the profile', async () => {
    const run = await runWatched({ pets: 60 }, '--examples', '1');
    expectNothingAdded(run);
    expect(run.report?.verdict).toMatchObject({ outcome: 'conformant', exitCode: 0, profile: 'read-only' });
    expect(run.out).toContain('CONFORMANT, profile read-only');
    const left = run.report?.requirements.filter(({ outcome }) => outcome === 'not-applicable') ?? [];
    expect(left.map(({ id }) => id)).toContain('CREATE-REFUSES-MISSING');
    // No profile gets a response with status 204.
    const byProfile = left.filter(({ id }) => id !== 'ANSWER-NO-CONTENT');
    for (const { id, reason } of byProfile)
      expect([id, reason]).toEqual([id, expect.stringContaining('profile read-only')]);
  });

  it('adds nothing to a service that ignores keys, and reports the violation', async () => {
    const run = await runWatched({ pets: 60, changes: [() => ({ needsKey: () => false })] }, '--examples', '3');
    expectNothingAdded(run);
    expect(violatedIn(run.report)).toContain('AUTH-MISSING-LIST');
  });

  it('explains what to do if the catalogue is empty', async () => {
    const run = await runWatched({}, '--examples', '0');
    expect(run.stored).toBe(0);
    expect(run.report?.verdict).toMatchObject({ outcome: 'inconclusive', exitCode: 2 });
    expect(run.report?.verdict.reasons.map(({ text }) => text).join(' ')).toContain('Add a pet to the catalogue.');
  });
});

it('the same recording shows the POST requests of the profile full', async () => {
  const run = await runWatched({ pets: 60 }, '--profile', 'full', '--only', 'CREATE-KEEPS-NAME', '--examples', '1');
  expect(run.seen.filter(couldBeAccepted).length).toBeGreaterThan(20);
  expect(run.stored).toBeGreaterThan(20);
  expect(() => expectNothingAdded(run)).toThrow();
});
