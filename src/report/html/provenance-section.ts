import { describeDisturbances } from '../describe-disturbances.ts';
import type { RunFacts } from '../../suite/records.ts';
import { milliseconds } from './exchange-block.ts';
import { cutText, element, type Content, type Markup } from './markup.ts';
import type { ReportIndex } from './report-index.ts';
import { counted, grouped } from './visible-text.ts';

type Row = readonly [label: string, ...content: readonly Content[]];

/** What an auditor needs to know where this report comes from, and to make it again. */
export function renderProvenance(index: ReportIndex): Markup {
  const { run, facts, reportVersion } = index.report;
  return element(
    'section',
    { id: 'provenance', 'aria-labelledby': 'provenance-title' },
    element('h2', { id: 'provenance-title' }, 'Provenance'),
    table('The run', [
      ['Run', element('code', {}, run.id)],
      ['Target', element('code', {}, cutText(run.target, 600)), run.embedded ? ' (embedded)' : null],
      ['Began', run.startedAt],
      ['Ended', run.endedAt, ` (${run.end})`],
      ['Profile', run.profile],
      ['Selection', run.selection === 'all' ? 'the whole suite' : 'a part of the suite'],
      ['Seed', element('code', {}, run.seed)],
      ['Judged as of', run.asOf],
      ['Contract', `${run.contract.title} ${run.contract.version}`],
      ['Suite', `${run.suite.name} ${run.suite.version}`],
      ['Node', run.node],
      ['Format of report.json', `version ${reportVersion}`],
    ]),
    table(
      'Configuration',
      inOrder(run.configuration).map(([name, value]): Row => [name, ...settingText(value)]),
    ),
    facts === null ? null : table('What the journal tells', factRows(facts)),
  );
}

function settingText(value: string | number | boolean | null): readonly Content[] {
  if (value === null || value === '') return [element('small', {}, value === null ? 'not set' : 'empty')];
  return [cutText(String(value), 600)];
}

function factRows(facts: RunFacts): readonly Row[] {
  const proven = inOrder(facts.highestLimitProven).map(
    ([filter, limit]) => `${limit} ${filter === 'none' ? 'without a filter' : `with status ${filter}`}`,
  );
  const { pacing } = facts;
  return [
    ['Requests', grouped(facts.requests)],
    ['Additions', grouped(facts.creates)],
    ['Largest page', counted(facts.largestPage, 'pet')],
    ['Highest limits proven', proven.length === 0 ? 'none' : proven.join(', ')],
    [
      'Categories accepted',
      facts.categoriesAccepted.length === 0 ? 'none' : cutText(facts.categoriesAccepted.join(', '), 600),
    ],
    [
      'Delays until listed',
      facts.settlingDelays.length === 0
        ? 'none'
        : `${counted(facts.settlingDelays.length, 'time')}, at most ${milliseconds(Math.max(...facts.settlingDelays))}`,
    ],
    ['Examples not tried', grouped(facts.examplesDropped)],
    [
      'Pacing',
      `${describeDisturbances(pacing.disturbances)}; ${counted(pacing.waits, 'pause')}, ${milliseconds(pacing.waitedMilliseconds)} in all; ${pacing.concurrency} requests at a time, at the lowest ${pacing.lowestConcurrency}`,
    ],
  ];
}

function table(title: string, rows: readonly Row[]): Markup {
  return element(
    'table',
    { class: 'provenance' },
    element('caption', {}, title),
    element(
      'tbody',
      {},
      ...rows.map(([label, ...content]) =>
        element('tr', {}, element('th', { scope: 'row' }, label), element('td', {}, ...content)),
      ),
    ),
  );
}

/** By name, as report.json has them, so that a report that is read again gives the same page. */
function inOrder<Value>(members: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] {
  return Object.entries(members).sort(([left], [right]) => (left < right ? -1 : 1));
}
