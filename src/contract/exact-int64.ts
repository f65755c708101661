import { exactInteger, isInt64 } from './exact-integer.ts';
import type { JsonDocument } from './json.ts';

/**
 * Whether a number of a document is an int64 by its source text (part 2). `holder` and `key` tell where it stands, as a
 * validator knows it: there is no holder at the root.
 */
export function isExactInt64(document: JsonDocument, value: number, holder: unknown, key: string | number): boolean {
  const place = typeof holder === 'object' ? holder : null;
  const reading = exactInteger(document.numberText(place, String(key ?? '')) ?? String(value));
  return reading.kind === 'integer' && isInt64(reading.value);
}
