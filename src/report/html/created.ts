import type { ClaimedPet, CreatedPet } from '../../suite/records/records.ts';
import { exchangeLink } from './exchanges.ts';
import { cutText, type Markup, markup, when } from './markup.ts';
import type { PageIndex } from './page-index.ts';

const OPEN_UP_TO = 12;

/** The pets that this run left on the target. No operation deletes pets, so an operator must know them. */
export function renderCreated(index: PageIndex): Markup {
  const { created, claimed = [] } = index.report;
  const { count, notes } = index.view.created;
  return markup`${
    created.length === 0
      ? markup`<p class="none">This run added no pets.</p>`
      : markup`<p class="lead">${[`${count} added to the target and still there`, ...notes].join('; ')}.</p>
          <details class="others"${when(created.length <= OPEN_UP_TO, markup` open`)}><summary>Ids and names</summary>
          <table class="created"><thead><tr>${['Id', 'Name', 'By', 'Exchange'].map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
          <tbody>${created.map((pet) => renderPet(pet, index))}</tbody></table></details>`
  }
    ${claimed.length === 0 ? null : renderClaimed(claimed, index)}`;
}

/** The pets that the run may have added. An operator finds them by their names and times. */
function renderClaimed(claimed: readonly ClaimedPet[], index: PageIndex): Markup {
  return markup`<h3>Pets that may have been added</h3>
    <p class="lead">No response to these requests holds a valid pet.</p>
    <table class="created"><thead><tr>${['Id', 'Name', 'By', 'Exchange', 'Sent', 'Outcome'].map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${claimed.map((pet) => renderPet(pet, index, [pet.sentAt ?? 'unknown', pet.outcome]))}</tbody></table>`;
}

function renderPet(
  { id, name, caseId, exchange, intended }: CreatedPet,
  index: PageIndex,
  more: readonly string[] = [],
): Markup {
  return markup`<tr><td>${id === null ? 'unknown' : markup`<code>${id}</code>`}</td>
    <td>${name === null ? 'unknown' : cutText(name, 200)}</td>
    <td>${cutText(caseId, 200)}${intended ? null : markup`<small> (the service may or must reject it)</small>`}</td>
    <td>${exchangeLink(exchange, index)}</td>${more.map((text) => markup`<td>${text}</td>`)}</tr>`;
}
