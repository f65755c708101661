import type { Credential } from '../../http/request.ts';

/** The ways to fill the Authorization header (part 5) that a case can try. The ids never change. */
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

/** Credentials that not every key allows: a numeric key, for example, has no other case. */
type DependentId =
  | 'key-cut-short'
  | 'key-without-first-character'
  | 'key-without-last-character'
  | 'key-first-character-changed'
  | 'key-case-swapped';

/** Every credential that the key allows, by its id. */
export type Credentials = Readonly<Record<Exclude<CredentialId, DependentId>, Credential>> &
  Readonly<Partial<Record<DependentId, Credential>>>;

const key = '$PETSTORE_API_KEY';
const appended = 'x';
/** Services that take the key as a password mostly expect a fixed user name, or ignore the user. */
const user = 'api';

/**
 * Makes every credential for a key of visible ASCII characters. `random` returns numbers from 0 up to 1. Credentials that
 * would equal the valid key or each other are left out.
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
    valid: bearer('valid', apiKey, '[key]', key),
    none: { id: 'none', label: '', authorization: null, shell: null },
    empty: { id: 'empty', label: '', authorization: '', shell: '""' },
    'bearer-without-token': credential('bearer-without-token', 'Bearer', 'Bearer', 'Bearer'),
    'random-key': bearer('random-key', lookalike, '[random key]', quoted(lookalike)),
    'key-and-a-character': bearer(
      'key-and-a-character',
      apiKey + appended,
      '[key and a character]',
      `\${PETSTORE_API_KEY}${appended}`,
    ),
    'character-and-key': bearer(
      'character-and-key',
      appended + apiKey,
      '[a character and key]',
      `${appended}\${PETSTORE_API_KEY}`,
    ),
    'key-last-character-changed': bearer(
      'key-last-character-changed',
      apiKey.slice(0, -1) + other,
      '[key with its last character changed]',
      `\${PETSTORE_API_KEY%?}${other}`,
    ),
    basic: credential(
      'basic',
      `Basic ${encoded}`,
      'Basic [key and a colon in base64]',
      `Basic $(printf %s: "${key}" | base64 | tr -d '\\n')`,
    ),
    'basic-password': credential(
      'basic-password',
      `Basic ${Buffer.from(`${user}:${apiKey}`, 'utf8').toString('base64')}`,
      `Basic [${user}, a colon and key in base64]`,
      `Basic $(printf %s "${user}:${key}" | base64 | tr -d '\\n')`,
    ),
    'basic-raw-key': credential('basic-raw-key', `Basic ${apiKey}`, 'Basic [key]', `Basic ${key}`),
    'raw-key-without-scheme': credential('raw-key-without-scheme', apiKey, '[key]', key),
    'lower-case-scheme': credential('lower-case-scheme', `bearer ${apiKey}`, 'bearer [key]', `bearer ${key}`),
    ...(cut === null
      ? {}
      : {
          'key-cut-short': bearer(
            'key-cut-short',
            apiKey.slice(0, cut),
            '[key cut short]',
            `\${PETSTORE_API_KEY:0:${cut}}`,
          ),
        }),
    ...(headless === null
      ? {}
      : {
          'key-without-first-character': bearer(
            'key-without-first-character',
            headless,
            '[key without its first character]',
            '${PETSTORE_API_KEY#?}',
          ),
        }),
    ...(apiKey.length < 2
      ? {}
      : {
          'key-without-last-character': bearer(
            'key-without-last-character',
            apiKey.slice(0, -1),
            '[key without its last character]',
            '${PETSTORE_API_KEY%?}',
          ),
          'key-first-character-changed': bearer(
            'key-first-character-changed',
            first + apiKey.slice(1),
            '[key with its first character changed]',
            `${first}\${PETSTORE_API_KEY#?}`,
          ),
        }),
    ...(swapped === apiKey
      ? {}
      : {
          'key-case-swapped': bearer(
            'key-case-swapped',
            swapped,
            '[key with its case swapped]',
            `$(printf %s "${key}" | tr a-zA-Z A-Za-z)`,
          ),
        }),
  };
}

/** The length of a key that is cut to a few characters. Null if the key is too short. */
function lengthOfCut(apiKey: string): number | null {
  return apiKey.length < 3 ? null : Math.min(4, Math.floor(apiKey.length / 2));
}

/**
 * The key without its first character. Null if nothing is left, if it equals the key without its last character, or if a
 * service that reads keys as numbers would take it for the right key.
 */
function withoutFirst(apiKey: string): string | null {
  const rest = apiKey.slice(1);
  return rest === '' || rest === apiKey.slice(0, -1) || apiKey.startsWith('0') ? null : rest;
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-zA-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}

function bearer(id: CredentialId, token: string, label: string, shell: string): Credential {
  return credential(id, `Bearer ${token}`, `Bearer ${label}`, `Bearer ${shell}`);
}

function credential(id: CredentialId, authorization: string, label: string, shell: string): Credential {
  return { id, label, authorization, shell: `"${shell}"` };
}

/** Escapes the four characters that are special inside double quotes in a shell. */
function quoted(text: string): string {
  return text.replaceAll(/[$`"\\]/g, String.raw`\$&`);
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const base64 = `${upper}${lower}${digits}+/`;

/**
 * A random key of the same form: each letter is replaced by a random letter of its case, and each digit by a digit. It never
 * equals the key.
 */
export function lookalikeOf(apiKey: string, random: () => number): string {
  const drawn = Array.from(apiKey, (character) => draw(kindOf(character) ?? character, random)).join('');
  if (drawn !== apiKey) return drawn;
  return apiKey.slice(0, -1) + otherLastCharacter(apiKey);
}

/** A replacement for the first character. It has another meaning in every key alphabet. */
export function otherFirstCharacter(apiKey: string): string {
  const first = apiKey.slice(0, 1);
  return candidatesFor(apiKey).find((candidate) => candidate.toLowerCase() !== first.toLowerCase()) ?? 'x';
}

/**
 * A replacement for the last character. It differs in the high bits of a base64 digit: the low bits of a last digit may be
 * padding, and then a service that decodes its keys would rightly accept the key.
 */
export function otherLastCharacter(apiKey: string): string {
  const last = apiKey.slice(-1);
  const differing = candidatesFor(apiKey).filter((candidate) => candidate.toLowerCase() !== last.toLowerCase());
  const far = differing.find((candidate) => base64.indexOf(candidate) >> 4 !== base64.indexOf(last) >> 4);
  return far ?? differing[0] ?? 'x';
}

/** Characters that the key might hold, so the service rejects the key as unknown and not for its form. */
function candidatesFor(apiKey: string): readonly string[] {
  if (/^\d+$/.test(apiKey)) return ['7', '2'];
  if (/^[\da-f]+$/.test(apiKey)) return ['a', '7', '2'];
  if (/^[\dA-F]+$/.test(apiKey)) return ['A', '7', '2'];
  return ['x', 'k', 'G'];
}

function kindOf(character: string): string | null {
  return [lower, upper, digits].find((kind) => kind.includes(character)) ?? null;
}

function draw(characters: string, random: () => number): string {
  return characters.charAt(Math.floor(random() * characters.length));
}
