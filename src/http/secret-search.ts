import { layersOfEscaping, unescapedPieces } from './escaped-text.ts';
import { anchorsOf, type Needle } from './secret-needles.ts';

/**
 * Makes a search for secrets in whole files from their needles, the longest first. It gives the label of a secret, or
 * null. What JSON escapes is one layer more than texts have, and is taken off first.
 *
 * The bytes are read one character each, which no encoding needs time for; needles are then bytes too, and what escapes
 * stand for is ASCII.
 */
export function createSecretSearch(needles: readonly Needle[]): (data: Uint8Array) => string | null {
  if (needles.length === 0) return () => null;
  const byteNeedles = needles.map((needle) => ({ ...needle, text: Buffer.from(needle.text).toString('latin1') }));
  const anyAnchor = new RegExp(anchorsOf(byteNeedles).map(patternOf).join('|'));
  // Where no secret holds a double quote, none reaches over one, and an escaped one is no part of another escape.
  const pieceEnd = needles.some(({ text }) => text.includes('"')) ? '\n' : '"';
  return (data) => {
    let layer: string | null = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
    for (let depth = 0; layer !== null; depth += 1) {
      const text: string = layer;
      const found = anyAnchor.test(text) ? byteNeedles.find((needle) => text.includes(needle.text)) : undefined;
      if (found !== undefined) return found.label;
      // A secret that looks escaped itself would be another text if all were taken off with the layer of JSON.
      layer = depth > layersOfEscaping ? null : unescapedPieces(text, pieceEnd, depth === 0 ? 'json' : 'any');
    }
    return null;
  };
}

/** A regular expression for a text of bytes, whatever characters it holds. */
function patternOf(bytes: string): string {
  return bytes.replaceAll(/[^]/g, (byte) => String.raw`\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
