import { counted, grouped } from '../../contract/describe.ts';
import type { RunFacts } from '../../suite/records/records.ts';
import type { Report } from '../report.ts';
import { inOrder } from '../view.ts';
import { milliseconds } from './exchanges.ts';
import { type Content, cutText, type Markup, markup } from './markup.ts';
import type { PageIndex } from './page-index.ts';

type Row = readonly [label: string, content: Content];

/** What an auditor needs to know about the origin of this report, and to repeat the run. */
export function renderProvenance({ report, view }: PageIndex): Markup {
  const { run, facts, reportVersion, casesDigest } = report;
  return markup`${table('The run', [
    ['Run', markup`<code>${run.id}</code>`],
    ['Target', [markup`<code>${cutText(run.target, 600)}</code>`, run.embedded ? ' (embedded)' : null]],
    ['Started', run.startedAt],
    ['Ended', [run.endedAt, ` (${run.end})`]],
    ['Profile', run.profile],
    ['Selection', run.selection === 'all' ? 'the whole suite' : 'a part of the suite'],
    ['Seed', markup`<code>${run.seed}</code>`],
    ['Judged as', view.removal],
    ['Contract', `${run.contract.title} ${run.contract.version}`],
    ['Suite', `${run.suite.name} ${run.suite.version}`],
    ['Digest of the cases', markup`<code>${casesDigest}</code>`],
    ['Sources of the suite', markup`<code>${run.suite.sources}</code>`],
    ['Commit of the suite', run.suite.commit === null ? 'not known' : markup`<code>${run.suite.commit}</code>`],
    ['Node', `${run.node}, ${run.platform}`],
    ...originRows(run.origin),
    ['Format of report.json', `version ${reportVersion}`],
  ])}
    ${table(
      'Configuration',
      inOrder(run.configuration).map(([name, value]): Row => [name, settingText(value)]),
    )}
    ${facts === null ? null : table('What the run found', factRows(facts, view.run))}`;
}

function originRows({ command, buildServer, digests }: Report['run']['origin']): readonly Row[] {
  return [
    ['Repeat it', markup`<code>${cutText(command, 2000)}</code>`],
    ...(buildServer === null
      ? []
      : [
          ['Build server', cutText(buildServer.address ?? 'not named', 600)] as const,
          ['Started by', cutText(buildServer.actor ?? 'not named', 200)] as const,
        ]),
    ['Digest of the settings', markup`<code>${digests.configuration}</code>`],
    ...(digests.deviations === null
      ? []
      : [['Digest of the deviations', markup`<code>${digests.deviations}</code>`] as const]),
  ];
}

function settingText(value: string | number | boolean | null): Content {
  if (value === null || value === '') return markup`<small>${value === null ? 'not set' : 'empty'}</small>`;
  return cutText(String(value), 600);
}

function factRows(facts: RunFacts, { limits, pacing }: PageIndex['view']['run']): readonly Row[] {
  const { categoriesAccepted: categories, settlingDelays: delays } = facts;
  const { concurrency, lowestConcurrency } = facts.pacing;
  return [
    ['Requests', grouped(facts.requests)],
    ['Additions', grouped(facts.creates)],
    ['Largest page', counted(facts.largestPage, 'pet')],
    ['Limits', limits],
    ['Categories accepted', categories.length === 0 ? 'none' : cutText(categories.join(', '), 600)],
    [
      'Delays until listed',
      delays.length === 0 ? 'none' : `${counted(delays.length, 'time')}, at most ${milliseconds(Math.max(...delays))}`,
    ],
    ['Pacing', pacing ?? 'no disturbances'],
    ['Concurrency', `${concurrency} requests at a time, at the lowest ${lowestConcurrency}`],
  ];
}

function table(title: string, rows: readonly Row[]): Markup {
  return markup`<table class="provenance"><caption>${title}</caption>
    <tbody>${rows.map(([label, content]) => markup`<tr><th scope="row">${label}</th><td>${content}</td></tr>`)}</tbody></table>`;
}
