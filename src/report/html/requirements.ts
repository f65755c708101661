import { counted, grouped } from '../../contract/describe.ts';
import { OPERATION_IDS } from '../../contract/operations.ts';
import { isViolated } from '../verdict/deviations.ts';
import { markOfCheck, markOfRequirement, wordOf } from '../outcomes.ts';
import type { Check, RequirementResult } from '../report.ts';
import type { PartView } from '../view.ts';
import { exchangeLinks, renderDisclosure, secondTryText } from './exchanges.ts';
import { cutText, type Markup, markup, outcomeBadge } from './markup.ts';
import { findingPlace, type PageIndex } from './page-index.ts';

const LONGEST_LINE = 2_000;

/** The parts of the contract that the report lists requirements of. */
export function partsShown(parts: readonly PartView[]): readonly PartView[] {
  return parts.filter(({ requirements }) => requirements.length > 0);
}

/** The heading of a part. */
export function partTitle({ number, title }: PartView): Markup {
  return markup`<h3><span class="number">${number}</span> ${title}</h3>`;
}

/** Every requirement with its outcome, by part; each opens to its checks, and each check to its evidence. */
export function renderRequirements(index: PageIndex): Markup {
  const strays = index.view.parts.flatMap((part) => part.strays);
  return markup`${renderFilter(index)}
    ${partsShown(index.view.parts).map(
      (part) =>
        markup`<div class="part">${partTitle(part)}${part.requirements.values().map((requirement) => renderRequirement(requirement, index))}</div>`,
    )}
    ${
      strays.length === 0
        ? null
        : markup`<div class="part"><h3>Checks of other requirements</h3>${strays.values().map((check) => renderCheck(check, index))}</div>`
    }`;
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
  const { title, place, pointer, lookAlike } = violation;
  const further = check.furtherViolations;
  return renderDisclosure({
    kind: 'check',
    id: index.anchors.of(check).id,
    line: [
      outcomeBadge(mark),
      ' ',
      cutText(title, 300),
      check.unstable === true ? markup` <b class="unstable">unstable</b>` : null,
    ],
    evidence: [
      line('Expected', check.expected),
      line('Actual', check.actual),
      line('Note', lookAlike),
      line('Pointer', pointer),
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
