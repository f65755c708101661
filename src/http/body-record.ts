import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { BOUNDS } from './bounds.ts';
import type { BodyRecord } from './exchange.ts';
import type { Redactor } from './redaction.ts';

/** The most UTF-8 bytes for one UTF-16 unit. */
const MOST_BYTES_OF_UNIT = 3;

/** A body as evidence: redacted and capped, in base64 if it is not UTF-8. `isCut`: it may end with a part of a secret. */
export function recordBody(bytes: Uint8Array, redactor: Redactor, isCut: boolean = false): BodyRecord {
  const whole = { length: bytes.length, sha256: hash('sha256', bytes) };
  const isText = isUtf8(bytes);
  // A body of megabytes is not decoded completely.
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(
    0,
    (searchedCharacters(redactor) + 1) * MOST_BYTES_OF_UNIT,
  );
  const most = isText ? BOUNDS.bodyCharacters : (BOUNDS.bodyCharacters / 4) * 3;
  const { text, capped } = redactCapped(beginning.toString(isText ? 'utf8' : 'latin1'), most, redactor, isCut);
  if (isText) return { text, capped, encoding: 'utf8', ...whole };
  return { text: Buffer.from(text, 'latin1').toString('base64'), capped, encoding: 'base64', ...whole };
}

/** Redacts a text, then cuts it to `most` characters. If only a part is searched, its end may hold half a secret and is dropped. */
function redactCapped(
  text: string,
  most: number,
  redactor: Redactor,
  isCut: boolean,
): Pick<BodyRecord, 'text' | 'capped'> {
  const searched = searchedCharacters(redactor);
  if (text.length <= searched) {
    const redacted = isCut ? redactor.redactText(`${text}…`).slice(0, -1) : redactor.redactText(text);
    return { text: redacted.slice(0, most), capped: redacted.length > most };
  }
  const redacted = redactor.redactText(text.slice(0, searched));
  const certain = Math.max(0, redacted.length - redactor.longestOccurrence);
  return { text: redacted.slice(0, Math.min(most, certain)), capped: true };
}

/** How many characters of a text are searched for secrets, so the kept ones are certainly clean. */
function searchedCharacters(redactor: Redactor): number {
  return BOUNDS.bodyCharacters + 2 * redactor.longestOccurrence;
}
