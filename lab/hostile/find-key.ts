// Searches for a key independently of the redactor: it decodes everything with Node's own decoders, and searches for the
// key in the result.

/** This many characters from the beginning of a key count as a leak. */
const BEGINNING = 12;
const LAYERS = 4;

/** The name and context of the first text that shows a key, or null. */
export function findLeak(texts: Iterable<readonly [name: string, text: string]>, key: string): string | null {
  for (const [name, text] of texts) {
    const found = findKey(text, key);
    if (found !== null) return `${name}: ${JSON.stringify(found)}`;
  }
  return null;
}

/** Finds every form that SECURITY.md lists. Returns the characters around the key, or null. */
export function findKey(text: string, key: string): string | null {
  const beginning = key.slice(0, BEGINNING).toLowerCase();
  for (const view of viewsOf(text)) {
    const at = view.toLowerCase().indexOf(beginning);
    if (at >= 0) return view.slice(Math.max(0, at - 60), at + key.length + 20);
  }
  return null;
}

/** Returns the text after decoding each layer of escapes, and its decoded pieces. */
function* viewsOf(text: string): Generator<string> {
  let layer = text;
  for (let depth = 0; depth < LAYERS; depth += 1) {
    yield layer;
    const inJson = layer.replaceAll(/\\(["\\])/g, '$1');
    yield inJson;
    yield inJson.replaceAll(/\\(["\\])/g, '$1');
    yield* decodedPieces(layer);
    const next = unescaped(layer);
    if (next === layer) return;
    layer = next;
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ESCAPES =
  /(?:\\u00|\\x|%|&#x0*)(?<hexadecimal>[0-9a-f]{2});?|&#0*(?<decimal>\d{2,3});?|&(?<name>amp|lt|gt|quot|apos);|\\(?<sign>["'\\/])/gi;

function unescaped(text: string): string {
  return text.replaceAll(ESCAPES, (...match: unknown[]) => {
    const { hexadecimal, decimal, name, sign } = match.at(-1) as Readonly<Record<string, string | undefined>>;
    if (sign !== undefined) return sign;
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
    return String.fromCharCode(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal));
  });
}

function* decodedPieces(text: string): Generator<string> {
  // Most pieces repeat.
  for (const piece of new Set(text.match(/[\w+/-]{11,}/g))) {
    for (const start of [0, 1, 2, 3]) yield Buffer.from(piece.slice(start), 'base64').toString('latin1');
    for (const [hex] of piece.matchAll(/(?:[\da-f]{2}){8,}/gi)) yield Buffer.from(hex, 'hex').toString('latin1');
  }
}
