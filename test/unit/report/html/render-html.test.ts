import { describe, expect, it } from 'vitest';
import { findRequirement } from '../../../../src/contract/requirements.ts';
import type { Check, Report } from '../../../../src/report/report.ts';
import type { Exchange } from '../../../../src/http/exchange.ts';
import { exchange } from '../../../support/fake-records.ts';
import { fullExchange, fullReport } from '../../../support/full-report.ts';
import { largeReport } from '../../../support/large-report.ts';
import { exchangeOf, requirement, violatedReport, violation } from '../../../support/terminal-reports.ts';
import { renderHtml } from '../../../../src/report/html/render-html.ts';
import { assetDigest, pageFacts, pageText } from '../read-html.ts';
import { someReports } from '../report-arbitrary.ts';

const ACTIVE = 'img iframe object embed link base form audio video image use foreignObject'.split(' ');

describe('report.html', () => {
  it('allows its own style and script by their digests, and nothing else', () => {
    const html = renderHtml(fullReport());
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toBe(
      `default-src 'none'; style-src ${assetDigest(html, 'style')}; script-src ${assetDigest(html, 'script')}; base-uri 'none'; form-action 'none'`,
    );
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'));
  });

  it('is well formed, links only to what it holds, and holds nothing that acts, for any report', () => {
    for (const report of someReports(8)) {
      const html = renderHtml(report);
      const { ids, links, unbalanced, elements, attributes } = pageFacts(html);
      expect(unbalanced).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
      const places = new Set(ids.map((id) => `#${encodeURIComponent(id)}`));
      expect(links.filter((link) => !places.has(link))).toEqual([]);
      expect(ACTIVE.filter((name) => elements.has(name))).toEqual([]);
      expect([...attributes].filter((name) => /^on|^(?:src|style|srcdoc|action|xlink)/.test(name))).toEqual([]);
      expect(html.match(/<script/g)).toHaveLength(1);
      expect(html.isWellFormed()).toBe(true);
    }
  });

  it.each([
    [1234, '1.2 s'],
    [243_000, '4 min 3 s'],
  ])('says that a run of %i ms took %s', (milliseconds, took) => {
    const report = fullReport();
    const endedAt = new Date(Date.parse(report.run.startedAt) + milliseconds).toISOString();
    const html = renderHtml({ ...report, run: { ...report.run, endedAt } });
    expect(/<\/time>, (.*?)<\/dd>/.exec(html)?.[1]).toBe(took);
  });

  it('accounts for every requirement, check, exchange, pet and fact', () => {
    const report = fullReport();
    const html = renderHtml(report);
    const { ids } = pageFacts(html);
    expect(ids).toEqual(expect.arrayContaining(['x1', ...report.requirements.map(({ id }) => id)]));
    expect(ids.filter((id) => id.startsWith('check-'))).toHaveLength(report.checks.length);
    for (const each of ['Rex', 'a.spec.ts did not load', '3 with status sold', 'removed in 338 days', 'Node']) {
      expect(pageText(html)).toContain(each);
    }
    expect(html).not.toContain('The run observed nothing.');
    expect(renderHtml(violatedReport())).toContain('The run observed nothing.');
  });

  it('shows a long command of the run in full', () => {
    const report = fullReport();
    const command = `npx petstore-conformance run ${'--profile full '.repeat(40)}`;
    const run = { ...report.run, origin: { ...report.run.origin, command } };
    expect(pageText(renderHtml({ ...report, run }))).toContain(command.trim());
  });

  it('shows all of an exchange with a violation, and of others neither the fields of the client nor the command', () => {
    const html = renderHtml(violatedReport(violatedBy({}, [sent('x1'), sent('x2')])));
    const [one = '', two = ''] = ['x1', 'x2'].map((id) => {
      const from = html.indexOf(`<div id="${id}">`);
      return pageText(html.slice(from, html.indexOf('</details>', from)));
    });
    for (const each of ['User-Agent: suite', 'Accept: */*', 'curl x1']) expect(one).toContain(each);
    expect(two).toContain('Accept: */*');
    for (const left of ['suite', 'curl']) expect(two).not.toContain(left);
  });

  it('stays below 600 kB with 300 checks', () => {
    const html = renderHtml(largeReport(300));
    expect(Buffer.byteLength(html)).toBeLessThan(600_000);
    expect(pageFacts(html).ids.filter((id) => id.startsWith('check-'))).toHaveLength(300);
  });
});

function sent(id: string): Exchange {
  const blank = exchangeOf(id, `curl ${id}`);
  const headers = [['User-Agent', 'suite'] as const, ['Accept', '*/*'] as const];
  return { ...blank, request: { ...blank.request, headers } };
}

/** A report with this violation of LIST-LIMIT-MAX, and these exchanges. */
function violatedBy(fields: Partial<Check>, exchanges: readonly Exchange[] = [exchangeOf('x1')]): Partial<Report> {
  return { checks: [violation('LIST-LIMIT-MAX', fields)], exchanges };
}

function withBody(text: string, encoding: 'utf8' | 'base64' = 'utf8'): Exchange {
  const body = { text, encoding, length: text.length, sha256: 'ab', capped: false };
  return { ...exchangeOf('x1'), response: { status: 200, headers: [], body, complete: true } };
}

const MANY_FIELDS: Exchange = {
  ...exchangeOf('x1'),
  response: {
    status: 200,
    headers: [['A', 'b']],
    omittedHeaders: 3,
    body: { text: '[]', encoding: 'utf8', length: 2, sha256: 'ab', capped: false },
    complete: true,
  },
};
const FULL = violatedBy({}, [fullExchange('x1')]);
const LIMITED = fullExchange('x1').attempts.map((each) => {
  return { ...each, status: 429, failure: null, waitedMilliseconds: 1200 };
});
const TWICE = { ...exchangeOf('x1'), attempts: [...LIMITED, ...LIMITED] };
const LONG_BODY = `["${'a'.repeat(3000)}",{"name":null},"${'z'.repeat(3000)}"]`;
const FULL_BODY = '{"code":"x"}';
const REFUSED = { ...exchange('x1'), failure: { kind: 'refused', message: 'The connection was refused.' } } as const;
const WARNED = { requirements: [requirement('LIST-LIMIT-MAX', 'violated', { level: 'recommended' })] };
const FIX = 'Fix';

describe('the violations on the page', () => {
  it.each<[seen: string, fields: Partial<Report>, unseen?: readonly string[]]>([
    [
      'LIST-LIMIT-MAX part 4.1 · required · listPets',
      {},
      ['No required requirement is violated', 'cut after', 'did not'],
    ],
    ['The statement of LIST-LIMIT-MAX.', {}],
    ['specs/some.spec.ts:1', {}],
    ["curl 'http://h/v1/pets?limit=7'", {}],
    ["petstore-conformance run --base-url 'http://127.0.0.1:1/v1' --only LIST-LIMIT-MAX --seed 1", {}],
    [`${FIX}${findRequirement('LIST-LIMIT-MAX')?.remedy}`, {}],
    ['No required requirement is violated.', WARNED],
    ['UNKNOWN', { requirements: [requirement('UNKNOWN', 'violated')] }, [FIX]],
    ['Pointerthe whole body', violatedBy({ pointer: '' })],
    ['characters before', violatedBy({ pointer: '/1/name' }, [withBody(LONG_BODY)])],
    [LONG_BODY, violatedBy({ pointer: '/1/name' }, [withBody(LONG_BODY)])],
    ['The evidence has no exchange.', violatedBy({ exchanges: [] })],
    ['The report does not contain its exchange x1.', violatedBy({}, [])],
    [`POST /v1/pets\nAccept: */*\n\n${FULL_BODY}`, FULL, ['cut after']],
    [`400\nContent-Type: application/json\n\n${FULL_BODY}`, FULL],
    ['200\nA: b\n… 3 more header fields', violatedBy({}, [MANY_FIELDS]), ['4 more']],
    ['The response is not complete', FULL, ['more header']],
    ['Sent 2030-01-01T00:00:00.000Z on a fresh connection, 1.5 ms', FULL],
    ['gICA\nnot UTF-8, shown as base64; 4 bytes, sha256 ab', violatedBy({}, [withBody('gICA', 'base64')])],
    ['There was no response. The connection was refused.', violatedBy({}, [REFUSED])],
    ['x1 GET  → refused', violatedBy({}, [REFUSED])],
    ['on a fresh connection, 1.5 ms, status 429, then waited 1,200 ms; attempt 2 sent', violatedBy({}, [TWICE])],
    [
      'The curl command of 20,001 characters is in report.json.',
      violatedBy({}, [exchangeOf('x1', 'c'.repeat(20_001))]),
      ['cccc'],
    ],
  ])('tell "%s"', (seen, fields, unseen = []) => {
    const text = pageText(violations(fields));
    expect(text).toContain(seen);
    expect(unseen.filter((part) => text.includes(part))).toEqual([]);
  });

  it.each<[string, Partial<Report>, string]>([
    [
      'the value at a pointer',
      violatedBy({ pointer: '/1/name' }, [withBody('[{"name":"a"},{"name":"<b>"}]')]),
      '{"name":<mark>"&lt;b&gt;"</mark>}]',
    ],
    [
      'what differs between expected and actual',
      violatedBy({ expected: 'the name "Rex"', actual: 'the name "Max"' }),
      'the name "<mark>Ma</mark>x"',
    ],
    [
      'a violation that did not show again',
      violatedBy({ unstable: true, repeatExchanges: ['x21'] }, [exchangeOf('x1'), exchangeOf('x21')]),
      '<b class="unstable">unstable</b>',
    ],
    [
      'what a second try showed',
      violatedBy({ unstable: true, repeatExchanges: ['x21'] }, [exchangeOf('x1'), exchangeOf('x21')]),
      'a second try did not show it again: <a href="#x21">',
    ],
    ['recommendations apart', WARNED, '<section id="warnings"'],
  ])('mark %s', (_, fields, marked) => {
    expect(violations(fields)).toContain(marked);
    expect(violations(violatedBy({ pointer: '' }))).not.toContain(marked);
  });

  it('hold the whole body, which is cut elsewhere', () => {
    const exchanges = [withBody('b'.repeat(2100))];
    const cut = '… cut after 2,000 characters; 2,100 bytes, sha256 ab';
    expect(pageText(renderHtml(violatedReport({ exchanges })))).not.toContain(cut);
    expect(pageText(renderHtml(violatedReport({ exchanges, checks: [] })))).toContain(cut);
  });

  it('show an exchange of two violations once, and link to it from the other', () => {
    const fields = {
      requirements: [requirement('LIST-LIMIT-MAX', 'violated'), requirement('LIST-OK', 'violated')],
      checks: [violation('LIST-LIMIT-MAX'), violation('LIST-OK')],
    };
    const html = renderHtml(violatedReport(fields));
    expect(html.match(/id="x1"/g)).toHaveLength(1);
    expect(html).toContain('Exchange <a href="#x1">x1</a>');
    expect(violations(fields).match(/class="command">curl/g)).toHaveLength(2);
  });
});

/** The page from the violations to the next section. */
function violations(fields: Partial<Report>): string {
  const html = renderHtml(violatedReport(fields));
  return html.slice(html.indexOf('<section id="violations"'), html.indexOf('<section id="not-verified"'));
}
