import type { Credential } from '../../http/request.ts';
import type { Header } from '../../settings/configuration.ts';
import { lookalikeOf, otherFirstCharacter, otherLastCharacter } from './key-variation.ts';
import { shortestSecretByValue } from '../../http/secret-needles.ts';
import { type Secret } from '../../settings/secret-settings.ts';

/** The ways to fill the Authorization header (part 5) that a case may try. The ids never change. */
export type CredentialId =
  | 'valid'
  | 'none'
  | 'empty'
  | 'bearer-without-token'
  | 'random-key'
  | 'key-and-a-character'
  | 'character-and-key'
  | 'key-cut-short'
  | 'key-without-first-character'
  | 'key-without-last-character'
  | 'key-first-character-changed'
  | 'key-last-character-changed'
  | 'key-case-swapped'
  | 'basic'
  | 'basic-password'
  | 'basic-raw-key'
  | 'raw-key-without-scheme'
  | 'lower-case-scheme';

/** Recipes that not every key allows: a key of one character has none without its last, a number no other case. */
type DependentId =
  | 'key-cut-short'
  | 'key-without-first-character'
  | 'key-without-last-character'
  | 'key-first-character-changed'
  | 'key-case-swapped';

/** Every recipe that the key allows, by its id. */
export type Credentials = Readonly<Record<Exclude<CredentialId, DependentId>, Credential>> &
  Readonly<Partial<Record<DependentId, Credential>>>;

const key = '$PETSTORE_API_KEY';
const appended = 'x';
/** Services that take the key as a password mostly ask for a user with a fixed name, or look at none. */
const user = 'api';
const labels = {
  key: '[key]',
  appended: '[key and a character]',
  prepended: '[a character and key]',
  cut: '[key cut short]',
  headless: '[key without its first character]',
  shortened: '[key without its last character]',
  otherwise: '[key with its first character changed]',
  changed: '[key with its last character changed]',
  swapped: '[key with its case swapped]',
} as const;

/**
 * Makes every recipe for a key of visible ASCII characters. `random` gives numbers from 0 up to 1. A recipe that would
 * give the valid key, or repeat another one, is left out.
 */
export function credentialsFor(apiKey: string, random: () => number): Credentials {
  const cut = lengthOfCut(apiKey);
  const headless = withoutFirst(apiKey);
  const first = otherFirstCharacter(apiKey);
  const other = otherLastCharacter(apiKey);
  const swapped = swapCase(apiKey);
  const lookalike = lookalikeOf(apiKey, random);
  const encoded = Buffer.from(`${apiKey}:`, 'utf8').toString('base64');
  return {
    valid: bearer('valid', apiKey, labels.key, key),
    none: { id: 'none', label: '', authorization: null, shell: null },
    empty: { id: 'empty', label: '', authorization: '', shell: '""' },
    'bearer-without-token': recipe('bearer-without-token', 'Bearer', 'Bearer', 'Bearer'),
    'random-key': bearer('random-key', lookalike, '[random key]', quoted(lookalike)),
    'key-and-a-character': bearer(
      'key-and-a-character',
      apiKey + appended,
      labels.appended,
      `\${PETSTORE_API_KEY}${appended}`,
    ),
    'character-and-key': bearer(
      'character-and-key',
      appended + apiKey,
      labels.prepended,
      `${appended}\${PETSTORE_API_KEY}`,
    ),
    'key-last-character-changed': bearer(
      'key-last-character-changed',
      apiKey.slice(0, -1) + other,
      labels.changed,
      `\${PETSTORE_API_KEY%?}${other}`,
    ),
    basic: recipe(
      'basic',
      `Basic ${encoded}`,
      'Basic [key and a colon in base64]',
      `Basic $(printf %s: "${key}" | base64 | tr -d '\\n')`,
    ),
    'basic-password': recipe(
      'basic-password',
      `Basic ${Buffer.from(`${user}:${apiKey}`, 'utf8').toString('base64')}`,
      `Basic [${user}, a colon and key in base64]`,
      `Basic $(printf %s "${user}:${key}" | base64 | tr -d '\\n')`,
    ),
    'basic-raw-key': recipe('basic-raw-key', `Basic ${apiKey}`, `Basic ${labels.key}`, `Basic ${key}`),
    'raw-key-without-scheme': recipe('raw-key-without-scheme', apiKey, labels.key, key),
    'lower-case-scheme': recipe('lower-case-scheme', `bearer ${apiKey}`, `bearer ${labels.key}`, `bearer ${key}`),
    ...(cut === null
      ? {}
      : {
          'key-cut-short': bearer('key-cut-short', apiKey.slice(0, cut), labels.cut, `\${PETSTORE_API_KEY:0:${cut}}`),
        }),
    ...(headless === null
      ? {}
      : {
          'key-without-first-character': bearer(
            'key-without-first-character',
            headless,
            labels.headless,
            '${PETSTORE_API_KEY#?}',
          ),
        }),
    ...(apiKey.length < 2
      ? {}
      : {
          'key-without-last-character': bearer(
            'key-without-last-character',
            apiKey.slice(0, -1),
            labels.shortened,
            '${PETSTORE_API_KEY%?}',
          ),
          'key-first-character-changed': bearer(
            'key-first-character-changed',
            first + apiKey.slice(1),
            labels.otherwise,
            `${first}\${PETSTORE_API_KEY#?}`,
          ),
        }),
    ...(swapped === apiKey
      ? {}
      : {
          'key-case-swapped': bearer(
            'key-case-swapped',
            swapped,
            labels.swapped,
            `$(printf %s "${key}" | tr a-zA-Z A-Za-z)`,
          ),
        }),
  };
}

/**
 * What a redactor must replace: the key, what is derived from it, and the values of the configured headers. The key with
 * a character before it is found by the key, and in base64 it would be taken for others that end in the same bits.
 */
export function secretsOf(apiKey: string, credentials: Credentials, headers: readonly Header[]): readonly Secret[] {
  const derived: readonly (readonly [Credential | undefined, string])[] = [
    [credentials['key-and-a-character'], labels.appended],
    [credentials['key-first-character-changed'], labels.otherwise],
    [credentials['key-last-character-changed'], labels.changed],
    [credentials['key-without-first-character'], labels.headless],
    [credentials['key-without-last-character'], labels.shortened],
    [credentials['key-case-swapped'], labels.swapped],
    [credentials['key-cut-short'], labels.cut],
  ];
  return [
    ...(apiKey === '' ? [] : [{ value: apiKey, label: labels.key }]),
    ...derived.flatMap(([credential, label]) => secretOf(credential, label)),
    ...headers.flatMap(([name, value]) => headerSecrets(value, `[header ${name}]`)),
  ];
}

function secretOf(credential: Credential | undefined, label: string): readonly Secret[] {
  const value = credential?.authorization?.replace(/^Bearer /, '') ?? '';
  return value === '' ? [] : [{ value, label }];
}

/** A value such as `Basic …` or `name=…; other=…` comes back in parts too. */
function headerSecrets(value: string, label: string): readonly Secret[] {
  const parts = value.split(/[\s;,=]+/).filter((part) => part.length > shortestSecretByValue);
  return [...new Set([value, ...parts])].filter((part) => part !== '').map((part) => ({ value: part, label }));
}

/** A few characters: not all but one, which is a recipe of its own. Null where the key is too short for both. */
function lengthOfCut(apiKey: string): number | null {
  return apiKey.length < 3 ? null : Math.min(4, Math.floor(apiKey.length / 2));
}

/**
 * Null where nothing is left, where the key without its last character is the same, and where a service that reads its
 * keys as numbers would rightly take it for the whole key.
 */
function withoutFirst(apiKey: string): string | null {
  const rest = apiKey.slice(1);
  return rest === '' || rest === apiKey.slice(0, -1) || apiKey.startsWith('0') ? null : rest;
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-zA-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}

function bearer(id: CredentialId, token: string, label: string, shell: string): Credential {
  return recipe(id, `Bearer ${token}`, `Bearer ${label}`, `Bearer ${shell}`);
}

function recipe(id: CredentialId, authorization: string, label: string, shell: string): Credential {
  return { id, label, authorization, shell: `"${shell}"` };
}

/** Within double quotes the shell gives a meaning to these four. */
function quoted(text: string): string {
  return text.replaceAll(/[$`"\\]/g, String.raw`\$&`);
}
