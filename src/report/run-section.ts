import { counted, dayOf } from '../contract/describe.ts';
import { operationRoute } from '../contract/operations.ts';
import { runTag } from '../suite/bodies/run-names.ts';
import type { Report, RunDescription } from './report.ts';
import type { Section } from './section.ts';

/** What ran, and how: by whom and for how long, what it sent and added, and the date of the verdict. */
export function runSection(report: Report): Section {
  const { run, counts, facts, exchanges, created, claimed = [] } = report;
  const requests = counted(facts?.requests ?? exchanges.length, 'request');
  const { observed } = counts.requirements;
  const listed = created.length + claimed.length === 0 ? '' : '; listed in report.json';
  return {
    title: 'The run',
    facts: [
      { label: 'Run', values: [run.id] },
      { label: 'Time', text: `from ${run.startedAt} to ${run.endedAt}, ${ENDS[run.end]}` },
      { label: 'Suite', values: [`${run.suite.name} ${run.suite.version} on Node.js ${run.node}`] },
      { label: 'Contract', values: [`${run.contract.title} ${run.contract.version}`] },
      { label: 'Seed', own: String(run.seed) },
      { label: 'Sent', own: `${requests} of ${counted(counts.cases, 'case')} in ${secondsOf(run).toFixed(1)} s` },
      { label: 'Added', text: `${addedText(report)}${listed}` },
      { label: 'Limits', text: limitsText(report) },
      { label: 'Pacing', text: pacingText(report) },
      { label: 'As of', own: removalText(run) },
      {
        label: 'Observed',
        own: observed === 0 ? null : `${counted(observed, 'unspecified behaviour')}; report.json lists them`,
      },
    ],
  };
}

/** How a run ended. */
export const ENDS = {
  complete: 'complete',
  interrupted: 'interrupted before it was complete',
  deadline: 'stopped by its deadline',
  'first-violation': 'ended at the first violation',
} as const;

export function secondsOf({ startedAt, endedAt }: RunDescription): number {
  return (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
}

/** The pets that the run added, counted, with notes about them. */
export function addedText(report: Report): string {
  const { created, claimed = [], run } = report;
  const rejectable = created.filter(({ intended }) => !intended).length;
  const start = `cf${runTag(run.seed)}-`;
  const named = created.filter(({ name }) => name?.startsWith(start) === true).length;
  const silent = claimed.filter(({ outcome }) => outcome !== 'unknown').length;
  const none = claimed.length > 0 ? 'no pets that a response showed' : 'no pets';
  const notes = [
    created.length === 0 ? none : counted(created.length, 'pet'),
    rejectable > 0 && `${counted(rejectable, 'by a request', 'by requests')} ${REJECTABLE}`,
    named > 0 && `${named === created.length ? 'all names' : `the names of ${named}`} start with ${start}`,
    silent > 0 && `${silent} more by the status of the response alone`,
    ...unknownTexts(report),
  ];
  return notes.filter((note) => note !== false).join('; ');
}

const REJECTABLE = 'that a service may or must reject';

/** Requests whose responses leave open whether they added a pet, by status. */
function unknownTexts({ claimed = [], exchanges }: Report): readonly string[] {
  const unknown = claimed.filter(({ outcome }) => outcome === 'unknown');
  if (unknown.length === 0) return [];
  const statuses = new Map(exchanges.map(({ id, response }) => [id, response?.status]));
  const groups = Map.groupBy(unknown, ({ exchange, intended }) => {
    const status = statuses.get(exchange ?? '');
    return `${intended ? '' : ` ${REJECTABLE}`} got ${status ?? 'no response'}`;
  });
  return [...groups].map(
    ([what, own]) =>
      `${counted(own.length, 'request')}${what} and may have added ${own.length === 1 ? 'a pet' : 'pets'}`,
  );
}

function limitsText({ facts }: Report): string {
  const proven = inOrder(facts?.highestLimitProven ?? {}).map(
    ([filter, limit]) => `${limit} ${filter === 'none' ? 'without a filter' : `with status ${filter}`}`,
  );
  return proven.length === 0 ? 'none proven by a page' : `proven up to ${proven.join(', ')}`;
}

/** Disturbances by status or kind of failure: "2 responses 503, 1 refused". Null if there were none. */
function pacingText({ facts }: Report): string | null {
  const { waits, waitedMilliseconds, disturbances } = facts?.pacing ?? NO_PACING;
  const counts = Object.entries(disturbances).map(([label, count]) =>
    /^\d/.test(label) ? `${counted(count, 'response')} ${label}` : `${count} ${label}`,
  );
  if (counts.length === 0) return null;
  const paused = `${waits === 1 ? 'once' : `${waits} times`}, ${(waitedMilliseconds / 1000).toFixed(1)} s in all`;
  return `disturbances: ${counts.join(', ')}; the run paused ${paused}`;
}

const NO_PACING = { waits: 0, waitedMilliseconds: 0, disturbances: {} } as const;

/** The date of the verdict, and what the deprecated operation must do on it (part 4.3, part 9 rule 3). */
function removalText({ removalPhase: phase, daysUntilRemoval: days, asOf }: RunDescription): string {
  const count = counted(Math.abs(days), 'day');
  const demand = {
    before: `removed in ${count}. It must work`,
    'on-the-day': 'removed today. It may work or be gone',
    after: `removed ${count} ago. It must no longer return the pet`,
  }[phase];
  return `${dayOf(asOf)}: ${operationRoute('getPet')} is deprecated and ${demand}.`;
}

/** The members of an object in the order of their names, which does not depend on the file. */
export function inOrder<Value>(members: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] {
  return Object.entries(members).sort(([left], [right]) => (left < right ? -1 : 1));
}
