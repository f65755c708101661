/** The files of a folder by name. */
export type RunFiles = ReadonlyMap<string, Uint8Array>;

/** The text of a file, or null where its bytes are not UTF-8: then it is none that the suite wrote. */
export function textOfFile(data: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return null;
  }
}
