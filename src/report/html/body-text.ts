import type { BodyRecord } from '../../http/exchange.ts';
import { element, verbatim, type Content } from './markup.ts';
import type { PointerRange } from './pointer-range.ts';
import { counted, firstUnits, grouped } from './visible-text.ts';

/** How much of a body is shown around a marked value where the body is too long to be looked through. */
const AROUND = 240;
const LONG = 1_200;

/** A body as it went over the wire, cut where it is longer than `limit` characters, with a value marked. */
export function bodyText(body: BodyRecord, limit: number, marked: PointerRange | null): readonly Content[] {
  const kept = firstUnits(body.text, limit);
  return [...markedText(kept, 0, kept.length, marked), cutNote(body, kept.length)];
}

/** What was left out of a body, and by what the whole can be known; null for a body that is shown as it was. */
function cutNote(body: BodyRecord, shown: number): Content {
  const form = body.encoding === 'base64' ? 'no UTF-8, shown as base64; ' : '';
  if (shown === body.text.length && !body.capped && form === '') return null;
  const cut = shown < body.text.length || body.capped ? `… cut after ${grouped(shown)} characters; ` : '';
  return [
    verbatim('\n'),
    element('span', { class: 'cut' }, `${cut}${form}${counted(body.length, 'byte')}, sha256 ${body.sha256}`),
  ];
}

/** The part of a long body in which a value stands; null for a body that is short enough to be read as a whole. */
export function bodyExcerpt(body: BodyRecord, marked: PointerRange | null): readonly Content[] | null {
  if (marked === null || body.text.length <= LONG) return null;
  const start = Math.max(0, marked.start - AROUND);
  const end = Math.min(body.text.length, Math.min(marked.end, marked.start + LONG) + AROUND);
  return [
    start === 0 ? null : element('span', { class: 'cut' }, `… ${counted(start, 'character')} before `),
    ...markedText(body.text, start, end, marked),
    end === body.text.length
      ? null
      : element('span', { class: 'cut' }, ` … ${counted(body.text.length - end, 'character')} after`),
  ];
}

function markedText(text: string, start: number, end: number, marked: PointerRange | null): readonly Content[] {
  if (marked === null || marked.start >= end) return [verbatim(text.slice(start, end))];
  const last = Math.min(marked.end, end);
  return [
    verbatim(text.slice(start, marked.start)),
    element('mark', {}, verbatim(text.slice(marked.start, last))),
    verbatim(text.slice(last, end)),
  ];
}
