import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { BOUNDS } from './bounds.ts';
import type { BodyRecord } from './exchange.ts';
import type { Redactor } from './redaction.ts';

/**
 * A body as evidence: redacted and capped; base64 if it is not UTF-8. `isCut`: the connection broke within the body, so it may
 * end with a part of a secret.
 */
export function recordBody(bytes: Uint8Array, redactor: Redactor, isCut: boolean = false): BodyRecord {
  const whole = { length: bytes.length, sha256: hash('sha256', bytes) };
  if (isUtf8(bytes)) {
    const text = textToSearch(bytes, redactor);
    return { ...redactCapped(text, BOUNDS.bodyCharacters, redactor, isCut), encoding: 'utf8', ...whole };
  }
  const searched = Buffer.from(bytes.subarray(0, searchedCharacters(redactor) + 1)).toString('latin1');
  const { text, capped } = redactCapped(searched, (BOUNDS.bodyCharacters / 4) * 3, redactor, isCut);
  return { text: Buffer.from(text, 'latin1').toString('base64'), capped, encoding: 'base64', ...whole };
}

/**
 * Text is redacted before it is cut to `most` characters. If only a part is searched, its end may hold half a secret, so the
 * length of the longest secret is dropped from the end.
 */
function redactCapped(
  text: string,
  most: number,
  redactor: Redactor,
  isCut: boolean,
): { readonly text: string; readonly capped: boolean } {
  const searched = searchedCharacters(redactor);
  if (text.length <= searched) {
    const redacted = isCut ? redactor.redactText(`${text}…`).slice(0, -1) : redactor.redactText(text);
    return { text: redacted.slice(0, most), capped: redacted.length > most };
  }
  const redacted = redactor.redactText(text.slice(0, searched));
  const certain = Math.max(0, redacted.length - redactor.longestOccurrence);
  return { text: redacted.slice(0, Math.min(most, certain)), capped: true };
}

/** Shared, because creating a decoder takes longer than decoding most bodies. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The most UTF-8 bytes for one UTF-16 unit. */
const MOST_BYTES_OF_UNIT = 3;

/**
 * The text of UTF-8 bytes, or a beginning long enough for the search, so a body of megabytes is not decoded completely. A
 * byte-order mark is kept as evidence.
 */
function textToSearch(bytes: Uint8Array, redactor: Redactor): string {
  const most = (searchedCharacters(redactor) + 2) * MOST_BYTES_OF_UNIT;
  if (bytes.length <= most) return decoder.decode(bytes);
  // With `stream`, the decoder omits a character that is cut at the end.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, most), { stream: true });
}

/** How many characters of a text are searched for secrets, so the kept ones are certainly clean. */
function searchedCharacters(redactor: Redactor): number {
  return BOUNDS.bodyCharacters + 2 * redactor.longestOccurrence;
}
