import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type JsonDocument, readJson } from '../../contract/json.ts';
import { decodeUtf8 } from '../../contract/utf8.ts';

/** What may stand before JSON, such as `)]}',`. */
const GUARD = /^[^[{<"]{0,20}(?=[[{])/;
const STRING_OR_REST = /"(?:[^"\\]|\\[^])*"|[^"]+/g;
const lossyDecoder = new TextDecoder();
/** What stands in a text for bytes that are not UTF-8: no text in UTF-8 has it. */
export const UNREAD = '\uDFFF';
/** A string that is cut ends with the text. */
const STRING_OR_BRACKET = /"(?:[^"\\]|\\[^])*(?:"|$)|[[\]{}]/g;

/**
 * The JSON that a text means, null if none: without a guard before it, text behind it and trailing commas, with null for NaN. Objects
 * on lines of their own are an array, and a text that is cut ends after its last whole element.
 */
export function meantJson(body: Uint8Array): { readonly document: JsonDocument; readonly isTruncated: boolean } | null {
  const bytes = decodeUtf8(body) === null ? decompressed(body) : body;
  const text = decodeUtf8(bytes) ?? lossyDecoder.decode(bytes).replaceAll('\u{FFFD}', String.raw`\udfff`);
  const json = text.replace(GUARD, '').trim();
  const lines = json.split(/[\r\n]+/);
  const areObjects = lines.length > 1 && lines.every((line) => line.startsWith('{') && line.trimEnd().endsWith('}'));
  const { value, isTruncated } = areObjects
    ? { value: `[${lines.join(',')}]`, isTruncated: false }
    : firstValueIn(json);
  const fixed = value.replaceAll(STRING_OR_REST, (part) =>
    part.startsWith('"')
      ? part
      : part.replaceAll(/,(?=\s*[\]}])/g, '').replaceAll(/\bNaN\b|-?\bInfinity\b|\bundefined\b/g, 'null'),
  );
  const reading = /^[[{]/.test(fixed) ? readJson(Buffer.from(fixed)) : null;
  return reading?.kind === 'json' ? { document: reading.document, isTruncated } : null;
}

const DECODERS = [gunzipSync, brotliDecompressSync, inflateSync];
/** Bytes. No page of the run is larger. */
const MOST_BYTES = 2 ** 24;

/** The bytes of a body that was compressed without a Content-Encoding; the body itself if it was not. */
function decompressed(body: Uint8Array): Uint8Array {
  for (const decode of DECODERS) {
    try {
      return decode(body, { maxOutputLength: MOST_BYTES });
    } catch {
      // It has another coding, or none.
    }
  }
  return body;
}

/** The first array or object of a text. If the text is cut, up to the last whole element of its first array; else empty. */
function firstValueIn(text: string): { readonly value: string; readonly isTruncated: boolean } {
  const closers: string[] = [];
  let depthOfElements: number | null = null;
  let end = 0;
  for (const { 0: part, index } of text.matchAll(STRING_OR_BRACKET)) {
    if (part.startsWith('"')) continue;
    if (part === '[' || part === '{') {
      closers.push(part === '[' ? ']' : '}');
      if (part === '[') depthOfElements ??= closers.length;
      continue;
    }
    closers.pop();
    if (closers.length === 0) return { value: text.slice(0, index + 1), isTruncated: false };
    if (closers.length === depthOfElements) end = index + 1;
  }
  const missing = closers.slice(0, depthOfElements ?? 0).reverse();
  return { value: end === 0 ? '' : text.slice(0, end) + missing.join(''), isTruncated: true };
}
