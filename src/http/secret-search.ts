import { layersOfEscaping, unescapedLines, unescapeOnce } from './escaped-text.ts';

/** A value that must not be written anywhere, and what is written instead, for example `[key]`. */
export interface Secret {
  readonly value: string;
  readonly label: string;
}

/** One text by which a secret is found. `edges`: how many base64 characters beside it may hold bits of the secret. */
export interface Needle {
  readonly text: string;
  readonly label: string;
  readonly edges: { readonly left: number; readonly right: number };
}

/** A shorter value is likely to occur by chance, so replacing it would damage evidence. */
export const shortestSecretByValue = 8;

/** Length of the piece of a needle that is searched first. No needle is shorter. */
const anchorLength = shortestSecretByValue;
const noEdges = { left: 0, right: 0 };

/** Every form of the secrets in a text without escapes, the longest first. */
export function needlesOf(secrets: readonly Secret[]): readonly Needle[] {
  const byText = new Map<string, Needle>();
  const searched = secrets.filter((candidate) => candidate.value.length >= shortestSecretByValue);
  // The values come first: one secret may be another in capitals, and keeps its own label.
  const forms = [plainNeedles, base64Needles, transformedNeedles].map((formsOf) => searched.flatMap(formsOf));
  for (const needle of forms.flat()) {
    if (!byText.has(needle.text)) byText.set(needle.text, needle);
  }
  return [...byText.values()].sort((a, b) => b.text.length - a.text.length);
}

/**
 * Matches every text that holds a needle, and few others: one pass is many times as fast as a search for each needle. Without
 * needles it matches nothing.
 */
export function anchorPattern(needles: readonly Needle[]): RegExp {
  return new RegExp(anchorsOf(needles).map(patternOf).join('|') || '(?!)');
}

/**
 * A few short texts: every text that holds a needle holds at least one of them. Each starts with a character that is rare
 * in reports if possible, so a search skips most of a text.
 */
function anchorsOf(needles: readonly Needle[]): readonly string[] {
  const anchors: string[] = [];
  for (const { text } of needles.toReversed()) {
    if (anchors.some((anchor) => text.includes(anchor))) continue;
    const starts = Array.from({ length: text.length - anchorLength + 1 }, (_, start) => start);
    const rarest = starts.reduce((best, start) => (rarity(text, start) > rarity(text, best) ? start : best), 0);
    anchors.push(text.slice(rarest, rarest + anchorLength));
  }
  return anchors;
}

/** The characters of an ordinary report, the most frequent first. */
const frequent = String.raw` "eatsi-:n\,ocdrlp021um7h3yg6/f4895vbw{><}T.xIEASR=k[]jCzP'LM_ONHGqDB#UK;)(VYJZ$?FXW`;

function rarity(text: string, position: number): number {
  const place = frequent.indexOf(text.charAt(position));
  return place < 0 ? frequent.length : place;
}

function plainNeedles({ value, label }: Secret): readonly Needle[] {
  const hex = Buffer.from(value, 'utf8').toString('hex');
  const texts = [value, jsonForm(value), value.replaceAll(' ', '+'), hex, hex.toUpperCase(), ...unescapedForms(value)];
  return texts.map((text) => ({ text, label, edges: noEdges }));
}

/** Forms that one standard tool undoes. */
function transformedNeedles({ value, label }: Secret): readonly Needle[] {
  const bytes = Buffer.from(value, 'utf8');
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
  const decimals = Array.from(bytes, String);
  const pairs = [':', ' ', '-', ', 0x', ',0x', ' 0x', String.raw`\x`].map((separator) => hex.join(separator));
  const texts = [
    value.toLowerCase(),
    value.toUpperCase(),
    Array.from(value).toReversed().join(''),
    ...pairs.flatMap((text) => [text, text.toUpperCase().replaceAll('0X', '0x')]),
    ...[',', ', ', ' '].map((separator) => decimals.join(separator)),
    ...([2, 8] as const).map((base) => inDigits(bytes, base).join(' ')),
    ...[0, 1].map((odd) =>
      hex
        .map((pair, index) => (index % 2 === odd ? pair : `${pair} `))
        .join('')
        .trim(),
    ),
    ...[' ', '","'].map((separator) => Array.from(value).join(separator)),
    value.replaceAll(/[a-z]/gi, rotated),
  ];
  const inUtf16 = base64Needles({ value: Array.from(value).join('\0'), label });
  const needles = texts.flatMap((text) => [text, ...unescapedForms(text)]);
  return [...needles.map((text) => ({ text, label, edges: noEdges })), ...inUtf16, ...base32Needles({ value, label })];
}

/** Binary or octal digits, of the same number for each byte. */
function inDigits(bytes: Uint8Array, base: 2 | 8): readonly string[] {
  return Array.from(bytes, (byte) => byte.toString(base).padStart(base === 2 ? 8 : 3, '0'));
}

/** As `tr A-Za-z N-ZA-Mn-za-m` does. */
function rotated(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13));
}

const base32Alphabets = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', '0123456789ABCDEFGHIJKLMNOPQRSTUV'];

/** Base32 groups five bytes. The forms omit the characters that also depend on neighbouring bytes. */
function base32Needles({ value, label }: Secret): readonly Needle[] {
  const bytes = Buffer.from(value, 'utf8');
  return [0, 1, 2, 3, 4].flatMap((shift) => {
    const bits = '0'.repeat(shift * 8) + Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
    const groups = bits.match(/.{5}/g) ?? [];
    const values = groups.slice(Math.ceil((shift * 8) / 5)).map((group) => Number.parseInt(group, 2));
    const edges = { left: shift === 0 ? 0 : 1, right: bits.length % 5 === 0 ? 0 : 1 };
    return base32Alphabets
      .map((alphabet) => values.map((each) => alphabet.charAt(each)).join(''))
      .flatMap((text) => [text, text.toLowerCase()].map((each) => ({ text: each, label, edges })));
  });
}

/** The JSON escapes of tabs and line breaks are not undone, so the needle has them too. */
function jsonForm(value: string): string {
  return value.replaceAll(/[\b\t\n\f\r]/g, (control) => JSON.stringify(control).slice(1, -1));
}

/** A value that looks escaped changes when the text around it is unescaped. */
function unescapedForms(value: string): readonly string[] {
  const next = unescapeOnce(value)?.text;
  return next === undefined || next.length < shortestSecretByValue ? [] : [next, ...unescapedForms(next)];
}

/**
 * Base64 groups three bytes, so a secret has three forms by its position in its group. The forms omit the edges, which are
 * characters that also depend on neighbouring bytes.
 */
function base64Needles({ value, label }: Secret): readonly Needle[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value, 'utf8')]);
    const first = Math.ceil((shift * 8) / 6);
    const bits = bytes.length * 8;
    const text = bytes.toString('base64').slice(first, Math.floor(bits / 6));
    const edges = { left: shift === 0 ? 0 : 1, right: bits % 6 === 0 ? 0 : 1 };
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')].map((each) => ({ text: each, label, edges }));
  });
}

/**
 * Makes a search for secrets in files from their needles, the longest first. It gives the label of a secret, or null. JSON
 * escaping is an additional layer and is undone first. Bytes are read as Latin-1, because that is fastest; needles too.
 */
export function createSecretSearch(needles: readonly Needle[]): (data: Uint8Array) => string | null {
  const byteNeedles = needles.map((needle) => ({ ...needle, text: Buffer.from(needle.text).toString('latin1') }));
  const anyAnchor = anchorPattern(byteNeedles);
  return (data) => {
    let layer: string | null = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
    for (let depth = 0; layer !== null; depth += 1) {
      const text: string = layer;
      const found = anyAnchor.test(text) ? byteNeedles.find((needle) => text.includes(needle.text)) : undefined;
      if (found !== undefined) return found.label;
      // A secret that looks escaped would change if all layers were undone at once.
      layer = depth > layersOfEscaping ? null : unescapedLines(text, depth === 0 ? 'json' : 'any');
    }
    return null;
  };
}

/** A regular expression that matches exactly this text. */
function patternOf(text: string): string {
  return text.replaceAll(/[^]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
