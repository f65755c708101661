import { isWarning, OUTCOMES } from '../outcomes.ts';
import type { Report } from '../report.ts';
import { type ReportView, viewOf } from '../view.ts';
import { codeSpan, type Entries, entriesOf, fitSections, ownText, proseOrCode, tableLines } from './markdown-layout.ts';

/** Bytes of UTF-8. GitHub drops the summary of a step that is longer than 1 MiB. */
const LONGEST = 1_000_000;

const REASONS_SHOWN = 6;

/**
 * A report as Markdown, short enough for a summary of GitHub. Text of a service is neither Markdown in it nor a command to a
 * build server.
 */
export function renderMarkdown(report: Report): string {
  const view = viewOf(report);
  const { causes, run, ...others } = view.sections;
  const head = `${renderHead(view).join('\n')}\n\n`;
  const end = `\n${fitSections([entriesOf(run)], LONGEST)}\nRendered from report.json, which has every check with its exchanges.\n`;
  const sections = [
    entriesOf(causes),
    findingsTable(view),
    ...Object.values(others).map((section) => entriesOf(section)),
    requirementsTable(report),
  ];
  return head + fitSections(sections, LONGEST - Buffer.byteLength(head) - Buffer.byteLength(end)) + end;
}

function renderHead({ headline, report: { run } }: ReportView): readonly string[] {
  const { shortReasons } = headline;
  const left = shortReasons.length - REASONS_SHOWN;
  return [
    `# ${headline.line}`,
    '',
    ...headline.notices.flatMap((notice) => [`**${proseOrCode(notice)}**`, '']),
    `Target ${codeSpan(run.target)}${run.embedded ? ', the embedded reference service' : ''}`,
    '',
    ...shortReasons.slice(0, REASONS_SHOWN).map((text) => `- ${proseOrCode(text)}`),
    ...(left > 0 ? [`- and ${left} more in report.json`] : []),
  ];
}

/** One row for each finding and warning. */
function findingsTable({ violated, warnings }: ReportView): Entries {
  const rows = [...violated, ...warnings].map(({ requirement, also, violation, shownBy, remedy }) => [
    `${codeSpan(requirement.id)}${isWarning(requirement) ? ' (warning)' : ''}${also.length === 0 ? '' : ` and ${also.length} more`}${shownBy === null ? '' : `<br>${proseOrCode(shownBy)}`}`,
    codeSpan(violation?.check.expected ?? ''),
    codeSpan(violation?.check.actual ?? ''),
    remedy === null ? '' : ownText(remedy),
  ]);
  return {
    heading: '',
    entries: tableLines(['Finding', 'Expected', 'Actual', 'Fix'], rows),
    between: '\n',
    noun: 'finding',
  };
}

function requirementsTable({ requirements }: Report): Entries {
  const rows = requirements.map(({ id, part, level, outcome }) => [
    codeSpan(id),
    proseOrCode(part),
    level,
    OUTCOMES[outcome].word,
  ]);
  return {
    heading: '<details><summary>Every requirement</summary>',
    entries: tableLines(['Requirement', 'Part', 'Level', 'Outcome'], rows),
    between: '\n',
    noun: 'requirement',
    end: '</details>',
  };
}
