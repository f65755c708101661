import type { BehaviourEntry } from '../report.ts';
import { exchangeLinks } from './exchange-links.ts';
import { cutText, element, type Markup } from './markup.ts';
import type { ReportIndex } from './report-index.ts';

/** What the contract leaves open and what this service does: one question after another, each answer with its exchange. */
export function renderBehaviour(index: ReportIndex): Markup {
  const questions = Map.groupBy(index.report.behaviour, ({ requirement }) => requirement);
  const titles = new Map(index.report.cases.map(({ id, title }) => [id, title]));
  return element(
    'section',
    { id: 'behaviour', 'aria-labelledby': 'behaviour-title' },
    element('h2', { id: 'behaviour-title' }, 'Behaviour profile'),
    element(
      'p',
      { class: 'lead' },
      'What the contract leaves open, and what this service does. None of it is right or wrong.',
    ),
    questions.size === 0 ? element('p', { class: 'none' }, 'Nothing was observed.') : null,
    ...[...questions].map(([requirement, entries]) => renderQuestion(requirement, entries, titles, index)),
  );
}

function renderQuestion(
  requirement: string,
  entries: readonly BehaviourEntry[],
  titles: ReadonlyMap<string, string>,
  index: ReportIndex,
): Markup {
  const place = index.anchors.requirement(requirement);
  return element(
    'div',
    { class: 'question' },
    element(
      'h3',
      {},
      cutText(entries[0]?.question ?? '', 600),
      ' ',
      element('small', {}, place === undefined ? requirement : element('a', { href: place }, requirement)),
    ),
    element(
      'dl',
      {},
      ...entries.map((entry) =>
        element(
          'div',
          {},
          element('dt', {}, cutText(titles.get(entry.case) ?? entry.case, 300)),
          element(
            'dd',
            {},
            cutText(entry.seen, 1_000),
            ' ',
            element('small', {}, exchangeLinks(entry.exchanges, index)),
          ),
        ),
      ),
    ),
  );
}
