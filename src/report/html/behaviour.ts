import type { Question } from '../view.ts';
import { exchangeLinks } from './exchanges.ts';
import { cutText, type Markup, markup } from './markup.ts';
import type { PageIndex } from './page-index.ts';

/** What the contract does not specify, and what this service does: each question with its exchanges. */
export function renderBehaviour(index: PageIndex): Markup {
  const { behaviour } = index.view;
  return markup`<p class="lead">What the contract does not specify, and what this service does. No behaviour here is right or wrong.</p>
    ${behaviour.length === 0 ? markup`<p class="none">The run observed nothing.</p>` : null}
    ${behaviour.map((question) => renderQuestion(question, index))}`;
}

function renderQuestion({ requirement, question, entries }: Question, index: PageIndex): Markup {
  const place = index.anchors.requirement(requirement);
  const name = place === undefined ? requirement : markup`<a href="${place}">${requirement}</a>`;
  return markup`<div class="question"><h3>${cutText(question, 600)} <small>${name}</small></h3>
    <dl>${entries.map(
      ({ title, entry }) =>
        markup`<div><dt>${cutText(title, 300)}</dt><dd>${cutText(entry.seen, 1_000)} <small>${exchangeLinks(entry.exchanges, index)}</small></dd></div>`,
    )}</dl></div>`;
}
