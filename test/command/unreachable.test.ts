import { describe, expect, it } from 'vitest';
import { KEY_PLACES } from '../../src/suite/keys/key-places.ts';
import { type ReferenceService, startReference } from '../../src/reference/reference-service.ts';
import { runCommandLine, targetOf, violatedIn } from '../support/command.ts';
import { startCountingService } from '../support/counting-service.ts';
import { lastingPort, vacantAddress } from '../../lab/lasting-port.ts';
import { startRawServer } from '../support/raw-server.ts';

const SOME_KEY = 'some-key-1234';

describe('an unusable target', () => {
  it('that is absent leads to an inconclusive verdict with instructions', async () => {
    const environment = targetOf({ url: await vacantAddress(), key: SOME_KEY });
    const { code, out, report } = await runCommandLine(['run'], { environment });
    expect([code, report?.verdict.outcome]).toEqual([2, 'inconclusive']);
    expect(report?.verdict.reasons).toMatchObject([{ text: expect.stringContaining('refused the connection') }]);
    expect(out).toContain('PETSTORE_BASE_URL');
  });

  it('that never responds makes a run wait no longer than --wait', async () => {
    const silent = await startRawServer(() => undefined);
    const environment = targetOf({ url: silent.baseUrl, key: SOME_KEY });
    // Any further wait for a response would exceed the time limit of the test.
    const words = ['run', '--wait', '0.5', '--request-timeout', '600'];
    const { code, report } = await runCommandLine(words, { environment });
    await silent.close();
    expect(code).toBe(2);
    expect(report?.verdict.reasons).toMatchObject([{ text: expect.stringContaining('no response within 0.5 s') }]);
    expect(report?.facts?.requests).toBe(0);
  });

  it('that rejects the key leads to an inconclusive verdict after few requests, and the output names the variable', async () => {
    const { service, requests } = await startCountingService();
    const environment = { ...targetOf(service), PETSTORE_API_KEY: SOME_KEY };
    const { code, out, report } = await runCommandLine(['run', '--profile', 'read-only'], { environment });
    await service.close();
    expect([code, report?.verdict.outcome]).toEqual([2, 'inconclusive']);
    const reason = 'because the configured key is rejected by every operation. Set PETSTORE_API_KEY';
    expect(report?.verdict.reasons).toMatchObject([{ text: expect.stringContaining(reason) }]);
    expect(out).toContain('PETSTORE_API_KEY');
    expect(requests()).toBeLessThanOrEqual(3 + KEY_PLACES.length);
    expect(report?.created).toEqual([]);
  });

  it('behind a sign-in page leads to an inconclusive verdict without a violation', async () => {
    const head = 'HTTP/1.1 401 Unauthorized\r\nContent-Type: text/html\r\nContent-Length: 7\r\n\r\n';
    const gateway = await startRawServer((socket) => socket.write(`${head}Sign in`));
    const environment = targetOf({ url: gateway.baseUrl, key: SOME_KEY });
    const { code, report } = await runCommandLine(['run'], { environment });
    await gateway.close();
    expect(code).toBe(2);
    expect(violatedIn(report)).toEqual([]);
    expect(report?.verdict.reasons).toHaveLength(1);
    expect(gateway.requests).toHaveLength(3 + KEY_PLACES.length);
  });

  it('that disappears during the run leads to an inconclusive verdict with the findings so far', async () => {
    let requests = 0;
    const service: ReferenceService = await startReference({
      port: await lastingPort(),
      changes: [
        (base) => ({
          around(request, next) {
            requests += 1;
            if (requests === 150) void service.close();
            return base.around(request, next);
          },
        }),
      ],
    });
    const { code, report } = await runCommandLine(['run'], { environment: targetOf(service) });
    expect([code, report?.verdict.outcome]).toEqual([2, 'inconclusive']);
    expect(report?.counts.checks.satisfied).toBeGreaterThan(50);
  });
});
