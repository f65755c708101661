import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../support/whole-texts.ts';
import { ACTING_TEXTS, hostileReport } from './odd-reports.ts';
import { openAll, startPages, type OpenedPage, type PageOpener } from './open-report.ts';

const HTML = renderHtml(hostileReport());

let pages: PageOpener;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

/** Opens everything in a page and points at it. */
async function openAndPoint({ page }: OpenedPage): Promise<void> {
  await openAll(page);
  await page.mouse.move(400, 400);
  await page.keyboard.press('Tab');
}

/** What of a page has run, once everything in it was opened and pointed at. */
async function whatRan(opened: OpenedPage): Promise<unknown> {
  const { page } = opened;
  await openAndPoint(opened);
  // What a text could have started has run when the page has come to rest.
  await page.waitForLoadState('networkidle');
  return page.evaluate<unknown>('globalThis.ran ?? null');
}

describe('a hostile service in report.html', () => {
  it('runs nothing, loads nothing and leads nowhere', async () => {
    const opened = await pages.open(HTML);
    expect(await whatRan(opened)).toBeNull();
    expect(opened.requests).toEqual([opened.url]);
    expect(opened.complaints).toEqual([]);
    expect(opened.page.url()).toBe(opened.url);
    expect(await opened.page.locator('main').isVisible()).toBe(true);
  });

  it('is shown as text, within the width of the page', async () => {
    const { page } = await pages.open(HTML, { viewport: { width: 320, height: 640 } });
    const text = await page.locator('.compare .expected').first().innerText();
    for (const each of ACTING_TEXTS.slice(0, -1)) expect(text).toContain(each);
    expect(text).toContain(String.raw`\x00\x1b[2J\u202e\u2066\ud800\ufeff\u2028`);
    expect(await page.locator('.compare .actual').first().innerText()).toMatch(/… [\d,]+ more characters$/);
    await openAll(page);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  });

  it.each([
    [0, 'script'],
    [1, 'image'],
    [2, 'drawing'],
    [6, 'focus'],
  ])('would be noticed: text %i runs in a page that takes it for markup', async (at, ran) => {
    const opened = await pages.open(`<!doctype html><title>t</title><main>${ACTING_TEXTS[at]}</main>`);
    await openAndPoint(opened);
    await opened.page.waitForFunction(`globalThis.ran === '${ran}'`);
  });

  it('would be noticed: a page that takes texts for markup asks for something', async () => {
    const opened = await pages.open(`<!doctype html><title>t</title>${ACTING_TEXTS[7]}`);
    expect(opened.requests).toContain('https://elsewhere.example/style.css');
  });

  it('is held by the policy of the page even if a text became markup', async () => {
    const page = HTML.replace('<main>', `<main>${ACTING_TEXTS.filter((_, at) => at !== 4).join('')}`);
    const opened = await pages.open(page);
    expect(await whatRan(opened)).toBeNull();
    expect(opened.requests.filter((url) => url.startsWith('http'))).toEqual([]);
    expect(opened.complaints.join(' ')).toContain('Content Security Policy');
  });
});
