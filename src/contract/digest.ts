import { createHash } from 'node:crypto';

/** The SHA-256 of a text or of bytes, as `sha256:…`. */
export function digestOf(data: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(data).digest('hex')}`;
}
