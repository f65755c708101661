import { runTag } from '../../suite/run-names.ts';
import type { Report } from '../report.ts';
import { describeDisturbances } from '../describe-disturbances.ts';
import type { Page } from './terminal-layout.ts';
import { safeText } from './terminal-text.ts';

/** What the run did: requests, pets added, limits proven, pacing, and the date it judged by. */
export function renderFacts(report: Report, page: Page): readonly string[] {
  return [
    page.paint('title', 'The run'),
    ...page.field('Sent', sentText(report)),
    ...page.field('Added', safeText(addedText(report))),
    ...renderLimits(report, page),
    ...renderPacing(report, page),
    ...page.field('Judged by', safeText(dateText(report))),
    ...renderObserved(report, page),
  ];
}

function sentText({ run, facts, counts }: Report): string {
  const seconds = (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000;
  return `${facts?.requests ?? counts.exchanges} requests of ${counts.cases} cases in ${seconds.toFixed(1)} s`;
}

function addedText({ created, run }: Report): string {
  if (created.length === 0) return 'no pets';
  const refused = created.filter(({ intended }) => !intended).length;
  const start = `cf${runTag(run.seed)}-`;
  const named = created.filter(({ name }) => name?.startsWith(start) === true).length;
  const names =
    named === created.length ? 'their names begin' : named === 0 ? '' : `the names of ${named} of them begin`;
  return [
    created.length === 1 ? '1 pet' : `${created.length} pets`,
    ...(refused === 0
      ? []
      : [`${refused} of them by ${refused === 1 ? 'a request' : 'requests'} that a service may or must refuse`]),
    ...(names === '' ? [] : [`${names} with ${start}`]),
    'ids and names are in report.json, under created',
  ].join('; ');
}

function renderLimits({ facts }: Report, page: Page): readonly string[] {
  if (facts === null) return [];
  const proven = Object.entries(facts.highestLimitProven).map(
    ([filter, limit]) => `${limit} ${filter === 'none' ? 'without a filter' : `with status ${filter}`}`,
  );
  return page.field(
    'Limits',
    proven.length === 0 ? 'no limit was proven by a page' : safeText(`proven up to ${proven.join(', ')}`),
  );
}

function renderPacing({ facts }: Report, page: Page): readonly string[] {
  if (facts === null) return [];
  const { waits, waitedMilliseconds, disturbances } = facts.pacing;
  if (Object.keys(disturbances).length === 0) return [];
  return page.field(
    'Pacing',
    safeText(
      `${describeDisturbances(disturbances)}; the run paused ${waits} times, ${(waitedMilliseconds / 1000).toFixed(1)} s in all`,
    ),
  );
}

const PHASES = {
  before: 'before the removal of reading one pet',
  'on-the-day': 'the day of the removal of reading one pet',
  after: 'after the removal of reading one pet',
} as const;

function dateText({ run }: Report): string {
  const days = run.removalPhase === 'before' ? ` (${run.daysUntilRemoval} days left)` : '';
  return `${run.asOf.slice(0, 10)}, ${PHASES[run.removalPhase]}${days}`;
}

function renderObserved({ counts }: Report, page: Page): readonly string[] {
  const { observed } = counts.requirements;
  if (observed === 0) return [];
  return page.field('Observed', `what the contract leaves open: ${observed} questions, in report.json under behaviour`);
}
