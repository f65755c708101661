/** Takes the pieces of a body as they come, and gives them as one. */
export interface BodyBuffer {
  readonly add: (piece: Uint8Array) => void;
  /** What has come so far. */
  readonly bytes: () => Uint8Array;
}

/** No more room than this is set aside for a length that was only announced. In bytes. */
const mostAnnounced = 1024 * 1024;

/**
 * An empty buffer; `announced` is the length in bytes that is expected, 0 where none is known. Pieces are copied at once:
 * kept until the end, those of a large body would outlive the cheap collections of memory and pile up.
 */
export function createBodyBuffer(announced: number): BodyBuffer {
  let room: Uint8Array = new Uint8Array();
  let length = 0;

  function makeRoom(needed: number): void {
    if (needed <= room.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * room.length, Math.min(announced, mostAnnounced)));
    larger.set(room.subarray(0, length));
    room = larger;
  }

  return {
    add: (piece) => {
      makeRoom(length + piece.length);
      room.set(piece, length);
      length += piece.length;
    },
    bytes: () => room.subarray(0, length),
  };
}
