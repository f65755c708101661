import { formatNames } from '../report/formats.ts';
import type { RunOptions } from './run-options.ts';

/** What an option takes: in words, and as a test of a value. */
export interface OptionKind {
  readonly what: string;
  readonly holds: (value: unknown) => boolean;
}

const TEXT: OptionKind = { what: 'a string', holds: isText };
const NUMBER: OptionKind = { what: 'a number', holds: (value) => typeof value === 'number' };
const SWITCH: OptionKind = { what: 'true or false', holds: (value) => typeof value === 'boolean' };
const ADDRESS: OptionKind = { what: 'a string or a URL', holds: (value) => isText(value) || isUrl(value) };
const NAMES: OptionKind = { what: 'a list of strings', holds: (value) => isListOf(value, isText) };
const TEXTS: OptionKind = {
  what: 'an object whose values are strings',
  holds: (value) => isObject(value) && Object.values(value).every(isText),
};

/** What each option of `run` takes; an option that is missing here does not compile. */
export const OPTION_KINDS = {
  baseUrl: ADDRESS,
  apiKey: TEXT,
  apiKeyFile: TEXT,
  reports: TEXT,
  format: { what: `a list of ${formatNames.join(', ')}`, holds: (value) => isListOf(value, isFormat) },
  only: NAMES,
  grep: TEXT,
  deviations: TEXT,
  subject: TEXT,
  signKeyFile: TEXT,
  categoryId: { what: 'a bigint or a number', holds: (value) => typeof value === 'bigint' || NUMBER.holds(value) },
  profile: TEXT,
  maxCreates: NUMBER,
  concurrency: NUMBER,
  seed: NUMBER,
  examples: NUMBER,
  examplePath: TEXT,
  asOf: { what: 'a string or a valid Date', holds: (value) => isText(value) || isValidDate(value) },
  header: TEXTS,
  mappedBasePath: SWITCH,
  wait: NUMBER,
  requestTimeout: NUMBER,
  settleTimeout: NUMBER,
  deadline: NUMBER,
  caFile: TEXT,
  insecure: SWITCH,
  useEnvProxy: SWITCH,
  rateLimit: NUMBER,
  maxRequests: NUMBER,
  maxHeaderSize: NUMBER,
  maxBodySize: NUMBER,
  maxDecompressedSize: NUMBER,
  maxDepth: NUMBER,
  environment: {
    what: 'an object of variables, whose values are strings',
    holds: (value) => isObject(value) && Object.values(value).every((each) => each === undefined || isText(each)),
  },
  console: { what: 'an object with the methods log and error', holds: (value) => hasMethods(value, 'log', 'error') },
  onProgress: { what: 'a function', holds: (value) => typeof value === 'function' },
  signal: { what: 'an AbortSignal', holds: isSignal },
} as const satisfies Readonly<Record<keyof RunOptions, OptionKind>>;

/** Whether a value is an object with members, and no list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** Also one of another realm, such as that of a test environment. */
function isUrl(value: unknown): boolean {
  return isObject(value) && 'href' in value && isText(value.href);
}

function isValidDate(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

function isFormat(value: unknown): boolean {
  return formatNames.some((name) => name === value);
}

function isListOf(value: unknown, holds: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(holds);
}

function isSignal(value: unknown): boolean {
  return hasMethods(value, 'addEventListener', 'removeEventListener') && isObject(value) && 'aborted' in value;
}

function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof Reflect.get(value, name) === 'function');
}
