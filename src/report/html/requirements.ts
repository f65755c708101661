import { counted, grouped } from '../../contract/describe.ts';
import { isViolated } from '../verdict/deviations.ts';
import { markOfCheck, markOfRequirement } from '../outcomes.ts';
import type { Check, RequirementResult } from '../report.ts';
import type { PartView } from '../view.ts';
import { checkDetailsOf } from '../check-details.ts';
import type { Fact } from '../section.ts';
import { unstableMark } from './exchanges.ts';
import { evidenceFacts, factRows } from './findings.ts';
import { type Content, cutText, details, type Markup, markup, outcomeBadge } from './markup.ts';
import { findingPlace, type PageIndex } from './page-index.ts';

/** The parts of the contract that the report lists requirements of, each under its heading. */
export function renderParts({ parts }: PageIndex, render: (part: PartView) => Content): Content {
  const shown = parts.filter(({ requirements }) => requirements.length > 0);
  return shown.map((part) => markup`<div class="part"><h3>${part.number} ${part.title}</h3>${render(part)}</div>`);
}

/** Every requirement with its outcome, by part; each opens to its checks, and each check to its evidence. */
export function renderRequirements(index: PageIndex): Markup {
  const strays = index.parts.flatMap((part) => part.strays);
  return markup`${renderFilter(index)}
    ${renderParts(index, ({ requirements }) => requirements.map((each) => renderRequirement(each, index)))}
    ${strays.length === 0 ? null : markup`<div class="part"><h3>Checks of other requirements</h3>${strays.map((check) => renderCheck(check, index))}</div>`}`;
}

function renderRequirement(requirement: RequirementResult, index: PageIndex): Markup {
  const { id, part, level, operation, outcome, statement, reason, howToResolve } = requirement;
  const checks = index.checksOf(id);
  return markup`<details class="requirement" data-outcome="${outcome}">
    <summary>${outcomeBadge(markOfRequirement(requirement))} <strong>${id}</strong> ${statement}
    <small> part ${part} · ${level} · ${operation} · ${counted(checks.length, 'check')}</small></summary>
    <div id="${index.anchorOf(requirement).id}">
    ${isViolated(requirement) ? markup`<p><a href="${findingPlace(requirement, index)}">The violation in full</a></p>` : null}
    ${renderFacts(
      [
        { label: 'Reason', text: reason },
        { label: 'Resolve', text: howToResolve },
      ],
      index,
    )}${checks.map((check) => renderCheck(check, index))}</div></details>`;
}

/** One check: its case and outcome in a line, and the evidence when it is opened. */
function renderCheck(check: Check, index: PageIndex): Markup {
  const shown = checkDetailsOf(check, index);
  const { note, title } = shown;
  const facts = [
    { label: 'Expected', text: check.expected },
    { label: 'Actual', text: check.actual },
    { label: 'Note', text: note },
    { label: 'Reason', text: check.reason },
    { label: 'Resolve', text: check.howToResolve },
    ...evidenceFacts(shown),
  ];
  const mark = outcomeBadge(markOfCheck(check, index.requirements.get(check.requirement)));
  return details(
    'check',
    [mark, ' ', unstableMark(check), cutText(title, 300)],
    markup`<div id="${index.anchorOf(check).id}">${renderFacts(facts, index)}</div>`,
  );
}

/** A page holds thousands of facts of checks, so each is one element. */
function renderFacts(facts: readonly Fact[], index: PageIndex): Content {
  return factRows(facts, index).map(([label, content]) => markup`<p>${label}: ${content}</p>`);
}

/** The filter by outcome and text, to which level and operation belong. It is hidden until the script of the page makes it work. */
function renderFilter({ legend }: PageIndex): Markup {
  return markup`<search id="filter" hidden>
    <label for="filter-text">Search</label><input id="filter-text" type="search" placeholder="id, level, operation, title, expected, actual">
    <button id="filter-clear" type="button">Show all</button>
    <div class="chips" role="group" aria-label="Outcome">${legend.map(
      ({ mark, counts }) =>
        markup`<button type="button" class="chip" data-mark="${mark}" aria-pressed="false">${outcomeBadge(mark)} ${grouped(counts.checks === 0 ? counts.requirements : counts.checks)}</button>`,
    )}</div>
    <output id="filter-count" aria-live="polite"></output>
    </search>`;
}
