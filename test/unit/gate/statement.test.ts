import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/gate/digest.ts';
import { readEnvelope, statementOf } from '../../../src/gate/dsse.ts';
import { resultOf, statementFor } from '../../../src/gate/statement.ts';
import { caseEnd, judged, reportOf } from '../../support/fake-records.ts';
import { keyPair } from '../../support/keys.ts';
import { sealedFiles, SUBJECT, wholeReport } from '../../support/sealed-run.ts';
import type { Verdict } from '../../../src/report/report.ts';

function verdict(outcome: Verdict['outcome'], exitCode: Verdict['exitCode']): Verdict {
  return { outcome, judged: 'service', exitCode, profile: 'full', reasons: [] };
}

/** Statement v1 and test result v0.1 as their specifications describe them; they allow further members. */
const SPECIFIED = {
  $defs: {
    descriptor: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        digest: { type: 'object', minProperties: 1, additionalProperties: { type: 'string', pattern: '^[0-9a-f]+$' } },
      },
      anyOf: [{ required: ['digest'] }, { required: ['uri'] }, { required: ['content'] }],
    },
    tests: { type: 'array', items: { type: 'string' } },
  },
  type: 'object',
  properties: {
    _type: { const: 'https://in-toto.io/Statement/v1' },
    subject: {
      type: 'array',
      minItems: 1,
      items: { allOf: [{ $ref: '#/$defs/descriptor' }, { type: 'object', required: ['digest'] }] },
    },
    predicateType: { const: 'https://in-toto.io/attestation/test-result/v0.1' },
    predicate: {
      type: 'object',
      properties: {
        result: { enum: ['PASSED', 'WARNED', 'FAILED'] },
        configuration: { type: 'array', items: { $ref: '#/$defs/descriptor' } },
        passedTests: { $ref: '#/$defs/tests' },
        warnedTests: { $ref: '#/$defs/tests' },
        failedTests: { $ref: '#/$defs/tests' },
      },
      required: ['result', 'configuration'],
    },
  },
  required: ['_type', 'subject', 'predicateType', 'predicate'],
} as const;

describe('a statement', () => {
  const validate = new Ajv2020({ strict: false }).compile(SPECIFIED);
  const known = [{ id: 'GET-OK', reason: 'A reason.', owner: 'An owner', expires: '2030-01-01' }];

  it.each([
    ['not conformant', wholeReport({ violated: true })],
    ['deviating', wholeReport({ violated: true, deviations: known })],
    ['without a build', wholeReport({ subject: false })],
  ])('follows the specifications of in-toto: %s', async (_, report) => {
    const files = await sealedFiles(report, keyPair('ed25519').privateKey, ['json', 'md']);
    const envelope = readEnvelope(files.get('attestation.dsse.json')?.toString() ?? '');
    const statement = JSON.parse(envelope === null ? '' : (statementOf(envelope) ?? '')) as Statement;
    expect([validate(statement), validate.errors]).toEqual([true, null]);
    const names = statement.subject.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, digest } of statement.subject) {
      const data = files.get(name);
      expect(digest.sha256).toBe(data === undefined ? SUBJECT.sha256 : sha256(data));
    }
    expect(validate({ ...statement, predicate: { ...statement.predicate, result: 'INCONCLUSIVE' } })).toBe(false);
    expect(validate({ ...statement, subject: [{ name: 'app' }] })).toBe(false);
    expect(validate({ ...statement, subject: [] })).toBe(false);
    expect(validate({ ...statement, _type: 'https://in-toto.io/Statement/v0.1' })).toBe(false);
    const { predicateType: _predicateType, ...untyped } = statement;
    expect(validate(untyped)).toBe(false);
  });
});

it('a statement tells of the build, the files and the tests', () => {
  const report = reportOf({ cases: [caseEnd(['GET-OK'])], records: [judged('GET-OK', 'satisfied')] });
  const file = { name: 'report.json', digest: { sha256: 'ab'.repeat(32) } };
  const build = { name: 'app', sha256: 'cd'.repeat(32) };
  const text = statementFor(report, [{ name: file.name, bytes: 3, sha256: file.digest.sha256 }], build);
  expect(JSON.parse(text)).toMatchObject({
    subject: [{ name: 'app', digest: { sha256: build.sha256 } }, file],
    predicate: {
      result: 'PASSED',
      configuration: [file],
      passedTests: ['GET-OK'],
      warnedTests: [],
      failedTests: [],
      conformance: { verdict: 'conformant', profile: 'full' },
    },
  });
});

interface Statement {
  readonly predicateType: string;
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicate: object;
}

describe('the result that is attested', () => {
  it.each([
    ['conformant', 0, 'PASSED'],
    ['conformant with known deviations', 0, 'WARNED'],
    ['not conformant', 1, 'FAILED'],
    ['inconclusive', 2, 'FAILED'],
    ['deviations out of date', 1, 'FAILED'],
    // As earlier versions wrote a list of deviations that was out of date.
    ['conformant', 1, 'FAILED'],
    ['conformant with known deviations', 1, 'FAILED'],
  ] as const)('of %s with exit code %d is %s', (outcome, exitCode, result) => {
    expect(resultOf(verdict(outcome, exitCode))).toBe(result);
  });

  it('passes for nothing that is inconclusive, whatever its exit code', () => {
    for (const exitCode of [0, 1, 2] as const) expect(resultOf(verdict('inconclusive', exitCode))).toBe('FAILED');
  });
});
