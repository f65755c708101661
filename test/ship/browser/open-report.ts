import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { LIMIT } from '../../support/limits.ts';
import { launchBrowser } from '../../../lab/launch-browser.ts';

/** A page that was opened from disk, with what it asked for and what it said on its console. */
export interface OpenedPage {
  readonly page: Page;
  readonly url: string;
  /** Every address that was asked for, the page itself first. Nothing but files is ever answered. */
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

/**
 * How a page is opened: `hash` is what follows the number sign of its address. With a `policy`, a build server serves it, with
 * this Content-Security-Policy.
 */
export interface OpenOptions extends BrowserContextOptions {
  readonly hash?: string;
  readonly policy?: string;
}

/** One browser for a file of tests, and a folder for its pages. */
export interface PageOpener {
  readonly open: (html: string, options?: OpenOptions) => Promise<OpenedPage>;
  readonly close: () => Promise<void>;
}

/** Starts the browser. Its pages are files, as for a reader who received a report. */
export async function startPages(): Promise<PageOpener> {
  const browser = await launchBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'report-pages-'));
  let count = 0;
  return {
    open: (html, options = {}) => {
      count += 1;
      const file = join(folder, `${count}.html`);
      writeFileSync(file, html);
      return openFile(browser, file, options);
    },
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openFile(
  browser: Browser,
  file: string,
  { hash, policy, ...options }: OpenOptions,
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(LIMIT);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => complaints.push(message.text()));
  await page.route(/^(?!file:)/, (route) => route.abort());
  const url = policy === undefined ? pathToFileURL(file).href : 'http://build.example/report.html';
  if (policy !== undefined)
    await page.route(url, (route) =>
      route.fulfill({ path: file, contentType: 'text/html', headers: { 'Content-Security-Policy': policy } }),
    );
  await page.goto(hash === undefined ? url : `${url}#${hash}`);
  return { page, url, requests, complaints };
}

/** Opens everything on a page that can be opened. */
export async function openAll(page: Page): Promise<void> {
  await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
}
