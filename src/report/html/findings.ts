import type { Exchange } from '../../http/exchange.ts';
import { markOfRequirement } from '../outcomes.ts';
import type { Check } from '../report.ts';
import type { DeviationView, Finding } from '../view.ts';
import type { Violation } from '../violation.ts';
import {
  bodyExcerpt,
  commandBlock,
  exchangeBlock,
  exchangeLine,
  exchangeLink,
  exchangeLinks,
  secondTryText,
} from './exchanges.ts';
import { type Content, counted, cutText, type Markup, markup } from './markup.ts';
import { findingPlace, type PageIndex } from './page-index.ts';
import { findPointer, type PointerRange } from './pointer-range.ts';
import { outcomeBadge } from './requirements.ts';

const LONGEST_VALUE = 4_000;

/** Every violated required requirement, each with the evidence that leads to its fix. */
export function renderViolations(index: PageIndex): Markup {
  const { violations } = index.view;
  return markup`<section id="violations" aria-labelledby="violations-title">
    <h2 id="violations-title">Violations</h2>
    ${violations.length === 0 ? markup`<p class="none">No required requirement is violated.</p>` : null}
    ${violations.map((finding) => renderFinding(finding, index))}
    </section>`;
}

/** Violated recommendations: they warn and never decide. Null if there are none. */
export function renderWarnings(index: PageIndex): Markup | null {
  const { warnings } = index.view;
  if (warnings.length === 0) return null;
  return markup`<section id="warnings" aria-labelledby="warnings-title">
    <h2 id="warnings-title">Warnings</h2>
    <p class="lead">Not in the contract, but in a standard that it builds on. Warnings never decide the verdict.</p>
    ${warnings.map((finding) => renderFinding(finding, index))}
    </section>`;
}

/** The known deviations, then each deviating requirement with its evidence. Null if there are none. */
export function renderDeviations(index: PageIndex): Markup | null {
  const { deviations, deviating } = index.view;
  if (deviations.length === 0 && deviating.length === 0) return null;
  return markup`<section id="deviations" aria-labelledby="deviations-title">
    <h2 id="deviations-title">Known deviations</h2>
    <p class="lead">Violations that are listed with a reason, an owner and a last day: they do not gate.</p>
    <ul class="reasons-list">${deviations.map((each) => renderDeviation(each, index))}</ul>
    ${deviating.map((finding) => renderFinding(finding, index))}
    </section>`;
}

function renderDeviation({ deviation, state, isOutdated }: DeviationView, index: PageIndex): Markup {
  const { id, owner, expires, reason, checks } = deviation;
  const thing = index.view.requirement(id) ?? index.report.checks.find((each) => each.id === id);
  const name =
    thing === undefined ? markup`<code>${id}</code>` : markup`<a href="${index.anchors.of(thing)}">${id}</a>`;
  return markup`<li>${name} ${isOutdated ? markup`<b class="unstable">${state}</b>` : markup`<b>${state}</b>`}
    <p>${cutText(reason, 2_000)}</p>
    <p><b>Owner</b> ${cutText(owner, 200)}, <b>until</b> ${expires}</p>
    ${checks.length === 0 ? null : markup`<p>${counted(checks.length, 'check')} by it</p>`}</li>`;
}

/** One violated or deviating requirement with the evidence that leads to its fix. */
function renderFinding(finding: Finding, index: PageIndex): Markup {
  const { requirement, violation, others, further, remedy, rerun } = finding;
  const { id, part, level, operation, statement } = requirement;
  const mark = markOfRequirement(requirement);
  const hint = markup`<div class="hint"><p class="label">Hint: what usually breaks this requirement</p><p>${remedy}</p></div>`;
  return markup`<article class="violation ${mark}" id="${findingPlace(requirement, index).id}">
    <h3>${outcomeBadge(mark)} <a href="${index.anchors.of(requirement)}">${id}</a><small> part ${part} · ${level} · ${operation}</small></h3>
    <p class="statement">${statement}</p>
    ${violation === null ? null : renderEvidence(finding, violation, index)}
    ${remedy === null ? null : hint}
    <p class="label">Run this requirement alone again</p>${commandBlock(rerun)}
    ${
      further === null
        ? null
        : markup`<details class="others"><summary>${further} of this requirement</summary><ul>${others.map((check) => renderOther(check, index))}</ul></details>`
    }
    </article>`;
}

function renderOther(check: Check, index: PageIndex): Markup {
  const { title, lookAlike } = index.view.violationOf(check);
  const unstable = check.unstable === true ? markup` <b class="unstable">unstable</b>` : null;
  return markup`<li><a href="${index.anchors.of(check)}">${cutText(title, 300)}</a>${unstable}<small> ${cutText(check.actual, 300)}${lookAlike === null ? null : `; ${lookAlike}`}</small></li>`;
}

function renderEvidence(finding: Finding, violation: Violation, index: PageIndex): Content {
  const { check, title, place, pointer, example, secondTry } = violation;
  const last = check.exchanges.at(-1);
  return [
    renderComparison(violation),
    markup`<dl class="where">
      ${row('Case', markup`<a href="${index.anchors.of(check)}">${cutText(title, 300)}</a>`)}
      ${row('Place', place)}
      ${example === null ? null : row('Example', markup`<code>${example}</code>`)}
      ${
        pointer === null
          ? null
          : row('At', [
              markup`<code>${cutText(pointer, 600)}</code>`,
              last === undefined ? null : [' in the body of ', exchangeLink(last, index)],
            ])
      }
      ${
        secondTry === null
          ? null
          : row('Second try', [
              check.unstable === true ? markup`<b class="unstable">unstable</b> ` : null,
              secondTryText(violation, index),
            ])
      }
      ${
        check.violations > 1
          ? row('Found', [
              `${counted(check.violations, 'time')} in this check`,
              check.furtherViolations.length === 0
                ? null
                : [', also in ', exchangeLinks(check.furtherViolations, index)],
            ])
          : null
      }
      </dl>`,
    renderExchange(finding, violation, index),
  ];
}

function row(label: string, content: Content): Markup {
  return markup`<div><dt>${label}</dt><dd>${content}</dd></div>`;
}

/** Expected above actual, with what differs marked if the two texts are alike. */
function renderComparison({ expected, actual, lookAlike }: Violation): Markup {
  const [wanted = null, found = null] =
    differingMiddle(expected.slice(0, LONGEST_VALUE), actual.slice(0, LONGEST_VALUE)) ?? [];
  return markup`<dl class="compare">
    <div class="expected"><dt>Expected</dt><dd>${comparisonText(expected, wanted)}</dd></div>
    <div class="actual"><dt>Actual</dt><dd>${comparisonText(actual, found)}</dd></div>
    ${lookAlike === null ? null : markup`<div><dt>Note</dt><dd>${lookAlike}</dd></div>`}
    </dl>`;
}

function comparisonText(text: string, marked: MarkedText | null): Content {
  if (marked === null || marked.middle === '' || text.length > LONGEST_VALUE) return cutText(text, LONGEST_VALUE);
  return [marked.before, markup`<mark>${marked.middle}</mark>`, marked.after];
}

/**
 * The exchange that shows a violation: in full if this violation is the first to rest on it, else the value that is wrong
 * in it, the command, and a link to where it stands.
 */
function renderExchange(finding: Finding, { check, exchange }: Violation, index: PageIndex): Content {
  const id = check.exchanges.at(-1);
  if (id === undefined) return markup`<p class="none">It rests on no exchange.</p>`;
  if (exchange === undefined)
    return markup`<p class="none">The report does not hold its exchange <code>${id}</code>.</p>`;
  const marked = markIn(exchange, check);
  const earlier = check.exchanges.slice(0, -1);
  return [
    renderExcerpt(exchange, marked),
    index.shownBy(id) === finding
      ? markup`<details class="exchange" open><summary>${exchangeLine(exchange)}</summary><div class="evidence" id="${index.anchors.of(exchange).id}">${exchangeBlock(exchange, { bodyLimit: index.bodyLimit(id), marked })}</div></details>`
      : [
          markup`<p class="shared">Exchange ${exchangeLink(id, index)}: ${exchangeLine(exchange)}</p>`,
          commandBlock(exchange.request.curl),
        ],
    earlier.length === 0 ? null : markup`<p>It rests on earlier exchanges, too: ${exchangeLinks(earlier, index)}.</p>`,
  ];
}

/** A pointer to the whole body marks nothing: all of it would be marked. */
function markIn({ response }: Exchange, { pointer }: Check): PointerRange | null {
  if (response === null || pointer === null || pointer === '' || response.body.encoding !== 'utf8') return null;
  return findPointer(response.body.text, pointer);
}

function renderExcerpt({ response }: Exchange, marked: PointerRange | null): Markup | null {
  const excerpt = response === null ? null : bodyExcerpt(response.body, marked);
  if (excerpt === null) return null;
  const label = marked?.exact === true ? 'The value in the body' : 'The nearest value in the body';
  return markup`<div class="excerpt"><p class="label">${label}</p><pre>${excerpt}</pre></div>`;
}

/** A text in three: what it has in common with another at its start and end, and what differs between. */
interface MarkedText {
  readonly before: string;
  readonly middle: string;
  readonly after: string;
}

/** Marks where two texts differ; null if they have too little in common for a mark to say anything. */
export function differingMiddle(one: string, other: string): readonly [MarkedText, MarkedText] | null {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  // Half of a pair of surrogates is no character.
  if (isHighSurrogate(one, start - 1)) start -= 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  if (isHighSurrogate(one, one.length - end - 1) && end > 0) end -= 1;
  if (start + end < shorter / 3 || one === other) return null;
  return [inThree(one, start, end), inThree(other, start, end)];
}

function inThree(text: string, start: number, end: number): MarkedText {
  return {
    before: text.slice(0, start),
    middle: text.slice(start, text.length - end),
    after: text.slice(text.length - end),
  };
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xd8_00 && code <= 0xdb_ff;
}
