import { hash } from 'node:crypto';

/** The SHA-256 of a text or of bytes, as `sha256:…`. */
export function digestOf(data: string | Uint8Array): string {
  return `sha256:${hash('sha256', data)}`;
}
