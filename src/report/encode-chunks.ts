/** What a chunk holds at least, in bytes, unless it is the last. */
const CHUNK = 64 * 1024;

const NEWLINE = '\n'.charCodeAt(0);

/**
 * The UTF-8 of a text that comes in pieces, so that a file of megabytes is never in memory whole. Each chunk ends behind a
 * line, or with the text, and is overwritten by the next. No piece may end within a pair of surrogates.
 */
export function* encodeChunks(pieces: Iterable<string>): Generator<Uint8Array> {
  let room = Buffer.allocUnsafeSlow(2 * CHUNK);
  let size = 0;
  for (const piece of pieces) {
    const needed = size + Buffer.byteLength(piece);
    if (needed > room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * room.length));
      room.copy(larger, 0, 0, size);
      room = larger;
    }
    size += room.write(piece, size);
    const end = size < CHUNK ? 0 : room.lastIndexOf(NEWLINE, size - 1) + 1;
    if (end === 0) continue;
    yield room.subarray(0, end);
    room.copyWithin(0, end, size);
    size -= end;
  }
  if (size > 0) yield room.subarray(0, size);
}
