import { milliseconds } from './exchange-block.ts';
import { histogram, latencies, quantile, timeScale, type Latency, type TimeScale } from './latency.ts';
import { element, type Markup } from './markup.ts';
import type { ReportIndex } from './report-index.ts';
import { grouped } from './visible-text.ts';

const WIDTH = 400;
const HEIGHT = 44;
const AXIS = 16;
const BINS = 60;

/** How long each operation took, as a small plot with its figures. The contract promises no time: nothing judges it. */
export function renderLatency(index: ReportIndex): Markup {
  const all = latencies(index.report.exchanges);
  const scale = timeScale(all);
  return element(
    'section',
    { id: 'latency', 'aria-labelledby': 'latency-title' },
    element('h2', { id: 'latency-title' }, 'Latency by operation'),
    element(
      'p',
      { class: 'lead' },
      'From the moment a request was sent to the last byte of its answer, as this run saw it with its requests side by side. The solid line is the median, the dashed one what 95 % of the answers keep to. The contract promises no time; nothing here is judged.',
    ),
    all.length === 0 ? element('p', { class: 'none' }, 'Nothing was answered.') : null,
    ...all.map((latency) => renderOperation(latency, scale)),
  );
}

function renderOperation(latency: Latency, scale: TimeScale): Markup {
  const figures: readonly (readonly [string, string])[] = [
    ['answers', grouped(latency.times.length)],
    ['fastest', milliseconds(latency.times[0] ?? 0)],
    ['median', milliseconds(quantile(latency, 0.5))],
    ['95 %', milliseconds(quantile(latency, 0.95))],
    ['slowest', milliseconds(latency.times.at(-1) ?? 0)],
  ];
  return element(
    'div',
    { class: 'latency' },
    element('h3', {}, latency.operation === 'other' ? 'other requests' : latency.operation),
    renderPlot(latency, scale),
    element(
      'dl',
      {},
      ...figures.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
    ),
  );
}

/** The figures beside it say the same in words, so that the plot is hidden from a screen reader. */
function renderPlot(latency: Latency, scale: TimeScale): Markup {
  const counts = histogram(latency, scale, BINS);
  const highest = Math.max(...counts);
  const step = WIDTH / BINS;
  // The root keeps single slow answers visible beside hundreds of fast ones.
  const bars = counts.map((count, bin) => {
    const height = Math.sqrt(count / highest) * (HEIGHT - 4);
    return count === 0 ? '' : `M${at(bin * step)} ${HEIGHT}v-${at(height)}h${at(step - 1)}v${at(height)}z`;
  });
  const median = at(scale.place(quantile(latency, 0.5)) * WIDTH);
  const slow = at(scale.place(quantile(latency, 0.95)) * WIDTH);
  return element(
    'svg',
    { viewBox: `-2 0 ${WIDTH + 4} ${HEIGHT + AXIS}`, width: WIDTH, height: HEIGHT + AXIS, 'aria-hidden': 'true' },
    ...scale.ticks.map((tick) => renderTick(tick, scale)),
    element('path', { class: 'bars', d: bars.join('') }),
    element('line', { class: 'median', x1: median, x2: median, y1: 0, y2: HEIGHT }),
    element('line', { class: 'slow', x1: slow, x2: slow, y1: 0, y2: HEIGHT }),
    element('line', { class: 'axis', x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT }),
  );
}

function renderTick(tick: number, scale: TimeScale): Markup {
  const place = scale.place(tick);
  const x = at(place * WIDTH);
  const anchor = place === 0 ? 'start' : place === 1 ? 'end' : 'middle';
  return element(
    'g',
    {},
    element('line', { class: 'tick', x1: x, x2: x, y1: 0, y2: HEIGHT }),
    element('text', { x, y: HEIGHT + AXIS - 4, 'text-anchor': anchor }, milliseconds(tick)),
  );
}

function at(length: number): number {
  return Math.round(length * 10) / 10;
}
