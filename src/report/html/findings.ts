import { counted } from '../../contract/describe.ts';
import type { Exchange } from '../../http/exchange.ts';
import { commonEnds } from '../look-alike.ts';
import { markOfRequirement } from '../outcomes.ts';
import type { Check } from '../report.ts';
import { type Clause, type Finding, type FoldedChecks, foldedText } from '../findings.ts';
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
import { type Content, cutText, type Markup, markup, wholeIds, outcomeBadge } from './markup.ts';
import { renderList, renderItem } from './lists.ts';
import { findingPlace, type PageIndex } from './page-index.ts';
import { findPointer, type PointerRange } from './pointer-range.ts';

const LONGEST_VALUE = 4_000;
const CAUSES_SHOWN = 5;
const LINES_SHOWN = 8;

/** Every violated required requirement, each with the evidence that leads to its fix. */
export function renderViolations(index: PageIndex): Markup {
  const { violated } = index.view;
  return markup`${violated.length === 0 ? markup`<p class="none">No required requirement is violated.</p>` : null}
    ${violated.map((finding) => renderFinding(finding, index))}`;
}

/** Violated recommendations, which never change the verdict. Null if there are none. */
export function renderWarnings(index: PageIndex): Markup | null {
  const { warnings } = index.view;
  if (warnings.length === 0) return null;
  return markup`<p class="lead">Not in the contract, but in a standard that it builds on. Warnings never decide the verdict.</p>
    ${warnings.map((finding) => renderFinding(finding, index))}`;
}

/** The known deviations, then each deviating requirement with its evidence. Null if there are none. */
export function renderDeviations(index: PageIndex): Markup | null {
  const { lists, deviating } = index.view;
  if (lists.deviations.count === 0 && deviating.length === 0) return null;
  return markup`<p class="lead">Violations that are listed with a reason, an owner and a last day: they do not gate.</p>
    ${renderList(lists.deviations, index)}
    ${deviating.map((finding) => renderFinding(finding, index))}`;
}

/** What to fix first: the causes that explain most. */
export function renderCauses(index: PageIndex): Markup | null {
  const causes = index.view.lists.causes.items;
  const left = causes.slice(CAUSES_SHOWN);
  if (causes.length === 0) return null;
  return markup`<h2>Probable causes</h2>
    <ol class="findings causes">${causes.slice(0, CAUSES_SHOWN).map((cause) => renderItem(cause, index))}</ol>
    ${
      left.length === 0
        ? null
        : markup`<details class="others"><summary>and ${counted(left.length, 'more cause')}</summary><ol class="findings causes">${left.map((cause) => renderItem(cause, index))}</ol></details>`
    }`;
}

/** A line for each finding: what is wrong, expected and actual, and the fix. */
export function renderFindingLines(index: PageIndex): Markup | null {
  const findings = [...index.view.violated, ...index.view.warnings];
  const left = findings.length - LINES_SHOWN;
  if (findings.length === 0) return null;
  return markup`<h2>Findings</h2>
    <ol class="findings">${findings.slice(0, LINES_SHOWN).map((finding) => renderFindingLine(finding, index))}
    ${left > 0 ? markup`<li><a href="${{ id: 'violations' }}">and ${counted(left, 'more finding')}</a></li>` : null}</ol>`;
}

function renderFindingLine({ requirement, also, violation, shownBy, remedy }: Finding, index: PageIndex): Markup {
  const more = also.length === 0 ? null : markup`<small> and ${counted(also.length, 'more requirement')}</small>`;
  const difference =
    violation === null
      ? null
      : markup`<p>Expected <span class="expected">${cutText(violation.expected, 160)}</span>, actual <span class="actual">${cutText(violation.actual, 160)}</span></p>`;
  return markup`<li>${outcomeBadge(markOfRequirement(requirement))} <a href="${findingPlace(requirement, index)}">${requirement.id}</a>${more} ${requirement.statement}
    ${difference}${shownBy === null ? null : markup`<p>${cutText(shownBy, 300)}</p>`}${remedy === null ? null : markup`<p class="advice"><b>Fix</b> ${remedy}</p>`}</li>`;
}

/** One difference: the requirement that shows it most plainly with its evidence, then the others, folded. */
function renderFinding(finding: Finding, index: PageIndex): Markup {
  const { requirement, also, blocks } = finding;
  const mark = markOfRequirement(requirement);
  return markup`<article class="violation ${mark}" id="${findingPlace(requirement, index).id}">
    <h3>${clauseTitle(finding, index)}</h3>
    ${renderClause(finding, index)}
    ${blocks.map(({ sentence, requirements }) => markup`<details class="others"><summary>${wholeIds(sentence)}</summary><ul>${requirements.map((each) => markup`<li><a href="${index.anchors.of(each)}">${each.id}</a> ${each.statement}</li>`)}</ul></details>`)}
    ${also.length === 0 ? null : markup`<p class="label">The same difference violates ${counted(also.length, 'more requirement')}</p>`}
    ${also.map(
      (clause) =>
        markup`<details class="clause"><summary>${clauseTitle(clause, index)} ${clause.requirement.statement}</summary><div id="${findingPlace(clause.requirement, index).id}">${renderClause(clause, index)}</div></details>`,
    )}
    </article>`;
}

function clauseTitle({ requirement }: Clause, index: PageIndex): Content {
  const { id, part, level, operation } = requirement;
  return [
    outcomeBadge(markOfRequirement(requirement)),
    markup` <a href="${index.anchors.of(requirement)}">${id}</a><small> part ${part} · ${level} · ${operation}</small>`,
  ];
}

/** A violated requirement with the evidence that leads to its fix. */
function renderClause(clause: Clause, index: PageIndex): Content {
  const { requirement, violation, folded, remedy, rerun } = clause;
  const count = folded.reduce((sum, { checks }) => sum + checks.length, 0);
  return [
    markup`<p class="statement">${requirement.statement}</p>`,
    violation === null ? null : renderComparison(violation),
    remedy === null ? null : markup`<div class="fix"><p class="label">Fix</p><p>${remedy}</p></div>`,
    violation === null ? null : renderEvidence(clause, violation, index),
    commandBlock(rerun, 'Run this requirement alone again (bash)'),
    count === 0
      ? null
      : markup`<details class="others"><summary>All ${counted(count, 'violated check')} of this requirement</summary><ul>${folded.map((each) => renderFolded(each, index))}</ul></details>`,
  ];
}

/** Checks that differ only in numbers are one line, which opens. */
function renderFolded(each: FoldedChecks, index: PageIndex): Markup {
  const [first] = each.checks;
  if (each.checks.length === 1 && first !== undefined) return renderOther(first, index);
  return markup`<li><details><summary>${cutText(foldedText(each), 400)}</summary><ul>${each.checks.map((check) => renderOther(check, index))}</ul></details></li>`;
}

function renderOther(check: Check, index: PageIndex): Markup {
  const { title, lookAlike } = index.view.violationOf(check);
  const unstable = check.unstable === true ? markup` <b class="unstable">unstable</b>` : null;
  return markup`<li><a href="${index.anchors.of(check)}">${cutText(title, 300)}</a>${unstable}<small> ${cutText(check.actual, 300)}${lookAlike === null ? null : `; ${lookAlike}`}</small></li>`;
}

function renderEvidence(clause: Clause, violation: Violation, index: PageIndex): Content {
  const { check, title, place, pointer, secondTry } = violation;
  const last = check.exchanges.at(-1);
  return [
    markup`<dl class="where">
      ${row('Case', markup`<a href="${index.anchors.of(check)}">${cutText(title, 300)}</a>`)}
      ${row('Place', place)}
      ${
        pointer === null
          ? null
          : row('Pointer', [
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
      ${clause.statuses === null ? null : row('Statuses', clause.statuses)}
      </dl>`,
    renderExchange(clause, violation, index),
  ];
}

function row(label: string, content: Content): Markup {
  return markup`<div><dt>${label}</dt><dd>${content}</dd></div>`;
}

/** Expected above actual. If the two texts are similar, the differences are marked. */
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
 * The exchange that shows a violation, in full for the first violation that cites it. Later ones show the wrong value, the
 * command, and a link to the exchange.
 */
function renderExchange(clause: Clause, { check, exchange }: Violation, index: PageIndex): Content {
  const id = check.exchanges.at(-1);
  if (id === undefined) return markup`<p class="none">The evidence has no exchange.</p>`;
  if (exchange === undefined)
    return markup`<p class="none">The report does not contain its exchange <code>${id}</code>.</p>`;
  const marked = markIn(exchange, check);
  const earlier = check.exchanges.slice(0, -1);
  return [
    renderExcerpt(exchange, marked),
    index.shownBy(id)?.requirement === clause.requirement
      ? markup`<details class="exchange" open><summary>${exchangeLine(exchange)}</summary><div id="${index.anchors.of(exchange).id}">${exchangeBlock(exchange, index, marked)}</div></details>`
      : [
          markup`<p class="shared">Exchange ${exchangeLink(id, index)}: ${exchangeLine(exchange)}</p>`,
          commandBlock(exchange.request.curl),
        ],
    earlier.length === 0 ? null : markup`<p>Earlier exchanges of the evidence: ${exchangeLinks(earlier, index)}.</p>`,
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
  return markup`<dl class="block"><dt>${label}</dt><dd>${excerpt}</dd></dl>`;
}

/** A text in three: what it has in common with another at its start and end, and what differs between. */
interface MarkedText {
  readonly before: string;
  readonly middle: string;
  readonly after: string;
}

/** Marks where two texts differ; null if they have too little in common for a mark to say anything. */
export function differingMiddle(one: string, other: string): readonly [MarkedText, MarkedText] | null {
  const [left, right] = [Array.from(one), Array.from(other)];
  const { start, end } = commonEnds(left, right);
  if (start + end < Math.min(left.length, right.length) / 3 || one === other) return null;
  const inThree = (text: readonly string[]): MarkedText => ({
    before: text.slice(0, start).join(''),
    middle: text.slice(start, text.length - end).join(''),
    after: text.slice(text.length - end).join(''),
  });
  return [inThree(left), inThree(right)];
}
