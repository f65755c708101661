import type { Header } from './configuration.ts';
import { apiKeyVariable, filled, type Findings, type SettingSources, settingNames, settingValue } from './settings.ts';

/** A value that must not be written anywhere, and what is written in its place, for example `[key]`. */
export interface Secret {
  readonly value: string;
  readonly label: string;
}

const fileSetting = settingNames.apiKeyFile;
const visibleAscii = /^[!-~]+$/;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers that the suite or HTTP itself makes; another value would change what is tried. */
const ownHeaders = new Set([
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

/** The key, as given or from the given file, else from the environment, else from `.env`; null where none is set. */
export function readApiKey(sources: SettingSources, findings: Findings): string | null {
  const found = findKey(sources, findings);
  if (found === null) return null;
  if (!visibleAscii.test(found.value)) {
    findings.problem(
      `The key in ${found.from} must be made of visible ASCII characters, without a space or a line break.`,
    );
    return '';
  }
  return found.value;
}

interface FoundKey {
  readonly value: string;
  readonly from: string;
}

function findKey(sources: SettingSources, findings: Findings): FoundKey | null {
  const { apiKey, apiKeyFile } = sources.given;
  if (apiKeyFile !== undefined) return readKeyFile(apiKeyFile, findings.nameOf('apiKeyFile'), sources, findings);
  // An empty key must not have the one of the environment sent to this service.
  if (apiKey !== undefined)
    return filled(apiKey) === undefined ? null : { value: apiKey, from: findings.nameOf('apiKey') };
  for (const layer of [sources.environment, sources.dotenv]) {
    const value = filled(layer[apiKeyVariable]);
    const file = filled(layer[fileSetting.variable]);
    if (value !== undefined && file !== undefined) {
      const name = findings.nameOf('apiKey');
      findings.note(`${name} and ${fileSetting.variable} are both set; ${name} is used.`);
    }
    if (value !== undefined) return { value, from: findings.nameOf('apiKey') };
    if (file !== undefined) return readKeyFile(file, fileSetting.variable, sources, findings);
  }
  return null;
}

/** Where there is a problem the key is '', so that it is not reported as missing too. */
function readKeyFile(path: string, from: string, { readFile }: SettingSources, findings: Findings): FoundKey | null {
  let text: string;
  try {
    text = readFile(path);
  } catch {
    findings.problem(`The file that ${from} names cannot be read; it must hold the key and nothing else.`);
    return { value: 'unreadable', from };
  }
  const value = text.replace(/\r?\n$/, '');
  if (value !== '') return { value, from };
  findings.problem(`The file that ${from} names is empty; it must hold the key and nothing else.`);
  return { value: 'unreadable', from };
}

/** The additional headers: those given, else those of the variable, one a line. */
export function readHeaders(sources: SettingSources, findings: Findings): readonly Header[] {
  const given = settingValue(sources, 'header') ?? [];
  const headers =
    typeof given === 'string'
      ? parseLines(given.split('\n'))
      : isList(given)
        ? parseLines(given)
        : Object.entries(given);
  return headers.flatMap((header, index) => checkHeader(header, index + 1, findings));
}

function isList(given: readonly string[] | Readonly<Record<string, string>>): given is readonly string[] {
  return Array.isArray(given);
}

function parseLines(lines: readonly string[]): readonly Header[] {
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = Math.max(0, line.indexOf(':'));
      return [line.slice(0, colon).trim(), line.slice(colon + 1)];
    });
}

/** No problem quotes a name that is malformed: it may be a secret too. */
function checkHeader([name, text]: Header, position: number, findings: Findings): readonly Header[] {
  const setting = findings.nameOf('header');
  const value = text.trim();
  if (!token.test(name)) {
    findings.problem(`${setting}: header ${position} must have the form "Name: value".`);
    return [];
  }
  if (ownHeaders.has(name.toLowerCase())) {
    findings.problem(`${setting}: the header ${name} is made by the suite itself and cannot be set.`);
    return [];
  }
  if (!/^[\t -~]+$/.test(value)) {
    findings.problem(`${setting}: the value of ${name} must be made of ASCII characters and not be empty.`);
    return [];
  }
  return [[name, value]];
}
