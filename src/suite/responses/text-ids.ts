import { isInt64 } from '../../contract/exact-integer.ts';

const LONGEST_ID = 100;
/** More bytes than an int64 has. */
const LEAST_BYTES = 16;

/** A text as an id: the number of its bytes behind a 1, which is no int64. Null for a text that is empty, or too long for an id. */
export function idFromText(text: string): bigint | null {
  if (text === '' || text.length > LONGEST_ID) return null;
  const bytes = Buffer.from(text).toString('hex');
  return BigInt(`0x1${bytes.padStart(2 * LEAST_BYTES, '0')}`);
}

/** An id as paths show it: its digits, or the text that it stands for. */
export function idToText(id: bigint): string {
  if (isInt64(id)) return String(id);
  return Buffer.from(id.toString(16).slice(1), 'hex').toString().replace(/^\0+/, '');
}

/** Ids as sentences show them: the digits, or the text in quotes. */
export function describeId(id: bigint): string {
  return isInt64(id) ? String(id) : JSON.stringify(idToText(id));
}

/** The id at the end of the address in a Location header (RFC 9110 section 10.2.2); null if it ends in no int64. */
export function idInLocation(location: string | undefined): bigint | null {
  const [, digits] = /\/(-?(?:0|[1-9]\d{0,18}))\/?$/.exec(location ?? '') ?? [];
  return digits === undefined || !isInt64(BigInt(digits)) ? null : BigInt(digits);
}
