import type { DeviationState, Report, ReportedDeviation } from '../report.ts';
import type { Page } from './terminal-layout.ts';
import { safeText } from './terminal-text.ts';

const STATES: Readonly<Record<DeviationState, string>> = {
  open: 'open',
  stale: 'stale: what it lists holds now',
  expired: 'expired: it counts no longer',
  unsettled: 'not settled by this run',
};

/** The list of known deviations with what became of each. Empty where none was given. */
export function renderDeviations({ deviations, checks }: Report, page: Page): readonly string[] {
  if (deviations.length === 0) return [];
  return [
    page.paint('title', `Known deviations (${deviations.length})`),
    ...deviations.flatMap((deviation) => renderEntry(deviation, checks, page)),
  ];
}

function renderEntry(deviation: ReportedDeviation, checks: Report['checks'], page: Page): readonly string[] {
  const { id, state, reason, owner, expires } = deviation;
  const isOutdated = state === 'stale' || state === 'expired';
  const told = checks.find((check) => check.id === deviation.checks[0]);
  return [
    '',
    `  ${page.paint(isOutdated ? 'bad' : 'doubt', page.verbatim(safeText(id), 0))}`,
    ...page.field('State', STATES[state]),
    ...page.field('Reason', safeText(reason)),
    ...page.field('Owner', `${safeText(owner)}, until ${expires}`),
    ...(told === undefined ? [] : page.field('Expected', safeText(told.expected))),
    ...(told === undefined ? [] : page.field('Actual', safeText(told.actual))),
    ...(deviation.checks.length > 1 ? page.field('Checks', `${deviation.checks.length} deviate by it`) : []),
  ];
}
