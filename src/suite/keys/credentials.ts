import type { Credential } from '../../http/request.ts';
import { decodesAlike, hasNoCase } from './decoded-key.ts';
import { type SpecialToken, SPECIAL_TOKENS } from './special-tokens.ts';

/**
 * What the service must make of a credential: a right key as a bearer token gets a success, none and a wrong one get 401. The contract
 * does not show other forms of the right key. A similar key is a wrong one that is made from the right key.
 */
type CredentialKind = 'right key' | 'no key' | 'other form' | 'wrong key' | 'similar key';

/** A credential in the table. `title` is for titles of cases. */
interface CredentialRow {
  readonly kind: CredentialKind;
  readonly title: string;
}

/** The ways to fill the Authorization header (part 5) that a case can try. The ids never change. */
export const CREDENTIALS = {
  valid: { kind: 'right key', title: 'the right key' },
  none: { kind: 'no key', title: 'a request without an Authorization header' },
  empty: { kind: 'no key', title: 'an empty Authorization header' },
  'bearer-without-token': { kind: 'no key', title: 'the scheme Bearer without a token' },
  'random-key': { kind: 'wrong key', title: 'a random key' },
  'basic-wrong-key': { kind: 'wrong key', title: 'Basic credentials without the key' },
  'raw-key-without-scheme': { kind: 'other form', title: 'the key without a scheme' },
  'lower-case-scheme': { kind: 'other form', title: 'the key after the scheme in lower case' },
  basic: { kind: 'other form', title: 'the key as the user of Basic credentials' },
  'key-before-another': { kind: 'other form', title: 'the key before another one' },
  'key-after-another': { kind: 'other form', title: 'the key after another one' },
  'key-and-a-character': { kind: 'similar key', title: 'the key with characters after it' },
  'character-and-key': { kind: 'similar key', title: 'the key with a character before it' },
  'key-cut-short': { kind: 'similar key', title: 'the key cut short' },
  'key-without-first-character': { kind: 'similar key', title: 'the key without its first character' },
  'key-without-last-character': { kind: 'similar key', title: 'the key without its last character' },
  'key-first-character-changed': {
    kind: 'similar key',
    title: 'the key with another first character, the same letter in the other case if possible',
  },
  'key-last-character-changed': { kind: 'similar key', title: 'the key with another last character' },
  'key-middle-changed': { kind: 'similar key', title: 'the key with another character in its middle' },
  'key-case-swapped': { kind: 'similar key', title: 'the key with its case swapped' },
} as const satisfies Readonly<Record<string, CredentialRow>>;

type Table = typeof CREDENTIALS;

export type CredentialId = keyof Table;

type IdOf<Kind extends CredentialKind> = {
  [Id in CredentialId]: Table[Id]['kind'] extends Kind ? Id : never;
}[CredentialId];

/** Not every key allows each: a numeric key has no other case. */
type NearKeyId = IdOf<'similar key'>;

/** The forms of the right key that the contract does not show: the service may accept or reject them. */
export const KEY_FORMS = (Object.keys(CREDENTIALS) as readonly CredentialId[]).filter(
  (id): id is IdOf<'other form'> => CREDENTIALS[id].kind === 'other form',
);

/** Every credential that the key allows, by its id. */
export type Credentials = Readonly<Record<Exclude<CredentialId, NearKeyId>, Credential>> &
  Readonly<Partial<Record<NearKeyId, Credential>>>;

/** The key in a shell command. */
const KEY_VARIABLE = '$PETSTORE_API_KEY';
/** Makes every credential for a key of visible ASCII characters. It leaves out near keys that are equal or decode to the same bytes. */
export function credentialsFor(apiKey: string, random: () => number): Credentials {
  const randomKey = randomKeyLike(apiKey, random);
  // Twice a long key in base64 would be too large for some servers.
  const wrong = randomKey.slice(0, 64);
  return {
    valid: { ...bearer('valid', apiKey, '[key]', KEY_VARIABLE), isValidKey: true },
    none: { id: 'none', label: '', authorization: null, shell: null },
    empty: { id: 'empty', label: '', authorization: '', shell: '""' },
    'bearer-without-token': credential('bearer-without-token', 'Bearer', 'Bearer', 'Bearer'),
    'random-key': bearer('random-key', randomKey, '[random key]', quoted(randomKey)),
    'basic-wrong-key': basic(
      'basic-wrong-key',
      `${wrong}:${wrong}`,
      '[wrong user and password in base64]',
      quoted(`${wrong}:${wrong}`),
    ),
    basic: basic('basic', `${apiKey}:`, '[key and a colon in base64]', `${KEY_VARIABLE}:`),
    'raw-key-without-scheme': credential('raw-key-without-scheme', apiKey, '[key]', KEY_VARIABLE),
    'lower-case-scheme': credential('lower-case-scheme', `bearer ${apiKey}`, 'bearer [key]', `bearer ${KEY_VARIABLE}`),
    'key-before-another': bearer(
      'key-before-another',
      `${apiKey}, Bearer ${randomKey}`,
      '[key], Bearer [random key]',
      `${KEY_VARIABLE}, Bearer ${quoted(randomKey)}`,
    ),
    'key-after-another': bearer(
      'key-after-another',
      `${randomKey}, Bearer ${apiKey}`,
      '[random key], Bearer [key]',
      `${quoted(randomKey)}, Bearer ${KEY_VARIABLE}`,
    ),
    ...nearKeys(apiKey),
  };
}

/** The near keys that the key allows, by their ids. */
function nearKeys(apiKey: string): Readonly<Partial<Record<NearKeyId, Credential>>> {
  const appended = substitutesFor(apiKey)[0].repeat(APPENDED);
  // A service may ignore the separators of a key.
  const before = decodesAlike(`-${apiKey}`, apiKey) ? 'x' : '-';
  const cut = apiKey.length < 3 ? 0 : Math.min(CUT, Math.floor(apiKey.length / 2));
  const hasBothCases = /[a-z]/.test(apiKey) && /[A-Z]/.test(apiKey) && !hasNoCase(apiKey);
  const first = hasBothCases && /^[a-zA-Z]/.test(apiKey) ? swapCase(apiKey.slice(0, 1)) : otherFirstCharacter(apiKey);
  // Padding at the end means nothing.
  const last = withOtherCharacter(apiKey, apiKey.replace(/={0,2}$/, '').length - 1);
  const middle = withOtherCharacter(apiKey, middleOf(apiKey));
  // An empty token marks a near key that this key does not allow.
  const all = [
    near('key-and-a-character', apiKey + appended, `and ${APPENDED} characters`, `\${PETSTORE_API_KEY}${appended}`),
    {
      ...near('character-and-key', before + apiKey, '', `${before}\${PETSTORE_API_KEY}`),
      label: '[a character and key]',
    },
    near('key-last-character-changed', last.token, 'with its last character changed', last.shell),
    near('key-middle-changed', middle.token, 'with a character in its middle changed', middle.shell),
    near('key-cut-short', apiKey.slice(0, cut), 'cut short', `\${PETSTORE_API_KEY:0:${cut}}`),
    near('key-without-first-character', withoutFirst(apiKey), 'without its first character', '${PETSTORE_API_KEY#?}'),
    near('key-without-last-character', apiKey.slice(0, -1), 'without its last character', '${PETSTORE_API_KEY%?}'),
    near(
      'key-first-character-changed',
      apiKey.length < 2 ? '' : first + apiKey.slice(1),
      'with its first character changed',
      `${first}\${PETSTORE_API_KEY#?}`,
    ),
    near(
      'key-case-swapped',
      hasBothCases ? swapCase(apiKey) : '',
      'with its case swapped',
      `$(printf %s "${KEY_VARIABLE}" | tr a-zA-Z A-Za-z)`,
    ),
  ];
  const wrong = all.filter(
    ({ token }, index) =>
      token !== '' && !decodesAlike(token, apiKey) && all.findIndex((other) => other.token === token) === index,
  );
  return Object.fromEntries(wrong.map(({ id, token, label, shell }) => [id, bearer(id, token, label, shell)]));
}

function near(id: NearKeyId, token: string, says: string, shell: string) {
  return { id, token, label: `[key ${says}]`, shell };
}

/** The substitutes of keys without a narrower alphabet. */
const ANY_CHARACTER = ['x', 'k', 'G'] as const;

/** Characters for near keys, from the narrowest alphabet of the key: a wrong key is then rejected as unknown, and not for its form. */
function substitutesFor(apiKey: string): readonly [string, ...string[]] {
  if (/^[\d-]+$/.test(apiKey)) return ['7', '2'];
  if (/^[\dA-F-]+$/.test(apiKey)) return ['A', '7', '2'];
  return /^[\da-f-]+$/i.test(apiKey) ? ['a', '7', '2'] : ANY_CHARACTER;
}

/** More than a few, and a multiple of four: a decoder of base64 may ignore up to three further characters. */
const APPENDED = 28;

/** As many characters as a service may store of each key to recognise it. */
const CUT = 8;

/** Where the middle of a key is: the first letter or digit from there, since hyphens mean nothing in a UUID. -1 for a short key. */
function middleOf(apiKey: string): number {
  const half = Math.floor(apiKey.length / 2);
  const offset = apiKey.slice(half, -1).search(/[a-zA-Z0-9]/);
  return half === 0 || offset < 0 ? -1 : half + offset;
}

/** The key with another character at an index; empty if there is none. The low bits of the last one may mean nothing in base64. */
function withOtherCharacter(apiKey: string, at: number): { readonly token: string; readonly shell: string } {
  const [head, rest] = [apiKey.slice(0, Math.max(0, at)), apiKey.slice(at + 1)];
  const own = apiKey.charAt(at).toLowerCase();
  const other = [...substitutesFor(apiKey), ...ANY_CHARACTER].find(
    (substitute) => substitute.toLowerCase() !== own && !decodesAlike(head + substitute + rest, apiKey),
  );
  if (at < 0 || other === undefined) return { token: '', shell: '' };
  const shell =
    rest === ''
      ? `\${PETSTORE_API_KEY%?}${other}`
      : `\${PETSTORE_API_KEY:0:${at}}${other}\${PETSTORE_API_KEY:${at + 1}}`;
  return { token: head + other + rest, shell };
}

/** The key without its first character; empty if that equals the key without its last one, or the key read as a number. */
function withoutFirst(apiKey: string): string {
  const rest = apiKey.slice(1);
  return rest === apiKey.slice(0, -1) || apiKey.startsWith('0') ? '' : rest;
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-zA-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}

function basic(id: CredentialId, pair: string, label: string, shell: string): Credential {
  const encoded = Buffer.from(pair, 'utf8').toString('base64');
  return credential(id, `Basic ${encoded}`, `Basic ${label}`, `Basic $(printf %s "${shell}" | base64 | tr -d '\\n')`);
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

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

/** A random key of the same form: letters for letters of the same case, and digits for digits. It never equals the key. */
function randomKeyLike(apiKey: string, random: () => number): string {
  const drawn = Array.from(apiKey, (character) => {
    const choices = ALPHABETS.find((alphabet) => alphabet.includes(character)) ?? character;
    return choices.charAt(Math.floor(random() * choices.length));
  }).join('');
  if (!decodesAlike(drawn, apiKey)) return drawn;
  return otherFirstCharacter(apiKey) + apiKey.slice(1);
}

/** A replacement for the first character. It has another meaning in every key alphabet. */
function otherFirstCharacter(apiKey: string): string {
  const first = apiKey.slice(0, 1);
  return substitutesFor(apiKey).find((each) => each.toLowerCase() !== first.toLowerCase()) ?? 'x';
}

/** Whether a credential is the configured key as a bearer token, the only form that a service must accept. */
export function isValidKey({ isValidKey: isValid }: Credential): boolean {
  return isValid === true;
}

const ROWS: ReadonlyMap<string, CredentialRow> = new Map([
  ...Object.entries<CredentialRow>(CREDENTIALS),
  ...Object.entries<SpecialToken>(SPECIAL_TOKENS).map(([id, { title, isSimilar }]): [string, CredentialRow] => [
    `token-${id}`,
    { kind: isSimilar === true ? 'similar key' : 'wrong key', title },
  ]),
]);

/** What a credential is, by its id. Another version of the suite may have sent one that this one does not know. */
export function aboutCredential(id: string): CredentialRow {
  return ROWS.get(id) ?? { kind: 'wrong key', title: 'another key' };
}

/** Whether a credential holds a wrong key. A service may lock out a client that sends many of them. */
export function isWrongKey({ id }: Pick<Credential, 'id'>): boolean {
  const { kind } = aboutCredential(id);
  return kind === 'wrong key' || kind === 'similar key';
}
