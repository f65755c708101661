import { describe, expect, it } from 'vitest';
import { diagnose, type FaultSignatures, symptomsOf } from '../../../src/report/diagnosis.ts';
import type { Check } from '../../../src/report/report.ts';
import { check } from '../../support/fake-records.ts';

function violated(requirement: string, caseId: string, expected: string, actual: string): Check {
  return check(requirement, 'violated', { id: `${caseId}#${requirement}`, case: caseId, expected, actual });
}

const ANY_KEY = [
  violated('AUTH-INVALID-LIST', 'auth/list/random-key', 'status 401 with an Error', 'status 200'),
  violated('AUTH-INVALID-LIST', 'auth/list/key-cut-short', 'status 401 with an Error', 'status 200'),
  violated('AUTH-INVALID-GET', 'auth/get/random-key', 'status 401 with an Error', 'status 200'),
  violated('AUTH-INVALID-CREATE', 'auth/create/random-key', 'status 401 with an Error', 'status 201'),
];
const LONG_PAGES = [
  violated('LIST-LIMIT-MAX', 'list/limit/1', 'at most 1 pet', '2 pets'),
  violated('LIST-LIMIT-MAX', 'list/limit/7', 'at most 7 pets', '8 pets'),
];
const UNKNOWN = violated('LIST-FLAVOUR', 'list/flavour', 'something sweet', 'something sour');

const known: FaultSignatures = signaturesFile({
  'any-key': ANY_KEY,
  'other-status': [violated('GET-OK', 'get/seeds', 'status 200', 'status 500')],
  limit: LONG_PAGES,
});

/** A file with one fault for each family. */
function signaturesFile(families: Readonly<Record<string, readonly Check[]>>): FaultSignatures {
  const symptoms = [...new Set(Object.values(families).flatMap((checks) => [...symptomsOf(checks)]))];
  const rows = Object.entries(families).map(([family, checks]) => [
    `fault-${family}`,
    [family, ...[...symptomsOf(checks)].map((symptom) => symptoms.indexOf(symptom))] as const,
  ]);
  const mechanisms = { 'any-key': 'accepts any key', 'other-status': 'fails', limit: 'ignores the limit' };
  return { version: 7, threshold: 0.2, mechanisms, symptoms, faults: Object.fromEntries(rows) };
}

describe('the diagnosis', () => {
  it('names the family that shows like the violated checks, and what it explains', () => {
    expect(diagnose(ANY_KEY.slice(1), known)).toEqual({
      signatures: 7,
      violated: 3,
      causes: [
        {
          mechanism: 'any-key',
          text: 'The service accepts any key.',
          checks: 3,
          requirements: ['AUTH-INVALID-LIST', 'AUTH-INVALID-GET', 'AUTH-INVALID-CREATE'],
        },
      ],
    });
  });

  it('tells two mistakes apart by what each explains', () => {
    const causes = diagnose([...LONG_PAGES, ...ANY_KEY], known)?.causes;
    expect(causes?.map(({ mechanism, checks }) => [mechanism, checks])).toEqual([
      ['any-key', 4],
      ['limit', 2],
    ]);
  });

  it('counts what no cause explains among the violated checks', () => {
    const diagnosis = diagnose([...ANY_KEY, UNKNOWN], known);
    expect(diagnosis).toMatchObject({ violated: 5, causes: [{ mechanism: 'any-key', checks: 4 }] });
  });

  it.each<[what: string, checks: readonly Check[]]>([
    ['nothing is violated', ANY_KEY.map((each): Check => ({ ...each, outcome: 'satisfied' }))],
    ['violations are known deviations', ANY_KEY.map((each): Check => ({ ...each, outcome: 'deviating' }))],
    ['the pattern is unknown', [UNKNOWN]],
  ])('is silent if %s', (_, checks) => {
    expect(diagnose(checks, known)).toBeUndefined();
    expect(diagnose(checks)).toBeUndefined();
  });

  it('is silent if two families are equally near', () => {
    const twins = signaturesFile({ 'any-key': LONG_PAGES, limit: LONG_PAGES });
    expect(diagnose(LONG_PAGES, twins)).toBeUndefined();
  });

  it.each(['get/seeds', 'list/limit/#'])('is silent by the record if all that is known is the case %s', (caseId) => {
    expect(diagnose([violated('LIST-OK', caseId, 'something sweet', 'something sour')])).toBeUndefined();
  });
});

describe('the symptoms of violated checks', () => {
  it('are the same whatever the numbers and texts are', () => {
    const [one, other] = LONG_PAGES.map((each) => symptomsOf([each]));
    expect(one).toEqual(other);
  });

  it('differ by requirement, case, difference, place and class of status', () => {
    const base = violated('GET-OK', 'get/seeds', 'status 200', 'status 404');
    const changes: readonly Partial<Check>[] = [
      { requirement: 'GET-SAME' },
      { case: 'get/new' },
      { expected: 'status 404' },
      { pointer: '/0/id' },
      { actual: 'status 500' },
    ];
    for (const change of changes) expect(symptomsOf([{ ...base, ...change }])).not.toEqual(symptomsOf([base]));
  });
});
