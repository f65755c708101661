import { createPage, type Page, type Tone } from '../report/terminal/terminal-layout.ts';
import { safeText } from '../report/terminal/terminal-text.ts';
import type { Comparison } from './compare-reports.ts';

const SHOWN = 12;

/** What became other with the run after another one, as text for a terminal; null where nothing did. */
export function renderChanges(
  comparison: Comparison,
  options: { readonly colour: boolean; readonly width: number },
): string | null {
  const page = createPage(options);
  const { newlyViolated, newlyDeviating, newlyNotVerified, newlySatisfied, changedChecks } = comparison;
  const wasBroken = newlySatisfied.filter(({ before }) => before === 'violated' || before === 'deviating');
  const others = newlySatisfied.filter((each) => !wasBroken.includes(each));
  const checks = changedChecks.filter(({ before, after }) => before === 'violated' || after === 'violated').length;
  const lines = [
    ...line('newly violated', 'bad', newlyViolated, page),
    ...line('fixed', 'good', wasBroken, page),
    ...line('deviating', 'doubt', newlyDeviating, page),
    ...line('not verified', 'doubt', newlyNotVerified, page),
    ...line('now verified', 'good', others, page),
    ...(checks === 0 ? [] : page.item(checksText(checks))),
  ];
  return lines.length === 0 ? null : `${[page.paint('title', 'Since the last run'), ...lines].join('\n')}\n`;
}

function checksText(count: number): string {
  const subject = count === 1 ? 'one check ends' : `${count} checks end`;
  return `${subject} otherwise, of requirements that ended as before`;
}

function line(label: string, tone: Tone, changed: readonly { readonly id: string }[], page: Page): readonly string[] {
  if (changed.length === 0) return [];
  const left = changed.length - SHOWN;
  const shown = changed.slice(0, SHOWN).map(({ id }) => safeText(id));
  const rest = left > 0 ? ` and ${left} more` : '';
  return [`  ${page.paint(tone, `${label} (${changed.length})`)}`, ...page.paragraph(shown.join(', ') + rest, 4)];
}
