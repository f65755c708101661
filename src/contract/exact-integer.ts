import type { JsonDocument } from './json.ts';

/** The least value of an int64 (part 2), −2^63. */
export const INT64_MIN = -(2n ** 63n);

/** The greatest value of an int64 (part 2), 2^63 − 1. */
export const INT64_MAX = 2n ** 63n - 1n;

/** What the text of a JSON number means as an integer. `huge` has more than 100 digits and is not computed. */
type IntegerReading =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'fraction' }
  | { readonly kind: 'huge' };

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const MAX_DIGITS = 100;

/**
 * Reads the text of a JSON number mathematically: `12.0`, `1.2e1` and `-0` are integers, `1.5` is a fraction.
 * Throws a TypeError if the text is not a JSON number.
 */
export function exactInteger(sourceText: string): IntegerReading {
  if (sourceText.length <= 15 && /^-?\d+$/.test(sourceText)) return { kind: 'integer', value: BigInt(sourceText) };
  const parts = NUMBER.exec(sourceText);
  if (parts === null) throw new TypeError('the text is not a JSON number');
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = parts;
  const digits = whole + decimals;
  const first = digits.search(/[1-9]/);
  if (first === -1) return { kind: 'integer', value: 0n };
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  const zeros = Number(exponent) - decimals.length + (digits.length - end);
  if (zeros < 0) return { kind: 'fraction' };
  if (end - first + zeros > MAX_DIGITS) return { kind: 'huge' };
  const magnitude = BigInt(digits.slice(first, end) + '0'.repeat(zeros));
  return { kind: 'integer', value: sign === '-' ? -magnitude : magnitude };
}

/** The integer that a member of an object or array of a document shows; null if it shows none, or one that is not computed. */
export function integerIn(document: JsonDocument, holder: unknown, key: string): bigint | null {
  const text = document.numberText(holder, key);
  const reading = text === undefined ? undefined : exactInteger(text);
  return reading?.kind === 'integer' ? reading.value : null;
}

/** Whether an integer is within −2^63 … 2^63−1. */
export function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}
