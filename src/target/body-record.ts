import { createHash } from 'node:crypto';
import type { BodyRecord } from './exchange.ts';
import type { Redactor } from './redaction.ts';

/** Evidence of a body holds no more than so many characters. */
export const evidenceCharacters = 16_384;

/** A body as evidence: redacted, capped; what is not UTF-8 is kept as base64. */
export function recordBody(bytes: Uint8Array, redactor: Redactor): BodyRecord {
  const whole = { length: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const text = decodeUtf8(bytes);
  if (text !== null) return { ...redactCapped(text, redactor), encoding: 'utf8', ...whole };
  return { ...redactBinary(bytes, redactor), encoding: 'base64', ...whole };
}

/**
 * Text is redacted before it is cut. Where only a part of it is looked at, the end of that part may hold half a secret,
 * so as much as a secret can take up is dropped from it.
 */
function redactCapped(text: string, redactor: Redactor): { readonly text: string; readonly capped: boolean } {
  const spare = redactor.longestOccurrence;
  const looked = evidenceCharacters + 2 * spare;
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

/** Null where the bytes are not UTF-8. A byte-order mark is kept: it is evidence. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
