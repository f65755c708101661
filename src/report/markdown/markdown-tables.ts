import type { Counts, Report, ReportedOutcome, RequirementOutcome, RequirementResult } from '../report.ts';
import type { Section } from './fit-sections.ts';
import { codeSpan, proseOrCode } from './markdown-text.ts';

const REQUIREMENT_OUTCOMES: readonly RequirementOutcome[] = [
  'verified',
  'violated',
  'deviating',
  'not-verified',
  'not-applicable',
  'observed',
  'not-testable',
];

const CHECK_OUTCOMES: readonly ReportedOutcome[] = [
  'satisfied',
  'violated',
  'deviating',
  'not-verified',
  'not-applicable',
  'observed',
  'harness-error',
];

/** Requirements and checks counted by outcome, as lines. */
export function renderCounts({ requirements, required, checks, ...totals }: Counts): readonly string[] {
  return [
    ...table('Requirements', REQUIREMENT_OUTCOMES, [
      ['required', required],
      ['all', requirements],
    ]),
    '',
    ...table('Checks', CHECK_OUTCOMES, [['all', checks]]),
    '',
    `Warnings: ${totals.warnings}. Cases: ${totals.cases}. Exchanges: ${totals.exchanges}. Pets added: ${totals.created}.`,
  ];
}

function table<Outcome extends string>(
  title: string,
  outcomes: readonly Outcome[],
  rows: readonly (readonly [name: string, counts: Readonly<Record<Outcome, number>>])[],
): readonly string[] {
  return [
    row([title, ...outcomes]),
    row(['---', ...outcomes.map(() => '---:')]),
    ...rows.map(([name, counts]) => row([name, ...outcomes.map((outcome) => String(counts[outcome]))])),
  ];
}

/** Every requirement with its outcome, so that no statement of the contract goes unmentioned. */
export function requirementsSection({ requirements }: Report): Section {
  return {
    heading: '## Every requirement',
    entries: [
      [row(['Requirement', 'Part', 'Level', 'Outcome']), row(['---', '---', '---', '---'])].join('\n'),
      ...requirements.map(requirementRow),
    ],
    between: '\n',
    things: 'requirements',
  };
}

function requirementRow({ id, part, level, outcome }: RequirementResult): string {
  return row([codeSpan(id), proseOrCode(part), level, outcome]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
