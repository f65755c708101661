import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../../src/report/report.ts';
import { fullReport } from '../../../support/full-report.ts';
import { anyReport } from '../report-arbitrary.ts';
import { largeReport } from '../../../support/large-report.ts';
import { assetDigest, pageFacts, pageText } from './page-facts.ts';
import { renderHtml } from '../../../support/whole-texts.ts';

const ACTIVE = [
  'img',
  'iframe',
  'object',
  'embed',
  'link',
  'base',
  'form',
  'audio',
  'video',
  'image',
  'use',
  'foreignObject',
];

/** How long the run took, as the page says. */
function took(html: string): string | undefined {
  return /<span class="one-line">(.*?)<\/span>/.exec(html)?.[1];
}

describe('report.html', () => {
  it('is the same bytes for the same report', () => {
    expect(renderHtml(fullReport())).toBe(renderHtml(structuredClone(fullReport())));
  });

  it('allows its own style and script by their digests, and nothing else', () => {
    const html = renderHtml(fullReport());
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toBe(
      `default-src 'none'; style-src ${assetDigest(html, 'style')}; script-src ${assetDigest(html, 'script')}; base-uri 'none'; form-action 'none'`,
    );
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'));
  });

  it('is well formed, links only within itself and to what there is, and holds nothing that acts, for any report', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
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
      }),
      { numRuns: 60 },
    );
  });

  it('tells the time that a run took as it is read, on one line', () => {
    const report = fullReport();
    const lasting = (milliseconds: number): Report => ({
      ...report,
      run: { ...report.run, endedAt: new Date(Date.parse(report.run.startedAt) + milliseconds).toISOString() },
    });
    expect(took(renderHtml(lasting(1234)))).toBe('1.2 s');
    expect(took(renderHtml(lasting(243_000)))).toBe('4 min 3 s');
  });

  it('names the verdict, the profile, the target, the time and the suite first', () => {
    const text = pageText(renderHtml(fullReport()));
    const first = text.slice(0, text.indexOf('The contract at a glance'));
    for (const each of [
      'The service is NOT CONFORMANT',
      'Profile full',
      'http://127.0.0.1:1/v1',
      '2030-01-01 00:00:00 UTC',
      'suite 1.2.3',
    ]) {
      expect(first).toContain(each);
    }
  });

  it('accounts for every requirement, check, exchange, animal and fact', () => {
    const report = fullReport();
    const html = renderHtml(report);
    const { ids } = pageFacts(html);
    const text = pageText(html);
    for (const { id } of report.requirements) expect(ids).toContain(id);
    expect(ids.filter((id) => id.startsWith('check-'))).toHaveLength(report.checks.length);
    expect(ids).toContain('x1');
    for (const each of ['Rex', 'a.spec.ts did not load', '3 with status sold', '338 days left', 'Node']) {
      expect(text).toContain(each);
    }
  });

  it('stays below 20 MB with 10,000 checks', () => {
    const html = renderHtml(largeReport(10_000));
    expect(Buffer.byteLength(html)).toBeLessThan(20_000_000);
    expect(pageFacts(html).ids.filter((id) => id.startsWith('check-'))).toHaveLength(10_000);
  });
});
