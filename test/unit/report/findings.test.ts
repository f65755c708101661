import { describe, expect, it } from 'vitest';
import { findRequirement } from '../../../src/contract/requirements.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { Check, Report, RequirementResult } from '../../../src/report/report.ts';
import { itemOfFinding, type Finding } from '../../../src/report/findings.ts';
import { remediesFor } from '../../../src/report/remedies.ts';
import type { Fact } from '../../../src/report/section.ts';
import { viewOf } from '../../../src/report/view.ts';
import { check } from '../../support/fake-records.ts';
import { exchangeOf, requirement, SOME_CASE, violatedReport, violation } from '../../support/terminal-reports.ts';

/** A violation that shows this difference, in a case and on exchanges of its own. */
function differing(id: string, expected: string, actual: string, ...exchanges: readonly string[]): Check {
  const fields = { expected, actual, ...differenceOf(expected, actual), exchanges };
  return violation(id, { id: `${id}-${exchanges.join()}#${id}`, ...fields });
}

/** What the suite records with these sentences. */
function differenceOf(expected: string, actual: string): Pick<Check, 'difference'> {
  const [wanted, found] = [expected, actual].map((text) => Number(/\d+/.exec(text)?.[0]));
  if (wanted === undefined || found === undefined) return {};
  if (/^status \d/.test(expected)) return { difference: { kind: 'status', expected: wanted, actual: found } };
  return / pets?$/.test(expected) ? { difference: { kind: 'count', expected: wanted, actual: found } } : {};
}

/** A report in which the requirements of the checks are violated, and these others not verified. */
function reportOf(checks: readonly Check[], open: readonly RequirementResult[] = []): Report {
  const ids = new Set(checks.flatMap(({ requirement: id, outcome }) => (outcome === 'violated' ? [id] : [])));
  const exchanges = [...new Set(checks.flatMap((each) => each.exchanges))].map((id) => exchangeOf(id));
  return violatedReport({
    requirements: [...[...ids].map((id) => requirement(id, 'violated')), ...open],
    checks,
    exchanges: exchanges.map((each) => ({ ...each, caseId: `case/${each.id}` })),
  });
}

function findings(checks: readonly Check[], open: readonly RequirementResult[] = []): readonly Finding[] {
  return viewOf(reportOf(checks, open)).violated;
}

/** The facts with this label that a finding shows. */
function factsOf(finding: Finding | undefined, label: string): readonly Fact[] {
  return finding === undefined ? [] : itemOfFinding(finding).facts.filter((fact) => fact.label === label);
}

/** The ids of each finding, the one with the plainest exchange first. */
function groups(...checks: readonly Check[]): readonly string[] {
  return findings(checks).map((finding) => [finding, ...finding.also].map((each) => each.requirement.id).join(' '));
}

describe('one difference is one finding', () => {
  const any = 'status 401 with an Error';

  it.each<[why: string, checks: readonly Check[], expected: readonly string[]]>([
    [
      'statuses of one class instead of the same status',
      [differing('A', any, 'status 200', 'x1'), differing('B', any, 'status 201', 'x2')],
      ['A B'],
    ],
    [
      'the same difference but for numbers',
      [differing('A', 'at most 1 pet', '2 pets', 'x1'), differing('B', 'at most 20 pets', '21 pets', 'x2')],
      ['A B'],
    ],
  ])('for %s', (_, checks, expected) => {
    expect(groups(...checks)).toEqual(expected);
  });

  it.each<[why: string, checks: readonly Check[]]>([
    [
      'bodies that are accepted',
      ['A', 'B'].map((id) => differing(id, 'status 400 with an Error', 'status 201', `x${id}`)),
    ],
    [
      'a second difference',
      [
        differing('A', any, 'status 403', 'x1'),
        differing('B', any, 'status 404', 'x2'),
        differing('B', any, 'status 403', 'x3'),
      ],
    ],
    ['statuses of other classes', [differing('A', any, 'status 200', 'x1'), differing('B', any, 'status 500', 'x2')]],
    [
      'another member',
      [
        { ...differing('A', 'a string', 'absent', 'x1'), pointer: '/code' },
        { ...differing('B', 'a string', 'absent', 'x2'), pointer: '/message' },
      ],
    ],
    [
      'another difference in the same response',
      [differing('A', 'at most 1 pet', '2 pets', 'x1'), differing('B', 'status "sold"', 'status "pending"', 'x1')],
    ],
    [
      'counts that are wrong by more than one',
      [differing('A', 'at most 1 pet', '4 pets', 'x1'), differing('B', 'at most 20 pets', '23 pets', 'x2')],
    ],
    [
      'bodies that may be accepted, and bodies that must be rejected',
      ['CREATE-ID-ASSIGNED', 'CREATE-REFUSES-EMPTY'].map((id) =>
        differing(id, 'status 400 with an Error', 'status 500', `x${id}`),
      ),
    ],
    [
      'another status of the same class',
      [differing('A', any, 'status 403', 'x1'), differing('B', any, 'status 404', 'x2')],
    ],
    [
      'a check that rests on an exchange that violates the other',
      [differing('A', any, 'status 201', 'x1'), differing('B', 'no pet stored', 'pet 7 stored', 'x1', 'x2')],
    ],
  ])('but two for %s', (_, checks) => {
    expect(groups(...checks)).toEqual(checks.slice(0, 2).map(({ requirement: id }) => id));
  });

  it('starts with the requirement that the plainest request shows', () => {
    const checks = ['A', 'B'].map((id) => differing(id, any, 'status 403', `x-${id}`));
    const report = reportOf(checks);
    const headers = [['X-Forwarded-For', '127.0.0.1']] as const;
    const exchanges = report.exchanges.map((each) =>
      each.id === 'x-A' ? { ...each, request: { ...each.request, headers } } : each,
    );
    expect(viewOf({ ...report, exchanges }).violated.map((each) => each.requirement.id)).toEqual(['B']);
  });

  it.each([
    [1, 'LIST-LIMIT-MAX'],
    [2, 'LIST-LIMIT-DEFAULT'],
  ])('of pages with %i pets too many starts with %s: a default follows from the maximum', (excess, lead) => {
    const checks = [
      differing('LIST-LIMIT-MAX', 'at most 7 pets', `${7 + excess} pets`, 'x1'),
      differing('LIST-LIMIT-DEFAULT', 'at most 20 pets', `${20 + excess} pets`, 'x2'),
    ];
    const report = reportOf(checks);
    const exchanges = report.exchanges.map((each) => (each.id === 'x2' ? placedAt(each, 'http://h/v1/pets') : each));
    const leads = viewOf({ ...report, exchanges }).violated.map((each) => each.requirement.id);
    expect(leads.includes(lead) && leads.length === excess).toBe(true);
  });

  it.each([
    ['an ordinary id', ['-7', '4294967303', '9007199254740993'], '4294967303'],
    ['the first of alike ones', ['12', '7'], '12'],
  ])('starts with the read of %s', (_, ids, lead) => {
    const report = reportOf(ids.map((id) => differing('GET-UNKNOWN', 'status 404', 'status 200', id)));
    const exchanges = report.exchanges.map((each) => ({
      ...placedAt(each, `http://h/v1/pets/${each.id}`),
      operation: 'getPet' as const,
    }));
    expect(viewOf({ ...report, exchanges }).violated[0]?.violation?.exchange?.id).toBe(lead);
  });

  it('is shown by a success rather than by a rejection', () => {
    const checks = [
      differing('A', 'one JSON text', 'empty', 'x1'),
      { ...differing('A', 'one JSON text', 'empty', 'x2'), case: 'rules/createPet', furtherViolations: ['x3'] },
    ];
    const report = reportOf(checks);
    const exchanges = [...report.exchanges, exchangeOf('x3')].map((each) =>
      answered(each, each.id === 'x2' ? 201 : 404),
    );
    const [finding] = viewOf({ ...report, exchanges }).violated;
    expect(finding?.violation?.exchange?.id).toBe('x2');
    expect(factsOf(finding, 'Statuses')[0]?.text).toBe('GET /pets: 201 (1), 404 (1)');
  });

  it.each<readonly [why: string, queries: readonly string[], limits: string | null]>([
    ['several limits', ['limit=3', 'limit=1', 'limit=2', 'limit=7', 'limit=2'], '1 to 3 and 7'],
    ['limits with a filter', ['limit=1', 'limit=1&status=sold'], '1; 1 with status=sold'],
    ['one limit', ['limit=1', 'limit=1'], null],
    ['no limit', ['', 'status=sold'], null],
  ])('says which limits fail: %s', (_, queries, limits) => {
    const ids = queries.map((_query, at) => `x${at}`);
    const rule = { case: 'rules/listPets', furtherViolations: ids.slice(1) };
    const report = reportOf([{ ...differing('A', 'at most 1 pet', '4 pets', 'x0'), ...rule }]);
    const exchanges = queries.map((query, at) => placedAt(exchangeOf(`x${at}`), `http://h/v1/pets?${query}`));
    const [finding] = viewOf({ ...report, exchanges }).violated;
    const text = limits === null ? null : `the length of the page is wrong with limit ${limits}`;
    expect(factsOf(finding, 'Limits')[0]?.text).toBe(text);
  });

  it('does not say which limits were sent where another field is wrong', () => {
    const rule = { case: 'rules/listPets', furtherViolations: ['x1'] };
    const report = reportOf([{ ...differing('A', 'a string', 'absent', 'x0'), ...rule }]);
    const exchanges = ['x0', 'x1'].map((id, at) => placedAt(exchangeOf(id), `http://h/v1/pets?limit=${at + 1}`));
    expect(factsOf(viewOf({ ...report, exchanges }).violated[0], 'Limits')).toEqual([{ label: 'Limits', text: null }]);
  });

  it('is shown with what the others got', () => {
    const [finding] = findings([differing('A', any, 'status 200', 'x1'), differing('B', any, 'status 201', 'x2')]);
    expect(factsOf(finding, 'Also')[0]?.text).toBe('B: a limit of 7: status 201 (exchange x2)');
  });
});

/** The ids of the requirements that findings block, for each blockage. */
function blockedBy(...given: Parameters<typeof findings>): readonly (readonly string[])[] {
  return findings(...given).flatMap(({ blocks }) => blocks.map(({ requirements: each }) => each.map(({ id }) => id)));
}

/** Gives an exchange another address, and its response a Location. */
function placedAt(exchange: Exchange, url: string, location?: string): Exchange {
  const { request, response } = exchange;
  const headers = location === undefined ? [] : [['Location', location] as const];
  return { ...exchange, request: { ...request, url }, response: response && { ...response, headers } };
}

/** A creation with the right key and this body. */
function asked(each: Exchange, text: string): Exchange {
  const body = { text, encoding: 'utf8', length: text.length, sha256: '', capped: false } as const;
  return { ...each, operation: 'createPet', request: { ...each.request, credential: 'valid', body } };
}

/** A check of B that this case could not settle. */
function notVerifiedIn(caseId: string, exchange: string): Check {
  return check('B', 'not-verified', { id: `${caseId}#B`, case: caseId, exchanges: [exchange] });
}

describe('a finding that blocks requirements', () => {
  const cut = differing('ANSWER-JSON', 'a complete response', 'cut', 'x1');
  const open = [requirement('B', 'not-verified'), requirement('C', 'not-verified', { operation: 'getPet' })];
  const notVerified = check('B', 'not-verified', { exchanges: ['x1'] });

  it('names those whose checks rest on its responses, and none that nothing could be sent for', () => {
    expect(blockedBy([cut, notVerified], open)).toEqual([['B']]);
    const { headline, sections } = viewOf(reportOf([cut, notVerified], open));
    expect(headline.shortReasons[1]).toBe(
      '1 requirement is blocked by ANSWER-JSON of GET /pets: fix that, then run again.',
    );
    const [, ...others] = sections.notVerified.items ?? [];
    const concerned = others.flatMap(({ facts }) => facts.flatMap(({ requirements = [] }) => requirements));
    expect(concerned.map(({ id }) => id)).toEqual(['C']);
  });

  it('is not said again by a reason of the verdict, which names the others alone', () => {
    const report = reportOf([cut, notVerified], open);
    const reasonOf = (kind: 'doubt' | 'note', ...requirements: readonly string[]) =>
      viewOf({
        ...report,
        verdict: { ...report.verdict, reasons: [{ kind, text: 'As the run said it.', requirements }] },
      }).headline.shortReasons.slice(2);
    expect(reasonOf('doubt', 'B', 'C')).toEqual([expect.stringMatching(/^Not verified: C, because /)]);
    expect(reasonOf('doubt', 'B')).toEqual([]);
    expect(reasonOf('doubt', 'C')).toEqual(['As the run said it.']);
    expect(reasonOf('note', 'B', 'C')).toEqual(['As the run said it.']);
  });

  it('names all violations of the response that has the fewest', () => {
    const other = differing('PETS-ARRAY', 'an array', 'an object', 'x2');
    const both = { ...cut, furtherViolations: ['x2', 'x3'] };
    const shape = { ...other, furtherViolations: ['x1', 'x3'] };
    const [two] = viewOf(reportOf([both, shape, notVerified], open.slice(0, 1))).blockages;
    expect(two?.sentence).toBe(
      '1 requirement is blocked by ANSWER-JSON and PETS-ARRAY of GET /pets: fix these, then run again.',
    );
    const alone = { ...shape, furtherViolations: ['x3'] };
    const evidence = { ...notVerified, exchanges: ['x3', 'x2', 'x1'] };
    const [least] = viewOf(reportOf([{ ...cut, furtherViolations: ['x3'] }, alone, evidence], open)).blockages;
    expect(least?.by.map(({ id }) => id)).toEqual(['PETS-ARRAY']);
  });

  it('says how many of them are required, as the first line counts', () => {
    const rows: readonly (readonly [RegExp, ...RequirementResult['level'][]])[] = [
      [/^2 requirements \(1 required\) are blocked by /, 'required', 'recommended'],
      [/^1 requirement \(not required\) is blocked by /, 'recommended'],
      [/^2 requirements are blocked by /, 'required', 'required'],
    ];
    for (const [words, ...levels] of rows) {
      const blocked = levels.map((level, index) => requirement(['B', 'C'][index] ?? '', 'not-verified', { level }));
      const checks = blocked.map(({ id }) => ({ ...notVerified, requirement: id }));
      expect(viewOf(reportOf([cut, ...checks], blocked)).blockages[0]?.sentence).toMatch(words);
    }
  });

  it.each<[why: string, check: Check]>([
    ['rest on other responses', check('B', 'not-verified', { exchanges: ['x2'] })],
    ['can be settled in another way', { ...notVerified, howToResolve: 'Raise --examples.' }],
  ])('names none that %s', (_, other) => {
    expect(blockedBy([cut, other], open.slice(0, 1))).toEqual([]);
  });

  it('is one line if a response of the same operation violates more, and two if it violates something else', () => {
    const other = differing('PETS-ARRAY', 'an array', 'an object', 'x2');
    const checks = [other, notVerified, { ...notVerifiedIn('c/2', 'x2'), requirement: 'C' }];
    const [more, apart] = [[{ ...cut, furtherViolations: ['x2'] }], [cut]].map((own) =>
      viewOf(reportOf([...own, ...checks], open)).blockages.map(({ sentence }) => sentence),
    );
    expect(more).toEqual(['2 requirements are blocked by ANSWER-JSON of GET /pets: fix that, then run again.']);
    expect(apart).toEqual([
      '1 requirement is blocked by ANSWER-JSON of GET /pets: fix that, then run again.',
      '1 requirement is blocked by PETS-ARRAY of GET /pets: fix that, then run again.',
    ]);
  });

  it('names none that has one undecided check which nothing blocks', () => {
    expect(blockedBy([cut, notVerified, notVerifiedIn('c/2', 'x2')], open.slice(0, 1))).toEqual([]);
    expect(blockedBy([cut, notVerified, notVerifiedIn('c/2', 'x1')], open.slice(0, 1))).toEqual([['B']]);
  });

  it('names none whose request got no response, although every success of its operation violates something', () => {
    const report = reportOf([cut, notVerifiedIn('c/2', 'x2')], open.slice(0, 1));
    const exchanges = report.exchanges.map((each) => (each.id === 'x2' ? { ...each, response: null } : each));
    expect(viewOf({ ...report, exchanges }).blockages).toEqual([]);
  });

  it('is named by the requirement that heads it', () => {
    const plain = differing('LIST-STATUS-VALUES', 'status 200', 'status 500', 'x7');
    const same = differing('LIST-LIMIT-RANGE', 'status 200', 'status 500', 'x1');
    const [blockage] = viewOf(reportOf([plain, same, notVerified], open)).blockages;
    expect(blockage?.by.map(({ id }) => id)).toEqual(['LIST-STATUS-VALUES']);
  });

  it('is named by its own requirement in the sentence if one of another operation heads it', () => {
    const head = differing('LIST-STATUS-VALUES', 'status 200', 'status 500', 'x7');
    const same = differing('CREATE-OK', 'status 200', 'status 500', 'x1');
    const report = reportOf([head, same, notVerified], open.slice(0, 1));
    const exchanges = report.exchanges.map((each) => ({ ...each, operation: 'createPet' as const }));
    const [blockage] = viewOf({ ...report, exchanges }).blockages;
    expect(blockage?.by.map(({ id }) => id)).toEqual(['LIST-STATUS-VALUES']);
    expect(blockage?.sentence).toBe('1 requirement is blocked by CREATE-OK of POST /pets: fix that, then run again.');
  });

  it('is the one that stands in the way of most checks, and rather of a rule than of a case', () => {
    const other = differing('PETS-ARRAY', 'an array', 'an object', 'x2');
    const most = [cut, other, notVerifiedIn('c/1', 'x1'), notVerifiedIn('c/2', 'x2'), notVerifiedIn('c/3', 'x2')];
    for (const [checks, by] of [
      [most, 'PETS-ARRAY'],
      [[...most, notVerifiedIn('rules/undecided', 'x1')], 'ANSWER-JSON'],
    ] as const) {
      const { blockages } = viewOf(reportOf(checks, open.slice(0, 1)));
      expect(blockages.flatMap((each) => each.by.map(({ id }) => id))).toEqual([by]);
    }
  });

  it('is one for all operations in which the same requirements are violated', () => {
    const other = { ...exchangeOf('x2'), operation: 'getPet' } as const;
    const report = reportOf(
      [{ ...cut, furtherViolations: ['x2'] }, notVerified, { ...notVerifiedIn('c/2', 'x2'), requirement: 'C' }],
      open,
    );
    const { blockages } = viewOf({
      ...report,
      exchanges: report.exchanges.map((each) => (each.id === 'x2' ? other : each)),
    });
    expect(blockages.map(({ sentence }) => sentence)).toEqual([
      '2 requirements are blocked by ANSWER-JSON of GET /pets and GET /pets/{petId}: fix that, then run again.',
    ]);
  });

  it('of other forms of a request is what most plain forms violate', () => {
    const wrapped = { ...differing('PETS-ARRAY', 'an array', 'an object', 'x1'), furtherViolations: ['x2', 'x3'] };
    const odd = differing('PET-CATEGORY', 'an integer', 'a number', 'x4');
    const other = check('LIST-SPELLINGS', 'not-verified', { exchanges: ['x4'] });
    const report = reportOf([wrapped, odd, other], [requirement('LIST-SPELLINGS', 'not-verified')]);
    const exchanges = [...report.exchanges, exchangeOf('x2'), exchangeOf('x3')];
    const { blockages, headline } = viewOf({ ...report, exchanges });
    expect(blockages.map(({ by }) => by.map(({ id }) => id))).toEqual([['PETS-ARRAY']]);
    expect(headline.summary).toBe(
      '2 of 3 required requirements are violated, and 1 more cannot be judged until these are fixed.',
    );
  });

  it('names what no response could judge, if every success of its operation violates something', () => {
    const unjudged = [requirement('C', 'not-verified')];
    expect(blockedBy([cut], unjudged)).toEqual([['C']]);
    const right = { ...differing('CREATE-KEEPS-STATUS', 'status "sold"', 'no status', 'x2') };
    expect(blockedBy([cut, right], unjudged)).toEqual([]);
  });

  it('is none that only an Error of a wrong form violates, but for what Errors hold', () => {
    const wrapped = differing('ERROR-OBJECT', 'an Error', 'an object', 'x1');
    const message = requirement('ERROR-MESSAGE', 'not-verified');
    // The same reason does not make it stand in the way of other requirements.
    const alike = [...open, message].map((each) => ({ ...each, reason: 'The body verifies nothing.' }));
    for (const others of [[...open, message], alike]) {
      const report = reportOf([wrapped, notVerified, { ...notVerified, requirement: 'ERROR-MESSAGE' }], others);
      const exchanges = report.exchanges.map((each) => answered(each, 404));
      expect(viewOf({ ...report, exchanges }).blockages.map(({ sentence }) => sentence)).toEqual([
        '1 requirement is blocked by ERROR-OBJECT of error responses: fix that, then run again.',
      ]);
    }
  });

  it('names what the controls of a trial violate, rather than that the trial proved nothing', () => {
    const controls = differing('CREATE-OK', 'status 201', 'status 200', 'x1');
    const disturbed = { ...check('B', 'not-verified', { exchanges: ['x2'] }), howToResolve: 'Look in the logs.' };
    const report = reportOf([controls, disturbed], open.slice(0, 1));
    const trial = { case: disturbed.case, tried: 'the body', isProven: false, requests: ['x2'], others: [] };
    expect(viewOf(report).blockages).toEqual([]);
    const [blockage] = viewOf({ ...report, trials: [{ ...trial, controls: ['x1'] }] }).blockages;
    expect(blockage?.by.map(({ id }) => id)).toEqual(['CREATE-OK']);
  });

  it('is the creation, if none gets 201', () => {
    const creation = differing('CREATE-OK', 'status 201', 'status 200', 'x1');
    const report = reportOf([creation, notVerifiedIn('c/1', 'x2')], open.slice(0, 1));
    const blockersOf = (status: number): readonly string[] => {
      const exchanges = report.exchanges.map((each) =>
        answered(asked(each, '{"name":"Rex","categoryId":1}'), each.id === 'x1' ? 200 : status, '{"id":1}'),
      );
      return viewOf({ ...report, exchanges }).blockages.flatMap(({ by }) => by.map(({ id }) => id));
    };
    expect(blockersOf(200)).toEqual(['CREATE-OK']);
    expect(blockersOf(201)).toEqual([]);
  });

  it('is the creation, if the service demands another body', () => {
    const creation = differing('CREATE-OK', 'status 201', 'status 422', 'x1');
    const report = reportOf([creation, notVerifiedIn('c/1', 'x2')], open.slice(0, 1));
    const pet = '{"name":"Rex","categoryId":1}';
    const exchanges = report.exchanges.map((each) =>
      each.id === 'x1' ? answered(asked(each, pet), 422, '{}') : answered(asked(each, `{"pet":${pet}}`), 201, '{}'),
    );
    const [blockage] = viewOf({ ...report, exchanges }).blockages;
    expect(blockage?.by.map(({ id }) => id)).toEqual(['CREATE-OK']);
  });

  it('behind a redirect to a slash is the redirect', () => {
    const redirect = differing('LIST-OK', 'status 200', 'status 307', 'x1');
    const behind = differing('PETS-ARRAY', 'an array', 'an object', 'x2');
    const report = reportOf([redirect, behind, notVerifiedIn('c/1', 'x2')], open.slice(0, 1));
    const exchanges = report.exchanges.map((each) =>
      each.id === 'x1' ? placedAt(each, 'http://h/v1/pets', '/v1/pets/') : placedAt(each, 'http://h/v1/pets/'),
    );
    const [blockage] = viewOf({ ...report, exchanges }).blockages;
    expect(blockage?.by.map(({ id }) => id)).toEqual(['LIST-OK']);
  });

  it('names none by a violation that leaves the response as proof', () => {
    expect(
      blockedBy([differing('CREATE-KEEPS-STATUS', 'status "sold"', 'no status', 'x1'), notVerified], open),
    ).toEqual([]);
  });

  it('comes after requests that succeed without the right key', () => {
    const open401 = differing('AUTH-MISSING-LIST', 'status 401 with an Error', 'status 200', 'x5');
    const both = findings([cut, notVerified, open401], open);
    expect(both.map((each) => each.requirement.id)).toEqual(['AUTH-MISSING-LIST', 'ANSWER-JSON']);
  });

  it('comes before those that block none', () => {
    const both = findings([differing('A', 'this', 'that', 'x5'), cut, notVerified], open);
    expect(both.map((each) => each.requirement.id)).toEqual(['ANSWER-JSON', 'A']);
  });
});

/** An exchange whose response has another status, and perhaps another body. */
function answered(exchange: Exchange, status: number, text = '[]'): Exchange {
  const { response } = exchange;
  if (response === null) return exchange;
  return { ...exchange, response: { ...response, status, body: { ...response.body, text, length: text.length } } };
}

/** An exchange of whose response evidence holds only a part. */
function capped(exchange: Exchange): Exchange {
  const { response } = exchange;
  return { ...exchange, response: response && { ...response, body: { ...response.body, capped: true } } };
}

/** The remedy of a requirement that a response with this status violates. */
function remedyAt(status: number, id: string, expected: string): string | null | undefined {
  const report = reportOf([differing(id, expected, `status ${status}`, 'x1')]);
  const exchanges = report.exchanges.map((each) => answered(each, status));
  return viewOf({ ...report, exchanges }).violated[0]?.remedy;
}

it.each<[body: string, actual: string, pointer: string | null]>([
  ['{"categoryId":1}', 'another value', '/categoryId'],
  ['{"data":{"categoryId":1}}', 'another value', null],
  ['{"data":{}}', 'missing', '/categoryId'],
])('the pointer of a value in the body %s that shows %s is %s', (body, actual, pointer) => {
  const fields = { pointer: '/categoryId', exchanges: ['x1'] };
  const shown = violation('CREATE-KEEPS-CATEGORY', { ...fields, difference: { kind: 'form', expected: null, actual } });
  const report = reportOf([shown]);
  const exchanges = report.exchanges.map((each) => answered(each, 201, body));
  expect(viewOf({ ...report, exchanges }).violated[0]?.violation?.pointer).toBe(pointer);
});

it.each(['{"name":', '[]', '"Rex"'])('a finding leads with a plain body rather than %s', (odd) => {
  const report = reportOf([
    differing('CREATE-REFUSES-NULL', 'status 400', 'status 422', 'x1'),
    differing('CREATE-REFUSES-NULL', 'status 400', 'status 409', 'x2'),
  ]);
  const exchanges = report.exchanges.map((each) =>
    asked(each, each.id === 'x1' ? odd : '{"name":null,"categoryId":1}'),
  );
  expect(viewOf({ ...report, exchanges }).violated[0]?.violation?.exchange?.id).toBe('x2');
});

it.each([
  ['AUTH-FIRST', 'key-cut-short', 'x2'],
  ['AUTH-FIRST', 'token-null', 'x1'],
  ['AUTH-INVALID-LIST', 'key-cut-short', 'x1'],
])('%s leads with a success by the credential %s unless the key is similar: %s', (id, credential, lead) => {
  const [success, rejection] = [200, 400].map((status, at) =>
    differing(id, 'status 401', `status ${status}`, `x${at + 1}`),
  );
  const report = reportOf([success, rejection].flatMap((each) => each ?? []));
  const exchanges = report.exchanges.map((each) => ({
    ...answered(each, each.id === 'x1' ? 200 : 400, '[]'),
    request: { ...each.request, credential: each.id === 'x1' ? credential : 'none' },
  }));
  expect(viewOf({ ...report, exchanges }).violated[0]?.violation?.exchange?.id).toBe(lead);
});

/** Which of these rejected names leads the finding, and its fix. A name in an array was listed before. */
function rejectedNames(...given: readonly (string | readonly [string])[]) {
  const names = given.flatMap((each) => (typeof each === 'string' ? each : []));
  const report = reportOf(names.map((_, at) => differing('CREATE-NAMES', 'status 201', 'status 400', `x${at}`)));
  const rejected = report.exchanges.map((each, at) => answered(asked(each, JSON.stringify({ name: names[at] })), 400));
  const listed = given.flatMap((each) => (typeof each === 'string' ? [] : [{ id: 1, name: each[0] }]));
  const before = answered(exchangeOf('list'), 200, JSON.stringify(listed));
  const exchanges = [before, ...rejected].map((each, at) => {
    const startedAt = new Date(at * 1000).toISOString();
    return {
      ...each,
      attempts: [
        { startedAt, milliseconds: 1, status: 200, failure: null, connection: 'fresh' as const, waitedMilliseconds: 0 },
      ],
    };
  });
  const [finding] = viewOf({ ...report, exchanges }).violated;
  return { lead: finding?.violation?.exchange?.id, remedy: finding?.remedy };
}

/** The findings of requests without the right key that get 200 with these bodies: what each is about, and its remedy. */
function underSuccess(bodies: Readonly<Record<string, string>>) {
  const report = reportOf(
    Object.keys(bodies).map((id) => differing(id, 'status 401 with an Error', 'status 200', `x-${id}`)),
  );
  const exchanges = report.exchanges.map((each) => answered(each, 200, bodies[each.id.slice(2)]));
  return viewOf({ ...report, exchanges }).violated.map(({ requirement: { id }, also, remedy }) => ({
    ids: [id, ...also.map((each) => each.requirement.id)],
    remedy,
  }));
}

describe('the remedy', () => {
  it('of a finding is that of all its requirements, each sentence once', () => {
    const [finding, ...others] = underSuccess({
      'AUTH-MISSING-LIST': '[]',
      'AUTH-MISSING-CREATE': '[]',
      'AUTH-INVALID-CREATE': '[]',
    });
    expect(others).toEqual([]);
    expect(finding?.ids).toHaveLength(3);
    expect(finding?.remedy).toBe(
      'Respond with 401 and an Error if the request has no key. Accept only issued keys, equal in each character. Respond to any other key with 401 and an Error.',
    );
  });

  it('of a finding about another status is that of its lead', () => {
    const ids = ['CREATE-OK', 'CREATE-STATUS-OPTIONAL'];
    const report = reportOf(ids.map((id) => differing(id, 'status 201', 'status 400', `x-${id}`)));
    const exchanges = report.exchanges.map((each) => answered(each, 400));
    expect(viewOf({ ...report, exchanges }).violated.map(({ also, remedy }) => [also.length, remedy])).toEqual([
      [1, findRequirement('CREATE-OK')?.remedy],
    ]);
  });

  it('of a key that is rejected with 200 is the right status, and a request that is processed comes first', () => {
    expect(underSuccess({ 'AUTH-MISSING-LIST': '{"ok":false}', 'AUTH-INVALID-LIST': '[]' })).toEqual([
      { ids: ['AUTH-INVALID-LIST'], remedy: expect.stringMatching(/^Accept only issued keys/) },
      {
        ids: ['AUTH-MISSING-LIST'],
        remedy: 'Where the service responds with 200, respond with 401 and an Error.',
      },
    ]);
  });

  it.each([
    [[-1, 0], '{"id":1}', /^Respond with 404 and an Error if no pet has the id: for -1, 0 the service/],
    [[-1], '{"id":9}', /^Do not use the id as an index from the end: for -1 the service returns the last pet\./],
    [[-1, 9], '{"id":9}', /^Respond with 404 and an Error to every int64 id/],
  ] as const)('of the unknown ids %j that get %s', (ids, body, remedy) => {
    const report = reportOf(ids.map((id) => differing('GET-UNKNOWN', 'status 404', 'status 200', `x${id}`)));
    const exchanges = report.exchanges.map((each) => ({
      ...answered(placedAt(each, `http://h/v1/pets/${each.id.slice(1)}`), 200, body),
      operation: 'getPet' as const,
    }));
    const checks = viewOf({ ...report, exchanges }).violated.flatMap((each) => each.checks);
    expect(remediesFor('GET-UNKNOWN', checks, { exchanges }).join(' ')).toMatch(remedy);
  });

  it('of what is rejected with another status is the right status', () => {
    const rejection = ['CREATE-REFUSES-NULL', 'status 400 with an Error'] as const;
    expect(remedyAt(422, ...rejection)).toBe('Where the service responds with 422, respond with 400 and an Error.');
    expect(remedyAt(201, ...rejection)).toBe(findRequirement('CREATE-REFUSES-NULL')?.remedy);
    expect(remedyAt(500, ...rejection)).toBe(
      'Where the service responds with 500, respond with 400 and an Error. Find the error behind the 500 in the log of the service.',
    );
  });

  it('names both if a body is accepted and another is rejected with the wrong status', () => {
    const report = reportOf(
      [201, 422].map((status) =>
        differing('CREATE-REFUSES-NULL', 'status 400 with an Error', `status ${status}`, `x${status}`),
      ),
    );
    const exchanges = report.exchanges.map((each) => answered(each, Number(each.id.slice(1))));
    const [finding] = viewOf({ ...report, exchanges }).violated;
    expect(finding?.violation?.check.actual).toBe('status 201');
    expect(finding?.remedy).toMatch(/^Respond with 400 .* Where the service responds with 422/);
  });

  it('names rejections sent as success apart from bodies that are accepted', () => {
    const checks = [200, 201].map((status) =>
      differing('CREATE-REFUSES-NULL', 'status 400 with an Error', `status ${status}`, `x${status}`),
    );
    const report = reportOf([...checks, violation('LIST-OK', { id: 'other#LIST-OK', exchanges: ['x3'] })]);
    const remedyOf = (rejection: string): string => {
      const bodies: Readonly<Record<string, string>> = {
        x200: rejection,
        x201: '{"id":1,"name":"Rex"}',
        x3: '{"id":2}',
      };
      const exchanges = report.exchanges.map((each) =>
        answered(asked(each, `{"name":null,"id":"${each.id}"}`), each.id === 'x200' ? 200 : 201, bodies[each.id]),
      );
      const view = viewOf({ ...report, exchanges });
      return view.violated.find(({ requirement: { id } }) => id === 'CREATE-REFUSES-NULL')?.remedy ?? '';
    };
    const right = 'Where the service rejects a body with 200, respond with 400 and an Error.';
    expect(remedyOf('{"success":false}')).toContain(right);
    expect(remedyOf('{"success":false}')).toContain('Reject these with 400 and an Error: name (null)');
    expect(remedyOf('{"id":3,"name":null}')).not.toContain(right);
  });

  it('of a valid body that is rejected as success is to accept it', () => {
    const report = reportOf([
      differing('PET-OBJECT', 'a pet', 'an object', 'x1'),
      differing('B', 'one', 'other', 'x2'),
    ]);
    const exchanges = report.exchanges.map((each) =>
      answered(asked(each, '{"name":"0","categoryId":1}'), 200, each.id === 'x1' ? '{"success":false}' : '{"id":2}'),
    );
    const view = viewOf({ ...report, exchanges });
    const remedies = view.violated.map(({ checks }) => remediesFor('PET-OBJECT', checks, view.report));
    expect(remedies).toEqual([
      ['Accept every valid body, and respond with 201 and the pet.'],
      [expect.stringMatching(/^Show each pet/)],
    ]);
    // The media type is wrong whatever the body means.
    const [rejected] = view.violated.map(({ checks }) => remediesFor('ANSWER-MEDIA-TYPE', checks, view.report));
    expect(rejected).toEqual([findRequirement('ANSWER-MEDIA-TYPE')?.remedy]);
  });

  it.each<[id: string, body: string, remedy: string]>([
    ['ANSWER-JSON', '', 'Send a JSON body'],
    ['ANSWER-JSON', '<html>Warning', 'and no HTML'],
    ['ANSWER-JSON', ')]}[]', 'in the encoding that'],
    ['ANSWER-JSON', 'Not Found', 'Send one JSON text'],
  ])('of %s is that of the body %j', (id, body, remedy) => {
    const report = reportOf([violation(id)]);
    const exchanges = report.exchanges.map((each) => answered(each, 200, body));
    expect(viewOf({ ...report, exchanges }).violated[0]?.remedy).toContain(remedy);
  });

  it('is the general one if an exchange shows none of its forms, or if the evidence is cut', () => {
    const general = findRequirement('ANSWER-JSON')?.remedy;
    const violated = violation('ANSWER-JSON', { case: 'rules/listPets', furtherViolations: ['x2'] });
    const remedyOf = (second: Exchange): string | undefined =>
      remediesFor('ANSWER-JSON', [violated], {
        ...reportOf([violated]),
        exchanges: [answered(exchangeOf('x1'), 200, '<html>'), second],
      })[0];
    const other = exchangeOf('x2');
    expect(remedyOf(answered(other, 200, '<!doctype html>'))).toBe('Send one JSON text, and no HTML, as the body.');
    expect(remedyOf({ ...other, response: null })).toBe(general);
    expect(remedyOf(capped(answered(other, 200, 'text')))).toBe('Send one JSON text, and no HTML, as the body.');
  });

  it.each<[seen: string, bodies: readonly string[], remedy: string]>([
    [
      'fields of an object inside',
      ['{"pet":{"name":"Rex","categoryId":1}}'],
      'Reject these with 400 and an Error: name (only inside another object) together with categoryId (only inside another object).',
    ],
    [
      'missing together alone',
      ['{}', '{"categoryId":1}'],
      'Reject these with 400 and an Error: name (missing), name (missing) together with categoryId (missing).',
    ],
    [
      'missing together, and each alone',
      ['{}', '{"categoryId":1}', '{"name":"Rex"}'],
      'Reject these with 400 and an Error: name (missing), categoryId (missing).',
    ],
    ['null', ['{"name":"Rex","categoryId":1,"status":null}'], 'Reject these with 400 and an Error: status (null).'],
    [
      'several wrong values',
      ['{"name":1,"categoryId":1}', '{"name":"Rex"}'],
      'Reject these with 400 and an Error: name (a number), categoryId (missing).',
    ],
    ['no body of its kind', ['{"name":"Rex","categoryId":1}'], findRequirement('CREATE-REFUSES-NULL')?.remedy ?? ''],
  ])('of accepted bodies names what is wrong with them: %s', (_, bodies, remedy) => {
    const checks = bodies.map((_body, at) => differing('CREATE-REFUSES-NULL', 'status 400', 'status 201', `x${at}`));
    const report = reportOf(checks);
    const exchanges = report.exchanges.map((each, at) =>
      answered(asked(each, bodies[at] ?? ''), 201, `{"id":${at + 1},"name":"Rex"}`),
    );
    expect(viewOf({ ...report, exchanges }).violated[0]?.remedy).toBe(remedy);
  });

  it.each([
    ['a wrong status that was sent', '{"name":"Rex","categoryId":1,"status":7}', 'Reject a wrong status with 400'],
    ['a status that was sent right', '{"name":"Rex","categoryId":1,"status":"sold"}', 'Show status as'],
    ['no status', '{"name":"Rex","categoryId":1}', 'Show status as'],
  ])('of a wrong status in a response to %s', (_, body, remedy) => {
    const violated = violation('PET-STATUS');
    const report = reportOf([violated]);
    const shown = '{"id":1,"name":"Rex","categoryId":1,"status":7}';
    const exchanges = report.exchanges.map((each) => answered(asked(each, body), 201, shown));
    expect(remediesFor('PET-STATUS', [violated], { ...report, exchanges }).join(' ')).toContain(remedy);
  });

  it.each([
    ['getPet', '{"error":"no such pet"}', 'Respond with 404 and an Error if no pet has the id'],
    ['getPet', '{"pet":{"id":7,"name":"Rex"}}', 'Show each pet itself'],
    ['createPet', '{"error":"no such pet"}', 'Show each pet itself'],
  ] as const)('of a success of %s that shows %s', (operation, body, remedy) => {
    const violated = violation('PET-OBJECT');
    const report = reportOf([violated]);
    const exchanges = report.exchanges.map((each) => ({
      ...answered(placedAt(each, 'http://h/v1/pets/7'), 200, body),
      operation,
    }));
    expect(remediesFor('PET-OBJECT', [violated], { ...report, exchanges }).join(' ')).toContain(remedy);
  });

  it.each([
    ['the id of the client', '{"id":7,"name":"Rex"}', 'Ignore an id in the body'],
    ['the id of the client as text', '{"id":"7","name":"Rex"}', 'Ignore an id in the body'],
    ['another id', '{"id":8,"name":"Rex"}', 'Respond with 200 and the pet'],
    ['no id', '{"name":"Rex"}', 'Respond with 200 and the pet'],
  ])('of a pet that is not found by its id after a creation with %s', (_, body, remedy) => {
    const report = reportOf([differing('GET-OK', 'status 200', 'status 404', 'x1', 'x2')]);
    const exchanges = report.exchanges.map((each) =>
      each.id === 'x1'
        ? answered(asked(each, body), 201)
        : { ...answered(placedAt(each, 'http://h/v1/pets/7'), 404), operation: 'getPet' as const },
    );
    expect(viewOf({ ...report, exchanges }).violated[0]?.remedy).toMatch(new RegExp(`^${remedy}`));
  });

  it.each([
    [[2, 2], true],
    [[2, 3], false],
  ] as const)('of pages with %j pets and limit=1', (sizes, hint) => {
    const violated = violation('LIST-LIMIT-MAX', { case: 'rules/listPets', furtherViolations: ['x2'] });
    const exchanges = sizes.map((size, at) => {
      const page = JSON.stringify(Array.from({ length: size }, (_, id) => ({ id })));
      return answered(placedAt(exchangeOf(`x${at + 1}`), 'http://h/v1/pets?limit=1'), 200, page);
    });
    const remedy = remediesFor('LIST-LIMIT-MAX', [violated], { ...reportOf([violated]), exchanges }).join(' ');
    expect(remedy.includes('one too many')).toBe(hint);
  });

  it('names the forms of a request that were seen, and no other', () => {
    const usual = [
      ['Accept', 'application/json'],
      ['Accept-Encoding', 'gzip'],
    ] as const;
    const remedyOf = (
      ...forms: readonly { readonly url?: string; readonly headers?: Exchange['request']['headers'] }[]
    ): string => {
      const report = reportOf(
        forms.map((_, at) => violation('GET-SPELLINGS', { id: `c${at}#GET-SPELLINGS`, exchanges: [`x${at}`] })),
      );
      const exchanges = report.exchanges.map((each, at) => ({
        ...each,
        request: { ...each.request, headers: usual, ...forms[at] },
      }));
      return viewOf({ ...report, exchanges }).violated[0]?.remedy ?? '';
    };
    expect(remedyOf({ url: 'http://h/v1/pets/%31' })).toBe('Decode percent escapes in the address before you read it.');
    expect(remedyOf({ headers: [] })).toContain('without Accept');
    const lowerCase = [
      ['accept', 'application/json'],
      ['content-length', '29'],
    ] as const;
    expect(remedyOf({ headers: lowerCase })).toContain('without letter case');
    expect(remedyOf({ headers: [...usual, ['Accept-Language', 'tr']] })).toBe(
      'Respond to a request with Accept-Language: tr as to the plain one: both mean the same.',
    );
    expect(remedyOf({ headers: [...usual, ['Accept-Language', 'tr, de'], ['Expect', '100-continue']] })).toContain(
      'with Accept-Language: tr, de and Expect: 100-continue as',
    );
    expect(remedyOf({ url: 'http://h/v1/pets/%31' }, { headers: [] })).toMatch(/^Respond[^.]+\. Decode[^.]+\.$/);
    expect(remedyOf({})).toBe(findRequirement('GET-SPELLINGS')?.remedy);
  });

  it.each([
    [
      'asks to compare names of fields, if each is in another case',
      ['accept', 'aCCept'],
      /^Compare the names of header/,
    ],
    ['is the general one, if a usual name is rejected too', ['accept', 'Accept'], /^Accept the valid key/],
  ])('of a rejected valid key %s', (_, names, remedy) => {
    const report = reportOf(
      names.map((_name, at) => violation('AUTH-VALID-KEY', { id: `c${at}#AUTH-VALID-KEY`, exchanges: [`x${at}`] })),
    );
    const exchanges = report.exchanges.map((each, at) => {
      const headers: Exchange['request']['headers'] = [
        [names[at] ?? '', 'application/json'],
        ['Accept-Encoding', 'gzip'],
      ];
      return { ...each, request: { ...each.request, headers } };
    });
    expect(viewOf({ ...report, exchanges }).violated[0]?.remedy).toMatch(remedy);
  });

  it('of names names those that were sent, and the plainest name leads', () => {
    expect(rejectedNames('🐶', 'a@b.c', 'Bass Essex')).toEqual({
      lead: 'x2',
      remedy: expect.stringContaining('"Bass Essex", "🐶", "a@b.c":'),
    });
    expect(rejectedNames('🐶', 'a@b.c').lead).toBe('x1');
    expect(rejectedNames('🐶').remedy).toMatch(/^Accept names such as "🐶": every name/);
  });

  it('of a name that stands elsewhere in the body is the general one', () => {
    const report = reportOf([differing('CREATE-NAMES', 'status 201', 'status 400', 'x1')]);
    const exchanges = report.exchanges.map((each) => answered(asked(each, '{"pet":{"name":"Rex"}}'), 400));
    expect(viewOf({ ...report, exchanges }).violated[0]?.remedy).toBe(findRequirement('CREATE-NAMES')?.remedy);
  });

  it('of a name that a response showed before says that another pet has it', () => {
    expect(rejectedNames('Rex').remedy).not.toContain('other pets have them');
    expect(rejectedNames('Rex', ['Rex']).remedy).toMatch(/^Accept names such as "Rex" although other pets have them/);
  });

  it('of a requirement that a probable cause explains is its fix', () => {
    const checks = [violation('CREATE-OK', { exchanges: ['x1'] })];
    const report = reportOf(checks);
    const exchanges = report.exchanges.map((each) => answered(asked(each, '{"name":"Rex","categoryId":1}'), 200));
    expect(viewOf({ ...report, exchanges }).violated[0]?.remedy).toContain('Set the status 201');
    expect(viewOf(report).violated[0]?.remedy).toBe(findRequirement('CREATE-OK')?.remedy);
  });

  it.each([
    ['AUTH-FIRST', 403, 'Where the service responds with 403, respond with 401 and an Error.'],
    ['AUTH-FIRST', 302, 'Where the service responds with 302, respond with 401 and an Error.'],
    ['AUTH-FIRST', 400, 'Check the key before anything else'],
    ['AUTH-FIRST', 200, 'Check the key before anything else'],
    ['AUTH-MISSING-LIST', 400, 'Where the service responds with 400, respond with 401 and an Error.'],
  ])('of %s, if the response is %i', (id, status, remedy) => {
    const report = reportOf([differing(id, 'status 401 with an Error', `status ${status}`, 'x1')]);
    const view = viewOf({ ...report, exchanges: report.exchanges.map((each) => answered(each, status)) });
    expect(remediesFor(id, view.violated[0]?.checks ?? [], view.report).join(' ')).toContain(remedy);
  });

  it.each([
    [302, 'Where the service responds with 302, respond with 400 and an Error.'],
    [201, 'Reject these with 400 and an Error: name (missing).'],
  ])('of a body that gets %i', (status, remedy) => {
    const report = reportOf([differing('CREATE-REFUSES-MISSING', 'status 400', `status ${status}`, 'x1')]);
    const exchanges = report.exchanges.map((each) => answered(asked(each, '{"categoryId":1}'), status));
    const { checks } = report;
    expect(remediesFor('CREATE-REFUSES-MISSING', checks, { exchanges })).toEqual([remedy]);
  });

  it.each([
    ['PET-ID', '{"id":"7","name":"Rex","categoryId":1}', '{"id":"7","name":"Rex","categoryId":1}', 'Ignore an id in'],
    ['PET-ID', '{"name":"Rex","categoryId":1}', '{"id":"7","name":"Rex","categoryId":1}', 'Show id in every pet'],
    [
      'PET-ID',
      '{"id":7,"name":"Rex","categoryId":1}',
      '{"id":"7","name":"Rex","categoryId":1}',
      'Show id in every pet',
    ],
    ['PET-NAME', '{"categoryId":1}', '{"id":1,"categoryId":1}', 'Reject a wrong or missing name'],
    ['PET-NAME', '{"name":"7","categoryId":1}', '{"id":1,"name":7,"categoryId":1}', 'Show name in every pet'],
    ['PET-CATEGORY', '{"name":"Rex"}', '{"id":1,"name":"Rex","categoryId":""}', 'Reject a wrong or missing categoryId'],
    [
      'PET-CATEGORY',
      '{"name":"Rex","categoryId":9223372036854775807}',
      '{"id":1,"name":"Rex","categoryId":9.2233720368548e+18}',
      'Keep every digit of categoryId',
    ],
    [
      'PET-CATEGORY',
      '{"name":"Rex","categoryId":7}',
      '{"id":1,"name":"Rex","categoryId":9223372036854775808}',
      'Show categoryId in every pet',
    ],
  ])('of %s, if %s is shown as %s', (id, sent, shown, remedy) => {
    const report = reportOf([violation(id)]);
    const exchanges = report.exchanges.map((each) => answered(asked(each, sent), 201, shown));
    expect(remediesFor(id, report.checks, { exchanges }).join(' ')).toMatch(new RegExp(`^${remedy}`));
  });

  it('of a wrong name is not decided by a page that cannot be read, or that shows several forms', () => {
    const violated = violation('PET-NAME', { furtherViolations: ['x2'] });
    const stored = answered(asked(exchangeOf('x1'), '{"categoryId":1}'), 201, '{"id":1,"categoryId":1}');
    const other = (id: string, body: string): Exchange => answered(exchangeOf(id), 200, body);
    const remedyBeside = (...others: readonly Exchange[]): string =>
      remediesFor('PET-NAME', [violated], { exchanges: [stored, ...others] }).join(' ');
    expect(remedyBeside(other('x2', '[{"id":1,"categoryId":Infinity}]'))).toMatch(
      /^Reject a wrong or missing name[^.]+\.$/,
    );
    expect(remedyBeside(other('x2', '[{"id":1,"name":7}]'))).toMatch(/^Reject a wrong or missing name/);
    expect(remedyBeside(other('x2', '[{"id":5,"name":7}]'))).toBe(findRequirement('PET-NAME')?.remedy);
  });

  it('of a request after an accepted one speaks of any connection', () => {
    const { checks, exchanges } = reportOf([differing('AUTH-EVERY-REQUEST', 'status 401', 'status 200', 'x1')]);
    const own = exchanges.map((each) => answered(each, 200));
    expect(remediesFor('AUTH-EVERY-REQUEST', checks, { exchanges: own }).join(' ')).toContain(
      'whatever its connection',
    );
  });

  it('says each sentence once', () => {
    const report = reportOf(
      [200, 500].map((status) => differing('AUTH-FIRST', 'status 401', `status ${status}`, `x${status}`)),
    );
    const exchanges = report.exchanges.map((each) => answered(each, Number(each.id.slice(1))));
    const remedy = viewOf({ ...report, exchanges }).violated[0]?.remedy ?? '';
    expect(remedy).toContain('Find the error behind the 500');
    expect(remedy.split('Check the key before').length).toBe(2);
  });

  it('of a valid request that fails on the server is in its log', () => {
    expect(remedyAt(500, 'LIST-OK', 'status 200')).toContain('log of the service');
    expect(remedyAt(400, 'LIST-OK', 'status 200')).toBe(findRequirement('LIST-OK')?.remedy);
  });
});

it.each([
  ['text/html', 'GET /pets?limit=7 with Accept: text/html'],
  ['application/json', 'GET /pets?limit=7'],
])('the finding of a rule names the unusual header fields of its request: Accept: %s', (accept, title) => {
  const report = reportOf([violation('ANSWER-JSON', { case: 'rules/listPets', id: 'rules/listPets#ANSWER-JSON' })]);
  const exchanges = report.exchanges.map((each) => ({
    ...each,
    request: { ...each.request, headers: [['Accept', accept]] as const },
  }));
  const run = { ...report.run, target: 'http://h/v1' };
  expect(viewOf({ ...report, run, exchanges }).violated[0]?.shownBy).toBe(title);
});

it.each([
  ['/1/status', /^… .*"name":"Zoe","status":7\}\]$/s],
  ['/0/status', /^\[\{"id":1/],
  [null, /^\[\{"id":1/],
])('a long body is shown from a little before the value of the pointer %s on', (pointer, shown) => {
  const report = reportOf([violation('PET-STATUS', { pointer })]);
  const filler = 'x'.repeat(2000);
  const text = JSON.stringify([
    { id: 1, status: 7, filler },
    { id: 2, name: 'Zoe', status: 7 },
  ]);
  const exchanges = report.exchanges.map((each) => answered(each, 200, text));
  const [finding] = viewOf({ ...report, exchanges }).violated;
  expect(factsOf(finding, 'Body')[0]?.values?.[0]).toMatch(shown);
});

/** So many pets on a page with this limit. */
function over(limit: number, pets: number): Check {
  return violation('LIST-LIMIT-MAX', {
    id: `limit/${limit}#LIST-LIMIT-MAX`,
    case: `limit/${limit}`,
    expected: `at most ${limit} ${limit === 1 ? 'pet' : 'pets'}`,
    actual: `${pets} pets`,
    difference: { kind: 'count', expected: limit, actual: pets },
  });
}

describe('checks of like cases', () => {
  const cases = [1, 2, 3].map((limit) => ({ ...SOME_CASE, id: `limit/${limit}`, title: `GET /pets?limit=${limit}` }));
  const other = { ...SOME_CASE, id: 'limit/4', title: 'GET /pets?limit=4', place: 'specs/other.spec.ts:1' };
  const alike = (...checks: readonly Check[]): readonly (string | null | undefined)[] =>
    viewOf(violatedReport({ cases: [...cases, other], checks })).violated.flatMap((each) =>
      factsOf(each, 'Checks').map(({ text }) => text),
    );

  it.each<[checks: readonly Check[], texts: readonly (string | null)[]]>([
    [
      [over(1, 2), over(2, 3), over(3, 4)],
      ['GET /pets?limit=1: 2 pets, and 2 checks like it', null],
    ],
    [[over(1, 2), over(2, 5)], ['2 violated checks, in report.json']],
    [
      [over(3, 1), over(2, 0)],
      ['GET /pets?limit=3: 1 pets, and 1 check like it', null],
    ],
    [[over(1, 2), over(4, 5)], ['2 violated checks, in report.json']],
    [
      [over(1, 2), over(2, 3), over(4, 5)],
      ['GET /pets?limit=1: 2 pets, and 1 check like it', '1 more check, in report.json'],
    ],
    [[over(1, 2)], [null]],
  ])('that show the same difference are one line: %j', (checks, texts) => {
    expect(alike(...checks)).toEqual(texts);
  });

  it('are named by their cases, the most alike first', () => {
    const more = [5, 6].map((limit) => ({ ...other, id: `limit/${limit}`, title: `GET /pets?limit=${limit}` }));
    const checks = [over(1, 2), over(2, 3), over(4, 5), over(5, 6), over(6, 7)];
    const [finding] = viewOf(violatedReport({ cases: [...cases, other, ...more], checks })).violated;
    expect(factsOf(finding, 'Checks').map(({ text, values }) => [text, values])).toEqual([
      ['GET /pets?limit=4: 5 pets, and 2 checks like it', ['limit/5', 'limit/6']],
      ['GET /pets?limit=1: 2 pets, and 1 check like it', ['limit/2']],
      [null, undefined],
    ]);
  });

  const request = { ...exchangeOf('x1').request, url: 'http://h/v1/pets?limit=7' };
  it.each<[what: string, checks: readonly Check[], shownBy: string]>([
    ['the title of its case', [over(1, 2)], 'GET /pets?limit=1'],
    ['one of like cases with their number', [over(1, 2), over(2, 3)], 'GET /pets?limit=1, and 1 check like it'],
    ['the request if a response rule shows it', [{ ...over(7, 8), case: 'rules/listPets' }], 'GET /pets?limit=7'],
  ])('are shown by %s', (_, checks, shownBy) => {
    const base = violatedReport({ cases, checks, exchanges: [{ ...exchangeOf('x1'), request }] });
    const [finding] = viewOf({ ...base, run: { ...base.run, target: 'http://h/v1' } }).violated;
    expect(finding?.shownBy).toBe(shownBy);
  });
});

it.each([
  ['{"id":2}', /^… .*\{"id":2,"name":"Zoe"\}\]$/s],
  ['{"id":3}', /^\[\{"id":1/],
])('a long page is shown from a little before the pet on that the first response %s shows', (first, shown) => {
  const report = reportOf([violation('LIST-SAME', { exchanges: ['x1', 'x2'] })]);
  const page = JSON.stringify([
    { id: 1, filler: 'x'.repeat(2000) },
    { id: 2, name: 'Zoe' },
  ]);
  const exchanges = report.exchanges.map((each) => answered(each, 200, each.id === 'x1' ? first : page));
  const [finding] = viewOf({ ...report, exchanges }).violated;
  expect(factsOf(finding, 'Body')[0]?.values?.[0]).toMatch(shown);
});
