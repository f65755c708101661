import { CHECK_OUTCOMES, REQUIREMENT_OUTCOMES } from '../outcomes.ts';
import type { Counts, Report } from '../report.ts';
import { type DeviationView, type Finding, type Question, type ReportView, viewOf } from '../view.ts';
import { factsOf, reproduceCommand } from '../violation.ts';
import { fitSections, type Section } from './fit-sections.ts';
import { codeSpan, commandBlock, inertCodeSpan, proseOrCode } from './markdown-text.ts';

/** GitHub takes 1 MiB for the summary of one step, and drops a longer one as a whole. */
const LONGEST = 1_000_000;

const REASONS_SHOWN = 6;
const ANSWERS_SHOWN = 4;

/**
 * A report as Markdown of at most so many bytes of UTF-8 (by default a million; a few thousand are needed for what is
 * always there). Nothing that a service sent is Markdown in it, nor a command to a build server.
 */
export function renderMarkdown(report: Report, longest: number = LONGEST): string {
  const view = viewOf(report);
  const head = `${renderHead(view).join('\n')}\n\n`;
  const end = `\n${renderRun(view).join('\n')}\n`;
  return head + fitSections(sectionsOf(view), longest - Buffer.byteLength(head) - Buffer.byteLength(end)) + end;
}

function renderHead({ headline, report: { run, verdict, counts } }: ReportView): readonly string[] {
  const left = verdict.reasons.length - REASONS_SHOWN;
  return [
    `# ${headline.line}`,
    '',
    ...headline.notices.flatMap((notice) => [`**${proseOrCode(notice)}**`, '']),
    `Target ${codeSpan(run.target)}${run.embedded ? ', the embedded reference service' : ''}`,
    '',
    ...verdict.reasons.slice(0, REASONS_SHOWN).map(({ text }) => `- ${proseOrCode(text)}`),
    ...(left > 0 ? [`- and ${left} more in report.json`] : []),
    '',
    ...renderCounts(counts),
  ];
}

function renderCounts({
  requirements,
  required,
  checks,
  warnings,
  cases,
  exchanges,
  created,
}: Counts): readonly string[] {
  return [
    ...countTable('Requirements', REQUIREMENT_OUTCOMES, { required, all: requirements }),
    '',
    ...countTable('Checks', CHECK_OUTCOMES, { all: checks }),
    '',
    `Warnings: ${warnings}. Cases: ${cases}. Exchanges: ${exchanges}. Pets added: ${created}.`,
  ];
}

function countTable<Outcome extends string>(
  title: string,
  outcomes: readonly Outcome[],
  rows: Readonly<Record<string, Readonly<Record<Outcome, number>>>>,
): readonly string[] {
  return [
    row([title, ...outcomes]),
    row(['---', ...outcomes.map(() => '---:')]),
    ...Object.entries(rows).map(([name, counts]) => row([name, ...outcomes.map((outcome) => String(counts[outcome]))])),
  ];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function sectionsOf(view: ReportView): readonly Section[] {
  const { report, violations, warnings, deviations, unsettled, suiteFaults, behaviour } = view;
  return [
    {
      heading: `## Violated (${violations.length})`,
      entries: violations.map(findingEntry),
      between: '\n\n',
      things: 'violated requirements',
    },
    {
      heading: `## Warnings (${warnings.length})`,
      entries: warnings.map(findingEntry),
      between: '\n\n',
      things: 'warnings',
    },
    {
      heading: `## Known deviations (${deviations.length})`,
      entries: deviations.map(deviationEntry),
      between: '\n',
      things: 'known deviations',
    },
    {
      heading: `## Not verified (${unsettled.requirements.length})`,
      entries: [
        ...unsettled.groups.map(({ reason, howToResolve, things }) =>
          [
            `- ${proseOrCode(reason)}`,
            ...howToResolve.map((each) => `  - Resolve: ${proseOrCode(each)}`),
            `  - Concerns: ${things.map(({ id, level }) => `${codeSpan(id)} (${level})`).join(', ')}`,
          ].join('\n'),
        ),
        ...(unsettled.extraChecks === null ? [] : [`- ${unsettled.extraChecks} report.json has the reasons.`]),
      ],
      between: '\n',
      things: 'reasons',
    },
    {
      heading: `## Faults of the suite itself (${suiteFaults.length})`,
      entries: suiteFaults.map(({ text, check }) =>
        check === null ? `- ${proseOrCode(text)}` : `- ${codeSpan(check.id)}: ${proseOrCode(text)}`,
      ),
      between: '\n',
      things: 'faults',
    },
    {
      heading: '## Behaviour profile',
      entries: behaviour.map(questionEntry),
      between: '\n',
      things: 'questions',
    },
    {
      heading: '## Every requirement',
      entries: [
        [row(['Requirement', 'Part', 'Level', 'Outcome']), row(['---', '---', '---', '---'])].join('\n'),
        ...report.requirements.map(({ id, part, level, outcome }) =>
          row([codeSpan(id), proseOrCode(part), level, outcome]),
        ),
      ],
      between: '\n',
      things: 'requirements',
    },
  ];
}

function findingEntry({ requirement, violation, further, remedy }: Finding): string {
  const command = violation === null ? null : reproduceCommand(violation);
  return [
    `### ${codeSpan(requirement.id)}`,
    '',
    `Part ${proseOrCode(requirement.part)}, ${requirement.level}: ${proseOrCode(requirement.statement)}`,
    '',
    ...(violation === null ? [] : factsOf(violation).map(({ label, text }) => `- ${label}: ${inertCodeSpan(text)}`)),
    ...(further === null ? [] : [`- Further: ${further} in report.json`]),
    ...(remedy === null ? [] : [`- Hint: ${proseOrCode(remedy)}`]),
    ...(command === null ? [] : ['', ...commandBlock(command)]),
  ].join('\n');
}

function deviationEntry({ deviation: { id, owner, expires, reason }, state, violation }: DeviationView): string {
  return [
    `- ${codeSpan(id)}: ${state}, until ${codeSpan(expires)}, owner ${proseOrCode(owner)}`,
    `  - Reason: ${proseOrCode(reason)}`,
    ...(violation === null
      ? []
      : [`  - Expected: ${codeSpan(violation.expected)}`, `  - Actual: ${codeSpan(violation.actual)}`]),
  ].join('\n');
}

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
