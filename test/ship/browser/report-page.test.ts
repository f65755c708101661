import { readFileSync } from 'node:fs';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorsOf } from '../../../src/report/html/page-index.ts';
import { largeReport } from '../../support/large-report.ts';
import { violatedReport, violation } from '../../support/terminal-reports.ts';
import { renderHtml } from '../../../src/report/html/render-html.ts';
import { launchBrowser } from '../../../lab/launch-browser.ts';
import { ACTING_TEXTS, hostileReport, notVerifiedReport } from './odd-reports.ts';
import { openAll, startPages, type OpenedPage, type PageOpener } from './open-report.ts';

const REPORT = largeReport(166);
const HTML = renderHtml(REPORT);
const ALL = REPORT.requirements;
const SATISFIED = REPORT.checks.find(({ outcome }) => outcome === 'satisfied');

/** The policy of Jenkins, which allows a page neither a style nor a script of its own. */
const STRICT = "default-src 'none'; style-src 'self'; img-src 'self'";

let pages: PageOpener;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

/** The address of the evidence of a satisfied check. */
function satisfiedCheck(): string {
  if (SATISFIED === undefined) throw new Error('The report has a satisfied check.');
  return anchorsOf(REPORT)(SATISFIED).id;
}

describe('report.html in a browser', () => {
  it('shows verdict, profile, target, time and suite at first sight, and asks for nothing', async () => {
    const { page, url, requests, complaints } = await pages.open(HTML);
    const heading = page.getByRole('heading', { level: 1 });
    expect(await heading.innerText()).toBe('The service is NOT CONFORMANT');
    for (const text of ['Profile full', 'http://127.0.0.1:1/v1', '2030-01-01 00:00:00 UTC', 'suite 1.2.3']) {
      const box = await page.locator('header').getByText(text, { exact: false }).first().boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0), text).toBeLessThan(900);
    }
    expect(requests).toEqual([url]);
    expect(complaints).toEqual([]);
  });

  it('has a cell with a name for every requirement, and the cells look different by outcome', async () => {
    const { page } = await pages.open(HTML);
    expect(await page.locator('.picture').getByRole('link').count()).toBe(ALL.length);
    expect(await page.getByRole('link', { name: 'ANSWER-JSON: violated, required' }).count()).toBe(1);
    const signs = await page.evaluate<readonly string[]>(
      `['violated', 'verified', 'not-testable'].map((name) => getComputedStyle(document.querySelector('.cell.' + name), '::before').content)`,
    );
    expect(new Set(signs).size).toBe(3);
  });

  it('shows the first evidence at first sight on a desk', async () => {
    const sample = readFileSync(new URL('../../../reports/sample/report.html', import.meta.url), 'utf8');
    const { page } = await pages.open(sample, { viewport: { width: 1440, height: 900 } });
    for (const seen of ['status 401 with an Error', 'status 201']) {
      const box = await page.locator('.findings').getByText(seen, { exact: true }).first().boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0), seen).toBeLessThan(900);
    }
  });

  it('keeps the filter in sight, and shows all again', async () => {
    const { page } = await pages.open(HTML);
    const count = page.locator('#filter-count');
    const all = await count.innerText();
    const chip = page.getByRole('button', { name: /^verified/ });
    await chip.click();
    await page.getByLabel('Search').fill('HOLDS X77');
    expect([await chip.getAttribute('aria-pressed'), await count.innerText()]).toEqual([
      'true',
      '2 of 105 requirements, 2 checks',
    ]);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect([await chip.getAttribute('aria-pressed'), await count.innerText()]).toEqual(['false', all]);
    await page.locator('.requirement').last().scrollIntoViewIfNeeded();
    expect((await page.locator('#filter').boundingBox())?.y).toBe(0);
  });

  it('explains each outcome that occurs in one line, with its counts', async () => {
    const { page } = await pages.open(renderHtml(notVerifiedReport()));
    const lines = await page.locator('.legend tbody tr').allInnerTexts();
    expect(lines.map((line) => line.split('\t')[0]?.trim())).toEqual(
      expect.arrayContaining(['warning', 'deviating', 'not verified', 'verified', 'not applicable', 'observed']),
    );
    expect(new Set(lines.map((line) => line.split('\t')[1])).size).toBe(lines.length);
  });

  it('filters by outcome and text, and shows all again', async () => {
    const { page } = await pages.open(HTML);
    const shown = page.locator('#requirements .check:visible');
    const rows = page.locator('.requirement:visible');
    const chip = page.getByRole('button', { name: 'violated 1' });
    await chip.click();
    expect(await page.locator('#filter-count').innerText()).toBe(`1 of ${ALL.length} requirements, 1 check`);
    await chip.click();
    await page.getByLabel('Search').fill('· recommended · getPet');
    const matching = ALL.filter(({ level, operation }) => level === 'recommended' && operation === 'getPet');
    expect(await rows.count()).toBe(matching.length);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByLabel('Search').fill('HOLDS X77');
    expect(await shown.count()).toBe(REPORT.checks.filter(({ exchanges }) => exchanges.includes('x77')).length);
    await page.getByLabel('Search').fill('no such text');
    expect(await rows.count()).toBe(0);
    await page.getByLabel('Search').fill('');
    expect(await rows.count()).toBe(ALL.length);
  });

  it('shows the target of a link although a filter hid it, and goes back to where it was followed', async () => {
    const { page, url } = await pages.open(HTML);
    const link = page.getByRole('link', { name: 'GET-SAME: verified, required' });
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate<number>('scrollY');
    await link.click();
    await page.locator('#GET-SAME').waitFor({ state: 'visible' });
    await page.waitForURL(`${url}#GET-SAME`);
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(before + 900);
    await page.goBack();
    await page.waitForURL(url);
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(before);
    const chip = page.getByRole('button', { name: /^observed/ });
    await chip.click();
    await page.evaluate("location.hash = 'GET-SAME'");
    await page.locator('#GET-SAME').waitFor({ state: 'visible' });
    expect(await chip.getAttribute('aria-pressed')).toBe('false');
  });

  it('opens the target of a link, and has one button that copies its command', async () => {
    const { page } = await pages.open(HTML, { hash: 'x1' });
    const block = page.locator('#x1');
    await block.getByRole('button', { name: 'Copy' }).waitFor();
    await block.locator('xpath=..').locator('summary').click();
    await block.locator('xpath=..').locator('summary').click();
    await block.waitFor({ state: 'visible' });
    expect(await block.getByRole('button').count()).toBe(1);
    await block.getByRole('button').click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.getByRole('status').last().innerText()).toBe('The command is copied.');
    await page.getByLabel('Search').focus();
    await page.keyboard.press('ControlOrMeta+V');
    const sent = REPORT.exchanges.find(({ id }) => id === 'x1');
    expect(await page.getByLabel('Search').inputValue()).toBe(sent?.request.curl);
  });

  it('leads from its contents to the start of each section', async () => {
    const sample = readFileSync(new URL('../../../reports/sample/report.html', import.meta.url), 'utf8');
    const { page } = await pages.open(sample, { viewport: { width: 390, height: 844 } });
    const missed: string[] = [];
    for (const link of await page.locator('nav a').all()) {
      await page.evaluate('scrollTo(0, 0)');
      await link.click();
      const target = JSON.stringify(await link.getAttribute('href'));
      // What comes into view may be laid out in a later frame.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const isThere = await page.evaluate<boolean>(
        `Math.abs(document.querySelector(${target}).getBoundingClientRect().top) < 5 || scrollY + innerHeight > document.documentElement.scrollHeight - 2`,
      );
      if (!isThere) missed.push(target);
    }
    expect(missed).toEqual([]);
  });

  it('keeps the spaces of expected and actual', async () => {
    const checks = [violation('LIST-LIMIT-MAX', { expected: '"Rex  II"', actual: '"Rex II"' })];
    const { page } = await pages.open(renderHtml(violatedReport({ checks })));
    expect(await page.locator('.compare .expected dd').innerText()).toBe('"Rex  II"');
    expect(await page.locator('.compare').innerText()).toContain('expected has U+0020, actual has nothing there');
  });

  it('prints to PDF with everything open that matters', async () => {
    const { page } = await pages.open(HTML);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.violation .exchange .block').first().isVisible()).toBe(true);
    expect(await page.locator('.requirement .check').last().isVisible()).toBe(true);
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.locator('#filter').isVisible()).toBe(false);
  });

  it('fits into 320 pixels, opened, and is dark where that is preferred', async () => {
    const { page } = await pages.open(HTML, { viewport: { width: 320, height: 640 } });
    const background = 'getComputedStyle(document.documentElement).backgroundColor';
    expect(await page.evaluate<string>(background)).toBe('rgb(252, 251, 247)');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate<string>(background)).toBe('rgb(20, 23, 26)');
    await openAll(page);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    const wide = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('main *')].filter((each) => each.getBoundingClientRect().right > 321 && !each.closest('svg')).map((each) => each.outerHTML.slice(0, 100))`,
    );
    expect(wide).toEqual([]);
  });

  it('reads without any script, and opens the target of a link then too', async () => {
    const { page } = await pages.open(HTML, { hash: satisfiedCheck(), javaScriptEnabled: false });
    const evidence = page.locator(`[id="${satisfiedCheck()}"]`);
    await evidence.waitFor({ state: 'visible' });
    await expect.poll(async () => (await evidence.boundingBox())?.y).toBeLessThan(900);
    expect(await evidence.innerText()).toContain('Expected: a page of at most');
    expect(await page.locator('#filter').isVisible()).toBe(false);
    await page.locator('.requirement > summary').first().click();
    const check = page.locator('.requirement .check').first();
    await check.locator('summary').click();
    expect(await check.getByText('Expected: ').isVisible()).toBe(true);
  });

  it.each([390, 1440])('is complete and in order without its style and script, at %d pixels', async (width) => {
    const strict = { policy: STRICT, viewport: { width, height: 844 } };
    const { page, complaints } = await pages.open(HTML, { ...strict, hash: satisfiedCheck() });
    expect(complaints.every((each) => each.includes('Content Security Policy'))).toBe(true);
    expect(await page.evaluate<string>("getComputedStyle(document.querySelector('.violation')).borderTopWidth")).toBe(
      '0px',
    );
    await page.locator(`[id="${satisfiedCheck()}"]`).getByText('Expected: ').waitFor({ state: 'visible' });
    expect(await page.locator('h1, h2').allInnerTexts()).toEqual([
      'The service is NOT CONFORMANT',
      'Findings',
      ...(await page.locator('nav a').allInnerTexts()),
    ]);
    const finding = await page.locator('.violation').first().innerText();
    for (const label of ['Expected', 'Actual', 'Fix', 'Case', 'Request', 'Response', 'Reproduce (bash)'])
      expect(finding).toContain(`${label}\n`);
    for (const hidden of ['#filter', '.copy'])
      expect(await page.locator(hidden).filter({ visible: true }).count(), hidden).toBe(0);
    await openAll(page);
    // Only a word that is wider than the screen, such as a digest, may reach beyond it.
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      Math.max(width, 900),
    );
  });

  it('is led through by the keyboard alone', async () => {
    const { page, url } = await pages.open(HTML);
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Skip to the findings');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}#violations`);
    for (const selector of ['.requirement > summary', '.check > summary', '.check > div a']) {
      await tabTo(page, selector);
      await page.keyboard.press('Enter');
    }
    await page.waitForFunction("location.hash.startsWith('#x')");
    await page.waitForFunction('document.getElementById(location.hash.slice(1)).checkVisibility()');
  });
});

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let press = 0; press < 200; press += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`The keyboard does not come to ${selector}.`);
}

/** What axe-core finds on a page, with everything opened. */
async function findings(page: Page): Promise<readonly string[]> {
  await openAll(page);
  const { violations } = await page.evaluate<AxeResults>(`${axe.source}; axe.run(document)`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

const WIDTHS = [320, 390, 768, 1440];

describe('axe-core', () => {
  it.each([
    ['light', violatedReport()],
    ['dark', notVerifiedReport()],
  ] as const)('finds nothing on a %s page, at any width', async (colorScheme, report) => {
    const { page } = await pages.open(renderHtml(report), { colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findings(page)).toEqual([]);
    }
  });

  it('has buttons that fingers find on a phone', async () => {
    const { page } = await pages.open(HTML, { viewport: { width: 390, height: 844 } });
    const small = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('button, select, input, nav a')].filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)`,
    );
    expect(small).toEqual([]);
  });

  it('finds the faults of a page that has some', async () => {
    const { page } = await pages.open(
      '<!doctype html><html><body><p style="color:#ccc;background:#fff">pale</p></body></html>',
    );
    expect((await findings(page)).map((each) => each.split(':')[0])).toEqual(
      expect.arrayContaining(['color-contrast', 'html-has-lang', 'document-title']),
    );
  });
});

it('a browser is never missing in silence', async () => {
  const environment = { ...process.env, PETSTORE_TEST_BROWSER: '/nowhere/chromium' };
  await expect(launchBrowser(environment)).rejects.toThrow(
    'install Google Chrome, or set PETSTORE_TEST_BROWSER to a Chromium',
  );
});

/** Opens everything in a page and points at it. */
async function openAndPoint({ page }: OpenedPage): Promise<void> {
  await openAll(page);
  await page.mouse.move(400, 400);
  await page.keyboard.press('Tab');
}

/** What of a page has run, once everything in it was opened and pointed at. */
async function whatRan(opened: OpenedPage): Promise<unknown> {
  await openAndPoint(opened);
  // What a text could have started has run when the page has come to rest.
  await opened.page.waitForLoadState('networkidle');
  return opened.page.evaluate<unknown>('globalThis.ran ?? null');
}

describe('a hostile service in report.html', () => {
  const html = renderHtml(hostileReport());

  it('runs nothing, loads nothing and leads nowhere, and is shown as text within the width of the page', async () => {
    const opened = await pages.open(html, { viewport: { width: 320, height: 640 } });
    const { page, url, requests, complaints } = opened;
    expect(await whatRan(opened)).toBeNull();
    expect({ requests, complaints, url: page.url() }).toEqual({ requests: [url], complaints: [], url });
    const text = await page.locator('.compare .expected').first().innerText();
    for (const each of ACTING_TEXTS.slice(0, -1)) expect(text).toContain(each);
    expect(text).toContain(String.raw`\x00\x1b[2J\u202e\u2066\ud800\ufeff\u2028`);
    expect(await page.locator('.compare .actual').first().innerText()).toMatch(/… [\d,]+ more characters$/);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  });

  it('would be noticed: texts run, and ask for something, in a page that takes them for markup', async () => {
    for (const [at, ran] of [
      [0, 'script'],
      [1, 'image'],
      [2, 'drawing'],
      [6, 'focus'],
    ] as const) {
      const opened = await pages.open(`<!doctype html><title>t</title><main>${ACTING_TEXTS[at]}</main>`);
      await openAndPoint(opened);
      await opened.page.waitForFunction(`globalThis.ran === '${ran}'`);
    }
    const { requests } = await pages.open(`<!doctype html><title>t</title>${ACTING_TEXTS[7]}`);
    expect(requests).toContain('https://elsewhere.example/style.css');
  });

  it('is held by the policy of the page even if a text became markup', async () => {
    const page = html.replace('<main>', `<main>${ACTING_TEXTS.filter((_, at) => at !== 4).join('')}`);
    const opened = await pages.open(page);
    expect(await whatRan(opened)).toBeNull();
    expect(opened.requests.filter((url) => url.startsWith('http'))).toEqual([]);
    expect(opened.complaints.join(' ')).toContain('Content Security Policy');
  });
});
