import { describe, expect, it } from 'vitest';
import type { CaseEnd } from '../../../../src/suite/execution/run-cases.ts';
import type { CheckOutcome, RunRecord } from '../../../../src/suite/records/records.ts';
import type { UndecidedCause } from '../../../../src/suite/reasons.ts';
import { foldChecks, ruleCases } from '../../../../src/report/verdict/fold-checks.ts';
import type { Check, ReportedOutcome } from '../../../../src/report/report.ts';
import type { BodyRecord } from '../../../../src/http/exchange.ts';
import type { RequestKind } from '../../../../src/contract/operations.ts';
import {
  broken,
  caseEnd,
  describedAs,
  exchange,
  judged,
  kept,
  stopped,
  stopWithoutResponse,
  undecided,
} from '../../../support/fake-records.ts';

const CITED = 'GET-OK';
const OTHER = 'GET-SAME';
const RULE = 'ANSWER-JSON';

/** How a case ended for the executor, or why it stopped, which is a record. */
type Ending = CaseEnd['state'] | 'not-verified' | 'not-applicable';

/** The check of GET-OK, which its case cites and judged so. */
function folded(judgements: readonly CheckOutcome[], ending: Ending = 'passed'): Check | undefined {
  const records = judgements.map((outcome) => judged(CITED, outcome));
  return ending === 'not-verified' || ending === 'not-applicable'
    ? foldChecks([...records, stopped(ending)], [caseEnd([CITED], 'skipped')])[0]
    : foldChecks(records, [caseEnd([CITED], ending, ['one', 'two'])])[0];
}

describe('a check', () => {
  it.each<[readonly CheckOutcome[], Ending, ReportedOutcome]>([
    [['satisfied'], 'passed', 'satisfied'],
    [['violated'], 'passed', 'violated'],
    [['observed'], 'passed', 'observed'],
    [['not-verified'], 'passed', 'not-verified'],
    [['not-applicable'], 'passed', 'not-applicable'],
    [['satisfied', 'violated'], 'passed', 'violated'],
    [['violated', 'satisfied'], 'passed', 'violated'],
    [['satisfied', 'not-verified'], 'passed', 'not-verified'],
    [['not-applicable', 'satisfied'], 'passed', 'satisfied'],
    [['not-applicable', 'not-verified'], 'passed', 'not-verified'],
    [[], 'not-verified', 'not-verified'],
    [[], 'not-applicable', 'not-applicable'],
    [['satisfied'], 'not-verified', 'not-verified'],
    [['satisfied'], 'not-applicable', 'satisfied'],
    [['violated'], 'not-verified', 'violated'],
    [['not-applicable'], 'not-verified', 'not-applicable'],
    [[], 'failed', 'harness-error'],
    [['satisfied'], 'failed', 'harness-error'],
    [['violated'], 'failed', 'violated'],
    [[], 'passed', 'harness-error'],
    [[], 'skipped', 'harness-error'],
    [[], 'pending', 'not-verified'],
  ])('judged %j in a case that ended %s is %s', (judgements, ending, outcome) => {
    expect(folded(judgements, ending)?.outcome).toBe(outcome);
  });

  it.each<[string, Check | undefined, Partial<Check>]>([
    [
      'left unsettled',
      folded([], 'not-verified'),
      { reason: 'A reason.', howToResolve: 'A resolution.', exchanges: ['x9'] },
    ],
    ['open after it held', folded(['satisfied'], 'not-verified'), { outcome: 'not-verified', exchanges: ['x1', 'x9'] }],
    ['of a failed case after it held', folded(['satisfied'], 'failed'), { reason: 'one; two' }],
    ['never started', folded([], 'pending'), { howToResolve: 'Run again.' }],
  ])('that was %s says why', (_, check, told) => {
    expect(check).toMatchObject(told);
  });

  it.each<[string, readonly RunRecord[], Readonly<Record<string, ReportedOutcome>>]>([
    ['not cited', [judged(CITED, 'satisfied'), judged(RULE, 'violated')], { [CITED]: 'satisfied', [RULE]: 'violated' }],
    ['not judged', [judged(CITED, 'satisfied')], { [CITED]: 'satisfied', [OTHER]: 'harness-error' }],
    ['not judged after a violation', [judged(CITED, 'violated')], { [OTHER]: 'not-verified' }],
    ['not judged after a response broke a rule', [broken(RULE)], { [CITED]: 'not-verified', [OTHER]: 'not-verified' }],
    ['not judged by a rule that was kept', [kept({ [CITED]: ['x1'] })], { [OTHER]: 'harness-error' }],
    [
      'of a case that gave its reason twice',
      [stopped('not-applicable'), stopped('not-verified')],
      { [CITED]: 'not-verified' },
    ],
    ['not declared by a stopped case', [judged(RULE, 'satisfied'), stopped('not-verified')], { [RULE]: 'satisfied' }],
    [
      'beside another case',
      [judged(CITED, 'satisfied'), stopped('not-verified', 'other/case')],
      { [CITED]: 'satisfied' },
    ],
  ])('%s', (_, records, outcomes) => {
    const checks = foldChecks(records, [caseEnd([CITED, OTHER])]);
    expect(Object.fromEntries(checks.map(({ requirement, outcome }) => [requirement, outcome]))).toMatchObject(
      outcomes,
    );
  });

  it.each<[string, readonly RunRecord[], Partial<Check>]>([
    [
      'rests on the exchanges of its first violation',
      [
        judged(CITED, 'satisfied', { exchanges: ['x1'] }),
        judged(CITED, 'violated', { exchanges: ['x2'], actual: 'the first' }),
        judged(CITED, 'violated', { exchanges: ['x4', 'x3'], actual: 'the second' }),
      ],
      { judgements: 3, violations: 2, exchanges: ['x2'], furtherViolations: ['x3'], actual: 'the first' },
    ],
    [
      'has the exchanges of all that held, each once',
      [
        judged(CITED, 'satisfied', { exchanges: ['x1', 'x2'] }),
        judged(CITED, 'satisfied', { exchanges: ['x2', 'x3'] }),
      ],
      { judgements: 2, violations: 0, exchanges: ['x1', 'x2', 'x3'] },
    ],
    [
      'says all that was observed',
      [judged(CITED, 'observed', { actual: 'one' }), judged(CITED, 'observed', { actual: 'two' })],
      { actual: 'one; two' },
    ],
  ])('%s', (_, records, check) => {
    expect(foldChecks(records, [caseEnd([CITED])])).toMatchObject([check]);
  });
});

it('a rule shows its violation with the plainest request', () => {
  const unusual = exchange('x1');
  const headers = [...unusual.request.headers, ['X-Forwarded-For', '127.0.0.1'] as const];
  const records: readonly RunRecord[] = [
    { type: 'exchange', exchange: { ...unusual, request: { ...unusual.request, headers } } },
    { type: 'exchange', exchange: exchange('x2') },
    broken(RULE, { exchanges: ['x1'] }),
    broken(RULE, { exchanges: ['x2'] }),
  ];
  expect(foldChecks(records, [])).toMatchObject([{ exchanges: ['x2'], furtherViolations: ['x1'] }]);
});

it.each<[what: string, body: Partial<BodyRecord>, response: number]>([
  ['bytes', { text: '/w==', encoding: 'base64', length: 1 }, 400],
  ['a long body', { length: 700 }, 201],
])('a rule shows its violation with a plainer request than one with %s', (_, body, status) => {
  const record = { text: '{"name":"Rex"}', encoding: 'utf8', length: 8, sha256: '', capped: false } as const;
  const response = { status, headers: [], body: record, complete: true };
  const requests = [
    ['x1', { ...record, ...body }],
    ['x2', record],
  ] as const;
  const records = requests.flatMap(([id, each]): readonly RunRecord[] => {
    const plain = exchange(id);
    const request = { ...plain.request, body: each };
    return [
      { type: 'exchange', exchange: { ...plain, operation: 'createPet', request, response } },
      broken(RULE, { exchanges: [id] }),
    ];
  });
  expect(foldChecks(records, [])).toMatchObject([{ exchanges: ['x2'] }]);
});

it('a rule shows a success rather than a failure, and the first success however long it is', () => {
  const told = [
    ['x2', 404, ''],
    ['x3', 201, 'a long body'],
    ['x12', 201, ''],
  ] as const;
  const records = told.flatMap(([id, status, text]): readonly RunRecord[] => {
    const body = { text, encoding: 'utf8', length: text.length, sha256: '', capped: false } as const;
    const response = { status, headers: [], body, complete: true };
    return [{ type: 'exchange', exchange: { ...exchange(id), response } }, broken(RULE, { exchanges: [id] })];
  });
  expect(foldChecks(records, [])).toMatchObject([{ exchanges: ['x3'] }]);
});

it.each([
  [201, '{"name":"cfk3x-0f Rex"}', 'x3'],
  [201, '{"name":"NaN"}', 'x1'],
  [400, '{"name":"cfk3x-0f Rex"}', 'x1'],
])('a rule shows successes about a pet of an ordinary name first: %i, %s', (status, text, shown) => {
  const records = ['{"name":"1.10"}', '{"name":""}', text].flatMap((json, index): readonly RunRecord[] => {
    const base = exchange(`x${index + 1}`);
    const body = { text: json, encoding: 'utf8', length: json.length, sha256: '', capped: false } as const;
    const response = { status, headers: [], body, complete: true };
    const created = { ...base, operation: 'createPet', request: { ...base.request, body }, response } as const;
    return [{ type: 'exchange', exchange: created }, broken(RULE, { exchanges: [base.id] })];
  });
  expect(foldChecks(records, [])).toMatchObject([{ exchanges: [shown] }]);
});

/** The end of a case that feeds the rule of GET-OK. */
function feeder(caseId = 'some/case', state: CaseEnd['state'] = 'passed'): CaseEnd {
  return describedAs(caseEnd([], state, ['one', 'two'], caseId), { feeds: [CITED] });
}

/** The end of a feeding case in a group of repeats. */
function inGroup(repeatGroup: string, state: CaseEnd['state'] = 'passed', caseId = 'other/case'): CaseEnd {
  return describedAs(feeder(caseId, state), { repeatGroup });
}

function judging(repeatGroup: string): CaseEnd {
  return describedAs(caseEnd([CITED], 'passed', [], 'other/case'), { repeatGroup });
}

describe('what a case feeds', () => {
  const REPEAT: RunRecord = { type: 'repeat', caseId: 'some/case' };

  it.each<[string, readonly RunRecord[], CaseEnd['state'], readonly Partial<Check>[]]>([
    ['has no check of a case that ran to its end', [], 'passed', []],
    [
      'has no check of a case that judged something else',
      [judged(OTHER, 'satisfied')],
      'passed',
      [{ requirement: OTHER }],
    ],
    [
      'is not verified by a case that stopped',
      [stopped('not-verified')],
      'skipped',
      [
        {
          outcome: 'not-verified',
          reason: 'A reason.',
          howToResolve: 'A resolution.',
          exchanges: ['x9'],
          judgements: 0,
        },
      ],
    ],
    ['does not apply if the case says so', [stopped('not-applicable')], 'skipped', [{ outcome: 'not-applicable' }]],
    [
      'is not verified by a stopped case, beside what its responses show',
      [kept({ [CITED]: ['x1'] }), stopped('not-verified')],
      'skipped',
      [
        { case: 'some/case', outcome: 'not-verified' },
        { case: 'rules/getPet', outcome: 'satisfied' },
      ],
    ],
    [
      'is not verified by a stopped case whose response broke another rule',
      [broken(RULE, { exchanges: [] }), stopped('not-verified')],
      'skipped',
      [
        { case: 'some/case', outcome: 'not-verified' },
        { case: 'rules/other', outcome: 'violated' },
      ],
    ],
    [
      'is what the case said of it, not why it stopped later',
      [judged(CITED, 'not-applicable'), stopped('not-verified')],
      'skipped',
      [{ outcome: 'not-applicable', reason: 'A reason.', judgements: 1 }],
    ],
    [
      'is what the case said of it, though it ran to its end',
      [judged(CITED, 'not-verified')],
      'passed',
      [{ outcome: 'not-verified', judgements: 1 }],
    ],
    ['is a harness error of a failed case', [], 'failed', [{ outcome: 'harness-error', reason: 'one; two' }]],
    [
      'is not verified by a case that never started',
      [],
      'pending',
      [{ outcome: 'not-verified', howToResolve: 'Run again.' }],
    ],
    ['has no check if the repeat of the case ran to its end', [stopWithoutResponse(), REPEAT], 'skipped', []],
    [
      'is not verified if the repeat of the case stopped too',
      [stopWithoutResponse(), REPEAT, stopWithoutResponse()],
      'skipped',
      [{ outcome: 'not-verified', unanswered: 'kind' }],
    ],
  ])('%s', (_, records, state, expected) => {
    const checks = foldChecks(records, [feeder('some/case', state)]);
    expect(checks).toMatchObject(expected);
    expect(checks).toHaveLength(expected.length);
  });

  it('cites the exchange of the reason last if its case stopped', () => {
    const records = [judged(CITED, 'satisfied', { exchanges: ['x9', 'x1'] }), stopped('not-verified')];
    expect(foldChecks(records, [caseEnd([CITED], 'skipped')])[0]?.exchanges).toEqual(['x1', 'x9']);
  });

  it('has a check for each requirement', () => {
    const end = describedAs(feeder(), { judges: ['LIST-OK'], feeds: [CITED, OTHER] });
    const checks = foldChecks([stopped('not-verified')], [end]);
    expect(checks.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['some/case#LIST-OK', 'not-verified'],
      ['some/case#GET-OK', 'not-verified'],
      ['some/case#GET-SAME', 'not-verified'],
    ]);
  });

  it.each<[string, CaseEnd, readonly RunRecord[], Check['unanswered']]>([
    ['another case of its kind ran to its end', inGroup('a-kind'), [], 'instance'],
    [
      'another case of its kind judged it',
      judging('a-kind'),
      [judged(CITED, 'satisfied', {}, 'other/case')],
      'instance',
    ],
    ['only a case of another kind ran to its end', inGroup('another-kind'), [], 'kind'],
    ['another case of its kind stopped too', inGroup('a-kind'), [stopWithoutResponse('other/case')], 'kind'],
    ['another case of its kind did not apply', inGroup('a-kind'), [stopped('not-applicable', 'other/case')], 'kind'],
    ['another case of its kind failed', inGroup('a-kind', 'failed'), [], 'kind'],
    ['another case of its kind never started', inGroup('a-kind', 'pending'), [], 'kind'],
    ['another case of its kind feeds something else', describedAs(inGroup('a-kind'), { feeds: [OTHER] }), [], 'kind'],
  ])('is unanswered so if %s', (_, other, records, expected) => {
    const checks = foldChecks([stopWithoutResponse(), ...records], [inGroup('a-kind', 'skipped', 'some/case'), other]);
    expect(checks[0]).toMatchObject({ case: 'some/case', requirement: CITED });
    expect(checks[0]?.unanswered).toBe(expected);
  });

  it('by a generated case is an instance if any case ran to its end', () => {
    const generated = describedAs(feeder('some/case', 'skipped'), { stage: 'generated' });
    const other = inGroup('another-kind');
    expect(foldChecks([stopWithoutResponse()], [generated, other])).toMatchObject([{ unanswered: 'instance' }]);
    expect(foldChecks([stopWithoutResponse()], [generated])).toMatchObject([{ unanswered: 'kind' }]);
  });
});

describe('what a rule could not decide', () => {
  it('is a check of its own', () => {
    const fields = { cause: 'catalogue', howToResolve: 'Add a pet.', exchanges: ['x1'] } as const;
    const checks = foldChecks([undecided('LIST-COMPLETE', 'not-verified', fields)], [caseEnd([])]);
    expect(checks).toMatchObject([
      { id: 'rules/undecided#LIST-COMPLETE', outcome: 'not-verified', reason: 'A reason.', judgements: 1, ...fields },
    ]);
    expect(checks[0]?.unanswered).toBeUndefined();
    expect(ruleCases(checks).map(({ id }) => id)).toEqual(['rules/undecided']);
  });

  it('stays beside what the rule decided', () => {
    const records = [undecided('LIST-SAME', 'not-applicable'), broken('LIST-SAME'), kept({ 'LIST-SAME': ['x1'] })];
    const checks = foldChecks(records, []);
    expect(checks.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['rules/listPets#LIST-SAME', 'violated'],
      ['rules/undecided#LIST-SAME', 'not-applicable'],
    ]);
    expect(ruleCases(checks).map(({ id }) => id)).toEqual(['rules/listPets', 'rules/undecided']);
  });
});

function sent(id: string, operation: RequestKind): RunRecord {
  return { type: 'exchange', exchange: { ...exchange(id), operation } };
}

describe('a response rule', () => {
  const responses = [sent('x1', 'listPets'), sent('x2', 'listPets'), sent('x3', 'getPet')];

  it('has one check for each operation, whichever case sent the request', () => {
    const checks = foldChecks(
      [...responses, kept({ [RULE]: ['x1', 'x3'], 'PETS-ARRAY': ['x1'] }), kept({ [RULE]: ['x2'] }, 'other/case')],
      [],
    );
    expect(checks.map(({ id, outcome, exchanges, judgements }) => [id, outcome, exchanges, judgements])).toEqual([
      ['rules/listPets#ANSWER-JSON', 'satisfied', ['x1', 'x2'], 2],
      ['rules/getPet#ANSWER-JSON', 'satisfied', ['x3'], 1],
      ['rules/listPets#PETS-ARRAY', 'satisfied', ['x1'], 1],
    ]);
    expect(ruleCases(checks).map(({ id }) => id)).toEqual(['rules/listPets', 'rules/getPet']);
    expect(ruleCases([])).toEqual([]);
  });

  it.each<[string, readonly RunRecord[], readonly CaseEnd[], readonly Partial<Check>[]]>([
    [
      'is violated by one response, and names the others',
      [
        kept({ [RULE]: ['x1'] }),
        broken(RULE, { exchanges: ['x2'], actual: 'the second' }),
        broken(RULE, { exchanges: ['x1'], actual: 'the first' }, 'other/case'),
      ],
      [],
      [
        {
          id: 'rules/listPets#ANSWER-JSON',
          outcome: 'violated',
          actual: 'the first',
          exchanges: ['x1'],
          furtherViolations: ['x2'],
          judgements: 3,
          violations: 2,
        },
      ],
    ],
    [
      'belongs to the operation of the last exchange that violates it',
      [kept({ [RULE]: ['x3'] }), broken(RULE, { exchanges: ['x1', 'x3'] })],
      [],
      [{ id: 'rules/getPet#ANSWER-JSON', outcome: 'violated', exchanges: ['x1', 'x3'], judgements: 2, violations: 1 }],
    ],
    [
      'belongs to the operation of its requirement, whichever request shows it',
      [kept({ [OTHER]: ['x1'] }), broken('LIST-SAME', { exchanges: ['x1', 'x3'] })],
      [],
      [
        { id: 'rules/getPet#GET-SAME', outcome: 'satisfied', exchanges: ['x1'] },
        { id: 'rules/listPets#LIST-SAME', outcome: 'violated', exchanges: ['x1', 'x3'] },
      ],
    ],
    [
      'counts a response that the report leaves out, and does not name it',
      [{ type: 'omitted', exchange: 'x4', operation: 'createPet' }, kept({ [RULE]: ['x4', 'x4'] })],
      [],
      [{ id: 'rules/createPet#ANSWER-JSON', outcome: 'satisfied', exchanges: [], judgements: 2 }],
    ],
    [
      'belongs to the case that declares it, beside what the responses of others show',
      [judged(RULE, 'violated', { exchanges: ['x2'] }), kept({ [RULE]: ['x1'] }, 'other/case')],
      [caseEnd([RULE])],
      [
        { id: 'some/case#ANSWER-JSON', outcome: 'violated' },
        { id: 'rules/listPets#ANSWER-JSON', outcome: 'satisfied' },
      ],
    ],
    [
      'stays with fixtures that left it unsettled',
      [judged(RULE, 'not-verified', {}, 'fixtures')],
      [caseEnd([], 'passed', [], 'fixtures')],
      [{ id: 'fixtures#ANSWER-JSON', outcome: 'not-verified' }],
    ],
    [
      'is of no operation where the exchange is not known',
      [kept({ [RULE]: ['x9'] })],
      [],
      [{ id: 'rules/other#ANSWER-JSON', outcome: 'satisfied' }],
    ],
  ])('%s', (_, records, ends, checks) => {
    expect(foldChecks([...responses, ...records], ends)).toMatchObject(checks);
  });
});

it('a check names an exchange with several violations once', () => {
  const violations = [['x1', 'x2'], ['x2'], ['x3']].map((exchanges) => judged(CITED, 'violated', { exchanges }));
  expect(foldChecks(violations, [caseEnd([CITED])])).toMatchObject([
    { exchanges: ['x1', 'x2'], furtherViolations: ['x3'], violations: 3 },
  ]);
});

describe('a case in which a request had no response', () => {
  const REPEAT: RunRecord = { type: 'repeat', caseId: 'some/case' };
  const satisfied = judged(CITED, 'satisfied', { exchanges: ['x20'] });

  it.each<[string, readonly RunRecord[], Partial<Check>]>([
    ['is a kind without a response', [stopWithoutResponse()], { outcome: 'not-verified', unanswered: 'kind' }],
    [
      'settles nothing that it judged before',
      [judged(CITED, 'satisfied'), stopWithoutResponse()],
      { outcome: 'not-verified', unanswered: 'kind' },
    ],
    [
      'is judged by its repeat, with the evidence of both',
      [judged(CITED, 'not-verified'), stopWithoutResponse(), REPEAT, satisfied],
      { outcome: 'satisfied', exchanges: ['x9', 'x20'] },
    ],
    [
      'stays so if its repeat has no response either',
      [stopWithoutResponse(), REPEAT, satisfied, stopWithoutResponse()],
      { outcome: 'not-verified', unanswered: 'kind' },
    ],
    [
      'stays so if its repeat ends for another reason',
      [stopWithoutResponse(), REPEAT, stopped('not-verified')],
      { outcome: 'not-verified', unanswered: 'kind' },
    ],
    [
      'keeps a violation of its first run',
      [judged(CITED, 'violated'), stopWithoutResponse(), REPEAT, satisfied],
      { outcome: 'violated' },
    ],
  ])('%s', (_, records, expected) => {
    const [check] = foldChecks(records, [caseEnd([CITED], 'skipped')]);
    expect(check).toMatchObject(expected);
    expect(check?.unanswered).toBe(expected.unanswered);
  });

  it.each<[UndecidedCause | undefined, Check['unanswered']]>([
    ['max-creates', 'kind'],
    ['max-requests', 'kind'],
    ['max-wrong-keys', 'kind'],
    ['lockout', 'kind'],
    ['wrong-response', 'kind'],
    ['catalogue', undefined],
    [undefined, undefined],
  ])('a stop with the cause %s leaves a check unanswered: %s', (cause, expected) => {
    const stop = { ...stopped('not-verified'), ...(cause === undefined ? {} : { cause }) };
    const [check] = foldChecks([stop], [caseEnd([CITED], 'skipped')]);
    expect([check?.cause, check?.unanswered]).toEqual([cause, expected]);
  });

  it('that was stopped twice is not verified if one of the stops says so', () => {
    const stops = [stopped('not-applicable'), { ...stopped('not-verified'), reason: 'It was late.' }];
    expect(foldChecks(stops, [caseEnd([CITED], 'skipped')])).toMatchObject([
      { outcome: 'not-verified', reason: 'It was late.' },
    ]);
  });

  it('leaves open what it did not judge, although it found a violation', () => {
    const checks = foldChecks([judged(CITED, 'violated'), stopWithoutResponse()], [caseEnd([CITED, OTHER], 'skipped')]);
    expect(checks.map(({ unanswered }) => unanswered)).toEqual([undefined, 'kind']);
  });

  it.each<[string, readonly RunRecord[], Check['unanswered']]>([
    [
      'read makeshift',
      [judged(CITED, 'satisfied'), judged(CITED, 'not-verified', { cause: 'wrong-response' })],
      'kind',
    ],
    ['not reached after a violation', [judged(OTHER, 'violated')], 'kind'],
    ['left open by the case for another reason', [judged(CITED, 'not-verified')], undefined],
    ['stopped for another reason', [stopped('not-verified')], undefined],
  ])('that is %s is a kind that nothing judged, or not', (_, records, expected) => {
    const checks = foldChecks(records, [caseEnd([CITED, OTHER], 'passed')]);
    const own = checks.find(({ requirement }) => requirement === CITED);
    expect([own?.outcome, own?.unanswered]).toEqual(['not-verified', expected]);
  });

  it.each([
    ['a-kind', 'main', 'instance'],
    ['another-kind', 'main', 'kind'],
    ['another-kind', 'generated', 'instance'],
  ] as const)(
    'is an instance beside a judged case of the same kind, or if generated: %s, %s',
    (kind, stage, expected) => {
      const ends = ['some/case', 'other/case'].map((caseId): CaseEnd => {
        const fields = caseId === 'some/case' ? { repeatGroup: 'a-kind', stage } : { repeatGroup: kind };
        return describedAs(caseEnd([CITED], 'passed', [], caseId), fields);
      });
      const checks = foldChecks([stopWithoutResponse(), judged(CITED, 'satisfied', {}, 'other/case')], ends);
      expect(checks.map(({ unanswered }) => unanswered)).toEqual([expected, undefined]);
    },
  );
});
