import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { ClaimedPet } from '../../../src/suite/records/records.ts';
import reportSchema from '../../../schemas/report.schema.json' with { type: 'json' };
import {
  REPORT_VERSION,
  type DeviationState,
  type Report,
  type ReportedOutcome,
  type RequirementOutcome,
  type RequirementResult,
  type RunSignal,
  type VerdictName,
} from '../../../src/report/report.ts';
import { validateReport } from '../../../src/report/read-report.ts';
import { OPERATION_IDS, REQUEST_KINDS } from '../../../src/contract/operations.ts';
import type { AttemptRecord, BodyRecord } from '../../../src/http/exchange.ts';
import type { TransportFailureKind } from '../../../src/http/failure-kinds.ts';
import { exchange, reportOf, RUN } from '../../support/fake-records.ts';
import { fullExchange, fullReport } from '../../support/full-report.ts';
import { someReports } from './report-arbitrary.ts';

type Path = readonly (string | number)[];

/** Where the properties of a value stand, at every depth; of a list only the first element counts. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.slice(0, 1).map((item, index) => [index, item] as const)
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => [
    ...(typeof key === 'string' ? [[...path, key]] : []),
    ...pathsOf(inner, [...path, key]),
  ]);
}

const FULL = fullReport();

/** A copy of the full report in which the holder of a path was changed. */
function changed(path: Path, change: (holder: Map<string, unknown>, key: string) => void): unknown {
  function copy(value: unknown, rest: Path): unknown {
    const [key, ...deeper] = rest;
    if (key === undefined) return value;
    if (Array.isArray(value)) return value.map((item, index) => (index === key ? copy(item, deeper) : item));
    const fields = new Map(Object.entries(Object(value)));
    if (deeper.length === 0) change(fields, String(key));
    else fields.set(String(key), copy(fields.get(String(key)), deeper));
    return Object.fromEntries(fields);
  }
  return copy(FULL, path);
}

function withValue(place: string, value: string): unknown {
  const path = required.find((candidate) => pointer(candidate) === place) ?? [];
  return changed(path, (holder, key) => holder.set(key, value));
}

const pointer = (path: Path): string => `/${path.join('/')}`;
const holderOf = (path: Path): string => (path.length === 1 ? 'the whole report' : pointer(path.slice(0, -1)));
const openMaps = ['/run/configuration/', '/facts/highestLimitProven/'];
const required = pathsOf(FULL).filter((path) => !openMaps.some((map) => pointer(path).startsWith(map)));

const FAILURE_KINDS = {
  refused: 0,
  dns: 0,
  tls: 0,
  'closed-before-response': 0,
  'connect-timeout': 0,
  'machine-limit': 0,
  'response-timeout': 0,
  'body-timeout': 0,
  'cut-short': 0,
  'not-http': 0,
  'stray-bytes': 0,
  'too-large': 0,
  'head-too-large': 0,
  'unpacked-too-large': 0,
  'interim-flood': 0,
  'body-reset': 0,
  proxy: 0,
  undecodable: 0,
  'rate-limited': 0,
  disturbed: 0,
  'request-limit': 0,
  'run-deadline': 0,
  interrupted: 0,
};

const NAMELESS = { id: null, name: null, caseId: 'some/case', exchange: 'x1', intended: false };

/** The values of a member, as its type lists them. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  '/run/profile': keys<Report['run']['profile']>({ full: 0, 'read-only': 0 }),
  '/run/end': keys<Report['run']['end']>({ complete: 0, interrupted: 0, deadline: 0, 'first-violation': 0 }),
  '/run/signal': keys<RunSignal>({ SIGHUP: 0, SIGINT: 0, SIGTERM: 0 }),
  '/run/selection': keys<Report['run']['selection']>({ all: 0, part: 0 }),
  '/run/removalPhase': keys<Report['run']['removalPhase']>({ before: 0, 'on-the-day': 0, after: 0 }),
  '/verdict/outcome': keys<VerdictName>({
    conformant: 0,
    'conformant with known deviations': 0,
    'deviations out of date': 0,
    'not conformant': 0,
    inconclusive: 0,
  }),
  '/verdict/judged': keys<Report['verdict']['judged']>({ service: 0, 'embedded reference service': 0 }),
  '/requirements/0/level': keys<RequirementResult['level']>({ required: 0, recommended: 0, unspecified: 0 }),
  '/requirements/0/operation': [...OPERATION_IDS, 'every'],
  '/requirements/0/outcome': keys<RequirementOutcome>(fullReport().counts.requirements),
  '/checks/0/outcome': keys<ReportedOutcome>(fullReport().counts.checks),
  '/deviations/0/state': keys<DeviationState>({ open: 0, stale: 0, expired: 0, unsettled: 0 }),
  '/claimed/0/outcome': keys<ClaimedPet['outcome']>({ claimed: 0, unknown: 0 }),
  '/exchanges/0/operation': REQUEST_KINDS,
  '/exchanges/0/request/body/encoding': keys<BodyRecord['encoding']>({ utf8: 0, base64: 0 }),
  '/exchanges/0/attempts/0/connection': keys<AttemptRecord['connection']>({ fresh: 0, reused: 0 }),
  '/exchanges/0/failure/kind': keys<TransportFailureKind>(FAILURE_KINDS),
};

function keys<Value extends string>(values: Readonly<Record<Value, unknown>>): readonly string[] {
  return Object.keys(values);
}

describe('a report is accepted', () => {
  it('whatever the schema allows', () => {
    expect(someReports(15).flatMap(validateReport)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['nothing ran', reportOf({})],
    ['every list is filled', fullReport()],
    ['no response came', { ...fullReport(), exchanges: [exchange('x1')] }],
    ['a pet has no id and no name', { ...fullReport(), created: [NAMELESS] }],
  ])('where %s', (_, report) => {
    expect(validateReport(report)).toEqual([]);
  });
});

describe('a report is refused', () => {
  it('without a member, with a value of no kind, and with an unknown member, in any place', () => {
    for (const path of required) {
      const lacking = validateReport(changed(path, (holder, key) => holder.delete(key)));
      const isOptional = ADDED_LATER.has(String(path.at(-1)));
      expect(lacking).toEqual(isOptional ? [] : [`${holderOf(path)}: the member "${path.at(-1)}" is missing`]);
      const wrong = validateReport(changed(path, (holder, key) => holder.set(key, Number.NaN)));
      expect(wrong.join('\n')).toContain(pointer(path));
      const more = validateReport(changed(path, (holder) => holder.set('more', 1)));
      expect(more).toContain(`${holderOf(path)}: the member "more" is not known`);
    }
  });

  it.each(Object.entries(VALUES))('with another value at %s than those of the type', (place, values) => {
    for (const value of values) expect(validateReport(withValue(place, value)), value).toEqual([]);
    const [problem = ''] = validateReport(withValue(place, 'Complete'));
    expect(problem).toContain(`${place}: must be one of "`);
  });

  it.each([
    ['a time', { run: { ...RUN, startedAt: 'yesterday' } }, '/run/startedAt: does not look like'],
    ['a name', { run: { ...RUN, id: '' } }, '/run/id: is empty'],
    ['a count', { counts: { ...fullReport().counts, cases: -1 } }, '/counts/cases: is below 0'],
    ['a fraction', { counts: { ...fullReport().counts, cases: 1.5 } }, '/counts/cases: must be of type integer'],
    ['the version', { reportVersion: REPORT_VERSION + 1 }, `/reportVersion: is not ${REPORT_VERSION}`],
    ['a header of one text', { exchanges: [headed([['Accept']])] }, '/exchanges/0/request/headers/0: '],
    ['a header of three', { exchanges: [headed([['A', 'b', 'c']])] }, '/exchanges/0/request/headers/0: '],
    [
      'a setting',
      { run: { ...RUN, configuration: { headers: ['a'] } } },
      '/run/configuration/headers: must be of type',
    ],
    [
      'a day that is none',
      { run: { ...RUN, startedAt: '2030-02-30T00:00:00Z' } },
      '/run/startedAt: is not a valid "date-time"',
    ],
    [
      'an hour that is none',
      { run: { ...RUN, endedAt: '2030-01-01T24:00:00Z' } },
      '/run/endedAt: is not a valid "date-time"',
    ],
  ])('with a wrong value of %s', (_, part, fault) => {
    expect(validateReport({ ...fullReport(), ...part }).join('\n')).toContain(fault);
  });

  it.each([[null], [[]], ['a report'], [undefined]])('that is %j', (value) => {
    expect(validateReport(value)).toEqual(['the whole report: must be of type object']);
  });

  it('with twenty problems where there are more', () => {
    const invalid = { ...fullReport(), suiteFaults: Array.from({ length: 50 }, () => 1) };
    expect(validateReport(invalid)).toHaveLength(20);
  });
});

function headed(headers: unknown): unknown {
  const full = fullExchange('x1');
  return { ...full, request: { ...full.request, headers } };
}

describe('the schema', () => {
  it('is a schema of draft 2020-12 for the version of the format', () => {
    expect(reportSchema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(new Ajv2020({ strict: true, allowUnionTypes: true }).validateSchema(reportSchema)).toBe(true);
    expect(reportSchema.$id).toContain(`/report-${REPORT_VERSION}.schema.json`);
  });

  it('describes every property, requires every one but those that came later, and allows no other', () => {
    for (const node of nodesOf(reportSchema)) {
      const properties = node.get('properties');
      if (properties === undefined || node.get('additionalProperties') === undefined) continue;
      const names = Object.keys(Object(properties)).filter((name) => !ADDED_LATER.has(name));
      expect(names).toEqual(node.get('required'));
      expect(node.get('additionalProperties')).toBe(false);
      for (const property of Object.values(Object(properties))) {
        expect(described(property)).toMatch(/.\.$/);
      }
    }
  });
});

/** Reports that were written before these members came are still read. */
const ADDED_LATER: ReadonlySet<string> = new Set([
  'cause',
  'claimed',
  'omittedHeaders',
  'soak',
  'trials',
  'difference',
  'unanswered',
]);

function nodesOf(value: unknown): readonly ReadonlyMap<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [new Map(Object.entries(value)), ...Object.values(value).flatMap(nodesOf)];
}

/** The description of a property, or that of the definition to which it refers. */
function described(property: unknown): string {
  const { description, $ref } = property as { readonly description?: string; readonly $ref?: string };
  const definitions: ReadonlyMap<string, unknown> = new Map(Object.entries(reportSchema.$defs));
  return description ?? described(definitions.get($ref?.replace('#/$defs/', '') ?? ''));
}
