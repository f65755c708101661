import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Variant } from '../../src/reference/behaviour.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import { vacantAddress } from '../support/lasting-port.ts';
import { startRawServer } from '../support/raw-server.ts';
import { runCommandLine, runCommandProcess, targetOf, violatedIn } from '../support/command.ts';
import { startCountingService } from '../support/counting-service.ts';

/** Passes a request on to the service at a base address, and its answer back. */
async function passOn(request: IncomingMessage, response: ServerResponse, baseUrl: string): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(
    ['authorization', 'content-type'].flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  const method = request.method ?? 'GET';
  const bodiless = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const target = baseUrl.replace(/\/v1$/, request.url ?? '');
  const answer = await fetch(target, { method, headers, ...(bodiless ? {} : { body: Buffer.concat(chunks) }) });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

describe('a target that cannot be judged', () => {
  it('that is not there ends inconclusive, and says what to do', async () => {
    const target = { url: await vacantAddress(), key: 'any-key' };
    const { code, out, report } = await runCommandLine(['run'], { environment: targetOf(target) });
    expect(code).toBe(2);
    expect(report?.verdict.outcome).toBe('inconclusive');
    expect(report?.verdict.reasons).toEqual([expect.stringContaining('refused the connection')]);
    expect(out).toContain('PETSTORE_BASE_URL');
  });

  it('that never answers is waited for no longer than --wait', async () => {
    const silent = await startRawServer(() => undefined);
    const environment = { PETSTORE_BASE_URL: silent.baseUrl, PETSTORE_API_KEY: 'some-key-1234' };
    // Another wait for a response would outlast the test.
    const words = ['run', '--wait', '0.5', '--request-timeout', '600'];
    const { code, report } = await runCommandLine(words, { environment });
    await silent.close();
    expect(code).toBe(2);
    expect(report?.verdict.reasons).toEqual([expect.stringContaining('no response within 0.5 s')]);
    expect(report?.facts?.requests).toBe(0);
  });

  it.each([[[]], [['--profile', 'read-only']]])(
    'that rejects the key ends inconclusive after a few requests, and names the variable: %j',
    async (words) => {
      const { service, requests } = await startCountingService();
      try {
        const environment = { ...targetOf(service), PETSTORE_API_KEY: 'some-other-key-1234' };
        const { code, out, report } = await runCommandLine(['run', ...words], { environment });
        expect(code).toBe(2);
        expect(report?.verdict.outcome).toBe('inconclusive');
        expect(report?.verdict.reasons).toEqual([
          expect.stringContaining('The configured key is rejected by every operation. Set PETSTORE_API_KEY'),
        ]);
        expect(out).toContain('PETSTORE_API_KEY');
        expect(requests()).toBeLessThanOrEqual(3);
        expect(report?.created).toEqual([]);
      } finally {
        await service.close();
      }
    },
  );

  it('that stands behind a sign-in page ends inconclusive, without a violation', async () => {
    const head = 'HTTP/1.1 401 Unauthorized\r\nContent-Type: text/html\r\nContent-Length: 7\r\n\r\n';
    const gateway = await startRawServer((socket) => socket.write(`${head}Sign in`));
    const environment = { PETSTORE_BASE_URL: gateway.baseUrl, PETSTORE_API_KEY: 'some-key-1234' };
    const { code, report } = await runCommandLine(['run'], { environment });
    await gateway.close();
    expect(code).toBe(2);
    expect(violatedIn(report)).toEqual([]);
    expect(report?.verdict.reasons).toHaveLength(1);
    expect(gateway.requests).toHaveLength(3);
  });

  it('that goes away half-way ends inconclusive with what was learnt', async () => {
    const service = await startReference();
    let answered = 0;
    const proxy = createServer((request, response) => {
      answered += 1;
      if (answered <= 150) {
        void passOn(request, response, service.url);
        return;
      }
      proxy.close();
      proxy.closeAllConnections();
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    try {
      const environment = { PETSTORE_BASE_URL: `http://127.0.0.1:${port}/v1`, PETSTORE_API_KEY: service.key };
      const { code, report } = await runCommandLine(['run'], { environment });
      expect(code).toBe(2);
      expect(report?.verdict.outcome).toBe('inconclusive');
      expect(report?.counts.checks.satisfied).toBeGreaterThan(50);
    } finally {
      proxy.close();
      await service.close();
    }
  });

  it('is left in time by Ctrl-C, with a report that says so', async () => {
    let kill: ((signal: NodeJS.Signals) => void) | null = null;
    let requests = 0;
    const countRequests: Variant = (base) => ({
      around(request, answer) {
        requests += 1;
        if (requests === 200) kill?.('SIGINT');
        return base.around(request, answer);
      },
    });
    const service = await startReference({ variants: [countRequests] });
    try {
      const { code, report } = await runCommandProcess(['run'], {
        environment: targetOf(service),
        onStart: (end) => (kill = end),
      });
      expect(report).toMatchObject({ run: { end: 'interrupted', signal: 'SIGINT' }, verdict: { exitCode: 2 } });
      expect(report?.counts.checks['harness-error']).toBe(0);
      expect(code).toBe(130);
    } finally {
      await service.close();
    }
  });
});

describe('wrong usage', () => {
  it.each([
    [['run', '--base-url', 'not a url'], {}, '--base-url'],
    [['run', '--base-url', 'http://127.0.0.1:1/v1'], {}, 'PETSTORE_API_KEY'],
    [['run', '--base-url', 'http://127.0.0.1:1/v2'], { PETSTORE_API_KEY: 'k' }, '/v1'],
    [['run'], { PETSTORE_BASE_URL: '' }, 'PETSTORE_BASE_URL is set but empty'],
    [['run', '--watch'], { PETSTORE_BASE_URL: ' ' }, 'PETSTORE_BASE_URL is set but empty'],
    [['run', '--base-url', ''], {}, '--base-url (PETSTORE_BASE_URL) is empty'],
    [['run'], { PETSTORE_BASEURL: 'http://127.0.0.1:1/v1' }, 'PETSTORE_BASEURL in the environment looks like'],
    [['run', '--watch'], { PET_STORE_BASE_URL: 'x' }, 'PET_STORE_BASE_URL in the environment looks like'],
    [['run', '--no-such-flag'], {}, '--no-such-flag'],
    [['run', '--reports', '/proc/no/such'], {}, '--reports'],
    [['run', '--as-of', '2030-02-30'], {}, '--as-of'],
    [['explain', 'NO-SUCH-ID'], {}, 'NO-SUCH-ID'],
    [['serve', '--fault', 'no-such-fault'], {}, 'no-such-fault'],
    [['no-such-command'], {}, 'no-such-command'],
  ] as const)('%j is one sentence and exit 3', async (words, environment, named) => {
    const { code, error, report } = await runCommandLine(words, { environment });
    expect(code).toBe(3);
    expect(error).toContain(named);
    expect(error).not.toMatch(/\bat .*\.ts:\d+/);
    expect(report).toBeNull();
  });
});
