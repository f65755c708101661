import { element, type Content } from './markup.ts';
import type { ReportIndex } from './report-index.ts';
import { counted } from './visible-text.ts';

const MOST_RANGES = 40;

/**
 * Links to exchanges. Neighbours are told as a range, since a response rule rests on hundreds; an id that the
 * report does not hold is named without a link.
 */
export function exchangeLinks(ids: readonly string[], index: ReportIndex): Content {
  if (ids.length === 0) return 'none';
  const ranges = rangesOf(ids);
  const left = ranges.slice(MOST_RANGES).flat().length;
  return [
    ...ranges.slice(0, MOST_RANGES).map((range, place) => [place === 0 ? '' : ', ', ...rangeLinks(range, index)]),
    left === 0 ? null : ` and ${counted(left, 'more exchange')}, named in report.json`,
  ];
}

function rangeLinks(range: readonly string[], index: ReportIndex): readonly Content[] {
  const first = range[0] ?? '';
  const last = range.at(-1) ?? '';
  if (range.length === 1) return [exchangeLink(first, index)];
  return [exchangeLink(first, index), range.length === 2 ? ', ' : ' to ', exchangeLink(last, index)];
}

/** A link to one exchange. */
export function exchangeLink(id: string, index: ReportIndex): Content {
  const place = index.anchors.exchange(id);
  return place === undefined ? element('code', {}, id) : element('a', { href: place }, id);
}

/** Ids in the given order, those that follow one another by number together. */
function rangesOf(ids: readonly string[]): readonly (readonly string[])[] {
  const ranges: string[][] = [];
  let next: string | null = null;
  for (const id of ids) {
    const range = ranges.at(-1);
    if (range !== undefined && id === next) range.push(id);
    else ranges.push([id]);
    next = nextId(id);
  }
  return ranges;
}

/** The id of the exchange after another; null where an id has no number. */
function nextId(id: string): string | null {
  const [, number] = /^x(\d{1,12})$/.exec(id) ?? [];
  return number === undefined ? null : `x${Number(number) + 1}`;
}
