import { headerValue, type Header } from './exchange.ts';

/** Collects the pieces of a body in one buffer: a service may send millions of them. */
export function createBodyBuffer() {
  let room = new Uint8Array();
  let length = 0;
  return {
    add(piece: Uint8Array): void {
      if (length + piece.length > room.length) {
        const larger = new Uint8Array(2 * (length + piece.length));
        larger.set(room);
        room = larger;
      }
      room.set(piece, length);
      length += piece.length;
    },
    length: () => length,
    /** The first `most` bytes of what has arrived so far. */
    bytes: (most: number = length): Uint8Array => room.slice(0, Math.min(most, length)),
  };
}

/** The length in bytes that a response announces for its body, or null. */
export function announcedLength(headers: readonly Header[]): number | null {
  const length = headerValue(headers, 'content-length')?.trim();
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : null;
}

/** Whether only the close of the connection ends the body of a response (RFC 9112 section 6.3). */
export function endsWithConnection(headers: readonly Header[]): boolean {
  return (
    headerValue(headers, 'content-length') === undefined && headerValue(headers, 'transfer-encoding') === undefined
  );
}
