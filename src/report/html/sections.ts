import { counted, grouped } from '../../contract/describe.ts';
import { REQUEST_KINDS, type RequestKind } from '../../contract/operations.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { CreatedPet, RunFacts } from '../../suite/records/records.ts';
import { entriesOf } from '../entries.ts';
import { requirementCount } from '../findings.ts';
import { markOfRequirement, wordOf } from '../outcomes.ts';
import type { Report, RequirementResult } from '../report.ts';
import { inOrder, type Question, TRIAL_COLUMNS } from '../view.ts';
import { exchangeLink, exchangeLinks, milliseconds, renderExchanges } from './exchanges.ts';
import { renderEntries } from './entries.ts';
import { renderDeviations, renderViolations, renderWarnings } from './findings.ts';
import { type Content, cutText, type Markup, markup, outcomeBadge, when } from './markup.ts';
import type { PageIndex } from './page-index.ts';
import { partsShown, partTitle, renderRequirements } from './requirements.ts';

/** A section of the page. */
interface Section {
  readonly id: string;
  /** Its name in the navigation. */
  readonly title: string;
  /** Its heading, if that is not the title. */
  readonly heading?: string;
  /** The number beside its name in the navigation. */
  readonly count?: (index: PageIndex) => number;
  /** What follows its heading. Null leaves the section out. */
  readonly render: (index: PageIndex) => Content;
}

/** The sections of the page, in their order. */
const SECTIONS: readonly Section[] = [
  {
    id: 'violations',
    title: 'Violated',
    count: ({ view }) => requirementCount(view.violated),
    render: renderViolations,
  },
  {
    id: 'warnings',
    title: 'Warnings',
    count: ({ view }) => requirementCount(view.warnings),
    render: renderWarnings,
  },
  {
    id: 'deviations',
    title: 'Known deviations',
    count: ({ report }) => report.deviations.length,
    render: renderDeviations,
  },
  {
    id: 'suite-faults',
    title: 'Suite faults',
    count: ({ view }) => view.allSuiteFaults.length,
    render: renderSuiteFaults,
  },
  {
    id: 'not-verified',
    title: 'Not verified',
    count: ({ view }) => view.unsettled.requirements.length,
    render: renderUnsettled,
  },
  {
    id: 'not-applicable',
    title: 'Not applicable',
    count: ({ report }) => report.counts.requirements['not-applicable'],
    render: renderNotApplicable,
  },
  { id: 'trials', title: 'Controlled trials', count: ({ view }) => view.trials.length, render: renderTrials },
  { id: 'contract', title: 'At a glance', heading: 'The contract at a glance', render: renderAtAGlance },
  { id: 'behaviour', title: 'Behaviour profile', render: renderBehaviour },
  {
    id: 'requirements',
    title: 'Requirements',
    heading: 'Requirements and their checks',
    count: ({ report }) => report.requirements.length,
    render: renderRequirements,
  },
  { id: 'latency', title: 'Latency', heading: 'Latency by operation', render: renderLatency },
  { id: 'created', title: 'Pets created', count: ({ report }) => report.created.length, render: renderCreated },
  { id: 'provenance', title: 'Provenance', render: renderProvenance },
  { id: 'exchanges', title: 'Exchanges', count: ({ report }) => report.exchanges.length, render: renderExchanges },
];

/** A section of this report's page with its content. */
interface ShownSection extends Section {
  readonly content: Content;
}

/** The sections that have content for a report. */
export function shownSections(index: PageIndex): readonly ShownSection[] {
  return SECTIONS.map((section) => ({ ...section, content: section.render(index) })).filter(
    ({ content }) => content !== null,
  );
}

/** Links to the sections. */
export function renderContents(sections: readonly ShownSection[], index: PageIndex): Markup {
  const links = sections.map(({ id, title, count }) => {
    const number = count === undefined ? null : markup` <span class="count">${grouped(count(index))}</span>`;
    return markup`<li><a href="${{ id }}">${title}</a>${number}</li>`;
  });
  return markup`<nav aria-label="Contents"><ul>${links}</ul></nav>`;
}

/** A section under its heading. */
export function renderSection({ id, title, heading = title, content }: ShownSection): Markup {
  const headingId = `${id}-title`;
  return markup`<section id="${id}" aria-labelledby="${headingId}"><h2 id="${headingId}">${heading}</h2>${content}</section>`;
}

/** The contract at a glance: each requirement a cell with the sign and colour of its outcome, by part; and the legend. */
function renderAtAGlance({ view, anchors }: PageIndex): Markup {
  const cell = (requirement: RequirementResult): Markup => {
    const { id, level, statement } = requirement;
    const mark = markOfRequirement(requirement);
    const title = `${id} (${wordOf(mark)}): ${statement.slice(0, 300)}`;
    return markup`<li><a class="cell ${mark} ${level}" title="${title}" href="${anchors.of(requirement)}"><span class="unseen">${id}: ${wordOf(mark)}, ${level}</span></a></li>`;
  };
  return markup`<p class="lead">Each cell is one requirement and leads to it.<span class="styled" hidden> Squares are required, circles are recommended, dashed cells are unspecified.</span></p>
    <div class="picture">${partsShown(view.parts).map((part) => markup`<div class="part">${partTitle(part)}<ul>${part.requirements.map(cell)}</ul></div>`)}</div>
    ${table(
      'legend',
      ['Outcome', 'Meaning', 'All', 'Required', 'Checks'],
      view.legend.map(({ mark, meaning, counts }) => [
        outcomeBadge(mark),
        meaning,
        ...[counts.requirements, counts.required, counts.checks].map(grouped),
      ]),
      'Requirements and checks by outcome',
    )}`;
}

/** What the contract does not specify, and what this service does: each question with its exchanges. */
function renderBehaviour(index: PageIndex): Markup {
  const { behaviour } = index.view;
  return markup`<p class="lead">What the contract does not specify, and what this service does. No behaviour here is right or wrong.</p>
    ${behaviour.length === 0 ? markup`<p class="none">The run observed nothing.</p>` : null}
    ${behaviour.map((question) => renderQuestion(question, index))}`;
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

const OPEN_UP_TO = 12;

/** The pets that this run left on the target. No operation deletes pets, so an operator must know them. */
function renderCreated(index: PageIndex): Markup {
  const { created, claimed = [] } = index.report;
  const { count, notes } = index.view.created;
  const cellsOf = ({ id, name, caseId, exchange, intended }: CreatedPet): readonly Content[] => [
    id === null ? 'unknown' : markup`<code>${id}</code>`,
    name === null ? 'unknown' : cutText(name, 200),
    [cutText(caseId, 200), intended ? null : markup`<small> (the service may or must reject it)</small>`],
    exchangeLink(exchange, index),
  ];
  return markup`${
    created.length === 0
      ? markup`<p class="none">This run added no pets.</p>`
      : markup`<p class="lead">${[`${count} added to the target and still there`, ...notes].join('; ')}.</p>
          <details class="others"${when(created.length <= OPEN_UP_TO, markup` open`)}><summary>Ids and names</summary>
          ${table('created', PET_COLUMNS, created.map(cellsOf), null)}</details>`
  }
    ${
      claimed.length === 0
        ? null
        : markup`<h3>Pets that may have been added</h3>
          <p class="lead">No response to these requests holds a valid pet. Names and times help to find the pets.</p>
          ${table(
            'created',
            [...PET_COLUMNS, 'Sent', 'Outcome'],
            claimed.map((pet) => [...cellsOf(pet), pet.sentAt ?? 'unknown', pet.outcome]),
            null,
          )}`
    }`;
}

const PET_COLUMNS = ['Id', 'Name', 'By', 'Exchange'];

/** How long each operation took. The contract promises no time: nothing judges it. */
function renderLatency({ report }: PageIndex): Markup {
  const all = latencies(report.exchanges);
  return markup`<p class="lead">From sending a request to the last byte of its response, while requests run side by side. The contract promises no time; nothing here is judged.</p>
    ${
      all.length === 0
        ? markup`<p class="none">There was no response.</p>`
        : table(
            'latency',
            ['Operation', 'Responses', 'Fastest', 'Median', '95 %', 'Slowest'],
            all.map((latency) => [
              latency.operation === 'other' ? 'other requests' : latency.operation,
              grouped(latency.times.length),
              ...[0, 0.5, 0.95, 1].map((share) => milliseconds(quantile(latency, share))),
            ]),
            null,
          )
    }`;
}

/** Times of the responses to one operation, in milliseconds, shortest first. Never empty. */
export interface Latency {
  readonly operation: RequestKind;
  readonly times: readonly number[];
}

/** How long each operation took to respond: the last attempt of each exchange with a response. */
export function latencies(exchanges: readonly Exchange[]): readonly Latency[] {
  const byOperation = Map.groupBy(exchanges, ({ operation }) => operation);
  return REQUEST_KINDS.map((operation) => ({
    operation,
    times: (byOperation.get(operation) ?? []).flatMap(responseTime).sort((one, other) => one - other),
  })).filter(({ times }) => times.length > 0);
}

function responseTime({ attempts, response }: Exchange): readonly number[] {
  const last = attempts.at(-1);
  return response === null || last === undefined || !(last.milliseconds >= 0) ? [] : [last.milliseconds];
}

/** The smallest time that at least this share (0 to 1) of all times does not exceed. */
export function quantile({ times }: Latency, share: number): number {
  return times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0;
}

/** What could not be verified, by reason, each with how to resolve it. */
function renderUnsettled(index: PageIndex): Markup {
  const { unsettled } = entriesOf(index.view);
  if (unsettled.length === 0) return markup`<p class="none">Every check was decided.</p>`;
  return renderEntries(unsettled, index);
}

/** What cannot be tested on this service, by reason. Null if there is nothing. */
function renderNotApplicable(index: PageIndex): Markup | null {
  const { notApplicable } = entriesOf(index.view);
  return notApplicable.length === 0 ? null : renderEntries(notApplicable, index);
}

/** Faults of the suite, apart from the service. Null if there are none. */
function renderSuiteFaults(index: PageIndex): Markup | null {
  const { suiteFaults } = entriesOf(index.view);
  if (suiteFaults.length === 0) return null;
  return markup`<p class="lead">Faults of the suite itself. They say nothing about the service. A run with one is inconclusive.</p>
    ${renderEntries(suiteFaults, index)}`;
}

/** The controlled trials, each as a table of its requests. Null if there were none. */
function renderTrials({ view: { trials } }: PageIndex): Markup | null {
  if (trials.length === 0) return null;
  return markup`<p class="lead">Whether a request causes the disturbances that it met: it and a control were sent several times, in random order.</p>
    ${trials.map(({ sentence, rows }) => {
      const cells = rows.map((row) => row.map((cell) => cutText(cell, 200)));
      return table('trial', TRIAL_COLUMNS, cells, cutText(`${sentence}.`, 600));
    })}`;
}

type Row = readonly [label: string, content: Content];

/** What an auditor needs to know about the origin of this report, and to repeat the run. */
function renderProvenance({ report, view }: PageIndex): Markup {
  const { run, facts, reportVersion, casesDigest } = report;
  return markup`${factTable('The run', [
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
    ${factTable(
      'Configuration',
      inOrder(run.configuration).map(([name, value]): Row => [name, settingText(value)]),
    )}
    ${facts === null ? null : factTable('What the run found', factRows(facts, view.run))}`;
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

function factTable(title: string, rows: readonly Row[]): Markup {
  return table('provenance', [], rows, title);
}

/** A table. The first cell of a row is its header. */
function table(kind: string, head: readonly string[], rows: readonly (readonly Content[])[], caption: Content): Markup {
  return markup`<table class="${kind}">${caption === null ? null : markup`<caption>${caption}</caption>`}
    ${head.length === 0 ? null : markup`<thead><tr>${head.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>`}
    <tbody>${rows.map(([first = null, ...cells]) => markup`<tr><th scope="row">${first}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;
}
