/** A text that no output may show, and the label that replaces it. */
export interface Secret {
  readonly value: string;
  readonly label: string;
  /** A part of the key that may be an ordinary word. It is redacted only in places where a secret is likely. */
  readonly isPart?: true;
}

/** Replaces the secrets of a run. */
export type Redactor = ReturnType<typeof createRedactor>;

/** A shorter value is likely to occur by chance, so replacing it would damage evidence. */
export const shortestSecretByValue = 8;
/** A shorter beginning of a secret is likely to occur by chance. */
const SHORTEST_BEGINNING = 4;
/** The layers of escapes that the search undoes, for example of HTML in JSON. */
const LAYERS = 3;
/** Some escapes are longer, such as `%2525..` and `&amp;#x..;`, but not for every character of a secret. */
const LONGEST_ESCAPE = 8;
/** The bytes of a file that are searched at a time, or more for a long secret. */
export const PIECE = 64 * 1024;
const CREDENTIAL_HEADER = /auth|key|token|cookie|secret|password|credential/i;

/** The names of response headers in which services issue secrets. */
const ISSUING_HEADER =
  /^(set-cookie2?|authorization|(proxy-)?authentication-info|(.*-)?(token|api-?key|secret|session(-id)?))$/i;

/** Replaces a secret that the service itself issues in a response header. A cookie keeps its name and attributes. */
export function redactIssuedSecret(name: string, value: string): string {
  if (!ISSUING_HEADER.test(name)) return value;
  return /^set-cookie/i.test(name) && value.includes('=')
    ? value.replace(/=[^;]*/, '=[value of the cookie]')
    : '[secret of the service]';
}

/**
 * Replaces secrets by their labels, in every form that a careless echo gives them: as they are, in JSON, HTML, percent
 * escapes, base64 and hexadecimals. A part of a key, and a secret of fewer than 8 characters, is replaced only in places where it is
 * likely: in header fields that carry credentials and as a whole value in a query. In a body it could occur by chance.
 * The value of a secret is kept here and nowhere else.
 */
export function createRedactor(secrets: readonly Secret[]) {
  const byValue = secrets.filter(({ value, isPart }) => isPart !== true && value.length >= shortestSecretByValue);
  const short = secrets.filter((secret) => secret.value !== '' && !byValue.includes(secret));
  const needles = needlesOf(byValue);

  function foundIn(text: string): readonly Needle[] {
    const layers = layersOf(text, LAYERS).map((layer) => layer.toLowerCase());
    return needles.filter((needle) => layers.some((layer) => layer.includes(needle.text)));
  }

  /** If a secret hides under escapes that `written` does not know, its label replaces the whole text. */
  function redactText(text: string): string {
    const found = foundIn(text);
    let redacted = replaceAll(text, found, ({ whole }) => whole());
    if (found.length > 0) redacted = foundIn(redacted)[0]?.label ?? redacted;
    return redacted.includes('…') ? replaceAll(redacted, needles, ({ beginning }) => beginning()) : redacted;
  }

  const longestNeedle = Math.max(0, ...needles.map(({ text }) => text.length));

  /** The labels of the secrets in a file, each byte as a character, which is faster than to decode them. */
  function findInFile(data: Uint8Array): readonly string[] {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    // In pieces, because each layer of escapes is a copy. They overlap, because an end may cut a secret.
    const overlap = LONGEST_ESCAPE ** LAYERS * longestNeedle;
    const step = Math.max(PIECE, overlap);
    const labels: string[] = [];
    for (let start = 0; start < bytes.length; start += step)
      labels.push(...foundIn(bytes.toString('latin1', start, start + step + overlap)).map(({ label }) => label));
    return labels;
  }

  return {
    redactText,
    /** For the value of a header field; the name decides whether short secrets are looked for too. */
    redactHeader: (name: string, value: string): string => {
      const redacted = redactText(value);
      return CREDENTIAL_HEADER.test(name) ? replaceWords(redacted, short) : redacted;
    },
    redactUrl: (url: string): string =>
      redactText(url).replaceAll(/(?<==)[^&#]*/g, (value) => wholeValue(value, short)),
    /** The label of a secret that the text holds, or null. */
    containsSecret: (text: string): string | null => foundIn(text)[0]?.label ?? null,
    findInFile,
    /** The longest possible occurrence of a secret in characters: code that cuts a text must allow for it. */
    longestOccurrence: LONGEST_ESCAPE * longestNeedle,
  };
}

/** One text by which a secret is found, in lower case, and the patterns of its place: whole, or cut before an ellipsis. */
interface Needle {
  readonly text: string;
  readonly label: string;
  readonly whole: () => RegExp;
  readonly beginning: () => RegExp;
}

function replaceAll(text: string, needles: readonly Needle[], patternOf: (needle: Needle) => RegExp): string {
  return needles.reduce((left, needle) => left.replaceAll(patternOf(needle), () => needle.label), text);
}

/** Every form of the secrets, the longest first. A key may look escaped, so each form is also there with its escapes undone. */
function needlesOf(secrets: readonly Secret[]): readonly Needle[] {
  const needles = secrets.flatMap(({ value, label }) => {
    const plain = [value, Buffer.from(value).toString('latin1'), JSON.stringify(value).slice(1, -1)];
    const form = [...plain, value.replaceAll(' ', '+'), Buffer.from(value).toString('hex')];
    const inBase64 = [...base64Forms(value, 'base64'), ...base64Forms(value, 'base64url')];
    return [
      ...form.flatMap((text) => layersOf(text, text.length)).map((text) => needleOf(text, label, '')),
      // The characters beside it may hold bits of the secret.
      ...inBase64.map((text) => needleOf(text, label, '[\\w+/-]?')),
    ];
  });
  const unique = new Map(needles.toReversed().map((needle) => [needle.text, needle]));
  return [...unique.values()]
    .filter(({ text }) => text.length >= shortestSecretByValue)
    .toSorted((one, other) => other.text.length - one.text.length);
}

function needleOf(text: string, label: string, beside: string): Needle {
  const characters = Array.from({ length: text.length }, (_, index) => written(text.charCodeAt(index)));
  const certain = characters.slice(0, SHORTEST_BEGINNING).join('');
  const optional = characters.slice(SHORTEST_BEGINNING).reduceRight((rest, each) => `(?:${each}${rest})?`, '');
  return {
    text: text.toLowerCase(),
    label,
    whole: once(`${beside}${characters.join('')}${beside}`),
    beginning: once(`${certain}${optional}${CUT}`),
  };
}

/** Compiles a pattern when it is first needed. */
function once(pattern: string): () => RegExp {
  let compiled: RegExp | null = null;
  return () => (compiled ??= new RegExp(pattern, 'gi'));
}

/** The mark of a text that was cut, after the text or its closing quote. An escape may be cut, too. */
const CUT = String.raw`(?:%[\da-f]?|\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&#?[\da-z]{0,6}|~)?(?=["']?…)`;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", 0: '~', 1: '/' };

/** A pattern of one UTF-16 unit, as it is or escaped up to three times. Its bounds keep the search linear. */
function written(unit: number): string {
  const hex = unit.toString(16).padStart(2, '0');
  const literal = `\\u${hex.padStart(4, '0')}`;
  const names = Object.keys(NAMED).filter((name) => NAMED[name] === String.fromCharCode(unit));
  const named = names.map((name) => (/\d/.test(name) ? `|~${name}` : `|&(?:amp;){0,2}${name};`)).join('');
  return `\\\\{0,9}(?:${literal}|\\\\(?:u00|x)${hex}|%(?:25){0,2}${hex}|&(?:amp;){0,2}#(?:x0{0,6}${hex}|0{0,6}${unit});?${named})`;
}

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

/** Other backslashes only mark the next character. All are dropped at once, however often JSON is quoted in JSON. */
const BACKSLASHES = /\\+(?!(?:u00|x)[\da-f]{2})/gi;

/** A text, and what is left of it after each layer of escapes. */
function layersOf(text: string, most: number): readonly string[] {
  const next = text.replace(BACKSLASHES, '').replace(ESCAPE, decode);
  return next === text || most === 0 ? [text] : [text, ...layersOf(next, most - 1)];
}

function decode(_: string, ...groups: readonly (string | undefined)[]): string {
  const [json, percent, hexadecimal, decimal, entity, pointer] = groups;
  const name = entity?.toLowerCase() ?? pointer;
  if (name !== undefined) return NAMED[name] ?? '';
  const hex = json ?? percent ?? hexadecimal;
  return String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
}

/** Base64 groups three bytes, so there are three forms. They omit characters that also depend on neighbouring bytes. */
function base64Forms(value: string, encoding: 'base64' | 'base64url'): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)]);
    return bytes.toString(encoding).slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
}

/** In a credential header a short secret is a whole word, after a scheme or an equals sign. */
function replaceWords(text: string, secrets: readonly Secret[]): string {
  return text.replaceAll(/[^\s,;="']+/g, (word) => wholeValue(word, secrets));
}

function wholeValue(text: string, secrets: readonly Secret[]): string {
  const [raw, plain] = layersOf(text, 1);
  return secrets.find(({ value }) => value === raw || value === plain)?.label ?? text;
}
