import { createPage, type Page, type Tone } from '../report/terminal/terminal-layout.ts';
import { safeText } from '../report/terminal/terminal-text.ts';
import type { AgainRequirement, AgainSummary, LeftOut } from './try-again.ts';

const SHOWN = 40;

const TONES: Readonly<Record<AgainRequirement['outcome'], Tone>> = {
  'newly violated': 'bad',
  fixed: 'good',
  'still violated': 'bad',
  'not settled': 'doubt',
};

/** The result for each requirement and the omitted cases, as text that is safe on a terminal. */
export function renderAgain(
  summary: AgainSummary,
  options: { readonly colour: boolean; readonly width: number },
): string {
  const page = createPage(options);
  const newly = newlyViolated(summary);
  const tried = summary.requirements.filter((each) => !newly.includes(each));
  const lines = [
    ...(newly.length === 0 ? [] : [...requirementLines('Newly violated', newly, page), '']),
    ...requirementLines('Tried again', tried, page),
    ...summary.leftOut.flatMap((each) => ['', ...leftOutLines(each, page)]),
    '',
    ...page.paragraph(againSentence(summary), 0),
  ];
  return `\n${lines.join('\n')}\n`;
}

function newlyViolated({ requirements }: AgainSummary): readonly AgainRequirement[] {
  return requirements.filter(({ outcome }) => outcome === 'newly violated');
}

function requirementLines(title: string, requirements: readonly AgainRequirement[], page: Page): readonly string[] {
  const entries = requirements.map((each) => [
    `  ${page.paint(TONES[each.outcome], each.outcome.padEnd(WIDTH))}  ${page.verbatim(safeText(each.id), 0)}${countText(each)}`,
    ...(each.reason === null ? [] : page.paragraph(safeText(each.reason), WIDTH + 4)),
  ]);
  return [page.paint('title', `${title} (${requirements.length})`), ...shown(entries)];
}

function leftOutLines({ cases }: LeftOut, page: Page): readonly string[] {
  const entries = cases.map((caseId) => [`  ${page.verbatim(safeText(caseId), 0)}`]);
  return [page.paint('title', `Left out (${countOf(cases)})`), ...shown(entries)];
}

function shown(entries: readonly (readonly string[])[]): readonly string[] {
  const left = entries.length - SHOWN;
  return [...entries.slice(0, SHOWN).flat(), ...(left > 0 ? [`  and ${left} more`] : [])];
}

const WIDTH = 'still violated'.length;

function countText({ count, checks }: AgainRequirement): string {
  if (checks === 1) return '';
  return count === checks ? ` (${checks} checks)` : ` (${count} of ${checks} checks)`;
}

/** New violations, then how many are fixed, still violated and not settled, then the omitted cases. */
export function againSentence(summary: AgainSummary): string {
  const { requirements, leftOut } = summary;
  const newly = newlyViolated(summary);
  const count = (outcome: AgainRequirement['outcome']): number =>
    requirements.filter((each) => each.outcome === outcome).length;
  const [fixed, violated, open] = [count('fixed'), count('still violated'), count('not settled')];
  return [
    ...(newly.length === 0 ? [] : [`Newly violated (${newly.length}): ${newly.map(({ id }) => id).join(', ')}.`]),
    `Tried again: ${fixed} fixed, ${violated} still violated, ${open} not settled.`,
    ...leftOut.map(
      (each) => `Left out: ${countOf(each.cases)} of ${each.requirements.join(', ')}. ${each.howToResolve}`,
    ),
    ...(fixed === requirements.length ? ['Run the whole suite for a verdict.'] : []),
  ].join(' ');
}

function countOf({ length }: readonly string[]): string {
  return length === 1 ? '1 case' : `${length} cases`;
}
