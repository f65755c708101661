import { cutText, type Markup, markup } from './markup.ts';
import type { PageIndex } from './page-index.ts';

const LONGEST_LINE = 2_000;

/** Faults of the suite, apart from the service. Null if there are none. */
export function renderSuiteFaults(index: PageIndex): Markup | null {
  const { allSuiteFaults } = index.view;
  if (allSuiteFaults.length === 0) return null;
  return markup`<p class="lead">Faults of the suite itself. They say nothing about the service. A run with one is inconclusive.</p>
    <ul>${allSuiteFaults.map(({ text, check }) =>
      check === null
        ? markup`<li>${cutText(text, LONGEST_LINE)}</li>`
        : markup`<li><a href="${index.anchors.of(check)}">${cutText(index.view.violationOf(check).title, 300)}</a> (${check.requirement}): ${cutText(text, LONGEST_LINE)}</li>`,
    )}</ul>`;
}
