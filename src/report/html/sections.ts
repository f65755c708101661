import { counted, grouped } from '../../contract/describe.ts';
import { REQUEST_KINDS, type RequestKind } from '../../contract/operations.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { CreatedPet, RunFacts } from '../../suite/records/records.ts';
import type { ReportList } from '../lists.ts';
import { requirementCount } from '../findings.ts';
import { markOfRequirement, wordOf } from '../outcomes.ts';
import type { Report, RequirementResult } from '../report.ts';
import { inOrder, type Question, TRIAL_COLUMNS } from '../view.ts';
import { exchangeLink, exchangeLinks, milliseconds, renderExchanges } from './exchanges.ts';
import { renderList } from './lists.ts';
import { renderDeviations, renderViolations, renderWarnings } from './findings.ts';
import { type Content, cutText, type Markup, markup, outcomeBadge, when } from './markup.ts';
import type { PageIndex } from './page-index.ts';
import { partsShown, partTitle, renderRequirements } from './requirements.ts';

/** A section of the page. */
interface Section {
  readonly id: string;
  /** Its name in the navigation, and its heading if it has no other. */
  readonly title: string;
  readonly heading?: string;
  /** The number beside its name in the navigation. */
  readonly count?: number;
  /** What follows its heading. Null leaves the section out. */
  readonly content: Content;
}

/** The sections that have content for a report, in their order. */
export function shownSections(index: PageIndex): readonly Section[] {
  const { view, report } = index;
  const { deviations, suiteFaults, unsettled, notApplicable } = view.lists;
  const sections: readonly Section[] = [
    { id: 'violations', title: 'Violated', count: requirementCount(view.violated), content: renderViolations(index) },
    { id: 'warnings', title: 'Warnings', count: requirementCount(view.warnings), content: renderWarnings(index) },
    { id: 'deviations', title: deviations.title, count: deviations.count, content: renderDeviations(index) },
    { id: 'suite-faults', ...listContent(suiteFaults, index, { lead: ABOUT_FAULTS }) },
    { id: 'not-verified', ...listContent(unsettled, index, { none: 'Every check was decided.' }) },
    { id: 'not-applicable', ...listContent(notApplicable, index) },
    { id: 'trials', title: 'Controlled trials', count: view.trials.length, content: renderTrials(index) },
    { id: 'contract', title: 'At a glance', heading: 'The contract at a glance', content: renderAtAGlance(index) },
    { id: 'behaviour', title: 'Behaviour profile', content: renderBehaviour(index) },
    {
      id: 'requirements',
      title: 'Requirements',
      heading: 'Requirements and their checks',
      count: report.requirements.length,
      content: renderRequirements(index),
    },
    { id: 'latency', title: 'Latency', heading: 'Latency by operation', content: renderLatency(index) },
    { id: 'created', title: 'Pets created', count: report.created.length, content: renderCreated(index) },
    { id: 'provenance', title: 'Provenance', content: renderProvenance(index) },
    { id: 'exchanges', title: 'Exchanges', count: report.exchanges.length, content: renderExchanges(index) },
  ];
  return sections.filter(({ content }) => content !== null);
}

const ABOUT_FAULTS = 'Faults of the suite itself. They say nothing about the service. A run with one is inconclusive.';

/** A list as the content of a section, after its `lead`. If the list is empty, the content is the sentence `none`. */
function listContent(
  list: ReportList,
  index: PageIndex,
  { lead, none }: { readonly lead?: string; readonly none?: string } = {},
): Omit<Section, 'id'> {
  const { title, count, items } = list;
  if (items.length === 0)
    return { title, count, content: none === undefined ? null : markup`<p class="none">${none}</p>` };
  const content = renderList(list, index);
  return { title, count, content: lead === undefined ? content : markup`<p class="lead">${lead}</p>${content}` };
}

/** Links to the sections. */
export function renderContents(sections: readonly Section[]): Markup {
  const links = sections.map(({ id, title, count }) => {
    const number = count === undefined ? null : markup` <span class="count">${grouped(count)}</span>`;
    return markup`<li><a href="${{ id }}">${title}</a>${number}</li>`;
  });
  return markup`<nav aria-label="Contents"><ul>${links}</ul></nav>`;
}

/** A section under its heading. */
export function renderSection({ id, title, heading = title, content }: Section): Markup {
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
