import { counted, grouped } from '../../contract/describe.ts';
import type { RunFacts } from '../../suite/records/records.ts';
import { markOfRequirement, OUTCOMES } from '../outcomes.ts';
import type { RequirementResult } from '../report.ts';
import type { Fact, Section } from '../section.ts';
import { addedText, inOrder } from '../run-section.ts';
import { exchangeLink, milliseconds, renderExchanges } from './exchanges.ts';
import { nameLink, renderFinding, renderItems, renderSheet } from './findings.ts';
import { type Content, cutText, details, lead, type Markup, markup, outcomeBadge, table } from './markup.ts';
import type { PageIndex } from './page-index.ts';
import { renderParts, renderRequirements } from './requirements.ts';

/** A section as the page shows it: if it has content, or a sentence for `none`. */
interface PageSection extends Section {
  readonly id: string;
  readonly lead?: string;
  readonly content: readonly Content[];
  readonly none?: string;
}

/** The sections that have content for a report, in their order. */
export function shownSections(index: PageIndex): readonly PageSection[] {
  const { report, sections: listed, violated, warnings, deviating, behaviour } = index;
  const found = (findings: typeof violated): readonly Content[] => findings.map((each) => renderFinding(each, index));
  const listOf = (id: string, section: Section) => {
    const { items = [] } = section;
    const list = items.length === 0 ? [] : [markup`<ul class="findings">${renderItems(items, index)}</ul>`];
    return { id, ...section, content: list };
  };
  const deviations = listOf('deviations', listed.deviations);
  const sections: readonly PageSection[] = [
    {
      id: 'violations',
      ...listed.violated,
      content: found(violated),
      none: 'No required requirement is violated.',
    },
    {
      id: 'warnings',
      ...listed.warnings,
      lead: 'Not in the contract, but in a standard that it builds on. Warnings never decide the verdict.',
      content: found(warnings),
    },
    {
      ...deviations,
      lead: 'Violations that are listed with a reason, an owner and a last day: they do not gate.',
      content: [...deviations.content, ...found(deviating)],
    },
    {
      ...listOf('suite-faults', listed.suiteFaults),
      lead: 'Faults of the suite itself. They say nothing about the service. A run with one is inconclusive.',
    },
    { ...listOf('not-verified', listed.notVerified), none: 'Every check was decided.' },
    listOf('not-applicable', listed.notApplicable),
    {
      ...listOf('trials', listed.trials),
      lead: 'Whether a request causes the disturbances that it met: it and a control were sent several times, in random order.',
    },
    { id: 'contract', title: 'At a glance', content: [renderAtAGlance(index)] },
    {
      id: 'behaviour',
      ...listed.behaviour,
      lead: 'What the contract does not specify, and what this service does. No behaviour here is right or wrong.',
      content: behaviour.map((question) => renderQuestion(question, index)),
      none: 'The run observed nothing.',
    },
    {
      id: 'requirements',
      title: 'Requirements',
      count: report.requirements.length,
      content: [renderRequirements(index)],
    },
    { id: 'created', title: 'Pets created', count: report.created.length, content: [renderCreated(index)] },
    { id: 'provenance', title: 'Provenance', content: renderProvenance(index) },
    {
      id: 'exchanges',
      title: 'Exchanges',
      count: report.exchanges.length,
      lead: 'Every exchange once: all checks refer to them. The key is never shown. The Host, Connection and Content-Length headers of requests are not recorded. Of an exchange that shows no violation, report.json has the whole bodies, the Accept-Encoding and User-Agent headers, and the curl command.',
      content: [renderExchanges(index)],
    },
  ];
  return sections.filter(({ content, none }) => content.length > 0 || none !== undefined);
}

/** Links to the sections. */
export function renderContents(sections: readonly PageSection[]): Markup {
  const links = sections.map(({ id, title, count }) => {
    const number = count === undefined ? null : markup` <small>${grouped(count)}</small>`;
    return markup`<li><a href="${{ id }}">${title}</a>${number}</li>`;
  });
  return markup`<nav aria-label="Contents"><ul>${links}</ul></nav>`;
}

/** A section under its heading. */
export function renderSection(section: PageSection): Markup {
  const { id, title, lead: leadText = null, content, none = null } = section;
  return markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
    ${leadText && lead(leadText)}${content.length === 0 ? lead(none) : content}</section>`;
}

/** The contract at a glance: each requirement a cell with the sign and colour of its outcome, by part; and the legend. */
function renderAtAGlance(index: PageIndex): Markup {
  const cell = (requirement: RequirementResult): Markup => {
    const { id, level, statement } = requirement;
    const mark = markOfRequirement(requirement);
    const { word, sign, tone } = OUTCOMES[mark];
    const title = `${id} (${word}, ${level}): ${statement.slice(0, 300)}`;
    return markup`<li><a class="cell ${mark} ${tone}" data-sign="${sign}" title="${title}" href="${index.anchorOf(requirement)}"><span class="unseen">${id}: ${word}, ${level}</span></a></li>`;
  };
  return markup`${lead('Each cell is one requirement and leads to it. Its name says the outcome and the level.')}
    <div class="picture">${renderParts(index, ({ requirements }) => markup`<ul>${requirements.map(cell)}</ul>`)}</div>
    ${table(
      'legend',
      ['Outcome', 'Meaning', 'All', 'Required', 'Checks'],
      index.legend.map(({ mark, counts }) => [
        outcomeBadge(mark),
        OUTCOMES[mark].meaning,
        ...[counts.requirements, counts.required, counts.checks].map(grouped),
      ]),
      'Requirements and checks by outcome',
    )}`;
}

/** A question that the contract leaves open, and what this service does, with its exchanges. */
function renderQuestion({ requirement, question, entries }: PageIndex['behaviour'][number], index: PageIndex): Markup {
  const title = [cutText(question, 600), ' ', markup`<small>${nameLink(requirement, index)}</small>`];
  const seen = entries.map(({ title: label, entry }) => ({ label, text: entry.seen, exchanges: entry.exchanges }));
  return renderSheet(title, seen, index);
}

const OPEN_UP_TO = 12;

/** The pets that this run left on the target, and those that it may have left. No operation deletes pets, so an operator must know them. */
function renderCreated(index: PageIndex): Markup {
  const { created, claimed = [] } = index.report;
  const all = [...created.map((pet) => ({ ...pet, sentAt: null, outcome: 'added' })), ...claimed];
  if (all.length === 0) return lead('This run added no pets.');
  const rowsOfPets = all.map(({ id, name, caseId, exchange, intended, sentAt, outcome }) => [
    id === null ? 'unknown' : markup`<code>${id}</code>`,
    name === null ? 'unknown' : cutText(name, 200),
    [cutText(caseId, 200), intended ? null : markup`<small> (the service may or must reject it)</small>`],
    [outcome, sentAt === null ? null : `, sent ${sentAt}`],
    exchangeLink(exchange, index),
  ]);
  return markup`${lead(`Added to the target and still there: ${addedText(index.report)}.`)}
    ${claimed.length === 0 ? null : lead('No response to the requests with another outcome holds a valid pet. Names and times help to find the pets.')}
    ${details('others', 'Ids and names', table('created', ['Id', 'Name', 'By', 'Outcome', 'Exchange'], rowsOfPets), all.length <= OPEN_UP_TO)}`;
}

/** What an auditor needs to know about the origin of this report, and to repeat the run. */
function renderProvenance(index: PageIndex): readonly Content[] {
  const { report, sections } = index;
  const { run, reportVersion, casesDigest, facts } = report;
  const { command, buildServer, digests } = run.origin;
  const origin: readonly Fact[] = [
    { label: 'Target', values: [run.target], text: run.embedded ? 'embedded' : null },
    { label: 'Profile', own: run.profile },
    { label: 'Selection', own: run.selection === 'all' ? 'the whole suite' : 'a part of the suite' },
    { label: 'Digest of the cases', values: [casesDigest] },
    { label: 'Sources of the suite', values: [run.suite.sources] },
    { label: 'Commit of the suite', text: run.suite.commit ?? 'not known' },
    { label: 'Platform', text: run.platform },
    // A value is cut sooner than a text.
    { label: 'Repeat it', text: command },
    { label: 'Build server', text: buildServer && (buildServer.address ?? 'not named') },
    { label: 'Started by', text: buildServer && (buildServer.actor ?? 'not named') },
    { label: 'Digest of the settings', values: [digests.configuration] },
    { label: 'Digest of the deviations', text: digests.deviations },
    { label: 'Format of report.json', own: `version ${reportVersion}` },
  ];
  const settings = inOrder(run.configuration).map(([label, value]) => {
    return { label, text: value === null ? 'not set' : String(value) || 'empty' };
  });
  return [
    renderSheet('The run', [...(sections.run.facts ?? []), ...origin], index),
    renderSheet('Configuration', settings, index),
    facts && renderSheet('What the run found', foundFacts(facts), index),
  ];
}

function foundFacts(facts: RunFacts): readonly Fact[] {
  const { categoriesAccepted: categories, settlingDelays: delays } = facts;
  const { concurrency, lowestConcurrency } = facts.pacing;
  const longest = milliseconds(Math.max(...delays));
  return [
    { label: 'Largest page', own: counted(facts.largestPage, 'pet') },
    { label: 'Categories accepted', text: categories.join(', ') || 'none' },
    {
      label: 'Delays until listed',
      own: delays.length === 0 ? 'none' : `${counted(delays.length, 'time')}, at most ${longest}`,
    },
    { label: 'Concurrency', own: `${concurrency} requests at a time, at the lowest ${lowestConcurrency}` },
  ];
}
