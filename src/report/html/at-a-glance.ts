import { grouped } from '../../contract/describe.ts';
import { markOfRequirement, wordOf } from '../outcomes.ts';
import type { RequirementResult } from '../report.ts';
import { type Markup, markup } from './markup.ts';
import { outcomeBadge } from './outcome-badge.ts';
import type { PageIndex } from './page-index.ts';
import { partsShown, partTitle } from './requirements.ts';

/** The contract at a glance: each requirement a cell with the sign and colour of its outcome, by part; and the legend. */
export function renderAtAGlance({ view, anchors }: PageIndex): Markup {
  const cell = (requirement: RequirementResult): Markup => {
    const { id, level, statement } = requirement;
    const mark = markOfRequirement(requirement);
    const title = `${id} (${wordOf(mark)}): ${statement.slice(0, 300)}`;
    return markup`<li><a class="cell ${mark} ${level}" title="${title}" href="${anchors.of(requirement)}"><span class="unseen">${id}: ${wordOf(mark)}, ${level}</span></a></li>`;
  };
  return markup`<p class="lead">Each cell is one requirement and leads to it. Squares are required, circles are recommended, dashed cells are unspecified.</p>
    <div class="picture">${partsShown(view.parts).map((part) => markup`<div class="part">${partTitle(part)}<ul>${part.requirements.map(cell)}</ul></div>`)}</div>
    <table class="legend"><caption>Requirements and checks by outcome</caption><thead><tr>${['Outcome', 'Meaning', 'All', 'Required', 'Checks'].map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${view.legend.map(({ mark, meaning, counts }) => markup`<tr><th scope="row">${outcomeBadge(mark)}</th><td>${meaning}</td>${[counts.requirements, counts.required, counts.checks].map((count) => markup`<td>${grouped(count)}</td>`)}</tr>`)}</tbody></table>`;
}
