import { counted, grouped } from '../../contract/describe.ts';
import type { CreatedPet } from '../../suite/records/records.ts';
import { requirementCount } from '../findings.ts';
import { markOfRequirement, OUTCOMES } from '../outcomes.ts';
import type { RequirementResult } from '../report.ts';
import { inOrder } from '../view.ts';
import { exchangeLink, exchangeLinks, milliseconds, renderExchanges } from './exchanges.ts';
import { renderFinding, renderItems } from './findings.ts';
import { type Content, cutText, details, lead, type Markup, markup, outcomeBadge, rows, table } from './markup.ts';
import type { PageIndex } from './page-index.ts';
import { renderParts, renderRequirements } from './requirements.ts';

/** A section of the page. It is shown if it has content, or a sentence for `none`. */
interface Section {
  readonly id: string;
  /** Its name in the navigation, and its heading if it has no other. */
  readonly title: string;
  readonly heading?: string;
  /** The number beside its name in the navigation. */
  readonly count?: number;
  readonly lead?: string;
  readonly content: Content;
  readonly none?: string;
}

/** The sections that have content for a report, in their order. */
export function shownSections(index: PageIndex): readonly Section[] {
  const { view, report } = index;
  const { violated, warnings, deviating, behaviour, lists } = view;
  const { deviations, suiteFaults, unsettled, notApplicable } = lists;
  const found = (findings: typeof violated): readonly Content[] => findings.map((each) => renderFinding(each, index));
  const listed = ({ title, count, items }: typeof deviations) => ({
    title,
    count,
    content: items.length === 0 ? null : markup`<ul class="findings">${renderItems(items, index)}</ul>`,
  });
  const sections: readonly Section[] = [
    {
      id: 'violations',
      title: 'Violated',
      count: requirementCount(violated),
      content: found(violated),
      none: 'No required requirement is violated.',
    },
    {
      id: 'warnings',
      title: 'Warnings',
      count: requirementCount(warnings),
      lead: 'Not in the contract, but in a standard that it builds on. Warnings never decide the verdict.',
      content: found(warnings),
    },
    {
      id: 'deviations',
      ...listed(deviations),
      lead: 'Violations that are listed with a reason, an owner and a last day: they do not gate.',
      content: [listed(deviations).content, ...found(deviating)].filter((each) => each !== null),
    },
    {
      id: 'suite-faults',
      ...listed(suiteFaults),
      lead: 'Faults of the suite itself. They say nothing about the service. A run with one is inconclusive.',
    },
    { id: 'not-verified', ...listed(unsettled), none: 'Every check was decided.' },
    { id: 'not-applicable', ...listed(notApplicable) },
    {
      id: 'trials',
      ...listed(lists.trials),
      lead: 'Whether a request causes the disturbances that it met: it and a control were sent several times, in random order.',
    },
    { id: 'contract', title: 'At a glance', heading: 'The contract at a glance', content: renderAtAGlance(index) },
    {
      id: 'behaviour',
      title: 'Behaviour profile',
      lead: 'What the contract does not specify, and what this service does. No behaviour here is right or wrong.',
      content: behaviour.map((question) => renderQuestion(question, index)),
      none: 'The run observed nothing.',
    },
    {
      id: 'requirements',
      title: 'Requirements',
      heading: 'Requirements and their checks',
      count: report.requirements.length,
      content: renderRequirements(index),
    },
    { id: 'created', title: 'Pets created', count: report.created.length, content: renderCreated(index) },
    { id: 'provenance', title: 'Provenance', content: renderProvenance(index) },
    {
      id: 'exchanges',
      title: 'Exchanges',
      count: report.exchanges.length,
      lead: 'Every exchange once: all checks refer to them. The key is never shown. The Host, Connection and Content-Length headers of requests are not recorded. Of an exchange that shows no violation, report.json has the whole bodies, the Accept-Encoding and User-Agent headers, and the curl command.',
      content: renderExchanges(index),
    },
  ];
  return sections.filter((section) => !isEmpty(section) || section.none !== undefined);
}

function isEmpty({ content }: Section): boolean {
  return content === null || (Array.isArray(content) && content.length === 0);
}

/** Links to the sections. */
export function renderContents(sections: readonly Section[]): Markup {
  const links = sections.map(({ id, title, count }) => {
    const number = count === undefined ? null : markup` <small>${grouped(count)}</small>`;
    return markup`<li><a href="${{ id }}">${title}</a>${number}</li>`;
  });
  return markup`<nav aria-label="Contents"><ul>${links}</ul></nav>`;
}

/** A section under its heading. */
export function renderSection(section: Section): Markup {
  const { id, title, heading = title, lead: about = null, content, none = null } = section;
  return markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${heading}</h2>
    ${about && lead(about)}${isEmpty(section) ? lead(none) : content}</section>`;
}

/** The contract at a glance: each requirement a cell with the sign and colour of its outcome, by part; and the legend. */
function renderAtAGlance(index: PageIndex): Markup {
  const cell = (requirement: RequirementResult): Markup => {
    const { id, level, statement } = requirement;
    const mark = markOfRequirement(requirement);
    const { word, sign, tone } = OUTCOMES[mark];
    const title = `${id} (${word}): ${statement.slice(0, 300)}`;
    return markup`<li><a class="cell ${mark} ${tone} ${level}" data-sign="${sign}" title="${title}" href="${index.anchors.of(requirement)}"><span class="unseen">${id}: ${word}, ${level}</span></a></li>`;
  };
  return markup`<p class="lead">Each cell is one requirement and leads to it.<span class="styled" hidden> Squares are required, circles are recommended, dashed cells are unspecified.</span></p>
    <div class="picture">${renderParts(index, ({ requirements }) => markup`<ul>${requirements.map(cell)}</ul>`)}</div>
    ${table(
      'legend',
      ['Outcome', 'Meaning', 'All', 'Required', 'Checks'],
      index.view.legend.map(({ mark, counts }) => [
        outcomeBadge(mark),
        OUTCOMES[mark].meaning,
        ...[counts.requirements, counts.required, counts.checks].map(grouped),
      ]),
      'Requirements and checks by outcome',
    )}`;
}

/** A question that the contract leaves open, and what this service does, with its exchanges. */
function renderQuestion(
  { requirement, question, entries }: PageIndex['view']['behaviour'][number],
  index: PageIndex,
): Markup {
  const place = index.anchors.requirement(requirement);
  const name = place === undefined ? requirement : markup`<a href="${place}">${requirement}</a>`;
  const seen = entries.map(({ title, entry }): readonly [string, Content] => [
    title.slice(0, 300),
    [cutText(entry.seen, 1_000), ' ', markup`<small>${exchangeLinks(entry.exchanges, index)}</small>`],
  ]);
  return markup`<div class="question"><h3>${cutText(question, 600)} <small>${name}</small></h3>${rows(seen)}</div>`;
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
  if (created.length + claimed.length === 0) return lead('This run added no pets.');
  const added = table('created', PET_COLUMNS, created.map(cellsOf));
  return markup`${lead([`${count} added to the target and still there`, ...notes].join('; ') + '.')}
    ${created.length === 0 ? null : details('others', 'Ids and names', added, created.length <= OPEN_UP_TO)}
    ${
      claimed.length === 0
        ? null
        : markup`<h3>Pets that may have been added</h3>
          ${lead('No response to these requests holds a valid pet. Names and times help to find the pets.')}
          ${table(
            'created',
            [...PET_COLUMNS, 'Sent', 'Outcome'],
            claimed.map((pet) => [...cellsOf(pet), pet.sentAt ?? 'unknown', pet.outcome]),
          )}`
    }`;
}

const PET_COLUMNS = ['Id', 'Name', 'By', 'Exchange'];

type Row = readonly [label: string, content: Content];

/** What an auditor needs to know about the origin of this report, and to repeat the run. */
function renderProvenance({ report, view }: PageIndex): Content {
  const { run, reportVersion, casesDigest } = report;
  const { command, buildServer, digests } = run.origin;
  const ofBuild: readonly Row[] =
    buildServer === null
      ? []
      : [
          ['Build server', cutText(buildServer.address ?? 'not named', 600)],
          ['Started by', cutText(buildServer.actor ?? 'not named', 200)],
        ];
  const ofRun: readonly Row[] = [
    ['Run', code(run.id)],
    ['Target', [code(run.target), run.embedded ? ' (embedded)' : null]],
    ['Started', run.startedAt],
    ['Ended', `${run.endedAt} (${run.end})`],
    ['Profile', run.profile],
    ['Selection', run.selection === 'all' ? 'the whole suite' : 'a part of the suite'],
    ['Seed', code(String(run.seed))],
    ['Judged as', view.removal],
    ['Contract', `${run.contract.title} ${run.contract.version}`],
    ['Suite', `${run.suite.name} ${run.suite.version}`],
    ['Digest of the cases', code(casesDigest)],
    ['Sources of the suite', code(run.suite.sources)],
    ['Commit of the suite', run.suite.commit === null ? 'not known' : code(run.suite.commit)],
    ['Node', `${run.node}, ${run.platform}`],
    ['Repeat it', code(command)],
    ...ofBuild,
    ['Digest of the settings', code(digests.configuration)],
    ...(digests.deviations === null ? [] : [['Digest of the deviations', code(digests.deviations)] as const]),
    ['Format of report.json', `version ${reportVersion}`],
  ];
  const settings = inOrder(run.configuration).map(([name, value]): Row => [name, settingText(value)]);
  return [
    table('provenance', [], ofRun, 'The run'),
    table('provenance', [], settings, 'Configuration'),
    report.facts && table('provenance', [], factRows(report.facts, view.run), 'What the run found'),
  ];
}

function code(text: string): Markup {
  return markup`<code>${cutText(text, 2_000)}</code>`;
}

function settingText(value: string | number | boolean | null): Content {
  if (value === null || value === '') return markup`<small>${value === null ? 'not set' : 'empty'}</small>`;
  return cutText(String(value), 600);
}

function factRows(
  facts: NonNullable<PageIndex['report']['facts']>,
  { limits, pacing }: PageIndex['view']['run'],
): readonly Row[] {
  const { categoriesAccepted: categories, settlingDelays: delays } = facts;
  const { concurrency, lowestConcurrency } = facts.pacing;
  const longest = milliseconds(Math.max(...delays));
  return [
    ['Requests', grouped(facts.requests)],
    ['Additions', grouped(facts.creates)],
    ['Largest page', counted(facts.largestPage, 'pet')],
    ['Limits', limits],
    ['Categories accepted', categories.length === 0 ? 'none' : cutText(categories.join(', '), 600)],
    ['Delays until listed', delays.length === 0 ? 'none' : `${counted(delays.length, 'time')}, at most ${longest}`],
    ['Pacing', pacing ?? 'no disturbances'],
    ['Concurrency', `${concurrency} requests at a time, at the lowest ${lowestConcurrency}`],
  ];
}
