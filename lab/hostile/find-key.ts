// Searches for a key independently of the redactor: it decodes everything with Node's own decoders, and searches for the
// key in the result.

/** This many consecutive characters of a key count as a leak. */
const PART = 12;
const LAYERS = 4;

/** The name and context of the first text that shows a key, or null. */
export function findLeak(texts: Iterable<readonly [name: string, text: string]>, key: string): string | null {
  for (const [name, text] of texts) {
    const found = findKey(text, key);
    if (found !== null) return `${name}: ${JSON.stringify(found)}`;
  }
  return null;
}

/** Finds every form except those that SECURITY.md excludes. Returns the characters around the key, or null. */
export function findKey(text: string, key: string): string | null {
  const parts = partsOf(key);
  for (const view of viewsOf(text)) {
    const lower = view.toLowerCase();
    for (const form of [key, Array.from(key).toReversed().join(''), rotated(key), compact(key)]) {
      const at = lower.indexOf(form.toLowerCase());
      if (at >= 0) return view.slice(Math.max(0, at - 60), at + key.length + 20);
    }
    const part = parts.find((each) => view.includes(each));
    if (part !== undefined) return view.slice(Math.max(0, view.indexOf(part) - 60), view.indexOf(part) + 40);
  }
  return null;
}

function partsOf(key: string): readonly string[] {
  return Array.from({ length: Math.max(0, key.length - PART + 1) }, (_, start) => key.slice(start, start + PART));
}

function rotated(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13)),
  );
}

/** Removes separators between the characters of a list. */
function compact(text: string): string {
  return text.replaceAll(/[\s"',]/g, '');
}

/** Returns the text after decoding each layer of escapes, and its decoded pieces. */
function* viewsOf(text: string): Generator<string> {
  let layer = text;
  for (let depth = 0; depth < LAYERS; depth += 1) {
    yield layer;
    yield layer.replaceAll('\0', '');
    yield compact(layer);
    const inJson = layer.replaceAll(/\\(["\\])/g, '$1');
    yield inJson;
    yield inJson.replaceAll(/\\(["\\])/g, '$1');
    yield layer.replaceAll(/=?(?:\r|\n|\\r|\\n)+[ \t]*/g, '');
    yield* decodedPieces(layer);
    const next = unescaped(layer);
    if (next === layer) return;
    layer = next;
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ESCAPES = new RegExp(
  [
    String.raw`\\u\{0*(?<brace>[0-9a-f]{2})\}`,
    String.raw`\\u00(?<unicode>[0-9a-f]{2})`,
    String.raw`\\x(?<byte>[0-9a-f]{2})`,
    String.raw`%(?<percent>[0-9a-f]{2})`,
    String.raw`&#x0*(?<hexadecimal>[0-9a-f]{2});?`,
    String.raw`\\(?<octal>[0-3][0-7]{2})`,
    String.raw`&#0*(?<decimal>\d{2,3});?`,
    '&(?<name>amp|lt|gt|quot|apos);',
    String.raw`\\(?<sign>["'\\/])`,
  ].join('|'),
  'gi',
);

function unescaped(text: string): string {
  return text.replaceAll(ESCAPES, (...match: unknown[]) => {
    const groups = match.at(-1) as Readonly<Record<string, string | undefined>>;
    const { octal, decimal, name, sign } = groups;
    if (sign !== undefined) return sign;
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
    if (decimal !== undefined) return String.fromCharCode(Number(decimal));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    const digits =
      groups['brace'] ?? groups['unicode'] ?? groups['byte'] ?? groups['percent'] ?? groups['hexadecimal'] ?? '';
    return String.fromCharCode(Number.parseInt(digits, 16));
  });
}

function* decodedPieces(text: string): Generator<string> {
  const joined = text.replaceAll(/(?:\r|\n|\\r|\\n)+/g, '');
  // Most pieces repeat.
  for (const piece of new Set(joined.match(/[\w+/-]{11,}/g))) {
    for (const start of [0, 1, 2, 3]) yield withoutZeros(Buffer.from(piece.slice(start), 'base64'));
    if (/^[\dA-Z]{13,}$|^[\da-z]{13,}$/.test(piece)) yield* base32Decoded(piece);
  }
  for (const [piece] of joined.matchAll(/(?:(?:0x|\\x)?[0-9a-f]{2}[\s:,-]*){8,}/gi)) {
    yield withoutZeros(Buffer.from(piece.replaceAll(/0x|[^0-9a-f]/gi, ''), 'hex'));
  }
  for (const [base, digits] of [
    [2, /(?:\b[01]{8}\b[\s,]*){8,}/g],
    [8, /(?:\b[0-3][0-7]{2}\b[\s,]*){8,}/g],
    [10, /(?:\b\d{2,3}\b[\s,]*){8,}/g],
  ] as const) {
    for (const [piece] of joined.matchAll(digits)) {
      yield Buffer.from((piece.match(/\d+/g) ?? []).map((each) => Number.parseInt(each, base))).toString('latin1');
    }
  }
  for (const [piece] of joined.matchAll(/(?:=[0-9a-f]{2}){3,}/gi)) {
    yield Buffer.from(piece.replaceAll('=', ''), 'hex').toString('latin1');
  }
  yield joined.replaceAll(/\+([a-z\d/]*)-/gi, (_, base64: string) =>
    base64 === '' ? '+' : Buffer.from(base64, 'base64').subarray(0, 400).toString('latin1').replaceAll('\0', ''),
  );
}

function withoutZeros(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\0', '');
}

function* base32Decoded(piece: string): Generator<string> {
  for (const alphabet of ['ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', '0123456789ABCDEFGHIJKLMNOPQRSTUV']) {
    const values = Array.from(piece.toUpperCase()).map((each) => alphabet.indexOf(each));
    if (values.includes(-1)) continue;
    const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('');
    for (let start = 0; start < 40; start += 5) {
      const bytes = bits.slice(start).match(/.{8}/g) ?? [];
      yield String.fromCharCode(...bytes.map((each) => Number.parseInt(each, 2)));
    }
  }
}
