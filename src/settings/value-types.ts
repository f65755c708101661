import { alternatives } from '../contract/describe.ts';
import { isInt64 } from '../contract/exact-integer.ts';
import { parseAsOf } from '../contract/removal-calendar.ts';
import { bad, ok, type Result } from '../contract/result.ts';
import { isRecord } from '../contract/json.ts';
import { didYouMean } from '../contract/nearest-words.ts';

/** What a command line gives for a flag: a text, one text for each use of a repeated flag, or only the flag. */
interface FlagShapes {
  readonly text: string;
  readonly repeated: readonly string[];
  readonly switch: boolean;
}

type FlagShape = keyof FlagShapes;

/** The type of a setting. `Given` is what a program gives. A variable always gives text. */
export interface ValueType<Value, Given, Shape extends FlagShape = FlagShape> {
  readonly shape: Shape;
  /** What the setting must be, such as `a whole number from 1 to 100`. */
  readonly rule: string;
  /** What a program gives, in words. `accepts` tests it. */
  readonly given: string;
  readonly accepts: (value: unknown) => value is Given;
  /** Each problem completes a sentence that starts with the name of the setting. */
  read(given: string | FlagShapes[Shape] | Given): Result<Value>;
}

/** A header that the configuration adds. */
type ConfiguredHeader = readonly [name: string, value: string];

/** Any text, for example a path. `rule` says what it stands for. */
export function text(rule: string): ValueType<string, string, 'text'> {
  return { shape: 'text', rule, given: 'a string', accepts: isText, read: ok };
}

/** A number within bounds. */
function numberBetween(least: number, most: number, what: string, isWhole: boolean): ValueType<number, number, 'text'> {
  const rule = `${what} from ${least} to ${most}`;
  const form = isWhole ? /^\s*\d+\s*$/ : /^\s*\d+(\.\d+)?\s*$/;
  return {
    shape: 'text',
    rule,
    given: 'a number',
    accepts: isNumber,
    read(given) {
      const value = typeof given === 'number' ? given : form.test(given) ? Number(given) : Number.NaN;
      const isRight = (!isWhole || Number.isInteger(value)) && value >= least && value <= most;
      return isRight ? ok(value) : bad(`must be ${rule}${quoted(given)}.`);
    },
  };
}

/** A whole number within bounds. `unit` is for example ` of KiB`. */
export function integer(least: number, most: number, unit = ''): ValueType<number, number, 'text'> {
  return numberBetween(least, most, `a whole number${unit}`, true);
}

/** A number within bounds. `unit` is for example ` of seconds`. */
export function decimal(least: number, most: number, unit: string): ValueType<number, number, 'text'> {
  return numberBetween(least, most, `a number${unit}`, false);
}

/** Only numbers are quoted: any other text may hold a secret. */
function quoted(given: string | number): string {
  return /^[-+.\deE]{1,20}$/.test(String(given).trim()) ? ` (got ${String(given).trim()})` : '';
}

/** One of a few words. */
export function choice<const Word extends string>(words: readonly Word[]): ValueType<Word, string, 'text'> {
  const rule = alternatives(words);
  return {
    shape: 'text',
    rule,
    given: 'a string',
    accepts: isText,
    read(given) {
      const word = words.find((each) => each === given.trim());
      return word === undefined ? bad(`must be ${rule}${didYouMean(given, words) || '.'}`) : ok(word);
    },
  };
}

/** Names with commas between them. A flag may be repeated. */
export function names(what: string): ValueType<readonly string[], readonly string[], 'repeated'> {
  return {
    shape: 'repeated',
    rule: `${what} with commas between them`,
    given: 'a list of strings',
    accepts: (value): value is readonly string[] => Array.isArray(value) && value.every(isText),
    read: (given) => ok(splitNames(given)),
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
export const onOrOff: ValueType<boolean, boolean, 'switch'> = {
  shape: 'switch',
  rule: 'true or false',
  given: 'true or false',
  accepts: (value): value is boolean => typeof value === 'boolean',
  read(given) {
    const word = String(given).trim().toLowerCase();
    if (['true', '1', 'yes'].includes(word)) return ok(true);
    return ['false', '0', 'no'].includes(word) ? ok(false) : bad('must be true or false.');
  },
};

/** An absolute address. `readBaseAddress` checks it. */
export const address: ValueType<string, string | URL, 'text'> = {
  shape: 'text',
  rule: 'an absolute address',
  given: 'a string or a URL',
  // A URL of another realm, such as that of a test environment, is not an instance of URL here.
  accepts: (value): value is string | URL => isText(value) || (isRecord(value) && isText(value['href'])),
  read: (given) => ok(typeof given === 'string' ? given : given.href),
};

const ENDPOINT_RULE = 'HOST:PORT, such as 10.0.0.7:8443 or [::1]:8443';

/** A host and a port. The value keeps the brackets of an IPv6 address. */
export const hostAndPort: ValueType<string, string, 'text'> = {
  ...text(ENDPOINT_RULE),
  read(given) {
    const url = /^(\[[^\]]+\]|[^:]+):\d+$/.test(given.trim()) ? URL.parse(`ws://${given.trim()}`) : null;
    const isEndpoint = url !== null && url.href === `${url.origin}/` && url.hostname !== '';
    return isEndpoint ? ok(`${url.hostname}:${url.port || '80'}`) : bad(`must be ${ENDPOINT_RULE}.`);
  },
};

const INT64_RULE = 'a whole number in the range of int64';

/** A whole number that may be larger than a double can hold. */
export const int64: ValueType<bigint, bigint | number, 'text'> = {
  shape: 'text',
  rule: INT64_RULE,
  given: 'a bigint or a number',
  accepts: (value): value is bigint | number => typeof value === 'bigint' || isNumber(value),
  read(given) {
    const isWhole = typeof given === 'number' ? Number.isInteger(given) : /^\s*-?\d{1,19}\s*$/.test(String(given));
    const value = isWhole ? BigInt(given) : null;
    return value !== null && isInt64(value) ? ok(value) : bad(`must be ${INT64_RULE}.`);
  },
};

const DATE_RULE = 'a date such as 2030-12-04 or a date and time with its zone';

/** A date or date-time by which the deprecated operation can be judged (part 9 rule 3). */
export const date: ValueType<string, string | Date, 'text'> = {
  shape: 'text',
  rule: DATE_RULE,
  given: 'a string or a valid Date',
  accepts: (value): value is string | Date =>
    isText(value) || (value instanceof Date && !Number.isNaN(value.getTime())),
  read(given) {
    const written = typeof given === 'string' ? given.trim() : given.toISOString();
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

/** Header fields: one in each line of a text. */
export const headerFields: ValueType<readonly ConfiguredHeader[], Readonly<Record<string, string>>, 'repeated'> = {
  shape: 'repeated',
  rule: 'headers of the form "Name: value", one in a line',
  given: 'an object whose values are strings',
  accepts: (value): value is Readonly<Record<string, string>> => isRecord(value) && Object.values(value).every(isText),
  read(given) {
    const lines = typeof given === 'string' ? given.split('\n') : isList(given) ? given : null;
    const headers = (lines === null ? Object.entries(given) : parseHeaders(lines)).map(
      ([name, value]): ConfiguredHeader => [name, value.trim()],
    );
    const problems = headers.flatMap((header, index) => headerProblem(header, index + 1) ?? []);
    return problems.length === 0 ? ok(headers) : bad(...problems);
  },
};

function isList(given: readonly string[] | Readonly<Record<string, string>>): given is readonly string[] {
  return Array.isArray(given);
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
  if (!HEADER_NAME.test(name))
    return `must hold headers of the form "Name: value". Header ${position} has another form.`;
  if (RESERVED_HEADERS.has(name.toLowerCase())) return `must not set ${name}, which the suite sets itself.`;
  return /^[\t -~]+$/.test(value) ? null : `must give ${name} a value of one or more ASCII characters.`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
