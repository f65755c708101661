import { counted, grouped } from '../../contract/describe.ts';
import { OPERATION_IDS } from '../../contract/operations.ts';
import { isViolated } from '../deviations.ts';
import { type Mark, markOfCheck, markOfRequirement, wordOf } from '../outcomes.ts';
import type { Check, RequirementResult } from '../report.ts';
import type { PartView, UnsettledGroup } from '../view.ts';
import { exchangeLinks, renderEntry, secondTryText } from './exchanges.ts';
import { type Content, cutText, type Markup, markup } from './markup.ts';
import { findingPlace, type PageIndex } from './page-index.ts';

const LONGEST_LINE = 2_000;
const LONGEST_TITLE = 300;
const REQUESTS_SHOWN = 10;

/** The word of an outcome, with the sign and the colour that the style gives it. */
export function outcomeBadge(mark: Mark): Markup {
  return markup`<b class="mark ${mark}">${wordOf(mark)}</b>`;
}

/** The contract at a glance: each requirement a cell with the sign and colour of its outcome, by part; and the legend. */
export function renderPicture({ view, anchors }: PageIndex): Markup {
  const cell = (requirement: RequirementResult): Markup => {
    const { id, level, statement } = requirement;
    const mark = markOfRequirement(requirement);
    const title = `${id} (${wordOf(mark)}): ${statement.slice(0, 300)}`;
    return markup`<li><a class="cell ${mark} ${level}" title="${title}" href="${anchors.of(requirement)}"><span class="unseen">${id}: ${wordOf(mark)}, ${level}</span></a></li>`;
  };
  return markup`<section id="contract" aria-labelledby="contract-title">
    <h2 id="contract-title">The contract at a glance</h2>
    <p class="lead">Each cell is one requirement and leads to it. Squares are required, circles are recommended, dashed cells are unspecified.</p>
    <div class="picture">${partsShown(view.parts).map((part) => markup`<div class="part">${partTitle(part)}<ul>${part.requirements.map(cell)}</ul></div>`)}</div>
    <table class="legend"><caption>Requirements and checks by outcome</caption><thead><tr>${['Outcome', 'Meaning', 'All', 'Required', 'Checks'].map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${view.legend.map(({ mark, meaning, counts }) => markup`<tr><th scope="row">${outcomeBadge(mark)}</th><td>${meaning}</td>${[counts.requirements, counts.required, counts.checks].map((count) => markup`<td>${grouped(count)}</td>`)}</tr>`)}</tbody></table>
    </section>`;
}

function partsShown(parts: readonly PartView[]): readonly PartView[] {
  return parts.filter(({ requirements }) => requirements.length > 0);
}

function partTitle({ number, title }: PartView): Markup {
  return markup`<h3><span class="number">${number}</span> ${title}</h3>`;
}

/** What could not be verified, by reason, each with how to resolve it. */
export function renderUnsettled(index: PageIndex): Markup {
  const { requirements, groups, extraChecks } = index.view.unsettled;
  const blocked = index.view.violations.filter(({ blocks }) => blocks !== null);
  return markup`<section id="not-verified" aria-labelledby="not-verified-title">
    <h2 id="not-verified-title">Not verified</h2>
    ${requirements.length === 0 && extraChecks === null ? markup`<p class="none">Every check was decided.</p>` : null}
    <ul class="reasons-list">
    ${blocked.map(({ requirement, blocks }) => markup`<li><a href="${findingPlace(requirement, index)}">${blocks}</a></li>`)}
    ${groups.map((group) => markup`<li>${because(group)}${requirementLinks(group.things, index)}</li>`)}
    ${extraChecks === null ? null : markup`<li>${extraChecks} The requirements below list them.</li>`}
    </ul>
    </section>`;
}

/** What cannot be tested on this service, by reason. Null if there is nothing. */
export function renderNotApplicable(index: PageIndex): Markup | null {
  const { notApplicable } = index.view;
  if (notApplicable.length === 0) return null;
  return markup`<section id="not-applicable" aria-labelledby="not-applicable-title">
    <h2 id="not-applicable-title">Not applicable</h2>
    <ul class="reasons-list">${notApplicable.map((group) => markup`<li>${because(group)}${requirementLinks(group.things, index)}</li>`)}</ul>
    </section>`;
}

function requirementLinks(requirements: readonly RequirementResult[], index: PageIndex): Markup {
  return markup`<p>${requirements.map((requirement, place) => [place === 0 ? '' : ', ', markup`<a href="${index.anchors.of(requirement)}">${requirement.id}</a>`])}</p>`;
}

function because({ reason, requests, howToResolve }: UnsettledGroup): Content {
  const left = requests.length - REQUESTS_SHOWN;
  const named = requests
    .slice(0, REQUESTS_SHOWN)
    .map((each, place) => [place === 0 ? '' : ', ', markup`<code>${cutText(each, 200)}</code>`]);
  return [
    markup`<p>${cutText(reason, 1_000)}</p>`,
    requests.length === 0 ? null : markup`<p><b>Requests</b> ${named}${left > 0 ? ` and ${left} more` : null}</p>`,
    howToResolve.map((each) => markup`<p><b>Resolve</b> ${cutText(each, 1_000)}</p>`),
  ];
}

/** Faults of the suite, apart from the service. Null if there are none. */
export function renderSuiteFaults(index: PageIndex): Markup | null {
  const { suiteFaults } = index.view;
  if (suiteFaults.length === 0) return null;
  return markup`<section id="suite-faults" aria-labelledby="suite-faults-title">
    <h2 id="suite-faults-title">Suite faults</h2>
    <p class="lead">Faults of the suite itself. They say nothing about the service. A run with one is inconclusive.</p>
    <ul>${suiteFaults.map(({ text, check }) =>
      check === null
        ? markup`<li>${cutText(text, LONGEST_LINE)}</li>`
        : markup`<li><a href="${index.anchors.of(check)}">${cutText(index.view.violationOf(check).title, LONGEST_TITLE)}</a> (${check.requirement}): ${cutText(text, LONGEST_LINE)}</li>`,
    )}</ul></section>`;
}

/** Every requirement with its outcome, by part; each opens to its checks, and each check to its evidence. */
export function renderRequirements(index: PageIndex): Markup {
  const strays = index.view.parts.flatMap((part) => part.strays);
  return markup`<section id="requirements" aria-labelledby="requirements-title">
    <h2 id="requirements-title">Requirements and their checks</h2>
    ${renderFilter(index)}
    ${partsShown(index.view.parts).map(
      (part) =>
        markup`<div class="part">${partTitle(part)}${part.requirements.values().map((requirement) => renderRequirement(requirement, index))}</div>`,
    )}
    ${
      strays.length === 0
        ? null
        : markup`<div class="part"><h3>Checks of other requirements</h3>${strays.values().map((check) => renderCheck(check, index))}</div>`
    }
    </section>`;
}

function renderRequirement(requirement: RequirementResult, index: PageIndex): Markup {
  const { id, part, level, operation, outcome, statement, reason, howToResolve } = requirement;
  const checks = index.view.checksOf(id);
  return markup`<details class="requirement" data-outcome="${outcome}" data-level="${level}" data-operation="${operation}">
    <summary>${outcomeBadge(markOfRequirement(requirement))} <strong>${id}</strong> <span class="says">${statement}</span>${' '}
    <small>part ${part} · ${level} · ${operation} · ${counted(checks.length, 'check')}</small></summary>
    <div id="${index.anchors.of(requirement).id}">
    ${isViolated(requirement) ? markup`<p><a href="${findingPlace(requirement, index)}">The violation in full</a></p>` : null}
    ${reason === null ? null : markup`<p><b>Reason</b> ${cutText(reason, LONGEST_LINE)}</p>`}
    ${howToResolve === null ? null : markup`<p><b>Resolve</b> ${cutText(howToResolve, LONGEST_LINE)}</p>`}
    ${checks.values().map((check) => renderCheck(check, index))}</div></details>`;
}

/**
 * One check: its case and outcome in a line, and the evidence when it is opened. A page holds thousands of checks, so each
 * line of evidence is one element.
 */
function renderCheck(check: Check, index: PageIndex): Markup {
  const mark = markOfCheck(check, index.view.requirement(check.requirement));
  const violation = index.view.violationOf(check);
  const { title, place, pointer, example, lookAlike } = violation;
  const further = check.furtherViolations;
  return renderEntry({
    kind: 'check',
    id: index.anchors.of(check).id,
    line: [
      outcomeBadge(mark),
      ' ',
      cutText(title, LONGEST_TITLE),
      check.unstable === true ? markup` <b class="unstable">unstable</b>` : null,
    ],
    evidence: [
      line('Expected', check.expected),
      line('Actual', check.actual),
      line('Note', lookAlike),
      line('Pointer', pointer),
      line('Example', example),
      line('Reason', check.reason),
      line('Resolve', check.howToResolve),
      further.length === 0 ? null : markup`<p>Further violations: ${exchangeLinks(further, index)}</p>`,
      check.unstable === null ? null : markup`<p>Second try: ${secondTryText(violation, index)}</p>`,
      markup`<p>Evidence: ${exchangeLinks(check.exchanges, index)}${countText(check)}${place === '' ? null : ['; ', cutText(place, LONGEST_LINE)]}</p>`,
    ],
  });
}

function line(label: string, text: string | null): Markup | null {
  return text === null || text === '' ? null : markup`<p>${label}: ${cutText(text, LONGEST_LINE)}</p>`;
}

function countText({ judgements, violations }: Check): string | null {
  if (judgements <= 1) return null;
  const violated = violations === 0 ? '' : `, ${violations} of them violated`;
  return ` (${counted(judgements, 'judgement')}${violated})`;
}

type Option = readonly [value: string, word: string];

/** The filter by outcome, level, operation and text. It is hidden until the script of the page makes it work. */
function renderFilter({ view }: PageIndex): Markup {
  const levels = ['required', 'recommended', 'unspecified'].map((level): Option => [level, level]);
  const kinds = OPERATION_IDS.map((operation): Option => [operation, operation]);
  return markup`<search id="filter" hidden>
    <div class="field"><label for="filter-text">Search</label><input id="filter-text" type="search" placeholder="id, title, expected, actual"></div>
    ${select('level', 'Level', levels)}
    ${select('operation', 'Operation', [...kinds, ['every', 'every operation']])}
    <button id="filter-clear" type="button">Show all</button>
    <div class="chips" role="group" aria-label="Outcome">${view.legend.map(
      ({ mark, counts }) =>
        markup`<button type="button" class="chip" data-mark="${mark}" aria-pressed="false"><b class="mark ${mark}">${wordOf(mark)}</b> ${grouped(counts.checks === 0 ? counts.requirements : counts.checks)}</button>`,
    )}</div>
    <output id="filter-count" aria-live="polite"></output>
    </search>`;
}

function select(name: string, label: string, options: readonly Option[]): Markup {
  return markup`<div class="field"><label for="filter-${name}">${label}</label>
    <select id="filter-${name}"><option value="">any</option>
    ${options.map(([value, word]) => markup`<option value="${value}">${word}</option>`)}</select></div>`;
}
