const FIRST_ROOM = 1024 * 1024;

/** The UTF-8 of a text that comes in pieces, none of which is kept. No piece may end within a pair of surrogates. */
export function encodePieces(pieces: Iterable<string>): Uint8Array {
  let data = Buffer.allocUnsafeSlow(FIRST_ROOM);
  let size = 0;
  for (const piece of pieces) {
    const needed = size + Buffer.byteLength(piece);
    if (needed > data.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * data.length));
      data.copy(larger, 0, 0, size);
      data = larger;
    }
    size += data.write(piece, size);
  }
  return data.subarray(0, size);
}
