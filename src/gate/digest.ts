import { createHash } from 'node:crypto';

/** SHA-256 of some bytes, or of the UTF-8 of a text, in hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}
