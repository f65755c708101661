import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangeLinks } from '../../../../src/report/html/exchanges.ts';
import { differingMiddle } from '../../../../src/report/html/findings.ts';
import { latencies, quantile } from '../../../../src/report/html/sections.ts';
import { markup, writeDocument } from '../../../../src/report/html/markup.ts';
import { anchorsOf, pageIndex } from '../../../../src/report/html/page-index.ts';
import { check, exchange, reportOf } from '../../../support/fake-records.ts';
import { fullExchange } from '../../../support/full-report.ts';
import { pageText } from '../read-html.ts';

describe('addresses within the page', () => {
  const one = check('GET-OK', 'satisfied');

  it('are a digest for a check, the same in every report', () => {
    const alone = anchorsOf({ ...reportOf({}), checks: [one] }).of(one);
    expect(alone.id).toMatch(/^check-[0-9a-f]{12}$/);
    expect(anchorsOf({ ...reportOf({}), checks: [check('GET-SAME', 'satisfied'), one] }).of(one)).toEqual(alone);
  });

  it('never occur twice, and never are those of a section', () => {
    const checks = [one, check('GET-OK', 'violated')];
    const strange = [exchange('top'), exchange('x1'), exchange('x1'), exchange('"><script>')];
    const anchors = anchorsOf({ ...reportOf({}), checks, exchanges: strange });
    const ids = [...checks, ...strange].map((each) => anchors.of(each).id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9.-]+$/.test(id) || id === 'top')).toEqual([]);
  });
});

describe('links to exchanges', () => {
  const ids = ['x1', 'x2', 'x3', 'x5', 'x12', 'x9'];
  const index = pageIndex({ ...reportOf({}), exchanges: ids.slice(0, -1).map(exchange) });

  it.each([
    [ids, 'x1 to x3, x5, x12, x9'],
    [['x1', 'x2'], 'x1, x2'],
    [[], 'none'],
    [Array.from({ length: 50 }, (_, at) => `x${at * 2}`), 'x14 and 42 more exchanges, named in report.json'],
  ])('tell neighbours as a range, and count what is left out: %j', (named, text) => {
    const body = [markup`<div>${exchangeLinks(named, index)}</div>`];
    expect(pageText([...writeDocument({ title: '', policy: '', style: '', script: '', body })].join(''))).toContain(
      text,
    );
  });
});

describe('the differing middle of two texts', () => {
  it.each([
    ['the name "Rex"', 'the name "Max"', ['Re', 'Ma']],
    ['Bartholomew', 'Barthol', ['omew', '']],
    ['pets 🐶 and more', 'pets 🐱 and more', ['🐶', '🐱']],
    ['same', 'same', undefined],
    ['at most 7 pets', 'status 500', undefined],
  ])('of %j and %j is %j', (one, other, middles) => {
    expect(differingMiddle(one, other)?.map(({ middle }) => middle)).toEqual(middles);
  });

  it('puts every text together again', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '🐶', '🐱'), maxLength: 8 });
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const marked = differingMiddle(one, other);
        if (marked === null) return;
        expect(marked.map(({ before, middle, after }) => before + middle + after)).toEqual([one, other]);
        const parts = marked.flatMap(({ before, middle, after }) => [before, middle, after]);
        expect(parts.every((each) => each.isWellFormed())).toBe(true);
      }),
      { seed: 20_301_205 },
    );
  });
});

describe('latency', () => {
  const ten = { operation: 'getPet', times: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } as const;

  it('is shown by operation, shortest first, for requests with a response', () => {
    const full = fullExchange('x1');
    const slow = { ...full, attempts: full.attempts.map((each) => ({ ...each, milliseconds: 90 })) };
    expect(latencies([slow, fullExchange('x2'), exchange('x3')])).toEqual([
      { operation: 'createPet', times: [1.5, 90] },
    ]);
    expect(latencies([])).toEqual([]);
  });

  it('has quantiles that are times that were seen', () => {
    expect([0, 0.5, 0.95, 1].map((share) => quantile(ten, share))).toEqual([1, 5, 10, 10]);
  });
});
