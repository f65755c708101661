import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../../src/http/exchange.ts';
import type { Check, Report, Verdict, VerdictReason } from '../../../../src/report/report.ts';
import { displayWidth } from '../../../../src/report/terminal/terminal-layout.ts';
import { check, exchange, RUN, doubt } from '../../../support/fake-records.ts';
import {
  exchangeOf,
  FACTS,
  REPORT_PATH,
  requirement,
  shown,
  SOME_CASE,
  violatedReport,
  violation,
} from '../../../support/terminal-reports.ts';

const CONFORMANT: Verdict = {
  outcome: 'conformant',
  judged: 'service',
  profile: 'full',
  exitCode: 0,
  reasons: [doubt('All is well.')],
};

const CALM = { verdict: CONFORMANT, requirements: [requirement('GET-OK', 'verified')], checks: [] };

function withReasons(...reasons: readonly VerdictReason[]): Partial<Report> {
  return { verdict: { ...CONFORMANT, outcome: 'inconclusive', exitCode: 2, reasons } };
}

/** A report with this violation of LIST-LIMIT-MAX. */
function violatedBy(...checks: readonly Partial<Check>[]): Partial<Report> {
  return { checks: checks.map((fields) => violation('LIST-LIMIT-MAX', fields)) };
}

/** The text in one line, without the spaces that lay it out. */
function flat(fields: Partial<Report>): string {
  return shown(violatedReport(fields)).replaceAll(/\s+/g, ' ');
}

const ANIMAL = { id: '7', name: 'cf1-0a Rex', caseId: 'some/case', exchange: 'x1', intended: true };
const STRANGERS = [ANIMAL, { ...ANIMAL, name: 'Rex' }, { ...ANIMAL, name: null, intended: false }];
const PACING = { ...FACTS.pacing, disturbances: { 429: 4 }, waits: 2, waitedMilliseconds: 2500 };
const NO_CATEGORY = { reason: 'No category was accepted.', howToResolve: 'Set PETSTORE_CATEGORY_ID.' };
const OPEN = [
  requirement('WARNS', 'not-verified', { ...NO_CATEGORY, level: 'recommended' }),
  requirement('GATES', 'not-verified', NO_CATEGORY),
];
const FAULTY = {
  suiteFaults: ['specs/a.spec.ts did not load.'],
  checks: [check('A', 'harness-error', { reason: 'It threw.' })],
};
function withStatus(of: Exchange, status: number): Exchange {
  return { ...of, response: of.response === null ? null : { ...of.response, status } };
}

const FAILED = { ...exchange('x2'), failure: { kind: 'cut-short', message: 'The body was cut short.' } } as const;
const RULES = Array.from({ length: 40 }, (_, index) => requirement(`RULE-${index + 1}`, 'violated'));
const NINE = Array.from({ length: 9 }, (_, index) => doubt(`Reason ${index + 1}.`));
const LONG_CURL = `curl 'http://h/v1/pets' ${"-H 'a: b' ".repeat(100)}`.trimEnd();
const RECOMMENDED = requirement('LIST-LIMIT-MAX', 'violated', { level: 'recommended' });
const CITING = [{ ...SOME_CASE, requirements: ['LIST-LIMIT-MAX' as const] }];

describe('a report on the terminal', () => {
  it.each<[seen: string, fields: Partial<Report>, unseen?: readonly string[]]>([
    ['Target http://127.0.0.1:1/v1', CALM, ['embedded', 'Not verified', 'Suite faults', 'Pacing']],
    ['- Reason 6. and 3 more reasons in report.json', { ...CALM, ...withReasons(...NINE) }, ['Reason 7.']],
    [
      '1 of 1 required requirement is violated. Target http://127.0.0.1:1/v1',
      withReasons(doubt('The run was interrupted.')),
    ],
    [
      '- The run was interrupted.',
      withReasons(
        { kind: 'violated', text: 'LIST-LIMIT-MAX is violated: The statement.', requirements: ['LIST-LIMIT-MAX'] },
        doubt('The run was interrupted.'),
      ),
      ['is violated: The statement.'],
    ],
    ['715 requests of', { facts: FACTS }],
    ['proven up to 60 without a filter, 20 with status sold', { facts: FACTS }],
    ['disturbances: 4 responses 429; the run paused 2 times, 2.5 s in all', { facts: { ...FACTS, pacing: PACING } }],
    [
      'As of 2030-01-01: GET /pets/{petId} is deprecated and removed in 338 days. It must work.',
      { run: { ...RUN, asOf: '2030-01-01T08:00:00Z' } },
    ],
    ['no pets', { created: [] }],
    ['2 pets; all names start with cf1-', { created: [ANIMAL, { ...ANIMAL, id: '8' }] }, ['reject']],
    ['the names of 1 start with cf1-', { created: STRANGERS }],
    ['1 by a request that a service may or must reject', { created: STRANGERS }],
    [
      'Not verified (2) - No category was accepted. Resolve Set PETSTORE_CATEGORY_ID. Concerns GATES, WARNS (recommended)',
      { requirements: OPEN },
    ],
    [
      'Not verified - 1 further check could not be decided. Other checks decided its requirement: GET-OK (1).',
      { ...CALM, checks: [check('GET-OK', 'not-verified')] },
    ],
    ['Suite faults (2) - specs/a.spec.ts did not load. - some/case#A: It threw.', FAULTY],
    ['LIST-LIMIT-MAX part 4.1, required The statement of LIST-LIMIT-MAX.', {}, ['more check', 'Unstable', 'further']],
    ['Case a limit of 7 Place specs/some.spec.ts:1', {}],
    ['Expected at most 7 Actual 8 pets Pointer /7 Fix Put at most as many pets on a page as its limit says.', {}],
    ['as its limit says. Request GET http://h/v1/pets?limit=7 Response 200 Body []', {}],
    ["Reproduce with this bash command: curl 'http://h/v1/pets?limit=7'", {}],
    ['profile full. Violated: LIST-LIMIT-MAX Full report: /reports/report.json', {}],
    // The check of a case about the requirement is stronger evidence than another.
    [
      'Actual its own',
      { ...violatedBy({ case: 'other', actual: 'another' }, { actual: 'its own' }), cases: CITING },
      ['Actual another'],
    ],
    [
      'Elsewhere other: another (exchange x1) Checks 2 violated checks, in report.json Request',
      {
        ...violatedBy(
          { case: 'other', actual: 'another', difference: { kind: 'form', expected: null, actual: 'null' } },
          { actual: 'its own' },
        ),
        cases: CITING,
      },
    ],
    [
      'Unstable a second try did not show it again Evidence exchange x1; second try in exchange again-1, in report.json',
      violatedBy({ unstable: true, repeatExchanges: ['again-1'] }),
    ],
    [
      'Evidence exchange x1; seen again in exchange x2, in report.json',
      violatedBy({ unstable: false, repeatExchanges: ['x2'] }),
    ],
    [
      'Evidence exchange x1; violated again, with status 422, in exchange x2, in report.json',
      {
        ...violatedBy({ unstable: false, repeatExchanges: ['x2'] }),
        exchanges: [exchangeOf('x1'), withStatus(exchangeOf('x2'), 422)],
      },
    ],
    ['Unstable only a second try showed it Evidence exchange x1,', violatedBy({ unstable: true, repeatExchanges: [] })],
    [
      'Response The body was cut short. Case a limit of 7 Place specs/some.spec.ts:1 Evidence exchanges x1, x2, in report.json',
      { ...violatedBy({ exchanges: ['x1', 'x2'] }), exchanges: [exchangeOf('x1'), FAILED] },
      ['curl'],
    ],
    ['Actual 8 pets', violatedBy({ exchanges: [] }), ['Request', 'Response']],
    [
      'Evidence exchange x1; more violations of it in exchange x4, in report.json',
      violatedBy({ furtherViolations: ['x4'] }),
    ],
    ['a curl command of 11 characters, in report.json', { exchanges: [exchangeOf('x1', "curl -d '\u202E'")] }],
    [
      'a curl command of 2001 characters, in report.json',
      { exchanges: [exchangeOf('x1', `curl ${'a'.repeat(1996)}`)] },
      ['aaaa'],
    ],
    [
      'The statement of RULE-15. and 25 more in report.json',
      { requirements: RULES, checks: [] },
      ['statement of RULE-16'],
    ],
    [
      '- Reason 15. - Reason 16. - Reason 17.',
      { trials: [], suiteFaults: Array.from({ length: 40 }, (_, index) => `Reason ${index + 1}.`) },
    ],
    [
      '1 pet; 2 requests that a service may or must reject got 200 and may have added pets; 1 request got no response and may have added a pet; listed',
      {
        created: [{ ...ANIMAL, name: 'Rex' }],
        claimed: ['x1', 'x1', 'x2'].map((id) => ({
          ...ANIMAL,
          exchange: id,
          intended: id === 'x2',
          sentAt: null,
          outcome: 'unknown',
        })),
        exchanges: [exchangeOf('x1'), FAILED],
      },
    ],
    ['Violated (15)', { requirements: RULES.slice(0, 15) }, ['more in report.json:']],
    ['Warnings (1) LIST-LIMIT-MAX part 4.1, recommended', { requirements: [RECOMMENDED] }, ['Violated (', 'curl']],
  ])('shows "%s"', (seen, fields, unseen = []) => {
    const text = flat(fields);
    expect(text).toContain(seen);
    expect(unseen.filter((part) => text.includes(part))).toEqual([]);
  });

  it('names all that it does not show', () => {
    const text = flat({ requirements: RULES });
    expect(RULES.filter(({ id }) => !text.includes(` ${id}`))).toEqual([]);
  });

  it('says of every reason how to resolve it', () => {
    const requirements = RULES.map(({ id }) =>
      requirement(id, 'not-verified', { reason: `No ${id}.`, howToResolve: `Add ${id}.` }),
    );
    const text = flat({ ...CALM, requirements });
    expect(RULES.filter(({ id }) => !text.includes(`Resolve Add ${id}.`))).toEqual([]);
  });

  it('counts requirements, required ones and checks by outcome; a recommendation only warns', () => {
    const requirements = [
      requirement('A', 'verified', { part: '2' }),
      requirement('B', 'violated', { part: '2' }),
      requirement('C', 'violated', { part: '4.3 (RFC 9745)', level: 'recommended' }),
      requirement('D', 'not-verified', { part: '4.1' }),
      requirement('E', 'not-applicable', { part: '4.2' }),
      requirement('F', 'observed', { part: '8', level: 'unspecified' }),
      requirement('G', 'not-testable', { part: '6', reason: 'Nothing is shown.' }),
    ];
    const text = flat({ ...CALM, requirements });
    expect(text).toContain(
      'Counts Required 1 violated, 1 not verified, 1 verified, 1 not applicable, 1 not testable All 1 violated, 1 warning, 1 not verified, 1 verified, 1 not applicable, 1 observed, 1 not testable',
    );
  });

  it('keeps to 80 columns but for the command, which is one line', () => {
    const lines = shown(violatedReport({ facts: FACTS, exchanges: [exchangeOf('x1', LONG_CURL)] })).split('\n');
    expect(lines.filter((line) => displayWidth(line) > 80)).toEqual([`    ${LONG_CURL}`]);
    expect(lines.slice(-2)).toEqual([`Full report: ${REPORT_PATH}`, '']);
  });

  it('says the same with and without colour', () => {
    const report = violatedReport({ facts: FACTS });
    expect(shown(report, true)).toContain('\u001B[');
    expect(shown(report)).not.toContain('\u001B');
    expect(stripVTControlCharacters(shown(report, true))).toBe(shown(report));
  });
});
