import { headerValue, type Header } from './exchange.ts';

/** Collects the pieces of a body. */
export interface BodyBuffer {
  readonly add: (piece: Uint8Array) => void;
  /** What has arrived so far. */
  readonly bytes: () => Uint8Array;
}

/** The largest unused part of the buffer that is kept. */
const MOST_UNUSED = 1 / 8;

/** An empty buffer with room for `announced` bytes. It copies pieces: large ones would survive cheap garbage collection. */
export function createBodyBuffer(announced: number): BodyBuffer {
  let room: Uint8Array = new Uint8Array();
  let length = 0;

  function makeRoom(needed: number): void {
    if (needed <= room.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * room.length, announced));
    larger.set(room.subarray(0, length));
    room = larger;
  }

  return {
    add: (piece) => {
      makeRoom(length + piece.length);
      room.set(piece, length);
      length += piece.length;
    },
    bytes: () => (length < room.length * (1 - MOST_UNUSED) ? room.slice(0, length) : room.subarray(0, length)),
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
