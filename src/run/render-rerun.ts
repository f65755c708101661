import { createPage, type Tone } from '../report/terminal/terminal-layout.ts';
import { safeText } from '../report/safe-text.ts';
import type { RerunResult } from './rerun-violations.ts';

const SHOWN = 40;

const TONES: Readonly<Record<RerunResult['outcome'], Tone>> = {
  'newly violated': 'bad',
  'still violated': 'bad',
  'not settled': 'doubt',
  fixed: 'good',
};

const WIDTH = 'still violated'.length;

/** The result for each requirement, as text that is safe on a terminal. */
export function renderRerun(
  results: readonly RerunResult[],
  options: { readonly colour: boolean; readonly width: number },
): string {
  const page = createPage(options);
  const lines = results
    .slice(0, SHOWN)
    .flatMap(({ requirement, outcome, reason }) => [
      `  ${page.paint(TONES[outcome], outcome.padEnd(WIDTH))}  ${page.verbatim(safeText(requirement), 0)}`,
      ...(reason === null ? [] : page.paragraph(safeText(reason), WIDTH + 4)),
    ]);
  const left = results.length - SHOWN;
  return `\n${[
    page.paint('title', `Tried again (${results.length})`),
    ...lines,
    ...(left > 0 ? [`  and ${left} more`] : []),
    '',
    ...page.paragraph(rerunSummary(results), 0),
  ].join('\n')}\n`;
}

/** How many requirements ended in each way, in one sentence. */
export function rerunSummary(results: readonly RerunResult[]): string {
  const outcomes = Object.keys(TONES) as readonly RerunResult['outcome'][];
  const counts = outcomes.map((each) => [each, results.filter(({ outcome }) => outcome === each).length] as const);
  const isFixed = results.every(({ outcome }) => outcome === 'fixed');
  return [
    `Tried again: ${counts.flatMap(([outcome, count]) => (count === 0 ? [] : [`${count} ${outcome}`])).join(', ')}.`,
    ...(isFixed ? ['Run the whole suite for a verdict.'] : []),
  ].join(' ');
}
