import type { Header } from './exchange.ts';
import { apiKeyVariable, filled, type Findings, type SettingSources, settingNames, variableOf } from './settings.ts';

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

/** The key, from the file of the flag, else from the environment, else from `.env`; null where none is set. */
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
  const flag = sources.flags.apiKeyFile;
  if (flag !== undefined) return readKeyFile(flag, findings.nameOf('apiKeyFile'), sources, findings);
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

/** The additional headers: those of the flag, else those of the variable, one a line. */
export function readHeaders(sources: SettingSources, findings: Findings): readonly Header[] {
  const flags = sources.flags.header ?? [];
  const lines = flags.length > 0 ? flags : (variableOf(sources, settingNames.header.variable) ?? '').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line, index) => readHeader(line, index + 1, findings));
}

/** No problem quotes the line: what stands in front of its colon may be a secret too. */
function readHeader(line: string, position: number, findings: Findings): readonly Header[] {
  const setting = findings.nameOf('header');
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(0, colon)).trim();
  const value = line.slice(colon + 1).trim();
  if (colon < 1 || !token.test(name)) {
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
