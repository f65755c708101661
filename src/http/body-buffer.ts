/** Takes the pieces of a body as they come, and gives them as one. */
export interface BodyBuffer {
  readonly add: (piece: Uint8Array) => void;
  /** What has come so far. */
  readonly bytes: () => Uint8Array;
}

/** Where no length is announced, less of the room than this part of it may stay unused in the end. */
const mostUnused = 1 / 8;

/**
 * An empty buffer; `announced` is the length in bytes that is expected, 0 where none is known. It has been bounded: room for
 * it is set aside, though the system gives memory only for what really comes. Pieces are copied at once:
 * kept until the end, those of a large body would outlive the cheap collections of memory and pile up.
 */
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
    bytes: () => (length < room.length * (1 - mostUnused) ? room.slice(0, length) : room.subarray(0, length)),
  };
}
