/** A value that must not be written anywhere, and what is written instead, for example `[key]`. */
export interface Secret {
  readonly value: string;
  readonly label: string;
  /** A beginning of the key, which may be an ordinary word: it is redacted only where a secret is likely. */
  readonly isPart?: true;
}

/** Where a secret stands in a text (end exclusive). */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** A shorter value is likely to occur by chance, so replacing it would damage evidence. */
export const shortestSecretByValue = 8;

/** Whether a secret is redacted wherever it occurs. */
export function isSearchedByValue({ value, isPart }: Secret): boolean {
  return isPart !== true && value.length >= shortestSecretByValue;
}

/** The written forms of a secret. Each is found in any case of letters, and under the escapes below. */
const WRITTEN_FORMS: Readonly<Record<string, (value: string) => readonly string[]>> = {
  plain: (value) => [value],
  'UTF-8 read as Latin-1': (value) => [Buffer.from(value).toString('latin1')],
  'JSON string': (value) => [JSON.stringify(value).slice(1, -1)],
  'form field': (value) => [value.replaceAll(' ', '+')],
  hexadecimal: (value) => [Buffer.from(value).toString('hex')],
  base64: (value) => base64Forms(value, 'base64'),
  base64url: (value) => base64Forms(value, 'base64url'),
};

/** An escape stands for one character. */
const ESCAPE = new RegExp(
  [
    String.raw`\\(?:u00|x)([\da-f]{2})`, // JSON, and \x of our own reports
    String.raw`%([\da-f]{2})`, // URL
    String.raw`&#x0*([\da-f]{1,2});?`, // HTML
    String.raw`&#0*(\d{1,3});?`, // HTML
    '&(amp|lt|gt|quot|apos);', // HTML
    '~([01])', // JSON Pointer
  ].join('|'),
  'gi',
);
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", 0: '~', 1: '/' };

/** Other backslashes only mark the next character. All are dropped at once, however often JSON is quoted in JSON. */
const BACKSLASHES = /\\+(?!(?:u00|x)[\da-f]{2})/gi;

/** The layers of escapes that the search undoes, for example of HTML in JSON. */
const LAYERS = 3;

/** Undoes one layer of escapes. */
export function unescapeOnce(text: string): string {
  return text.replace(BACKSLASHES, '').replace(ESCAPE, decode);
}

function decode(_: string, ...groups: readonly (string | undefined)[]): string {
  const [json, percent, hexadecimal, decimal, entity, pointer] = groups;
  const name = entity?.toLowerCase() ?? pointer;
  if (name !== undefined) return NAMED[name] ?? '';
  const hex = json ?? percent ?? hexadecimal;
  return String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
}

/** One text by which a secret is found. The base64 characters beside it may hold bits of the secret. */
interface Needle {
  readonly text: string;
  readonly label: string;
  readonly isBase64: boolean;
}

/** A search for secrets. `longest` is the length of the longest form without escapes. */
export interface SecretSearch {
  readonly spansIn: (text: string) => readonly Span[];
  readonly longest: number;
}

/** Makes a search for these secrets. It gives the places in order, and no two overlap. Shorter secrets are not searched. */
export function createSecretSearch(secrets: readonly Secret[]): SecretSearch {
  const needles = Map.groupBy(needlesOf(secrets), ({ text }) => lowerCase(text));
  const texts = [...needles.keys()];
  const anchor = anchorPattern(texts);
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  const beginnings = Map.groupBy(texts, (text) => text.slice(0, SHORTEST_BEGINNING));

  /** Secrets that differ only in case share a needle. The label is that of the secret whose case matches. */
  function spanOf(needle: string, text: string, start: number, end: number): Span {
    const alike = needles.get(needle) ?? [];
    const shown = text.slice(start, end);
    const label = (alike.find((each) => each.text.startsWith(shown)) ?? alike[0])?.label ?? '';
    if (alike[0]?.isBase64 !== true) return { start, end, label };
    const [left, right] = [start - 1, end].map((at) => (/[\w+/-]/.test(text.charAt(at)) ? 1 : 0));
    return { start: start - (left ?? 0), end: end + (right ?? 0), label };
  }

  function wholeSecrets(text: string): readonly Span[] {
    const lower = lowerCase(text);
    return texts.flatMap((needle) => placesOf(needle, lower).map((at) => spanOf(needle, text, at, at + needle.length)));
  }

  /** Where a text that was cut ends with the beginning of a secret. What looks like a cut escape may be part of it. */
  function cutSecrets(text: string): readonly Span[] {
    const lower = lowerCase(text);
    return [...text.matchAll(CUT)].flatMap(({ index, 0: mark }) =>
      Array.from(mark, (_, offset) => index + offset).flatMap((end) => {
        for (let start = Math.max(0, end - longest); start <= end - SHORTEST_BEGINNING; start += 1) {
          const shown = lower.slice(start, end);
          const needle = beginnings.get(shown.slice(0, SHORTEST_BEGINNING))?.find((each) => each.startsWith(shown));
          if (needle !== undefined) return [spanOf(needle, text, start, end)];
        }
        return [];
      }),
    );
  }

  function spansInLayers(text: string, layers: number): readonly Span[] {
    const found = [...(anchor.test(text) ? wholeSecrets(text) : []), ...(text.includes('…') ? cutSecrets(text) : [])];
    const plain = text.replace(BACKSLASHES, '');
    const inner = layers === 0 ? text : plain.replace(ESCAPE, decode);
    const hidden = inner === text ? [] : spansInLayers(inner, layers - 1);
    if (hidden.length === 0) return found;
    return [...found, ...inSource(inSource(hidden, plain, ESCAPE, 1), text, BACKSLASHES, 0)];
  }

  return { spansIn: (text) => united(spansInLayers(text, LAYERS)), longest };
}

/** Every form of the secrets, also as undone escapes would change it: a key may look escaped. */
function needlesOf(secrets: readonly Secret[]): readonly Needle[] {
  const searched = secrets.filter(isSearchedByValue);
  const needles = Object.entries(WRITTEN_FORMS).flatMap(([form, write]) =>
    searched.flatMap(({ value, label }) =>
      write(value)
        .flatMap(unescapedForms)
        .map((text): Needle => ({ text, label, isBase64: form.startsWith('base64') })),
    ),
  );
  return needles.filter(({ text }) => text.length >= shortestSecretByValue);
}

function unescapedForms(text: string): readonly string[] {
  const next = unescapeOnce(text);
  return next === text ? [text] : [text, ...unescapedForms(next)];
}

/** Base64 groups three bytes, so there are three forms. They omit the characters that also depend on neighbouring bytes. */
function base64Forms(value: string, encoding: 'base64' | 'base64url'): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)]);
    return bytes.toString(encoding).slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
}

/** The mark of a text that was cut, after the text or its closing quote. An escape may be cut, too. */
const CUT = /(?:%[\da-f]?|\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&#?[\da-z]{0,6}|~)?["']?…/gi;

/** A shorter beginning of a secret is likely to occur by chance. */
const SHORTEST_BEGINNING = 4;

/** Keeps the length of the text: only İ is longer in lower case. */
function lowerCase(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

function placesOf(needle: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) places.push(at);
  return places;
}

/**
 * Matches every text that holds a needle, and few others: one pass is many times as fast as a search for each needle. Each
 * needle holds one of the anchors, which near misses of the key share. Without needles it matches nothing.
 */
function anchorPattern(needles: readonly string[]): RegExp {
  const anchors: string[] = [];
  for (const needle of needles) {
    if (anchors.some((anchor) => needle.includes(anchor))) continue;
    const middle = (needle.length - shortestSecretByValue) >> 1;
    anchors.push(needle.slice(middle, middle + shortestSecretByValue));
  }
  const escaped = anchors.map((anchor) => anchor.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(escaped.join('|') || '(?!)', 'i');
}

/** Where spans lie in the source of their text, in which each escape stands for this number of characters. */
function inSource(spans: readonly Span[], source: string, escape: RegExp, characters: 0 | 1): readonly Span[] {
  /** Where each character of the text ends in the source. */
  const ends: number[] = [];
  let at = 0;
  for (const match of source.matchAll(escape)) {
    while (at < match.index) ends.push((at += 1));
    at += match[0].length;
    if (characters === 1) ends.push(at);
  }
  while (at < source.length) ends.push((at += 1));
  return spans.map(({ start, end, label }) => ({ start: ends[start - 1] ?? 0, end: ends[end - 1] ?? 0, label }));
}

/** Merges overlapping spans under the label of the longest, so no end of a secret remains. */
function united(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) {
      result.push(span);
    } else if (span.end > last.end) {
      const longer = span.end - span.start > last.end - last.start ? span : last;
      result[result.length - 1] = { start: last.start, end: span.end, label: longer.label };
    }
  }
  return result;
}
