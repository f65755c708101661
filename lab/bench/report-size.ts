import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../test/ship/browser/launch-browser.ts';
import { largeReport } from '../../test/support/large-report.ts';
import { renderHtml } from '../../test/support/whole-texts.ts';

// How a large report.html compares with a small one: its size, the time that it takes to be made, to open and to be
// filtered. Milliseconds tell something about this machine only; the ratios tell something about the page.

interface Figures {
  readonly megabytes: number;
  readonly render: number;
  readonly open: number;
  readonly filterText: number;
  readonly filterOutcome: number;
}

const SMALL = 100;
const LARGE = 10_000;
const REPEATS = 5;

const folder = mkdtempSync(join(tmpdir(), 'report-size-'));
const browser = await launchBrowser();
try {
  const small = await measure(SMALL, browser);
  const large = await measure(LARGE, browser);
  process.stdout.write(`${row('', `${SMALL} checks`, `${LARGE} checks`, 'ratio')}${rows(small, large)}`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

async function measure(checks: number, chromium: Browser): Promise<Figures> {
  const report = largeReport(checks);
  const begun = performance.now();
  const html = renderHtml(report);
  const render = performance.now() - begun;
  const file = join(folder, `${checks}.html`);
  writeFileSync(file, html);
  const runs: Omit<Figures, 'megabytes' | 'render'>[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) runs.push(await openAndFilter(chromium, file));
  return {
    megabytes: Buffer.byteLength(html) / 1e6,
    render,
    open: median(runs.map(({ open }) => open)),
    filterText: median(runs.map(({ filterText }) => filterText)),
    filterOutcome: median(runs.map(({ filterOutcome }) => filterOutcome)),
  };
}

/** Opened is when the script has run and a frame was drawn; filtered is when the frame after the input was drawn. */
async function openAndFilter(
  chromium: Browser,
  file: string,
): Promise<Pick<Figures, 'open' | 'filterText' | 'filterOutcome'>> {
  const page = await chromium.newPage();
  await page.goto(pathToFileURL(file).href);
  const open = await page.evaluate<number>(
    'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))',
  );
  const filterText = await page.evaluate<number>(timed("document.getElementById('filter-text').value = 'limit 77'"));
  const filterOutcome = await page.evaluate<number>(
    timed("document.getElementById('filter-outcome').value = 'observed'"),
  );
  await page.close();
  return { open, filterText, filterOutcome };
}

function timed(change: string): string {
  return `new Promise((resolve) => {
    const begun = performance.now();
    ${change};
    document.getElementById('filter').dispatchEvent(new Event('input'));
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
  })`;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function rows(small: Figures, large: Figures): string {
  const names: readonly (readonly [keyof Figures, string])[] = [
    ['megabytes', 'size in MB'],
    ['render', 'render in ms'],
    ['open', 'open in ms'],
    ['filterText', 'filter by text in ms'],
    ['filterOutcome', 'filter by outcome in ms'],
  ];
  return names
    .map(([key, name]) => row(name, small[key].toFixed(1), large[key].toFixed(1), (large[key] / small[key]).toFixed(1)))
    .join('');
}

function row(name: string, ...cells: readonly string[]): string {
  return `${name.padEnd(26)}${cells.map((cell) => cell.padStart(15)).join('')}\n`;
}
