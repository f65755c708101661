import { createPage, type Tone } from '../report/terminal-layout.ts';
import { safeText } from '../report/terminal-text.ts';
import type { AgainRequirement } from './try-again.ts';

const SHOWN = 40;

const TONES: Readonly<Record<AgainRequirement['outcome'], Tone>> = {
  fixed: 'good',
  'still violated': 'bad',
  'not settled': 'doubt',
};

/** What became of each requirement that was violated before, as text for a terminal; nothing in it can act upon one. */
export function renderAgain(
  requirements: readonly AgainRequirement[],
  options: { readonly colour: boolean; readonly width: number },
): string {
  const page = createPage(options);
  const left = requirements.length - SHOWN;
  const entries = requirements
    .slice(0, SHOWN)
    .flatMap((each) => [
      `  ${page.paint(TONES[each.outcome], each.outcome.padEnd(WIDTH))}  ${page.verbatim(safeText(each.id), 0)}${countText(each)}`,
      ...(each.reason === null ? [] : page.paragraph(safeText(each.reason), WIDTH + 4)),
    ]);
  const lines = [
    page.paint('title', `Tried again (${requirements.length})`),
    ...entries,
    ...(left > 0 ? [`  and ${left} more`] : []),
    '',
    ...page.paragraph(againSentence(requirements), 0),
  ];
  return `\n${lines.join('\n')}\n`;
}

const WIDTH = 'still violated'.length;

function countText({ count, checks }: AgainRequirement): string {
  if (checks === 1) return '';
  return count === checks ? ` (${checks} checks)` : ` (${count} of ${checks} checks)`;
}

/** How many are fixed, still violated and not settled, in one sentence. */
export function againSentence(requirements: readonly AgainRequirement[]): string {
  const count = (outcome: AgainRequirement['outcome']): number =>
    requirements.filter((each) => each.outcome === outcome).length;
  const [fixed, violated, open] = [count('fixed'), count('still violated'), count('not settled')];
  const sum = `Tried again: ${fixed} fixed, ${violated} still violated, ${open} not settled.`;
  return fixed === requirements.length ? `${sum} A whole run gives the verdict.` : sum;
}
