import { grouped } from '../../contract/describe.ts';
import { requirementCount } from '../findings.ts';
import { renderAtAGlance } from './at-a-glance.ts';
import { renderBehaviour } from './behaviour.ts';
import { renderCreated } from './created.ts';
import { renderExchanges } from './exchanges.ts';
import { renderDeviations, renderViolations, renderWarnings } from './findings.ts';
import { renderLatency } from './latency.ts';
import { type Content, type Markup, markup } from './markup.ts';
import { renderNotApplicable, renderUnsettled } from './not-verified.ts';
import type { PageIndex } from './page-index.ts';
import { renderProvenance } from './provenance.ts';
import { renderRequirements } from './requirements.ts';
import { renderSuiteFaults } from './suite-faults.ts';
import { renderTrials } from './trials.ts';

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
