import { dayOf } from '../../contract/describe.ts';
import type { Report } from '../report.ts';
import { VERDICTS } from '../verdict/verdict.ts';

const COLOURS = { good: 'brightgreen', doubt: 'yellow', bad: 'red' } as const;

/**
 * The verdict as an endpoint of shields.io: https://shields.io/badges/endpoint-badge. It is green only for a whole run against the
 * service of the caller.
 */
export function renderBadge({ run, verdict }: Report): string {
  const { tone } = VERDICTS[verdict.outcome];
  const isPart = run.selection === 'part' || run.end !== 'complete';
  const isGreen = tone === 'good' && !run.embedded && !isPart;
  const words = [
    verdict.outcome,
    ...(run.embedded ? [verdict.judged] : []),
    ...(isPart ? ['a part of the suite'] : []),
    `profile ${verdict.profile}`,
    `suite ${run.suite.version}`,
    dayOf(run.startedAt),
  ];
  const badge = {
    schemaVersion: 1,
    label: `${run.contract.title} ${run.contract.version}`,
    message: words.join(', '),
    color: tone === 'good' && !isGreen ? 'lightgrey' : COLOURS[tone],
    // Then an address of the badge cannot name another colour.
    isError: !isGreen,
  };
  return `${JSON.stringify(badge, null, 2)}\n`;
}
