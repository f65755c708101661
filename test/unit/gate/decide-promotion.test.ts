import { describe, expect, it } from 'vitest';
import { decidePromotion, type Decision } from '../../../src/gate/decide-promotion.ts';
import { type Policy, readPolicy } from '../../../src/gate/policy.ts';
import type { Report } from '../../../src/report/report.ts';
import { reportOf } from '../../support/fake-records.ts';
import { keyPair } from '../../support/keys.ts';
import { sealedFiles, SUBJECT, verify, wholeReport } from '../../support/sealed-run.ts';

const own = keyPair('p256');
/** The runs of these tests end a minute after the start of the year 2030. */
const SOON = Date.parse('2030-01-01T01:00:00Z');
const END = Date.parse('2030-01-01T00:01:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Context {
  readonly policy?: Partial<Policy>;
  readonly now?: number;
  readonly key?: 'own' | 'other' | 'none';
  readonly signed?: boolean;
  readonly runId?: string | undefined;
}

async function decide(
  report: Report,
  { policy = {}, now = SOON, key = 'own', signed = true, runId }: Context = {},
): Promise<Decision> {
  const files = await sealedFiles(report, signed ? own.privateKey : null, ['json']);
  const publicKey = key === 'none' ? null : key === 'own' ? own.publicKey : keyPair('p256').publicKey;
  const read = readPolicy(JSON.stringify(policy), {});
  if (read.kind === 'bad') throw new Error(read.problems.join(' '));
  return decidePromotion(await verify(files, publicKey), {
    policy: read.value,
    runId,
    now,
    hasKey: publicKey !== null,
  });
}

function changed(report: Report, run: Partial<Report['run']>): Report {
  return { ...report, run: { ...report.run, ...run } };
}

const good = wholeReport();

function withSettings(configuration: Report['run']['configuration']): Report {
  return changed(good, { configuration: { ...good.run.configuration, ...configuration } });
}

function withOutcome(requirement: string, outcome: 'violated' | 'not-applicable'): Report {
  return wholeReport({ outcomes: { [requirement]: outcome } });
}

const KNOWN = { id: 'GET-OK', reason: 'A reason.', owner: 'An owner', expires: '2030-01-01' };
const deviating = wholeReport({ violated: true, deviations: [KNOWN] });

const warned = withOutcome('DEPRECATION-SUNSET', 'violated');
const inapplicable = withOutcome('GET-OK', 'not-applicable');
const DIGEST = `sha256:${SUBJECT.sha256}`;

describe('the decision is yes', () => {
  it.each<[string, Report, Context?]>([
    ['for a signed conformant run', good],
    ['for its run', good, { runId: good.run.id }],
    ['for its build', good, { policy: { subject: DIGEST } }],
    ['for its build by name', good, { policy: { subject: `${SUBJECT.name}@${DIGEST}` } }],
    ['for its target', good, { policy: { target: 'http://127.0.0.1:1/v1/' } }],
    ['for its version of the suite', good, { policy: { suite: ['1.0.0', '1.2.3'] } }],
    ['unsigned where none is asked for', good, { policy: { signature: 'optional' }, signed: false, key: 'none' }],
    ['for an older run where that is allowed', good, { policy: { maxAge: '3d' }, now: SOON + 48 * HOUR }],
    ['for a deviation that is current', deviating],
    ['for a deviation that is allowed', deviating, { policy: { allowedDeviations: ['GET-OK'] } }],
    ['where all is verified that must be', good, { policy: { mustVerify: 'all', recommended: 'forbid' } }],
    ['where a recommended requirement is violated', warned],
    ['where a required one is not applicable', inapplicable, { policy: { mustVerify: ['GET-SAME'] } }],
  ])('%s', async (_, report, trigger) => {
    expect(await decide(report, trigger)).toMatchObject({ promote: true, against: [] });
  });
});

describe('the decision is no', () => {
  const late = SOON + 23 * HOUR;
  it.each<[string, Report, Context, string]>([
    ['for a violation, which is named', wholeReport({ violated: true }), {}, 'GET-OK is violated'],
    ['for a run that named its cases', withSettings({ nameCases: true }), {}, 'could recognise the cases'],
    ['for a run that accepted any certificate', withSettings({ insecure: true }), {}, 'accepted any certificate'],
    ['for a deviation that is not allowed', deviating, { policy: { allowedDeviations: [] } }, 'does not allow'],
    [
      'for a recommended one if that is forbidden',
      warned,
      { policy: { recommended: 'forbid' } },
      'The recommended requirement',
    ],
    ['for one that must be verified', inapplicable, { policy: { mustVerify: ['GET-OK'] } }, 'not applicable: GET-OK'],
    ['where all must be verified', inapplicable, { policy: { mustVerify: 'all' } }, 'not applicable: GET-OK'],
    ['for another run', good, { runId: 'run-2' }, '--run names run-2'],
    ['for another build', good, { policy: { subject: `sha256:${'cd'.repeat(32)}` } }, 'the policy requires'],
    ['for its build by another name', good, { policy: { subject: `x@${DIGEST}` } }, 'the policy requires'],
    ['where no build is named', wholeReport({ subject: false }), { policy: { subject: DIGEST } }, 'names no build'],
    ['for an old run', good, { now: SOON + 24 * HOUR }, 'more than 24h ago'],
    ['for a run of the future', good, { now: SOON - 2 * HOUR }, 'in the future'],
    ['for a run that ends six minutes ahead', good, { now: END - 6 * MINUTE }, 'in the future'],
    ['for another key', good, { key: 'other' }, 'not signed by a given key'],
    ['without a signature', good, { signed: false }, 'not signed by a given key'],
    ['without a key', good, { key: 'none' }, 'no public key was given'],
    ['for a bad signature all the same', good, { key: 'other', policy: { signature: 'optional' } }, 'not signed'],
    ['for another profile', good, { policy: { profiles: ['read-only'] } }, 'the policy requires read-only'],
    ['for another target', good, { policy: { target: 'https://other/v1' } }, 'the policy requires https://other/v1'],
    ['for another version of the suite', good, { policy: { suite: ['2.0.0'] } }, 'the policy requires 2.0.0'],
    ['for a deviation expired since', deviating, { now: late, policy: { maxAge: '9d' } }, 'expired after 2030-01-01'],
    ['for a stale deviation', wholeReport({ deviations: [KNOWN] }), {}, 'is stale'],
    ['for the embedded service', changed(good, { embedded: true }), {}, 'embedded reference service'],
    ['for a rehearsal of another date', changed(good, { asOf: '2031-01-01' }), {}, 'not by its own date'],
    ['for a part of the suite', changed(good, { selection: 'part' }), {}, 'only a part'],
    ['for an interrupted run', changed(good, { end: 'interrupted' }), {}, 'The run was cut short'],
    ['for an empty report', reportOf({}), {}, 'The run is INCONCLUSIVE, profile full.'],
  ])('%s', async (_, report, trigger, reason) => {
    const decision = await decide(report, trigger);
    expect(decision.promote).toBe(false);
    expect(decision.against.join('\n')).toContain(reason);
  });
});

it('names settings that differ from their defaults, and what is not verified', async () => {
  const decision = await decide(changed(inapplicable, { configuration: { ...good.run.configuration, examples: 1 } }));
  expect(decision).toMatchObject({ promote: true });
  expect(decision.for.join('\n')).toContain('Settings that differ from the defaults: examples is 1.');
  expect(decision.for.join('\n')).toContain('Not verified, because not applicable: GET-OK.');
  expect(decision.for.join('\n')).toContain(`(key id ${own.publicKey.keyId})`);
});

describe('settings that differ from their defaults', () => {
  const REMOTE = 'https://pets.example/v1';
  it.each<[string, Report, string | null]>([
    ['certificate authorities', withSettings({ certificateAuthorities: 'ca.pem' }), 'certificateAuthorities is ca.pem'],
    ['a client certificate', withSettings({ clientCertificate: 'client.pem' }), 'clientCertificate is client.pem'],
    ['additional headers', withSettings({ additionalHeaders: 'X-Tenant' }), 'additionalHeaders is X-Tenant'],
    ['a proxy', withSettings({ proxy: 'http://p:1 (HTTP_PROXY)' }), 'proxy is http://p:1 (HTTP_PROXY)'],
    ['no additional headers', withSettings({ additionalHeaders: '', only: null, examples: 2 }), null],
    ['a setting of an earlier suite that was not set', withSettings({ grep: null }), null],
    ['a setting of an earlier suite', withSettings({ maxDepth: 300 }), 'maxDepth is 300'],
    ['risky probes on this machine', withSettings({ riskyProbes: true }), null],
    ['no risky probes on this machine', withSettings({ riskyProbes: false }), 'riskyProbes is false'],
    ['no risky probes elsewhere', changed(withSettings({ riskyProbes: false }), { target: REMOTE }), null],
    ['risky probes elsewhere', changed(withSettings({ riskyProbes: true }), { target: REMOTE }), 'riskyProbes is true'],
    [
      'no risky probes through a tunnel',
      withSettings({ riskyProbes: false, connectTo: 'pets.example:1' }),
      'connectTo is pets.example:1',
    ],
    [
      'no risky probes through a proxy',
      withSettings({ riskyProbes: false, proxy: 'http://p:1 (HTTP_PROXY)' }),
      'proxy is http://p:1 (HTTP_PROXY)',
    ],
  ])('%s', async (_, report, named) => {
    const found = (await decide(report)).for.filter((reason) => reason.startsWith('Settings'));
    expect(found).toEqual(named === null ? [] : [`Settings that differ from the defaults: ${named}.`]);
  });
});

describe('a policy', () => {
  it('is strict without a file, and flags outrank a file', () => {
    const strict = { profiles: ['full'], signature: 'required', maxAge: '24h', subject: null };
    expect(readPolicy(null, {})).toMatchObject({ kind: 'ok', value: strict });
    expect(readPolicy('{"maxAge":"7d","profiles":["read-only"]}', { maxAge: '90m' })).toMatchObject({
      value: { profiles: ['read-only'], maxAge: '90m' },
    });
  });

  it.each<[string, Partial<Policy>, string]>([
    ['x', {}, 'is not JSON'],
    ['[]', {}, 'must be of type object'],
    ['{"maxage":"1h"}', {}, '"maxage" is not known'],
    ['{"maxAge":"1 hour"}', {}, '/maxAge'],
    ['{"maxAge":"0h"}', {}, '/maxAge'],
    ['{"maxAge":"1h","maxAge":"9d"}', {}, 'the member occurs twice'],
    ['{"mustVerify":["NO-SUCH"]}', {}, 'which is not a requirement'],
    ['{"mustVerify":["DEPRECATION-SUNSET"]}', {}, 'is not a required requirement'],
    ['{}', { subject: 'sha256:0a' }, '--subject must be'],
  ])('of %s with the flags %j is refused', (text, flags, problem) => {
    const read = readPolicy(text, flags);
    expect(read.kind === 'bad' ? read.problems.join(' ') : 'ok').toContain(problem);
  });
});
