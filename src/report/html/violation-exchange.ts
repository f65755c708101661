import type { Exchange } from '../../http/exchange.ts';
import type { Check } from '../report.ts';
import { bodyExcerpt } from './body-text.ts';
import { commandBlock, exchangeBlock, exchangeLine } from './exchange-block.ts';
import { exchangeLink, exchangeLinks } from './exchange-links.ts';
import { element, type Content, type Markup } from './markup.ts';
import { findPointer, type PointerRange } from './pointer-range.ts';
import type { ReportIndex, Violation } from './report-index.ts';

/**
 * The exchange that shows a violation: in full where this violation is the first to rest on it, else the value that is
 * wrong in it, the command, and a link to where it stands.
 */
export function violationExchange(violation: Violation, check: Check, index: ReportIndex): readonly Content[] {
  const id = check.exchanges.at(-1);
  if (id === undefined) return [element('p', { class: 'none' }, 'It rests on no exchange.')];
  const exchange = index.exchange(id);
  if (exchange === undefined)
    return [element('p', { class: 'none' }, 'The report does not hold its exchange ', element('code', {}, id), '.')];
  const marked = markIn(exchange, check);
  const earlier = check.exchanges.slice(0, -1);
  return [
    renderExcerpt(exchange, marked),
    index.shownBy(id) === violation
      ? renderWhole(exchange, marked, index)
      : element('p', { class: 'shared' }, 'Exchange ', exchangeLink(id, index), ': ', ...exchangeLine(exchange)),
    index.shownBy(id) === violation ? null : commandBlock(exchange.request.curl),
    earlier.length === 0
      ? null
      : element('p', {}, 'It rests on earlier exchanges as well: ', exchangeLinks(earlier, index), '.'),
  ];
}

/** A pointer to the whole body marks nothing: all of it would be marked. */
function markIn({ response }: Exchange, { pointer }: Check): PointerRange | null {
  if (response === null || pointer === null || pointer === '' || response.body.encoding !== 'utf8') return null;
  return findPointer(response.body.text, pointer);
}

function renderExcerpt({ response }: Exchange, marked: PointerRange | null): Markup | null {
  const excerpt = response === null ? null : bodyExcerpt(response.body, marked);
  if (excerpt === null) return null;
  const label = marked?.exact === true ? 'The value in the body' : 'The nearest value in the body';
  return element('div', { class: 'excerpt' }, element('p', { class: 'label' }, label), element('pre', {}, ...excerpt));
}

function renderWhole(exchange: Exchange, marked: PointerRange | null, index: ReportIndex): Markup {
  return element(
    'details',
    { class: 'exchange', open: true },
    element('summary', {}, ...exchangeLine(exchange)),
    element(
      'div',
      { class: 'evidence', id: index.anchors.of(exchange).id },
      ...exchangeBlock(exchange, { bodyLimit: index.bodyLimit(exchange.id), marked }),
    ),
  );
}
