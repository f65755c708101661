import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { largeReport } from '../../support/large-report.ts';
import { unsettledReport } from './odd-reports.ts';
import { startPages, type PageOpener } from './open-report.ts';
import { renderHtml } from '../../support/whole-texts.ts';

let pages: PageOpener;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

/** What axe-core finds on a page, with everything opened. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
  const { violations } = await page.evaluate<AxeResults>(`${axe.source}; axe.run(document)`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

describe('report.html and axe-core', () => {
  const reports = { 'a report with a violation': largeReport(20), 'a report with every outcome': unsettledReport() };

  it.each(['light', 'dark'] as const)('agree, %s', async (colorScheme) => {
    for (const [name, report] of Object.entries(reports)) {
      const { page } = await pages.open(renderHtml(report), { colorScheme });
      expect(await findings(page), name).toEqual([]);
    }
  });

  it('agree on a phone', async () => {
    const { page } = await pages.open(renderHtml(unsettledReport()), { viewport: { width: 320, height: 640 } });
    expect(await findings(page)).toEqual([]);
  });

  it('would disagree on a page with faults', async () => {
    const { page } = await pages.open(
      '<!doctype html><html><body><p style="color:#ccc;background:#fff">pale</p></body></html>',
    );
    expect((await findings(page)).map((each) => each.split(':')[0])).toEqual(
      expect.arrayContaining(['color-contrast', 'html-has-lang', 'document-title']),
    );
  });
});
