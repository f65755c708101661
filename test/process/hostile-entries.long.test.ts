import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resultOf, startProcess } from '../../lab/child-process.ts';
import { actingLine } from '../../lab/hostile/acting-texts.ts';
import { requestTimeoutFor, verdictOn } from '../../lab/hostile/bounds.ts';
import { findLeak } from '../../lab/hostile/find-key.ts';
import { FLEET_KEY } from '../../lab/hostile/fleet-key.ts';
import { fleet } from '../../lab/hostile/fleet.ts';
import type { HostileTarget } from '../../lab/hostile/hostile-target.ts';
import { run } from '../../src/api/index.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

// Tests the other ways to start a run with targets of the command, and `serve` with hostile clients.

const BIN = join(PACKAGE_ROOT, 'bin/petstore-conformance.js');
const VITEST = fileURLToPath(import.meta.resolve('vitest/package.json').replace('package.json', 'vitest.mjs'));
const SAMPLE = [
  'connect/reset-at-once',
  'head/garbage',
  'body/endless',
  'coding/gzip-bomb',
  'content/deep-arrays',
  'content/lone-surrogates',
  'text/github',
  'text/late-commands',
  'key-place/reason',
  'key-violation/names',
  'key-violation/broken-json',
];
const TARGETS = fleet.filter(({ id }) => SAMPLE.includes(id)).map((target) => [target.id, target] as const);

/** Calls `work` with a started target's settings and an empty folder. */
async function onTarget<Result>(
  target: HostileTarget,
  work: (baseUrl: string, folder: string, environment: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-entries-'));
  const { baseUrl, close } = await target.start();
  const settings = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: FLEET_KEY, PETSTORE_DEADLINE: '20' };
  try {
    const home = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, NO_COLOR: '1' };
    return await work(baseUrl, folder, { ...home, ...settings });
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fails if a text or a file of a run shows the key, or if a text triggers an action. */
function expectHarmless(printed: string, folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), 'latin1')] as const);
  expect(findLeak([['output', printed], ...files], FLEET_KEY)).toBeNull();
  expect(actingLine(printed)).toBeNull();
}

describe('a sample of hostile targets', () => {
  it('is not empty', () => {
    expect(TARGETS.length).toBe(SAMPLE.length);
  });

  it.each(TARGETS)('gets the same judgement from the API and the command: %s', (_, target) =>
    onTarget(target, async (baseUrl, folder) => {
      const reports = join(folder, 'reports');
      const printed: string[] = [];
      const print = (text: string): void => void printed.push(text);
      const bounds = { requestTimeout: requestTimeoutFor(target), deadline: 20, settleTimeout: 0, examples: 1 };
      const options = { baseUrl, apiKey: FLEET_KEY, reports, console: { log: print, error: print }, ...bounds };
      const ended = await run(options).catch((error: unknown) => error);
      if (verdictOn(target) === 'inconclusive') expect(ended).toBeDefined();
      else expect(ended).toMatchObject({ report: { verdict: { outcome: verdictOn(target) }, suiteFaults: [] } });
      expectHarmless(printed.join('\n'), reports);
    }),
  );

  it.each(TARGETS)('does not harm run --watch: %s', (_, target) =>
    onTarget(target, async (_baseUrl, folder, environment) => {
      const words = [BIN, 'run', '--watch', '--examples', '1', '--only', 'CREATE-KEEPS-NAME', '--request-timeout', '1'];
      const child = startProcess(process.execPath, words, { cwd: folder, env: environment });
      const ended = resultOf(child);
      // A second signal would end the process at once.
      let isInterrupted = false;
      child.stdout.on('data', (text: string) => {
        if (isInterrupted || !/Full report: |Waiting/.test(text)) return;
        isInterrupted = true;
        child.kill('SIGINT');
      });
      const { code, out, error } = await ended;
      expect([0, 130]).toContain(code);
      expectHarmless(out + error, folder);
    }),
  );

  it.each(TARGETS)('fails as vitest tests: %s', (_, target) =>
    onTarget(target, async (_baseUrl, folder, environment) => {
      const words = [
        VITEST,
        'run',
        '--root',
        PACKAGE_ROOT,
        '--project',
        'conformance',
        '-t',
        'create/status|conformant',
      ];
      const child = startProcess(process.execPath, words, { cwd: folder, env: environment });
      const { code, out, error } = await resultOf(child);
      expect(code).toBe(1);
      expectHarmless(out + error, folder);
    }),
  );
});

/** Requests of a hostile client. */
const REQUESTS: readonly (readonly [what: string, bytes: string | Uint8Array])[] = [
  ['bytes that are no HTTP', Buffer.from([0, 255, 1, 2, 13, 10, 13, 10])],
  ['endless header fields', `GET /v1/pets HTTP/1.1\r\n${'X-A: b\r\n'.repeat(100_000)}`],
  ['a body of a terabyte', 'POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\n{'],
  ['two lengths', 'POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  ['a thousand requests at once', 'GET /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1000)],
  ['deep JSON', `POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n${'['.repeat(200_000)}`],
  ['escapes of terminals', 'GET /\u001B[2J::error::x HTTP/1.1\r\nHost: \u001B]0;x\u0007\r\n\r\n'],
];

describe('serve', () => {
  it.each(REQUESTS)('continues, and prints nothing, after %s', async (_, bytes) => {
    const child = startProcess(process.execPath, [BIN, 'serve'], { env: { PATH: process.env['PATH'] ?? '' } });
    const ended = resultOf(child);
    const printed = await new Promise<string>((resolve) => child.stdout.once('data', resolve));
    const { PETSTORE_BASE_URL: url = '', PETSTORE_API_KEY: key = '' } = Object.fromEntries(
      printed.split('\n').map((line) => line.split('=')),
    ) as Readonly<Record<string, string>>;
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    socket.on('error', () => undefined).resume();
    await new Promise((resolve) => socket.write(bytes, resolve));
    const response = await fetch(`${url}/pets`, { headers: { Authorization: `Bearer ${key}` } });
    expect([response.status, await response.json()]).toEqual([200, []]);
    socket.destroy();
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 0, out: printed, error: '' });
  });
});
