import { REQUEST_KINDS, type RequestKind } from '../../contract/operations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { milliseconds } from './exchanges.ts';
import { grouped, type Markup, markup } from './markup.ts';
import type { PageIndex } from './page-index.ts';

const WIDTH = 400;
const HEIGHT = 44;
const AXIS = 16;
const BINS = 60;

/** How long each operation took, as a small plot with its figures. The contract promises no time: nothing judges it. */
export function renderLatency({ report }: PageIndex): Markup {
  const all = latencies(report.exchanges);
  const scale = timeScale(all);
  return markup`<section id="latency" aria-labelledby="latency-title">
    <h2 id="latency-title">Latency by operation</h2>
    <p class="lead">From sending a request to the last byte of its response, while requests run side by side. The solid line is the median, the dashed line the 95th percentile. The contract promises no time; nothing here is judged.</p>
    ${all.length === 0 ? markup`<p class="none">There was no response.</p>` : null}
    ${all.map((latency) => renderOperation(latency, scale))}
    </section>`;
}

function renderOperation(latency: Latency, scale: TimeScale): Markup {
  const figures: readonly (readonly [string, string])[] = [
    ['responses', grouped(latency.times.length)],
    ['fastest', milliseconds(latency.times[0] ?? 0)],
    ['median', milliseconds(quantile(latency, 0.5))],
    ['95 %', milliseconds(quantile(latency, 0.95))],
    ['slowest', milliseconds(latency.times.at(-1) ?? 0)],
  ];
  return markup`<div class="latency"><h3>${latency.operation === 'other' ? 'other requests' : latency.operation}</h3>
    ${renderPlot(latency, scale)}
    <dl>${figures.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></div>`;
}

/** The figures beside it say the same in words, so the plot is hidden from a screen reader. */
function renderPlot(latency: Latency, scale: TimeScale): Markup {
  const counts = histogram(latency, scale, BINS);
  const highest = Math.max(...counts);
  const step = WIDTH / BINS;
  // The root keeps single slow responses visible beside hundreds of fast ones.
  const bars = counts.map((count, bin) => {
    const height = Math.sqrt(count / highest) * (HEIGHT - 4);
    return count === 0 ? '' : `M${at(bin * step)} ${HEIGHT}v-${at(height)}h${at(step - 1)}v${at(height)}z`;
  });
  const median = at(scale.place(quantile(latency, 0.5)) * WIDTH);
  const slow = at(scale.place(quantile(latency, 0.95)) * WIDTH);
  return markup`<svg viewBox="-2 0 ${WIDTH + 4} ${HEIGHT + AXIS}" width="${WIDTH}" height="${HEIGHT + AXIS}" aria-hidden="true">
    ${scale.ticks.map((tick) => renderTick(tick, scale))}
    <path class="bars" d="${bars.join('')}"></path>
    <line class="median" x1="${median}" x2="${median}" y1="0" y2="${HEIGHT}"></line>
    <line class="slow" x1="${slow}" x2="${slow}" y1="0" y2="${HEIGHT}"></line>
    <line class="axis" x1="0" x2="${WIDTH}" y1="${HEIGHT}" y2="${HEIGHT}"></line></svg>`;
}

function renderTick(tick: number, scale: TimeScale): Markup {
  const place = scale.place(tick);
  const x = at(place * WIDTH);
  const anchor = place === 0 ? 'start' : place === 1 ? 'end' : 'middle';
  return markup`<g><line class="tick" x1="${x}" x2="${x}" y1="0" y2="${HEIGHT}"></line>
    <text x="${x}" y="${HEIGHT + AXIS - 4}" text-anchor="${anchor}">${milliseconds(tick)}</text></g>`;
}

function at(length: number): number {
  return Math.round(length * 10) / 10;
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

/** How many times fall into each of `bins` steps of equal ratio between `shortest` and `longest`. */
export function histogram({ times }: Latency, scale: TimeScale, bins: number): readonly number[] {
  const counts = Array.from({ length: bins }, () => 0);
  for (const time of times) {
    const bin = Math.min(bins - 1, Math.floor(scale.place(time) * bins));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** Maps times to places between 0 and 1, equal ratios to equal distances. `ticks` are powers of ten within. */
export interface TimeScale {
  readonly place: (time: number) => number;
  readonly ticks: readonly number[];
}

/** One scale for all operations, from a power of ten to another, so that they can be compared. */
export function timeScale(all: readonly Latency[]): TimeScale {
  const longest = Math.max(1, ...all.map(({ times }) => times.at(-1) ?? 0));
  const shortest = Math.min(...all.map(({ times }) => times[0] ?? 1));
  const low = Math.min(0, Math.floor(Math.log10(Math.max(0.1, shortest))));
  const high = Math.max(low + 1, Math.ceil(Math.log10(longest)));
  const ticks = Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step));
  return {
    place: (time) => Math.min(1, Math.max(0, (Math.log10(Math.max(time, 10 ** low)) - low) / (high - low))),
    ticks,
  };
}
