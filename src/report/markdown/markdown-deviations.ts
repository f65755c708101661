import type { Report, ReportedDeviation } from '../report.ts';
import type { Section } from './fit-sections.ts';
import { codeSpan, proseOrCode } from './markdown-text.ts';

/** The list of known deviations with what became of each. */
export function deviationsSection({ deviations, checks }: Report): Section {
  return {
    heading: `## Known deviations (${deviations.length})`,
    entries: deviations.map((deviation) => entryOf(deviation, checks)),
    between: '\n',
    things: 'known deviations',
  };
}

function entryOf(
  { id, state, reason, owner, expires, ...deviation }: ReportedDeviation,
  checks: Report['checks'],
): string {
  const told = checks.find((check) => check.id === deviation.checks[0]);
  return [
    `- ${codeSpan(id)}: ${state}, until ${codeSpan(expires)}, owner ${proseOrCode(owner)}`,
    `  - Reason: ${proseOrCode(reason)}`,
    ...(told === undefined ? [] : [`  - Expected: ${codeSpan(told.expected)}`, `  - Actual: ${codeSpan(told.actual)}`]),
  ].join('\n');
}
