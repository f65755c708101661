import type { Header } from '../settings/configuration.ts';

/** The length that an answer announces is above the bound, so that its body need not be waited for. */
export class AnnouncedTooLarge extends Error {
  readonly code = 'ANNOUNCED_TOO_LARGE';
}

/** Whether an error means that a body was longer than is read. */
export function isTooLarge(error: Error): boolean {
  return 'code' in error && (error.code === 'ANNOUNCED_TOO_LARGE' || error.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE');
}

/** A connection was reset whose close would have been the end of the body, so that nobody knows whether it was. */
export class ResetWithoutLength extends Error {
  readonly code = 'RESET_WITHOUT_LENGTH';
}

/** Whether an answer announces more bytes than are read. */
export function tellsTooLarge(headers: readonly Header[], limit: number): boolean {
  const length = announcedLength(headers);
  return length !== null && length > limit;
}

/** The length in bytes that an answer announces for its body; null where it announces none. */
export function announcedLength(headers: readonly Header[]): number | null {
  const length = valueOf(headers, 'content-length');
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : null;
}

/** Whether nothing but the close of the connection ends the body of an answer (RFC 9112 section 6.3). */
export function isClosedByEnd(headers: readonly Header[]): boolean {
  return valueOf(headers, 'content-length') === undefined && valueOf(headers, 'transfer-encoding') === undefined;
}

function valueOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1].trim();
}
