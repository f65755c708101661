import type { RequirementResult } from '../report.ts';
import type { UnsettledGroup } from '../view.ts';
import { type Content, cutText, type Markup, markup } from './markup.ts';
import type { PageIndex } from './page-index.ts';

const REQUESTS_SHOWN = 10;

/** What could not be verified, by reason, each with how to resolve it. */
export function renderUnsettled(index: PageIndex): Markup {
  const { requirements, blockages, groups, extraChecks } = index.view.unsettled;
  return markup`${requirements.length === 0 && extraChecks === null ? markup`<p class="none">Every check was decided.</p>` : null}
    <ul class="reasons-list">
    ${blockages.map(({ sentence, requirements: blocked }) => markup`<li>${sentence}${requirementLinks(blocked, index)}</li>`)}
    ${groups.map((group) => markup`<li>${because(group)}${requirementLinks(group.things, index)}</li>`)}
    ${extraChecks === null ? null : markup`<li>${extraChecks} The requirements below list them.</li>`}
    </ul>`;
}

/** What cannot be tested on this service, by reason. Null if there is nothing. */
export function renderNotApplicable(index: PageIndex): Markup | null {
  const { notApplicable } = index.view;
  if (notApplicable.length === 0) return null;
  return markup`<ul class="reasons-list">${notApplicable.map((group) => markup`<li>${because(group)}${requirementLinks(group.things, index)}</li>`)}</ul>`;
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
