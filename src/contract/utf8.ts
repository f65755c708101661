import { isAscii } from 'node:buffer';

/** Shared, because creating a decoder takes longer than decoding most bodies. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes, with its byte-order mark if it has one; null if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** How many characters (code points) UTF-8 bytes hold: every byte starts one, unless its first bits are 10. */
export function countCharacters(bytes: Uint8Array): number {
  if (isAscii(bytes)) return bytes.length;
  let count = 0;
  for (const byte of bytes) if (byte >> 6 !== 0b10) count += 1;
  return count;
}
