import { describe, expect, it } from 'vitest';
import { exchangeLinks } from '../../../../src/report/html/exchanges.ts';
import { markup, writeDocument } from '../../../../src/report/html/markup.ts';
import { anchorsOf, pageIndex } from '../../../../src/report/html/page-index.ts';
import { check, exchange, reportOf } from '../../../support/fake-records.ts';
import { pageText } from '../read-html.ts';

describe('addresses within the page', () => {
  const one = check('GET-OK', 'satisfied');

  it('are a digest for a check, the same in every report', () => {
    const alone = anchorsOf({ ...reportOf({}), checks: [one] })(one);
    expect(alone.id).toMatch(/^check-[0-9a-f]{12}$/);
    expect(anchorsOf({ ...reportOf({}), checks: [check('GET-SAME', 'satisfied'), one] })(one)).toEqual(alone);
  });

  it('never occur twice, and never are those of a section', () => {
    const checks = [one, check('GET-OK', 'violated')];
    const strange = [exchange('top'), exchange('x1'), exchange('x1'), exchange('"><script>')];
    const anchorOf = anchorsOf({ ...reportOf({}), checks, exchanges: strange });
    const ids = [...checks, ...strange].map((each) => anchorOf(each).id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9.-]+$/.test(id) || id === 'top')).toEqual([]);
  });
});

describe('links to exchanges', () => {
  const ids = ['x1', 'x2', 'x3', 'x5', 'x12', 'x9'];
  const index = pageIndex({ ...reportOf({}), exchanges: ids.slice(0, -1).map(exchange) });

  it.each([
    [ids, 'x1, x2, x3, x5, x12, x9'],
    [['x1', 'x2'], 'x1, x2'],
    [[], 'none'],
    [Array.from({ length: 50 }, (_, at) => `x${at * 2}`), 'x14 and 42 more exchanges, named in report.json'],
  ])('name some, and count what is left out: %j', (named, text) => {
    const body = [markup`<div>${exchangeLinks(named, index)}</div>`];
    expect(pageText(writeDocument({ title: '', policy: '', style: '', script: '', body }))).toContain(text);
  });
});
