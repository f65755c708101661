import { counted, grouped } from '../../contract/describe.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isViolated } from '../verdict/deviations.ts';
import { splitAtDifference } from '../text-difference.ts';
import type { Fact, Item } from '../section.ts';
import { markOfRequirement, OUTCOMES } from '../outcomes.ts';
import type { Check, RequirementResult } from '../report.ts';
import { repeatCommand } from '../repeat-command.ts';
import type { Finding, ViolatedRequirement } from '../findings.ts';
import type { CheckDetails } from '../check-details.ts';
import {
  bodyExcerpt,
  commandBlock,
  exchangeBlock,
  exchangeLine,
  exchangeLink,
  exchangeLinks,
  unstableMark,
} from './exchanges.ts';
import { type Content, cutText, details, joined, lead, type Markup, markup, outcomeBadge, rows } from './markup.ts';
import { findingPlace, type PageIndex } from './page-index.ts';
import { findPointer, type PointerRange } from '../pointer-range.ts';

const LONGEST_VALUE = 4_000;
const LONGEST_TEXT = 2_000;
const VALUES_SHOWN = 10;
const LINES_SHOWN = 8;

/** Causes, deviations, reasons or faults, each with its facts below. */
export function renderItems(items: readonly Item[], index: PageIndex): Content {
  return items.map(({ id, text, facts, tone }) => {
    const said = cutText(text, LONGEST_TEXT);
    return markup`<li>${id === null ? null : [nameLink(id, index), ' ']}${tone === 'bad' ? markup`<b class="unstable">${said}</b>` : said}
      ${factRows(facts, index).map(([label, content]) => markup`<p><b>${label}</b> ${content}</p>`)}</li>`;
  });
}

/** Facts under a heading. */
export function renderSheet(title: Content, facts: readonly Fact[], index: PageIndex): Markup {
  return markup`<div class="sheet"><h3>${title}</h3>${rows(factRows(facts, index))}</div>`;
}

/** Facts with their labels. A fact without any text has no row. */
export function factRows(facts: readonly Fact[], index: PageIndex): readonly (readonly [label: string, Content])[] {
  return facts.flatMap(({ label, text, own = text, values = [], requirements = [], exchanges = [] }) => {
    const parts = [
      (own ?? '') === '' ? null : cutText(own ?? '', LONGEST_TEXT),
      values.length === 0 ? null : valueList(values),
      requirements.length === 0 ? null : joined(requirements.map((each) => requirementLink(each, index))),
      exchanges.length === 0 ? null : exchangeLinks(exchanges, index),
    ].filter((part) => part !== null);
    return parts.length === 0 ? [] : [[label, joined(parts, ': ')]];
  });
}

/** A link to a requirement or a check, if the report has it. */
export function nameLink(id: string, { requirements, report, anchorOf }: PageIndex): Markup {
  const thing = requirements.get(id) ?? report.checks.find((check) => check.id === id);
  return thing === undefined ? markup`<code>${id}</code>` : markup`<a href="${anchorOf(thing)}">${id}</a>`;
}

/** Leads to the finding, if there is one. */
function requirementLink(requirement: RequirementResult, index: PageIndex): Content {
  const { id, level } = requirement;
  const place = isViolated(requirement) ? findingPlace(requirement, index) : index.anchorOf(requirement);
  return [markup`<a href="${place}">${id}</a>`, level === 'required' ? null : ` (${level})`];
}

function valueList(values: readonly string[]): Content {
  const left = values.length - VALUES_SHOWN;
  const shown = values.slice(0, VALUES_SHOWN).map((value) => markup`<code>${cutText(value, 200)}</code>`);
  return [joined(shown), left > 0 ? ` and ${left} more` : null];
}

/** A line for each finding: what is wrong, expected and actual, and the fix. */
export function renderFindingLines(findings: readonly Finding[], index: PageIndex): Markup | null {
  const left = findings.length - LINES_SHOWN;
  if (findings.length === 0) return null;
  return markup`<h2>Findings</h2>
    <ol class="findings">${findings.slice(0, LINES_SHOWN).map((finding) => renderFindingLine(finding, index))}
    ${left > 0 ? markup`<li><a href="${{ id: 'violations' }}">and ${counted(left, 'more finding')}</a></li>` : null}</ol>`;
}

function renderFindingLine({ requirement, also, violation, shownBy, remedy }: Finding, index: PageIndex): Markup {
  const { id, statement } = requirement;
  return markup`<li>${outcomeBadge(markOfRequirement(requirement))} <a href="${findingPlace(requirement, index)}">${id}</a>
    ${also.length === 0 ? null : markup`<small> and ${counted(also.length, 'more requirement')}</small>`} ${statement}
    ${violation && markup`<p>Expected <code class="good">${cutText(violation.check.expected, 160)}</code>, actual <code class="bad">${cutText(violation.check.actual, 160)}</code></p>`}
    ${shownBy && markup`<p>${cutText(shownBy, 300)}</p>`}${remedy && markup`<p class="lead"><b>Fix</b> ${cutText(remedy, LONGEST_TEXT)}</p>`}</li>`;
}

/** One difference: the requirement that shows it most plainly with its evidence, then the others, folded. */
export function renderFinding(finding: Finding, index: PageIndex): Markup {
  const { requirement, also, blocks } = finding;
  const { tone } = OUTCOMES[markOfRequirement(requirement)];
  return markup`<article class="violation ${tone}" id="${findingPlace(requirement, index).id}">
    <h3>${violatedTitle(finding, index)}</h3>
    ${renderViolated(finding, index)}
    ${blocks.map(({ sentence, requirements }) => details('others', sentence, markup`<ul>${requirements.map((each) => markup`<li><a href="${index.anchorOf(each)}">${each.id}</a> ${each.statement}</li>`)}</ul>`))}
    ${also.length === 0 ? null : lead(`The same difference violates ${counted(also.length, 'more requirement')}`)}
    ${also.map((violated) => {
      const title = [violatedTitle(violated, index), ' ', violated.requirement.statement];
      const place = findingPlace(violated.requirement, index).id;
      return details('clause', title, markup`<div id="${place}">${renderViolated(violated, index)}</div>`);
    })}
    </article>`;
}

function violatedTitle({ requirement }: ViolatedRequirement, index: PageIndex): Content {
  const { id, part, level, operation } = requirement;
  return [
    outcomeBadge(markOfRequirement(requirement)),
    markup` <a href="${index.anchorOf(requirement)}">${id}</a><small> part ${part} · ${level} · ${operation}</small>`,
  ];
}

/** A violated requirement with the evidence that leads to its fix. */
function renderViolated(violated: ViolatedRequirement, index: PageIndex): Content {
  const { requirement, checks, violation, remedies } = violated;
  const rerun = repeatCommand(index.report.run, { only: requirement.id });
  const all = `All ${counted(checks.length, 'violated check')} of this requirement`;
  return [
    markup`<p><strong>${requirement.statement}</strong></p>`,
    renderComparison(violation, remedies.join(' ')),
    violation && renderEvidence(violated, violation, index),
    violation && renderExchange(violated, violation, index),
    commandBlock(rerun, 'Run this requirement alone again (bash)'),
    checks.length < 2 ? null : markup`<p><a href="${index.anchorOf(requirement)}">${all}</a></p>`,
  ];
}

/** Expected above actual, then the fix. If the two texts are similar, the differences are marked. */
function renderComparison(violation: CheckDetails | null, remedy: string): Markup {
  const { expected = '', actual = '' } = violation?.check ?? {};
  const note = violation?.note ?? null;
  const [wanted, found] = comparedTexts(expected, actual);
  return markup`<dl class="compare rows">
    ${violation && markup`<div class="expected good"><dt>Expected</dt><dd>${wanted}</dd></div>`}
    ${violation && markup`<div class="actual bad"><dt>Actual</dt><dd>${found}</dd></div>`}
    ${note && markup`<div><dt>Note</dt><dd>${note}</dd></div>`}
    ${remedy === '' ? null : markup`<div class="open"><dt>Fix</dt><dd>${cutText(remedy, LONGEST_TEXT)}</dd></div>`}</dl>`;
}

/** Two texts with what differs marked, unless they have too little in common for a mark to say anything. */
function comparedTexts(expected: string, actual: string): readonly [Content, Content] {
  const shorter = Math.min(expected.length, actual.length);
  const isLong = Math.max(expected.length, actual.length) > LONGEST_VALUE;
  const [wanted, found] = splitAtDifference(isLong ? '' : expected, isLong ? '' : actual);
  if (isLong || expected === actual || (wanted.before + wanted.after).length < shorter / 3)
    return [cutText(expected, LONGEST_VALUE), cutText(actual, LONGEST_VALUE)];
  const marked = ({ before, middle, after }: typeof wanted): Content =>
    middle === '' ? before + after : [before, markup`<mark>${middle}</mark>`, after];
  return [marked(wanted), marked(found)];
}

function renderEvidence(violated: ViolatedRequirement, violation: CheckDetails, index: PageIndex): Markup {
  const { check, title } = violation;
  const link = markup`<a href="${index.anchorOf(check)}">${cutText(title, 300)}</a>`;
  const facts = [...evidenceFacts(violation), ...violated.more];
  return rows([['Case', [unstableMark(check), link]], ...factRows(facts, index)]);
}

/** Where a check judged, how often, and what shows it. */
export function evidenceFacts({ check, place, pointer, secondTry }: CheckDetails): readonly Fact[] {
  const { judgements, violations, furtherViolations, repeatExchanges, exchanges } = check;
  const violated = violations === 0 ? '' : `, ${grouped(violations)} of them violated`;
  return [
    { label: 'Place', text: place },
    { label: 'Pointer', values: pointer === null ? [] : [pointer] },
    { label: 'Second try', text: secondTry, exchanges: repeatExchanges },
    { label: 'Judgements', own: judgements <= 1 ? null : `${grouped(judgements)}${violated}` },
    { label: 'Also in', exchanges: furtherViolations },
    { label: 'Evidence', own: exchanges.length === 0 ? 'none' : null, exchanges },
  ];
}

/**
 * The exchange that shows a violation, in full for the first violation that cites it. Later ones show the wrong value, the
 * command, and a link to the exchange.
 */
function renderExchange(
  { requirement }: ViolatedRequirement,
  { check, exchange }: CheckDetails,
  index: PageIndex,
): Content {
  const id = check.exchanges.at(-1);
  if (id === undefined) return lead('The evidence has no exchange.');
  if (exchange === undefined) return lead(markup`The report does not contain its exchange <code>${id}</code>.`);
  const marked = markIn(exchange, check);
  const block = markup`<div id="${index.anchorOf(exchange).id}">${exchangeBlock(exchange, index, marked)}</div>`;
  return [
    renderExcerpt(exchange, marked),
    index.shownBy(id)?.requirement === requirement
      ? details('exchange', exchangeLine(exchange), block, true)
      : [
          markup`<p>Exchange ${exchangeLink(id, index)}: <code>${exchangeLine(exchange)}</code></p>`,
          commandBlock(exchange.request.curl),
        ],
  ];
}

/** A pointer to the whole body marks nothing: all of it would be marked. */
function markIn({ response }: Exchange, { pointer }: Check): PointerRange | null {
  if (response === null || pointer === null || pointer === '' || response.body.encoding !== 'utf8') return null;
  return findPointer(response.body.text, pointer);
}

function renderExcerpt({ response }: Exchange, marked: PointerRange | null): Content {
  const excerpt = response && bodyExcerpt(response.body, marked);
  const label = marked?.exact === true ? 'The value in the body' : 'The nearest value in the body';
  return excerpt && markup`<dl class="block"><dt>${label}</dt><dd>${excerpt}</dd></dl>`;
}
