import { TRIAL_COLUMNS, trialCells } from '../trial-table.ts';
import { cutText, type Markup, markup } from './markup.ts';
import type { PageIndex } from './page-index.ts';

/** The controlled trials, each as a table of its requests. Null if there were none. */
export function renderTrials({ view: { trials } }: PageIndex): Markup | null {
  if (trials.length === 0) return null;
  return markup`<p class="lead">Whether a request causes the disturbances that it met: it and a control were sent several times, in random order.</p>
    ${trials.map(
      ({ sentence, rows }) =>
        markup`<table class="trial"><caption>${cutText(`${sentence}.`, 600)}</caption>
        <thead><tr>${TRIAL_COLUMNS.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => markup`<tr>${trialCells(row).map((cell) => markup`<td>${cutText(cell, 200)}</td>`)}</tr>`)}</tbody></table>`,
    )}`;
}
