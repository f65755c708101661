import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { BodyRecord } from './exchange.ts';
import type { Redactor } from './redaction.ts';

/** Evidence of a body holds no more than so many characters. */
export const evidenceCharacters = 16_384;

/** A body as evidence: redacted, capped; what is not UTF-8 is kept as base64. */
export function recordBody(bytes: Uint8Array, redactor: Redactor): BodyRecord {
  const whole = { length: bytes.length, sha256: hash('sha256', bytes) };
  if (isUtf8(bytes)) return { ...redactCapped(beginningOf(bytes, redactor), redactor), encoding: 'utf8', ...whole };
  return { ...redactBinary(bytes, redactor), encoding: 'base64', ...whole };
}

/**
 * Text is redacted before it is cut. Where only a part of it is looked at, the end of that part may hold half a secret,
 * so as much as a secret can take up is dropped from it.
 */
function redactCapped(text: string, redactor: Redactor): { readonly text: string; readonly capped: boolean } {
  const spare = redactor.longestOccurrence;
  const looked = lookedAt(redactor);
  if (text.length <= looked) {
    const redacted = redactor.redactText(text);
    return { text: redacted.slice(0, evidenceCharacters), capped: redacted.length > evidenceCharacters };
  }
  const redacted = redactor.redactText(text.slice(0, looked));
  return { text: redacted.slice(0, Math.max(0, Math.min(evidenceCharacters, redacted.length - spare))), capped: true };
}

function redactBinary(bytes: Uint8Array, redactor: Redactor): { readonly text: string; readonly capped: boolean } {
  const kept = (evidenceCharacters / 4) * 3;
  const spare = redactor.longestOccurrence;
  const looked = bytes.subarray(0, kept + 2 * spare);
  const redacted = redactor.redactBytes(looked);
  const certain = looked.length === bytes.length ? redacted.length : Math.max(0, redacted.length - spare);
  const capped = looked.length < bytes.length || certain > kept;
  return { text: Buffer.from(redacted.subarray(0, Math.min(kept, certain))).toString('base64'), capped };
}

/** For whole texts: it holds nothing between one and the next, and to make one takes longer than to read most bodies. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** No unit of UTF-16 stands for more bytes of UTF-8 than this. */
const mostBytesOfUnit = 3;

/**
 * The text of bytes that are UTF-8, or as much of its beginning as is looked at and more: of a body of some megabytes only
 * that is made into a string. A byte-order mark is kept: it is evidence.
 */
function beginningOf(bytes: Uint8Array, redactor: Redactor): string {
  const most = (lookedAt(redactor) + 2) * mostBytesOfUnit;
  if (bytes.length <= most) return decoder.decode(bytes);
  // What the end of the part may cut in two is left out by the decoder.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, most), { stream: true });
}

/** How many characters of a text are looked at for secrets, so that those which are kept are certain. */
function lookedAt(redactor: Redactor): number {
  return evidenceCharacters + 2 * redactor.longestOccurrence;
}
