import { alternatives } from '../contract/describe.ts';
import { isInt64 } from '../contract/exact-integer.ts';
import { parseAsOf } from '../contract/removal-calendar.ts';
import { bad, ok, type Result } from '../contract/result.ts';
import { isRecord } from '../contract/json.ts';
import { didYouMean } from '../contract/nearest-words.ts';

/** The type of a setting. */
export interface ValueType<Value> {
  /** What a command line passes for the flag: a text, one text for each use of a repeated flag, or only the flag. */
  readonly shape: 'text' | 'repeated' | 'switch';
  /** What the setting must be, such as `a whole number from 1 to 100`. */
  readonly rule: string;
  /** Reads the value of a flag, a variable or an option. Each problem completes a sentence that starts with the name of the setting. */
  readonly read: (given: unknown) => Result<Value>;
}

/** A header that the configuration adds. */
type ConfiguredHeader = readonly [name: string, value: string];

/** Any text, for example a path. `rule` says what it stands for. */
export function text(rule: string): ValueType<string> {
  return { shape: 'text', rule, read: (given) => (isText(given) ? ok(given) : bad(`must be ${rule}.`)) };
}

/** A number within bounds. */
function numberBetween(least: number, most: number, what: string, isWhole: boolean): ValueType<number> {
  const rule = `${what} from ${least} to ${most}`;
  const form = isWhole ? /^\s*\d+\s*$/ : /^\s*\d+(\.\d+)?\s*$/;
  return {
    shape: 'text',
    rule,
    read(given) {
      const value = isText(given) && form.test(given) ? Number(given) : given;
      const isRight = typeof value === 'number' && (!isWhole || Number.isInteger(value));
      return isRight && value >= least && value <= most ? ok(value) : bad(`must be ${rule}${quoted(given)}.`);
    },
  };
}

/** A whole number within bounds. `unit` is for example ` of KiB`. */
export function integer(least: number, most: number, unit = ''): ValueType<number> {
  return numberBetween(least, most, `a whole number${unit}`, true);
}

/** A number within bounds. `unit` is for example ` of seconds`. */
export function decimal(least: number, most: number, unit: string): ValueType<number> {
  return numberBetween(least, most, `a number${unit}`, false);
}

/** Only numbers are quoted: any other text may hold a secret. */
function quoted(given: unknown): string {
  return /^[-+.\deE]{1,20}$/.test(String(given).trim()) ? ` (got ${String(given).trim()})` : '';
}

/** One of a few words. */
export function choice<const Word extends string>(words: readonly Word[]): ValueType<Word> {
  const rule = alternatives(words);
  return {
    shape: 'text',
    rule,
    read(given) {
      const name = String(given).trim();
      const word = words.find((each) => each === name);
      return word === undefined ? bad(`must be ${rule}${didYouMean(name, words) || '.'}`) : ok(word);
    },
  };
}

/** Names with commas between them. A flag may be repeated. */
export function names(what: string): ValueType<readonly string[]> {
  const rule = `${what} with commas between them`;
  return {
    shape: 'repeated',
    rule,
    read: (given) => (isText(given) || areTexts(given) ? ok(splitNames(given)) : bad(`must be ${rule}.`)),
  };
}

/** The names in a list of texts, each of which may hold several with commas between them. */
export function splitNames(given: string | readonly string[]): readonly string[] {
  return [given]
    .flat()
    .flatMap((each) => each.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** On or off. */
export const onOrOff: ValueType<boolean> = {
  shape: 'switch',
  rule: 'true or false',
  read(given) {
    const word = String(given).trim().toLowerCase();
    if (['true', '1', 'yes'].includes(word)) return ok(true);
    return ['false', '0', 'no'].includes(word) ? ok(false) : bad('must be true or false.');
  },
};

const ANY_ADDRESS = text('an absolute address');

/** An absolute address: a text or a URL, which may be of another realm, such as that of a test environment. `readBaseAddress` checks it. */
export const address: ValueType<string> = {
  ...ANY_ADDRESS,
  read: (given) => ANY_ADDRESS.read(isRecord(given) ? given['href'] : given),
};

const ENDPOINT_RULE = 'HOST:PORT, such as 10.0.0.7:8443 or [::1]:8443';

/** A host and a port. The value keeps the brackets of an IPv6 address. */
export const hostAndPort: ValueType<string> = {
  shape: 'text',
  rule: ENDPOINT_RULE,
  read(given) {
    const written = String(given).trim();
    const url = /^(\[[^\]]+\]|[^:]+):\d+$/.test(written) ? URL.parse(`ws://${written}`) : null;
    const isEndpoint = url !== null && url.href === `${url.origin}/` && url.hostname !== '';
    return isEndpoint ? ok(`${url.hostname}:${url.port || '80'}`) : bad(`must be ${ENDPOINT_RULE}.`);
  },
};

const INT64_RULE = 'a whole number in the range of int64';

/** A whole number that may be larger than a double can hold. */
export const int64: ValueType<bigint> = {
  shape: 'text',
  rule: INT64_RULE,
  read(given) {
    const written = typeof given === 'number' && Number.isInteger(given) ? BigInt(given) : given;
    const value = /^\s*-?\d{1,19}\s*$/.test(String(written)) ? BigInt(String(written)) : null;
    return value !== null && isInt64(value) ? ok(value) : bad(`must be ${INT64_RULE}.`);
  },
};

const DATE_RULE = 'a date such as 2030-12-04 or a date and time with its zone';

/** A date or date-time by which the deprecated operation can be judged (part 9 rule 3). */
export const date: ValueType<string> = {
  shape: 'text',
  rule: DATE_RULE,
  read(given) {
    const isDate = given instanceof Date && !Number.isNaN(given.getTime());
    const written = isDate ? given.toISOString() : String(given).trim();
    return parseAsOf(written) === null ? bad(`must be ${DATE_RULE}.`) : ok(written);
  },
};

/** The suite or HTTP itself sets these headers. Another value would change what is tested. */
const RESERVED_HEADERS = new Set([
  'authorization',
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const HEADERS_RULE = 'headers of the form "Name: value"';

/** Header fields: one in each line of a text, or an object of values by their names. */
export const headerFields: ValueType<readonly ConfiguredHeader[]> = {
  shape: 'repeated',
  rule: `${HEADERS_RULE}, one in a line`,
  read(given) {
    const fields = headersIn(given);
    if (fields === null) return bad(`must be ${HEADERS_RULE}.`);
    const headers = fields.map(([name, value]): ConfiguredHeader => [name, value.trim()]);
    const problems = headers.flatMap((header, index) => headerProblem(header, index + 1) ?? []);
    return problems.length === 0 ? ok(headers) : bad(...problems);
  },
};

/** Null if the value has another type. */
function headersIn(given: unknown): readonly ConfiguredHeader[] | null {
  if (isText(given)) return parseHeaders(given.split('\n'));
  if (areTexts(given)) return parseHeaders(given);
  if (!isRecord(given)) return null;
  const fields = Object.entries(given);
  return fields.every((field): field is [string, string] => isText(field[1])) ? fields : null;
}

function parseHeaders(lines: readonly string[]): readonly ConfiguredHeader[] {
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = Math.max(0, line.indexOf(':'));
      return [line.slice(0, colon).trim(), line.slice(colon + 1)];
    });
}

/** No problem quotes a malformed name: it may be a secret too. */
function headerProblem([name, value]: ConfiguredHeader, position: number): string | null {
  if (!HEADER_NAME.test(name)) return `must hold ${HEADERS_RULE}. Header ${position} has another form.`;
  if (RESERVED_HEADERS.has(name.toLowerCase())) return `must not set ${name}, which the suite sets itself.`;
  return /^[\t -~]+$/.test(value) ? null : `must give ${name} a value of one or more ASCII characters.`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
