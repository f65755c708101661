import type { JsonValue } from './json.ts';

/** The longest description of a value, in UTF-16 units. */
const MAX_DESCRIPTION = 120;

/**
 * Characters that a terminal would act on, hide, reorder or show like something else: control and format characters, line
 * and paragraph separators, lone surrogates, invisible characters, and all spaces except U+0020.
 */
export const UNSAFE = String.raw`(?! )[\p{Cc}\p{Cf}\p{Z}\p{Cs}\p{Default_Ignorable_Code_Point}]`;

/** Describes a value in at most 120 characters. `sourceText` is the source text of a number that a double would round. */
export function describeValue(value: JsonValue | undefined, sourceText?: string): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (typeof value === 'string') return describeString(value);
  if (typeof value === 'number') return `the number ${cut(sourceText ?? String(value), MAX_DESCRIPTION - 11)}`;
  if (typeof value === 'boolean') return `the boolean ${value}`;
  return describeContainer(value);
}

/** A whole number with its thousands apart: `4,202`. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** A count with its noun in the right number: `1 check`, `4,202 bytes`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** The first `most` items: "a, b and 3 more". All of them if there are no more. */
export function listSome(items: readonly string[], most: number, separator: string): string {
  const left = items.length - most;
  return items.slice(0, most).join(separator) + (left > 0 ? ` and ${grouped(left)} more` : '');
}

/** Alternatives in a sentence: "a", "a or b", "a, b or c". */
export function alternatives(words: readonly string[]): string {
  return joinWords(words, 'or');
}

/** Things in a sentence: "a", "a and b", "a, b and c". */
export function allOf(words: readonly string[]): string {
  return joinWords(words, 'and');
}

function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** The first `limit` UTF-16 units, without splitting a surrogate pair; a shorter text stays whole. */
export function firstUnits(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = limit === 0 ? 0 : (text.codePointAt(limit - 1) ?? 0);
  return text.slice(0, last > 0xff_ff ? limit - 1 : limit);
}

/** The day of an instant in UTC: `2030-01-01` of `2030-01-01T12:00:00.000Z`. */
export function dayOf(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DD'.length);
}

function describeContainer(value: JsonValue & object): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  const count = Object.keys(value).length;
  return count === 0 ? 'an empty object' : `an object of ${count}`;
}

function describeString(value: string): string {
  const length = value.length > 60 ? ` (${value.length} characters)` : '';
  // Cut first: quoting a string of megabytes would copy all of it.
  const quoted = JSON.stringify(value.slice(0, MAX_DESCRIPTION));
  const room = MAX_DESCRIPTION - 'the string '.length - length.length;
  return `the string ${cut(quoted, room)}${length}`;
}

/** Shortens to at most `room` UTF-16 units. */
function cut(text: string, room: number): string {
  return text.length <= room ? text : `${firstUnits(text, room - 1)}…`;
}
