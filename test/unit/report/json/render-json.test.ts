import { expect, it } from 'vitest';
import { readReport } from '../../../../src/report/read-report.ts';
import type { Check, Report } from '../../../../src/report/report.ts';
import { fullReport } from '../../../support/full-report.ts';
import { membersOutOfOrder } from '../../../support/key-order.ts';
import { renderJson } from '../../../../src/report/json/render-json.ts';
import { someReports } from '../report-arbitrary.ts';

function exchangesIn(text: string): readonly Record<string, unknown>[] {
  return (JSON.parse(text) as { exchanges: readonly Record<string, unknown>[] }).exchanges;
}

/** A report in which all exchanges but the first two have another id. */
function repeated(report: Report, times: number): Report {
  const [first] = report.exchanges;
  if (first === undefined) throw new Error('The report has an exchange.');
  return { ...report, exchanges: Array.from({ length: times }, (_, at) => ({ ...first, id: `x${at + 1}` })) };
}

it('a report is read as it was, and each item of its lists has a line', () => {
  for (const report of [fullReport(), repeated(fullReport(), 3), ...someReports(12)]) {
    const text = renderJson(report).join('');
    const ids = new Set(report.exchanges.map(({ id }) => id));
    if (ids.size < report.exchanges.length) continue;
    expect(readReport(text)).toEqual({ kind: 'ok', value: report });
    // The items that were read have the order of the text.
    for (const check of (JSON.parse(text) as Report).checks) expect(text).toContain(`\n    ${JSON.stringify(check)}`);
  }
});

it('equal header fields and bodies are stored once', () => {
  const text = renderJson(repeated(fullReport(), 3)).join('');
  const [first, ...others] = exchangesIn(text);
  expect(first).toEqual(fullReport().exchanges[0]);
  for (const { request, response } of others) {
    expect(request).toMatchObject({ headers: 'x1' });
    expect(response).toMatchObject({ headers: 'x1', body: 'x1' });
  }
});

it('an id that leads to no evidence is found out', () => {
  const report = repeated(fullReport(), 2);
  const text = renderJson(report).join('').replaceAll('"headers":"x1"', '"headers":"x2"');
  expect(readReport(text)).toEqual({
    kind: 'bad',
    problems: ['an exchange has evidence from x2, which does not hold it'],
  });
});

function checksOutOfOrder(report: unknown): readonly string[] {
  return membersOutOfOrder(report).filter((place) => place.startsWith('/checks/*:'));
}

it('report.json has the members of a check in the order of the schema, whichever step added them', () => {
  const report = fullReport();
  const checks = report.checks.map((check) => Object.fromEntries(Object.entries(check).reverse()) as unknown as Check);
  const written: unknown = JSON.parse(renderJson({ ...report, checks }).join(''));
  expect(checksOutOfOrder({ ...report, checks })).toHaveLength(1);
  expect(checksOutOfOrder(written)).toEqual([]);
});
