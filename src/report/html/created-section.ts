import type { CreatedPet } from '../../suite/records.ts';
import { exchangeLink } from './exchange-links.ts';
import { cutText, element, type Markup } from './markup.ts';
import type { ReportIndex } from './report-index.ts';
import { counted } from './visible-text.ts';

const OPEN_UP_TO = 12;

/** What this run left behind on the target: there is no way to delete it, so an operator has to know it. */
export function renderCreated(index: ReportIndex): Markup {
  const { created } = index.report;
  const unintended = created.filter(({ intended }) => !intended).length;
  const note = unintended === 0 ? '' : `, ${unintended} of them by requests that a service may or must refuse`;
  return element(
    'section',
    { id: 'created', 'aria-labelledby': 'created-title' },
    element('h2', { id: 'created-title' }, 'Pets created'),
    created.length === 0
      ? element('p', { class: 'none' }, 'This run added no pets.')
      : element(
          'p',
          { class: 'lead' },
          `${counted(created.length, 'pet')} added to the target and still there${note}.`,
        ),
    created.length === 0
      ? null
      : element(
          'details',
          { class: 'others', open: created.length <= OPEN_UP_TO },
          element('summary', {}, 'Ids and names'),
          element(
            'table',
            { class: 'created' },
            element(
              'thead',
              {},
              element(
                'tr',
                {},
                ...['Id', 'Name', 'By', 'Exchange'].map((name) => element('th', { scope: 'col' }, name)),
              ),
            ),
            element('tbody', {}, ...created.map((pet) => renderPet(pet, index))),
          ),
        ),
  );
}

function renderPet({ id, name, caseId, exchange, intended }: CreatedPet, index: ReportIndex): Markup {
  return element(
    'tr',
    {},
    element('td', {}, id === null ? 'unknown' : element('code', {}, id)),
    element('td', {}, name === null ? 'unknown' : cutText(name, 200)),
    element('td', {}, cutText(caseId, 200), intended ? null : element('small', {}, ' (meant to be refused)')),
    element('td', {}, exchangeLink(exchange, index)),
  );
}
