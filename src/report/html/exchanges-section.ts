import type { Exchange } from '../../http/exchange.ts';
import type { OmittedExchanges } from '../../suite/records.ts';
import { renderEntry } from './entry.ts';
import { exchangeBlock, exchangeLine } from './exchange-block.ts';
import { element, longElement, type Content, type Markup } from './markup.ts';
import { violationPlace, type ReportIndex } from './report-index.ts';
import { counted } from './visible-text.ts';

const TOGETHER = 100;

/** Every exchange of the run once, in the order in which they were sent, a hundred under each heading. */
export function renderExchanges(index: ReportIndex): Content {
  const { exchanges, omitted = [] } = index.report;
  const groups = Array.from({ length: Math.ceil(exchanges.length / TOGETHER) }, (_, group) =>
    exchanges.slice(group * TOGETHER, (group + 1) * TOGETHER),
  );
  return longElement(
    'section',
    { id: 'exchanges', 'aria-labelledby': 'exchanges-title' },
    element('h2', { id: 'exchanges-title' }, 'Exchanges'),
    element(
      'p',
      { class: 'lead' },
      `${counted(exchanges.length, 'exchange')}, each once: all checks refer to them. Bodies that show no violation may be cut, with the length and digest of the whole; report.json has more of them. The key is never shown. The Host, Connection and Content-Length headers of requests are the HTTP client's and not recorded.`,
    ),
    omitted.length === 0 ? null : element('p', { class: 'lead' }, omittedText(omitted)),
    element('p', { class: 'in-print' }, 'In print only those that show a violation are included, with the violation.'),
    ...groups.map((group) => renderGroup(group, index)),
  );
}

function omittedText(omitted: readonly OmittedExchanges[]): string {
  const count = omitted.reduce((sum, each) => sum + each.count, 0);
  return `${counted(count, 'further exchange')} of generated cases ${count === 1 ? 'is' : 'are'} left out: the first and the last example stand for those that held. report.json has count and digest by case.`;
}

function renderGroup(group: readonly Exchange[], index: ReportIndex): Content {
  const first = group[0]?.id ?? '';
  const last = group.at(-1)?.id ?? '';
  return longElement(
    'details',
    { class: 'group' },
    element('summary', {}, `${counted(group.length, 'exchange')}, ${first} to ${last}`),
    group.values().map((exchange) => renderExchange(exchange, index)),
  );
}

function renderExchange(exchange: Exchange, index: ReportIndex): Markup {
  const violation = index.shownBy(exchange.id);
  if (violation !== undefined && index.exchange(exchange.id) === exchange) {
    return element(
      'p',
      { class: 'elsewhere' },
      ...exchangeLine(exchange),
      ', shown with ',
      element('a', { href: violationPlace(violation.requirement, index) }, violation.requirement.id),
    );
  }
  return renderEntry(
    {
      kind: 'exchange',
      id: index.anchors.of(exchange).id,
      line: exchangeLine(exchange),
      evidence: exchangeBlock(exchange, { bodyLimit: index.bodyLimit(exchange.id), marked: null }),
    },
    index,
  );
}
