import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import reportSchema from '../../../schemas/report.schema.json' with { type: 'json' };
import { REPORT_VERSION } from '../../../src/report/report.ts';
import { validateReport } from '../../../src/report/validate-report.ts';
import { caseEnd, judged, reportOf, RUN } from '../../support/fake-records.ts';
import { fullExchange, fullReport } from '../../support/full-report.ts';
import { anyReport } from './report-arbitrary.ts';

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
  return copy(fullReport(), path);
}

const pointer = (path: Path): string => `/${path.join('/')}`;
const holderOf = (path: Path): string => (path.length === 1 ? 'the whole report' : pointer(path.slice(0, -1)));
const openMaps = ['/run/configuration/', '/facts/highestLimitProven/'];
const paths = pathsOf(fullReport());
const required = paths.filter((path) => !openMaps.some((map) => pointer(path).startsWith(map)));

describe('a report is accepted', () => {
  it('whatever the type allows', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        expect(validateReport(report)).toEqual([]);
      }),
    );
  });

  it('where nothing ran', () => {
    expect(validateReport(reportOf({}))).toEqual([]);
  });

  it('where the run was interrupted', () => {
    const records = [judged('GET-OK', 'violated')];
    const report = reportOf({
      run: { ...RUN, end: 'interrupted', selection: 'part' },
      cases: [caseEnd(['GET-OK'], 'pending')],
      records,
    });
    expect(report.facts).toBeNull();
    expect(validateReport(report)).toEqual([]);
  });

  it('with every list filled, also after it was written and read', () => {
    expect(validateReport(fullReport())).toEqual([]);
    expect(validateReport(JSON.parse(JSON.stringify(fullReport())))).toEqual([]);
  });

  it('with many exchanges', () => {
    const exchanges = Array.from({ length: 3000 }, (_, index) => fullExchange(`x${index}`));
    expect(validateReport({ ...fullReport(), exchanges })).toEqual([]);
  });
});

describe('a report is refused', () => {
  it.each(['2030-02-30T00:00:00Z', '2030-01-01T24:00:00.000Z'])(
    'where %s is no moment, though it looks like one',
    (moment) => {
      const report = { ...fullReport(), run: { ...fullReport().run, startedAt: moment } };
      expect(validateReport(report)).toEqual(['/run/startedAt: is no "date-time"']);
    },
  );

  it.each(required.map((path) => [pointer(path), path] as const))('without %s', (_, path) => {
    const spoilt = changed(path, (holder, key) => holder.delete(key));
    expect(validateReport(spoilt)).toContain(`${holderOf(path)}: the member "${path.at(-1)}" is missing`);
  });

  it.each(required.map((path) => [pointer(path), path] as const))('with a value of no kind at %s', (place, path) => {
    const spoilt = changed(path, (holder, key) => holder.set(key, Number.NaN));
    expect(validateReport(spoilt).join('\n')).toContain(place);
  });

  it.each(required.map((path) => [pointer(path), path] as const))('with an unknown property beside %s', (_, path) => {
    const spoilt = changed(path, (holder) => holder.set('more', 1));
    expect(validateReport(spoilt)).toContain(`${holderOf(path)}: the member "more" is not known`);
  });

  it.each([
    '/run/profile',
    '/run/end',
    '/run/selection',
    '/run/removalPhase',
    '/verdict/outcome',
    '/verdict/profile',
    '/requirements/0/level',
    '/requirements/0/operation',
    '/requirements/0/outcome',
    '/checks/0/outcome',
    '/exchanges/0/operation',
    '/exchanges/0/request/body/encoding',
    '/exchanges/0/attempts/0/connection',
    '/exchanges/0/attempts/0/failure/kind',
    '/exchanges/0/failure/kind',
    '/exchanges/0/response/body/encoding',
  ])('with another value than those of %s', (place) => {
    const path = required.find((candidate) => pointer(candidate) === place) ?? [];
    const spoilt = changed(path, (holder, key) => holder.set(key, 'Complete'));
    const [problem] = validateReport(spoilt);
    expect(problem).toMatch(/: is none of ".*"$/);
    expect(problem).toContain(`${place}: `);
  });

  it.each([
    ['a time', { run: { ...RUN, startedAt: 'yesterday' } }, '/run/startedAt: does not look like'],
    ['a date', { run: { ...RUN, asOf: '5 December 2030' } }, '/run/asOf: does not look like'],
    ['a name', { run: { ...RUN, id: '' } }, '/run/id: is empty'],
    ['a count', { counts: { ...fullReport().counts, cases: -1 } }, '/counts/cases: is below 0'],
    ['a fraction', { counts: { ...fullReport().counts, cases: 1.5 } }, '/counts/cases: is not of type integer'],
    ['the version', { reportVersion: REPORT_VERSION + 1 }, '/reportVersion: is not 1'],
    ['a list', { checks: {} }, '/checks: is not of type array'],
    ['a header of one text', { exchanges: [headed([['Accept']])] }, '/exchanges/0/request/headers/0: '],
    ['a header of three', { exchanges: [headed([['A', 'b', 'c']])] }, '/exchanges/0/request/headers/0: '],
    ['a setting', { run: { ...RUN, configuration: { headers: ['a'] } } }, '/run/configuration/headers: is not of type'],
  ])('with a wrong value of %s', (_, part, fault) => {
    expect(validateReport({ ...fullReport(), ...part }).join('\n')).toContain(fault);
  });

  it.each([[null], [[]], ['a report'], [undefined]])('that is %j', (value) => {
    expect(validateReport(value)).toEqual(['the whole report: is not of type object']);
  });

  it('with twenty problems where there are more', () => {
    const spoilt = { ...fullReport(), suiteFaults: Array.from({ length: 50 }, () => 1) };
    expect(validateReport(spoilt)).toHaveLength(20);
  });
});

function headed(headers: unknown): unknown {
  const exchange = fullExchange('x1');
  return { ...exchange, request: { ...exchange.request, headers } };
}

describe('the schema', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

  it('is a schema of draft 2020-12', () => {
    expect(reportSchema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(ajv.validateSchema(reportSchema)).toBe(true);
    expect(ajv.validateSchema({ ...reportSchema, required: 'everything' })).toBe(false);
  });

  it('carries the version of the format', () => {
    expect(reportSchema.$id).toContain(`/report-${REPORT_VERSION}.schema.json`);
    expect(reportSchema.properties.reportVersion.const).toBe(REPORT_VERSION);
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
const ADDED_LATER: ReadonlySet<string> = new Set(['omitted']);

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
