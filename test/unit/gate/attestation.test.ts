import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../src/gate/manifest.ts';
import { readEnvelope, statementOf } from '../../../src/gate/signatures.ts';
import { resultOf } from '../../../src/gate/attestation.ts';
import type { Verdict } from '../../../src/report/report.ts';
import { keyPair } from '../../support/keys.ts';
import { sealedFiles, SUBJECT, wholeReport } from '../../support/sealed-run.ts';

const KNOWN = { id: 'GET-OK', reason: 'A reason.', owner: 'An owner', expires: '2030-01-01' };
const BUILD = { name: SUBJECT.name, digest: { sha256: SUBJECT.sha256 } };

// Statement v1 and test result v0.1, as their specifications describe them: a subject has a digest and a name of its own.
describe('a statement names the build, the files and the tests in the members of in-toto', () => {
  it.each([
    ['conformant', wholeReport(), [BUILD], 'PASSED', 'passedTests'],
    ['not conformant', wholeReport({ violated: true }), [BUILD], 'FAILED', 'failedTests'],
    ['deviating', wholeReport({ violated: true, deviations: [KNOWN] }), [BUILD], 'WARNED', 'warnedTests'],
    ['without a build', wholeReport({ subject: false }), [], 'PASSED', 'passedTests'],
  ])('%s', async (_, report, builds, result, list) => {
    const files = await sealedFiles(report, keyPair('ed25519').privateKey, ['json', 'md']);
    const envelope = readEnvelope(files.get('attestation.dsse.json')?.toString() ?? '');
    const statement: unknown = JSON.parse(envelope === null ? '' : (statementOf(envelope) ?? ''));
    const digested = ['manifest.json', 'report.json', 'report.md'].map((name) => {
      return { name, digest: { sha256: entryOf({ name, data: files.get(name) ?? Buffer.alloc(0) }).sha256 } };
    });
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [...builds, ...digested],
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
      predicate: {
        result,
        configuration: [digested[1]],
        [list]: expect.arrayContaining(['GET-OK']),
      },
    });
  });
});

describe('the result that is attested', () => {
  it.each<[Verdict['outcome'], Verdict['exitCode'], string]>([
    // As earlier versions wrote a list of deviations that was out of date.
    ['conformant', 1, 'FAILED'],
    ['conformant with known deviations', 1, 'FAILED'],
    ['conformant', 0, 'PASSED'],
    ['inconclusive', 0, 'FAILED'],
  ])('of %s with exit code %d is %s', (outcome, exitCode, result) => {
    expect(resultOf({ outcome, judged: 'service', exitCode, profile: 'full', reasons: [] })).toBe(result);
  });
});
