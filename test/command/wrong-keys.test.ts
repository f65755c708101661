import { describe, expect, it, onTestFinished } from 'vitest';
import { disturbs } from '../../src/reference/disturbances.ts';
import type { ReferenceOptions } from '../../src/reference/reference-service.ts';
import type { ServiceRequest } from '../../src/reference/service-request.ts';
import { randomNumbers } from '../../src/suite/random-numbers.ts';
import { credentialsFor, KEY_FORMS } from '../../src/suite/keys/credentials.ts';
import { type CommandResult, runCommandLine, targetOf } from '../support/command.ts';
import { startCountingService } from '../support/counting-service.ts';

const KEY = 'sk_test_4f9Kq7Zr2mXw8bTn';
const SEED = 7;
const credentials = credentialsFor(KEY, randomNumbers(SEED));
const NOT_WRONG = new Set([
  undefined,
  '',
  'Bearer',
  credentials.valid.authorization,
  ...KEY_FORMS.map((id) => credentials[id].authorization),
]);

function holdsWrongKey({ headers }: ServiceRequest): boolean {
  return !NOT_WRONG.has(headers.authorization);
}

/** Runs against a service under a host name, like a shared service. Returns the number of received wrong keys. */
async function runShared(
  flags: readonly string[],
  options: ReferenceOptions = {},
): Promise<CommandResult & { readonly wrongKeys: number }> {
  const { service, requests } = await startCountingService(holdsWrongKey, { ...options, key: KEY });
  onTestFinished(() => service.close());
  const { host, port } = new URL(service.url);
  const environment = targetOf({ url: `http://pets.example:${port}/v1`, key: KEY });
  const words = ['run', '--seed', String(SEED), '--connect-to', host, ...flags];
  return { ...(await runCommandLine(words, { environment })), wrongKeys: requests() };
}

describe('the wrong keys of a run', () => {
  it('are announced for a shared target, and a bound that leaves every kind changes no verdict', async () => {
    const { code, out, wrongKeys } = await runShared([]);
    expect([code, wrongKeys > 50]).toEqual([0, true]);
    expect(out).toContain('Some requests have a wrong key; --max-wrong-keys (PETSTORE_MAX_WRONG_KEYS) limits them.');
    const bounded = await runShared(['--max-wrong-keys', String(wrongKeys)]);
    expect([bounded.code, bounded.wrongKeys]).toEqual([0, wrongKeys]);
    // Each wrong key is of a kind of its own.
    const less = await runShared(['--max-wrong-keys', String(wrongKeys - 1)]);
    expect([less.code, less.wrongKeys]).toEqual([2, wrongKeys - 1]);
    expect(less.report?.verdict.reasons.map(({ text }) => text).join(' ')).toContain(
      `because the run may try at most ${wrongKeys - 1} wrong keys`,
    );
  });

  it('are not announced for a service on this machine', async () => {
    const { service } = await startCountingService();
    onTestFinished(() => service.close());
    const { out } = await runCommandLine(['run', '--only', 'LIST-OK'], { environment: targetOf(service) });
    expect(out).not.toContain('wrong key');
  });

  it('leave requirements not verified if their kinds are not sent, and the remedy is the setting', async () => {
    const { code, out, report, wrongKeys } = await runShared(['--max-wrong-keys', '20']);
    expect([code, wrongKeys]).toEqual([2, 20]);
    expect(out).toContain('Some requests have a wrong key, at most 20;');
    const invalid = report?.requirements.find(({ id }) => id === 'AUTH-INVALID-GET');
    expect(invalid).toMatchObject({
      outcome: 'not-verified',
      reason: expect.stringContaining('The run may try at most 20 wrong keys.'),
      howToResolve: 'Raise --max-wrong-keys (PETSTORE_MAX_WRONG_KEYS).',
    });
    expect(report?.requirements.find(({ id }) => id === 'AUTH-MISSING-LIST')?.outcome).toBe('verified');
  });

  it('are judged with 403 too if the service demands the key in another place: this is no lockout', async () => {
    const { report } = await runShared([], { faults: ['key-in-own-header-demanded', 'invalid-key-forbidden'] });
    const invalid = report?.requirements.find(({ id }) => id === 'AUTH-INVALID-LIST');
    expect(invalid?.outcome).toBe('violated');
  });

  it.each<[outcome: string, faults: readonly string[]]>([
    ['violated', ['always-true-key-accepted']],
    // A 401 for a missing key verifies nothing about wrong ones.
    ['not-verified', []],
  ])('are sent in the demanded place outside the alphabet of a token too: %s', async (outcome, faults) => {
    const { report } = await runShared(['--risky-probes'], { faults: ['key-in-own-header-demanded', ...faults] });
    expect(report?.requirements.find(({ id }) => id === 'AUTH-INVALID-LIST')?.outcome).toBe(outcome);
  });

  it.each<[string, ReferenceOptions]>([
    ['a service that accepts them', { faults: ['any-key-accepted'] }],
    ['a gateway that disturbs them', { changes: [disturbs(() => (request) => (holdsWrongKey(request) ? 503 : null))] }],
  ])('stay within their bound against %s', async (_, options) => {
    const { wrongKeys } = await runShared(['--max-wrong-keys', '12'], options);
    expect(wrongKeys).toBe(12);
  });
});
