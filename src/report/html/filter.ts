import { OPERATION_IDS } from '../../contract/operations.ts';
import { element, type Markup } from './markup.ts';
import { CHECK_OUTCOMES, wordOf } from './outcome-marks.ts';

const LEVELS = ['required', 'recommended', 'unspecified'] as const;

/** The filter by outcome, level, operation and text. It is hidden until the script of the page makes it work. */
export function renderFilter(): Markup {
  return element(
    'search',
    { id: 'filter', hidden: true },
    select('outcome', 'Outcome', [
      ...CHECK_OUTCOMES.map((outcome): Option => [outcome, wordOf(outcome)]),
      ['not-testable', wordOf('not-testable')],
    ]),
    select(
      'level',
      'Level',
      LEVELS.map((level): Option => [level, level]),
    ),
    select(
      'operation',
      'Operation',
      [...OPERATION_IDS, 'every'].map((operation): Option => [
        operation,
        operation === 'every' ? 'every operation' : operation,
      ]),
    ),
    element(
      'div',
      { class: 'field' },
      element('label', { for: 'filter-text' }, 'Text'),
      element('input', { id: 'filter-text', type: 'search', placeholder: 'id, title, expected, actual' }),
    ),
    element('button', { id: 'filter-clear', type: 'button' }, 'Show all'),
    element('output', { id: 'filter-count', 'aria-live': 'polite' }),
  );
}

type Option = readonly [value: string, word: string];

function select(name: string, label: string, options: readonly Option[]): Markup {
  return element(
    'div',
    { class: 'field' },
    element('label', { for: `filter-${name}` }, label),
    element(
      'select',
      { id: `filter-${name}` },
      element('option', { value: '' }, 'any'),
      ...options.map(([value, word]) => element('option', { value }, word)),
    ),
  );
}
