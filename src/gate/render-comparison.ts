import { fitSections, type Section } from '../report/markdown/fit-sections.ts';
import { codeSpan, proseOrCode } from '../report/markdown/markdown-text.ts';
import { createPage, type Page, type Tone } from '../report/terminal/terminal-layout.ts';
import { safeText } from '../report/terminal/terminal-text.ts';
import type { ChangedRequirement, Comparison } from './compare-reports.ts';

/** Version of the JSON form of a comparison. */
const COMPARISON_VERSION = 1;

/** A comment on GitHub holds 65,536 characters. */
const LONGEST_COMMENT = 60_000;

/** A comparison as text that is safe on a terminal. */
export function comparisonText(comparison: Comparison): string {
  const lists = comparisonLists(comparison).flatMap(({ title, lines }) => [
    '',
    `${title} (${lines.length})`,
    ...lines.flatMap(({ subject, text, more }) => [
      `  ${safeText(subject)}${text === '' ? '' : `  ${safeText(text)}`}`,
      ...more.map((each) => `    ${safeText(each)}`),
    ]),
  ]);
  return `${[comparisonHeadline(comparison), ...lists].join('\n')}\n`;
}

/** A comparison as Markdown, short enough for a comment on a pull request. */
export function comparisonMarkdown(comparison: Comparison): string {
  const head = `## ${comparison.regression ? 'Conformance: there is a regression' : 'Conformance: no regression'}\n\n${comparisonHeadline(comparison)}\n\n`;
  const sections = comparisonLists(comparison).map(({ title, lines }): Section => ({
    heading: `### ${title} (${lines.length})`,
    entries: lines.map(markdownLine),
    between: '\n',
    things: 'entries',
  }));
  return head + fitSections(sections, LONGEST_COMMENT - Buffer.byteLength(head));
}

function markdownLine({ subject, text, more }: ComparisonLine): string {
  return [
    `- ${codeSpan(subject)}${text === '' ? '' : ` ${proseOrCode(text)}`}`,
    ...more.map((each) => `  - ${proseOrCode(each)}`),
  ].join('\n');
}

/** A comparison as JSON. */
export function comparisonJson(comparison: Comparison): string {
  return `${JSON.stringify({ comparisonVersion: COMPARISON_VERSION, ...comparison }, null, 2)}\n`;
}

/** A line of a comparison: its subject and its change. The texts are not inert. */
interface ComparisonLine {
  readonly subject: string;
  readonly text: string;
  /** More about it, one fact each. */
  readonly more: readonly string[];
}

/** A titled list of a comparison. */
interface ComparisonList {
  readonly title: string;
  readonly lines: readonly ComparisonLine[];
}

const CHECKS_NAMED = 3;

/** The lists of a comparison that are not empty, most important first. */
function comparisonLists(comparison: Comparison): readonly ComparisonList[] {
  const lists: readonly ComparisonList[] = [
    { title: 'Newly violated', lines: comparison.newlyViolated.map(requirementLine) },
    { title: 'Newly not verified', lines: comparison.newlyNotVerified.map(requirementLine) },
    { title: 'Newly deviating', lines: comparison.newlyDeviating.map(requirementLine) },
    { title: 'Newly satisfied', lines: comparison.newlySatisfied.map(requirementLine) },
    { title: 'Otherwise changed', lines: comparison.otherwiseChanged.map(requirementLine) },
    {
      title: 'Changed checks of requirements that ended as before',
      lines: comparison.changedChecks.map(({ id, before, after }) => line(id, `${before} before, ${after} now`)),
    },
    {
      title: 'Changed behaviour',
      lines: comparison.behaviour.map(({ requirement, question, before, after }) =>
        line(requirement, question, [`before: ${before ?? 'not seen'}`, `now: ${after ?? 'not seen'}`]),
      ),
    },
    { title: 'Appeared requirements', lines: comparison.appearedRequirements.map((id) => line(id, '')) },
    { title: 'Vanished requirements', lines: comparison.vanishedRequirements.map((id) => line(id, '')) },
    { title: 'Appeared checks', lines: comparison.appearedChecks.map((id) => line(id, '')) },
    { title: 'Vanished checks', lines: comparison.vanishedChecks.map((id) => line(id, '')) },
    {
      title: 'The runs',
      lines: comparison.facts.map(({ name, before, after }) => line(name, `${before} before, ${after} now`)),
    },
  ];
  return lists.filter(({ lines }) => lines.length > 0);
}

function line(subject: string, text: string, more: readonly string[] = []): ComparisonLine {
  return { subject, text, more };
}

function requirementLine({
  id,
  part,
  level,
  statement,
  before,
  after,
  reason,
  checks,
}: ChangedRequirement): ComparisonLine {
  const left = checks.length - CHECKS_NAMED;
  const shown = checks.slice(0, CHECKS_NAMED).join(', ');
  return line(id, `part ${part}, ${level}: ${statement}`, [
    `${before} before, ${after} now`,
    ...(reason === null ? [] : [reason]),
    ...(shown === '' || after === 'verified' ? [] : [`by ${shown}${left > 0 ? ` and ${left} more checks` : ''}`]),
  ]);
}

/** The result of a comparison and both verdicts, in one line. */
export function comparisonHeadline({ regression, verdict }: Comparison): string {
  const change =
    verdict.before === verdict.after
      ? `As before: ${verdict.after}.`
      : `Before: ${verdict.before}. Now: ${verdict.after}.`;
  return `${regression ? 'There is a regression.' : 'No regression.'} ${change}`;
}

const CHANGES_SHOWN = 12;

/** What changed since the run before, as text for a terminal; null if nothing did. */
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
    ...changeLine('newly violated', 'bad', newlyViolated, page),
    ...changeLine('fixed', 'good', wasBroken, page),
    ...changeLine('deviating', 'doubt', newlyDeviating, page),
    ...changeLine('not verified', 'doubt', newlyNotVerified, page),
    ...changeLine('now verified', 'good', others, page),
    ...(checks === 0 ? [] : page.item(checksText(checks))),
  ];
  return lines.length === 0 ? null : `${[page.paint('title', 'Since the last run'), ...lines].join('\n')}\n`;
}

function checksText(count: number): string {
  const subject = count === 1 ? 'one check ends' : `${count} checks end`;
  return `${subject} differently, of requirements that ended as before`;
}

function changeLine(
  label: string,
  tone: Tone,
  changed: readonly { readonly id: string }[],
  page: Page,
): readonly string[] {
  if (changed.length === 0) return [];
  const left = changed.length - CHANGES_SHOWN;
  const shown = changed.slice(0, CHANGES_SHOWN).map(({ id }) => safeText(id));
  const rest = left > 0 ? ` and ${left} more` : '';
  return [`  ${page.paint(tone, `${label} (${changed.length})`)}`, ...page.paragraph(shown.join(', ') + rest, 4)];
}
