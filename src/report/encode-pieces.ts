/** The UTF-8 of a text that comes in pieces. None of them may end within a pair of surrogates. */
export function encodePieces(pieces: Iterable<string>): Uint8Array {
  const whole = [...pieces];
  const data = Buffer.allocUnsafeSlow(whole.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let written = 0;
  for (const piece of whole) written += data.write(piece, written);
  return data;
}
