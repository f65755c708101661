import { safeFactsOfFinding, type Finding, requirementCount } from '../findings.ts';
import type { ReportList } from '../lists.ts';
import { isWarning, OUTCOMES } from '../outcomes.ts';
import type { Report } from '../report.ts';
import { type Question, type ReportView, viewOf } from '../view.ts';
import { type FactLabel, reproduceCommand } from '../violation.ts';
import {
  fitSections,
  type Section,
  codeSpan,
  commandBlock,
  itemText,
  inertCodeSpan,
  isProse,
  ownText,
  proseOrCode,
} from './markdown-layout.ts';

/** GitHub drops a summary of one step that is longer than 1 MiB. */
const LONGEST = 1_000_000;

const REASONS_SHOWN = 6;
const ANSWERS_SHOWN = 4;

/**
 * A report as Markdown of at most `longest` bytes of UTF-8. The sections that are always included need a few thousand bytes.
 * Text of a service is neither Markdown in it nor a command to a build server.
 */
export function renderMarkdown(report: Report, longest: number = LONGEST): string {
  const view = viewOf(report);
  const head = `${renderHead(view).join('\n')}\n\n`;
  const end = `\n${renderRun(view).join('\n')}\n`;
  return head + fitSections(sectionsOf(view), longest - Buffer.byteLength(head) - Buffer.byteLength(end)) + end;
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
function overview({ violated, warnings }: ReportView): Section {
  const findings = [...violated, ...warnings];
  return {
    heading: '',
    entries: tableOf(
      ['Finding', 'Expected', 'Actual', 'Fix'],
      findings.map(({ requirement, also, violation, shownBy, remedy }) => [
        `${codeSpan(requirement.id)}${isWarning(requirement) ? ' (warning)' : ''}${also.length === 0 ? '' : ` and ${also.length} more`}${shownBy === null ? '' : `<br>${proseOrCode(shownBy)}`}`,
        codeSpan(violation?.expected ?? ''),
        codeSpan(violation?.actual ?? ''),
        remedy === null ? '' : ownText(remedy),
      ]),
    ),
    between: '\n',
    noun: 'finding',
  };
}

/** The lines of a table. There are none without rows. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [row(head), row(head.map(() => '---')), ...rows.map(row)];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function found(title: string, findings: readonly Finding[], noun: string): Section {
  return {
    heading: `## ${title} (${requirementCount(findings)})`,
    entries: findings.map((finding) => findingEntry(finding, findings.length === 1)),
    between: '\n\n',
    noun,
  };
}

function list(heading: string, noun: string, entries: readonly string[]): Section {
  return { heading, entries, between: '\n', noun };
}

function listSection({ title, count, noun, items }: ReportList): Section {
  return list(`## ${title} (${count})`, noun, items.map(itemText));
}

function sectionsOf(view: ReportView): readonly Section[] {
  const { report, violated, warnings, deviating, lists, behaviour, legend } = view;
  return [
    listSection(lists.causes),
    overview(view),
    found('Violated', violated, 'finding'),
    found('Warnings', warnings, 'warning'),
    listSection(lists.deviations),
    found('Deviating', deviating, 'deviating requirement'),
    listSection(lists.unsettled),
    listSection(lists.notApplicable),
    listSection(lists.trials),
    listSection(lists.suiteFaults),
    list('## Behaviour profile', 'question', behaviour.map(questionEntry)),
    list(
      '## Counts',
      'count',
      tableOf(
        ['Outcome', 'Requirements', 'Required', 'Checks'],
        legend.map(({ mark, counts }) => [
          OUTCOMES[mark].word,
          String(counts.requirements),
          String(counts.required),
          String(counts.checks),
        ]),
      ),
    ),
    {
      heading: '<details><summary>Every requirement</summary>',
      entries: tableOf(
        ['Requirement', 'Part', 'Level', 'Outcome'],
        report.requirements.map(({ id, part, level, outcome }) => [
          codeSpan(id),
          proseOrCode(part),
          level,
          OUTCOMES[outcome].word,
        ]),
      ),
      between: '\n',
      noun: 'requirement',
      end: '</details>',
    },
  ];
}

/** A finding that opens. A single one is open. */
function findingEntry(finding: Finding, isOpen: boolean): string {
  const { requirement, violation } = finding;
  const command = reproduceCommand(violation);
  return [
    `<details${isOpen ? ' open' : ''}><summary>${[requirement.id, requirement.statement].filter(isProse).join(': ') || 'A requirement'}</summary>`,
    '',
    `Part ${proseOrCode(requirement.part)}, ${requirement.level}: ${codeSpan(requirement.id)}`,
    '',
    ...safeFactsOfFinding(finding).map(({ label, text }) => `- ${label}: ${(SETTERS[label] ?? inertCodeSpan)(text)}`),
    ...(command === null ? [] : ['', ...commandBlock(command)]),
    '',
    '</details>',
  ].join('\n');
}

/** How facts in the words of the suite are formatted. All other text may come from the service. */
const SETTERS: Readonly<Partial<Record<FactLabel, (text: string) => string>>> = {
  Fix: ownText,
  Blocks: proseOrCode,
  Elsewhere: proseOrCode,
  Also: proseOrCode,
};

function questionEntry({ question, answers }: Question): string {
  const left = answers.length - ANSWERS_SHOWN;
  const shown = answers.slice(0, ANSWERS_SHOWN).map(codeSpan).join('; ');
  return `- ${proseOrCode(question)} ${shown}${left > 0 ? `; and ${left} more` : ''}`;
}

function renderRun({ report: { run }, run: { end, asOf } }: ReportView): readonly string[] {
  return [
    '## The run',
    '',
    `- Run: ${codeSpan(run.id)}, ${end}, from ${codeSpan(run.startedAt)} to ${codeSpan(run.endedAt)}`,
    `- Suite: ${codeSpan(`${run.suite.name} ${run.suite.version}`)} on Node.js ${codeSpan(run.node)}`,
    `- Contract: ${codeSpan(`${run.contract.title} ${run.contract.version}`)}, judged as of ${codeSpan(asOf)}`,
    `- Seed: ${run.seed}`,
    '',
    'Rendered from report.json, which has every check with its exchanges.',
  ];
}
