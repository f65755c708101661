import { counted, grouped } from '../../contract/describe.ts';
import type { Report } from '../report.ts';
import type { ClaimedPet, CreatedPet, RunFacts } from '../../suite/records/records.ts';
import { TRIAL_COLUMNS, trialCells } from '../trial-table.ts';
import { inOrder, type Question } from '../view.ts';
import { exchangeLink, exchangeLinks, milliseconds } from './exchanges.ts';
import { type Content, cutText, type Markup, markup, when } from './markup.ts';
import type { PageIndex } from './page-index.ts';

/** What the contract does not specify, and what this service does: each question with its exchanges. */
export function renderBehaviour(index: PageIndex): Markup {
  const { behaviour } = index.view;
  return markup`<section id="behaviour" aria-labelledby="behaviour-title">
    <h2 id="behaviour-title">Behaviour profile</h2>
    <p class="lead">What the contract does not specify, and what this service does. No behaviour here is right or wrong.</p>
    ${behaviour.length === 0 ? markup`<p class="none">The run observed nothing.</p>` : null}
    ${behaviour.map((question) => renderQuestion(question, index))}
    </section>`;
}

function renderQuestion({ requirement, question, entries }: Question, index: PageIndex): Markup {
  const place = index.anchors.requirement(requirement);
  const name = place === undefined ? requirement : markup`<a href="${place}">${requirement}</a>`;
  return markup`<div class="question"><h3>${cutText(question, 600)} <small>${name}</small></h3>
    <dl>${entries.map(
      ({ title, entry }) =>
        markup`<div><dt>${cutText(title, 300)}</dt><dd>${cutText(entry.seen, 1_000)} <small>${exchangeLinks(entry.exchanges, index)}</small></dd></div>`,
    )}</dl></div>`;
}

/** The controlled trials, each as a table of its requests. Null if there were none. */
export function renderTrials({ view: { trials } }: PageIndex): Markup | null {
  if (trials.length === 0) return null;
  return markup`<section id="trials" aria-labelledby="trials-title">
    <h2 id="trials-title">Controlled trials</h2>
    <p class="lead">Whether a request causes the disturbances that it met: it and a control were sent several times, in random order.</p>
    ${trials.map(
      ({ sentence, rows }) =>
        markup`<table class="trial"><caption>${cutText(`${sentence}.`, 600)}</caption>
        <thead><tr>${TRIAL_COLUMNS.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => markup`<tr>${trialCells(row).map((cell) => markup`<td>${cutText(cell, 200)}</td>`)}</tr>`)}</tbody></table>`,
    )}
    </section>`;
}

const OPEN_UP_TO = 12;

/** The pets that this run left on the target. No operation deletes pets, so an operator must know them. */
export function renderCreated(index: PageIndex): Markup {
  const { created, claimed = [] } = index.report;
  const { count, notes } = index.view.created;
  return markup`<section id="created" aria-labelledby="created-title">
    <h2 id="created-title">Pets created</h2>
    ${
      created.length === 0
        ? markup`<p class="none">This run added no pets.</p>`
        : markup`<p class="lead">${[`${count} added to the target and still there`, ...notes].join('; ')}.</p>
          <details class="others"${when(created.length <= OPEN_UP_TO, markup` open`)}><summary>Ids and names</summary>
          <table class="created"><thead><tr>${['Id', 'Name', 'By', 'Exchange'].map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
          <tbody>${created.map((pet) => renderPet(pet, index))}</tbody></table></details>`
    }
    ${claimed.length === 0 ? null : renderClaimed(claimed, index)}
    </section>`;
}

/** The pets that the run may have added. An operator finds them by their names and times. */
function renderClaimed(claimed: readonly ClaimedPet[], index: PageIndex): Markup {
  return markup`<h3>Pets that may have been added</h3>
    <p class="lead">No response to these requests holds a valid pet.</p>
    <table class="created"><thead><tr>${['Id', 'Name', 'By', 'Exchange', 'Sent', 'Outcome'].map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${claimed.map((pet) => renderPet(pet, index, [pet.sentAt ?? 'unknown', pet.outcome]))}</tbody></table>`;
}

function renderPet(
  { id, name, caseId, exchange, intended }: CreatedPet,
  index: PageIndex,
  more: readonly string[] = [],
): Markup {
  return markup`<tr><td>${id === null ? 'unknown' : markup`<code>${id}</code>`}</td>
    <td>${name === null ? 'unknown' : cutText(name, 200)}</td>
    <td>${cutText(caseId, 200)}${intended ? null : markup`<small> (the service may or must reject it)</small>`}</td>
    <td>${exchangeLink(exchange, index)}</td>${more.map((text) => markup`<td>${text}</td>`)}</tr>`;
}

type Row = readonly [label: string, content: Content];

/** What an auditor needs to know about the origin of this report, and to repeat the run. */
export function renderProvenance({ report, view }: PageIndex): Markup {
  const { run, facts, reportVersion, casesDigest } = report;
  return markup`<section id="provenance" aria-labelledby="provenance-title">
    <h2 id="provenance-title">Provenance</h2>
    ${table('The run', [
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
    ${facts === null ? null : table('What the run found', factRows(facts, view.run))}
    </section>`;
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
    ['Examples not tried', grouped(facts.examplesDropped)],
    ['Pacing', pacing ?? 'no disturbances'],
    ['Concurrency', `${concurrency} requests at a time, at the lowest ${lowestConcurrency}`],
  ];
}

function table(title: string, rows: readonly Row[]): Markup {
  return markup`<table class="provenance"><caption>${title}</caption>
    <tbody>${rows.map(([label, content]) => markup`<tr><th scope="row">${label}</th><td>${content}</td></tr>`)}</tbody></table>`;
}
