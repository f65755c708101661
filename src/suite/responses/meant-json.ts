import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type JsonDocument, readJson } from '../../contract/json.ts';
import { decodeUtf8 } from '../../contract/utf8.ts';

/** JSON that a text means. `isTruncated`: elements of its array are missing. */
interface MeantJson {
  readonly document: JsonDocument;
  readonly isTruncated: boolean;
}

/** What may stand before JSON, such as `)]}',`, or the quotation mark of a string in which a program put JSON as it was. */
const GUARD = /^(?:[^[{<"]{0,20}|")(?=[[{])/;
const STRING_OR_REST = /"(?:[^"\\]|\\[^])*(?:"|$)|[^"]+/g;
const lossyDecoder = new TextDecoder();
/** What stands in a text for bytes that are not UTF-8: no text in UTF-8 has it. */
export const UNREAD = '\uDFFF';
/** A string that is cut ends with the text. */
const STRING_OR_BRACKET = /"(?:[^"\\]|\\[^])*(?:"|$)|[[\]{}]/g;

/**
 * The JSON that a text means, null if none: without a guard before it, text behind it and trailing commas, with null for NaN. Objects
 * on lines of their own are an array, a text that is cut ends after its last whole element, and an array lacks the elements that are no
 * JSON. If that is no whole JSON, its strings are read as if they had been escaped.
 */
export function meantJson(body: Uint8Array): MeantJson | null {
  const bytes = decodeUtf8(body) === null ? decompressed(body) : body;
  const text = decodeUtf8(bytes) ?? lossyDecoder.decode(bytes).replaceAll('\u{FFFD}', String.raw`\udfff`);
  const json = unquoted(text.trim()).replace(GUARD, '').trim();
  const meant = meantByText(json);
  if (meant?.isTruncated === false) return meant;
  const escaped = meantByText(json.replaceAll(UNESCAPED_STRING, escapeString));
  return escaped?.isTruncated === false ? escaped : meant;
}

/** The text of an array or object that was written as JSON twice, also if it is cut, perhaps in an escape; the text itself if it was not. */
function unquoted(text: string): string {
  if (!/^"\s*[[{]/.test(text)) return text;
  const inner = [text, `${text.replace(/\\u?[\da-f]{0,3}$/i, '')}"`]
    .map((each) => readJson(Buffer.from(each)))
    .flatMap((reading) => (reading.kind === 'json' ? [reading.document.value] : []))
    .find((value) => typeof value === 'string');
  return inner?.replaceAll(UNREAD, String.raw`\udfff`) ?? text;
}

function meantByText(json: string): MeantJson | null {
  const lines = json.split(/[\r\n]+/);
  const areObjects = lines.length > 1 && lines.every((line) => line.startsWith('{') && line.trimEnd().endsWith('}'));
  const { value, isTruncated } = areObjects
    ? { value: `[${lines.join(',')}]`, isTruncated: false }
    : firstValueIn(json);
  const document = readFixed(value);
  if (document !== null && !isTruncated) return { document, isTruncated };
  const readable = readFixed(readableElements(json)) ?? document;
  return readable === null ? null : { document: readable, isTruncated: true };
}

/** The array or object in a text, without trailing commas, and with null for NaN; null if it is none. */
function readFixed(text: string): JsonDocument | null {
  const fixed = text.replaceAll(STRING_OR_REST, (part) =>
    part.startsWith('"')
      ? part
      : part.replaceAll(/,(?=\s*[\]}])/g, '').replaceAll(/\bNaN\b|-?\bInfinity\b|\bundefined\b/g, 'null'),
  );
  const reading = /^[[{]/.test(fixed) ? readJson(Buffer.from(fixed)) : null;
  return reading?.kind === 'json' ? reading.document : null;
}

/** More elements than a page shows, so that no hostile page takes seconds. */
const MOST_ELEMENTS = 10_000;

/** An array of the objects that are JSON by themselves, in an array of which others are none, such as `[{"id":1},{"id":007}]`. */
function readableElements(text: string): string {
  const array = /^\[\s*\{(.+)\}\s*\]$/s.exec(text)?.[1];
  const elements = array?.split(/\}\s*,\s*\{/, MOST_ELEMENTS).map((each) => `{${each}}`) ?? [];
  const readable = elements.filter((each) => readFixed(each) !== null);
  return readable.length === 0 ? '' : `[${readable.join(',')}]`;
}

/** A string that was written without escapes. It ends at a quotation mark behind which JSON goes on. */
const UNESCAPED_STRING = /"((?:[^"\\]|\\[^]|"(?!\s*(?:[:\]}]|,\s*(?:["[\]{}\d-]|true|false|null|NaN)|$)))*)(?:"|$)/g;
/** A valid escape, any other one, or a character that needs one. */
const ESCAPE_OR_RAW = /\\(?:["\\/bfnrt]|u[\da-f]{4})|\\'|\\|["\p{Cc}]/giu;

/** The string that a program meant which put a text between quotation marks as it was. */
function escapeString(_string: string, text: string): string {
  const escaped = text.replaceAll(ESCAPE_OR_RAW, (part) => {
    if (part === String.raw`\'`) return "'";
    // Each language means another character by this escape.
    if (part === '\\') return String.raw`\udfff`;
    return part.startsWith('\\') ? part : JSON.stringify(part).slice(1, -1);
  });
  return `"${escaped}"`;
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
