import { grouped } from '../../contract/describe.ts';
import { REQUEST_KINDS, type RequestKind } from '../../contract/operations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { milliseconds } from './exchanges.ts';
import { type Markup, markup } from './markup.ts';
import type { PageIndex } from './page-index.ts';

/** How long each operation took. The contract promises no time: nothing judges it. */
export function renderLatency({ report }: PageIndex): Markup {
  const all = latencies(report.exchanges);
  return markup`<p class="lead">From sending a request to the last byte of its response, while requests run side by side. The contract promises no time; nothing here is judged.</p>
    ${
      all.length === 0
        ? markup`<p class="none">There was no response.</p>`
        : markup`<table class="latency"><thead><tr>${['Operation', 'Responses', 'Fastest', 'Median', '95 %', 'Slowest'].map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead><tbody>${all.map(renderOperation)}</tbody></table>`
    }`;
}

function renderOperation(latency: Latency): Markup {
  const { operation, times } = latency;
  const figures = [grouped(times.length), ...[0, 0.5, 0.95, 1].map((share) => milliseconds(quantile(latency, share)))];
  return markup`<tr><th scope="row">${operation === 'other' ? 'other requests' : operation}</th>${figures.map((figure) => markup`<td>${figure}</td>`)}</tr>`;
}

/** Times of the responses to one operation, in milliseconds, shortest first. Never empty. */
export interface Latency {
  readonly operation: RequestKind;
  readonly times: readonly number[];
}

/** How long each operation took to respond: the last attempt of each exchange with a response. */
export function latencies(exchanges: readonly Exchange[]): readonly Latency[] {
  const byOperation = Map.groupBy(exchanges, ({ operation }) => operation);
  return REQUEST_KINDS.map((operation) => ({
    operation,
    times: (byOperation.get(operation) ?? []).flatMap(responseTime).sort((one, other) => one - other),
  })).filter(({ times }) => times.length > 0);
}

function responseTime({ attempts, response }: Exchange): readonly number[] {
  const last = attempts.at(-1);
  return response === null || last === undefined || !(last.milliseconds >= 0) ? [] : [last.milliseconds];
}

/** The smallest time that at least this share (0 to 1) of all times does not exceed. */
export function quantile({ times }: Latency, share: number): number {
  return times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0;
}
