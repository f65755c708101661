import type { Credential } from '../../http/request.ts';
import { decodesAlike } from './decoded-key.ts';
import { NEAR_KEYS, type NearKeyId, nearKeys, otherFirstCharacter } from './near-keys.ts';
import { type SpecialToken, type SpecialTokenId, SPECIAL_TOKENS, specialCredential } from './special-tokens.ts';

/**
 * What the service must make of a credential: a right key as a bearer token gets a success, none and a wrong one get 401. The contract
 * does not show other forms of the right key. A similar key is a wrong one that is made from the right key.
 */
type CredentialKind = 'right key' | 'no key' | 'other form' | 'wrong key' | 'similar key';

/** A credential in the table. `title` is for titles of cases. */
interface CredentialRow {
  readonly kind: CredentialKind;
  readonly title: string;
  /** The token is outside the alphabet of RFC 6750. */
  readonly isOutside?: boolean;
}

/** The ways to fill the Authorization header (part 5) that a case can try. The ids never change. */
export const CREDENTIALS = {
  valid: { kind: 'right key', title: 'the right key' },
  none: { kind: 'no key', title: 'a request without an Authorization header' },
  empty: { kind: 'no key', title: 'an empty Authorization header' },
  'bearer-without-token': { kind: 'no key', title: 'the scheme Bearer without a token' },
  'random-key': { kind: 'wrong key', title: 'a random key' },
  'basic-wrong-key': { kind: 'wrong key', title: 'Basic credentials with a wrong user and password' },
  'raw-key-without-scheme': { kind: 'other form', title: 'the key without a scheme' },
  'lower-case-scheme': { kind: 'other form', title: 'the key after the scheme in lower case' },
  basic: { kind: 'other form', title: 'the key as the user of Basic credentials' },
  'key-before-another': { kind: 'other form', title: 'the key before a wrong one' },
  'key-after-another': { kind: 'other form', title: 'the key after a wrong one' },
  ...NEAR_KEYS,
} as const satisfies Readonly<Record<string, CredentialRow>>;

type Table = typeof CREDENTIALS;

export type CredentialId = keyof Table;

/** A form of the right key that the contract does not show: the service may accept or reject it. */
type KeyFormId = { [Id in CredentialId]: Table[Id]['kind'] extends 'other form' ? Id : never }[CredentialId];

export const KEY_FORMS = (Object.keys(CREDENTIALS) as readonly CredentialId[]).filter(
  (id): id is KeyFormId => CREDENTIALS[id].kind === 'other form',
);

/** Every credential that the key allows, by its id. */
export type Credentials = Readonly<Record<Exclude<CredentialId, NearKeyId>, Credential>> &
  Readonly<Partial<Record<NearKeyId, Credential>>>;

/** The key in a shell command. */
const KEY_VARIABLE = '$PETSTORE_API_KEY';

/** Makes every credential for a key of visible ASCII characters. */
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
    ...Object.fromEntries(
      [...nearKeys(apiKey)].map(([id, { token, shell }]) => {
        const label = `[${NEAR_KEYS[id].title.replace('the key', 'key')}]`;
        return [id, bearer(id, token, label, shell)];
      }),
    ),
  };
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

/** Whether a credential is the configured key as a bearer token, the only form that a service must accept. */
export function isValidKey({ isValidKey: isValid }: Credential): boolean {
  return isValid === true;
}

const ROWS: ReadonlyMap<string, CredentialRow> = new Map([
  ...Object.entries<CredentialRow>(CREDENTIALS),
  ...Object.entries<SpecialToken>(SPECIAL_TOKENS).map(([id, token]): [string, CredentialRow] => [
    `token-${id}`,
    {
      kind: token.isSimilar === true ? 'similar key' : 'wrong key',
      title: token.title,
      isOutside: token.isOutside === true,
    },
  ]),
]);

/** What a credential is, by its id. Another version of the suite may have sent one that this one does not know. */
export function aboutCredential(id: string): CredentialRow {
  return ROWS.get(id) ?? { kind: 'wrong key', title: 'another key' };
}

/** The wrong keys that a run makes from the right one, if a reader of them could guess the right one. */
export function changedKeys(apiKey: string, credentials: Credentials): readonly Credential[] {
  const tokens = Object.keys(SPECIAL_TOKENS) as readonly SpecialTokenId[];
  const all = [...Object.values(credentials), ...tokens.flatMap((id) => specialCredential(id, apiKey) ?? [])];
  const similar = all.filter(({ id }) => aboutCredential(id).kind === 'similar key');
  return similar.filter(({ id, authorization }) => id !== 'key-cut-short' && !authorization?.includes(apiKey));
}

/** Whether a credential holds a wrong key. A service may lock out a client that sends many of them. */
export function isWrongKey({ id }: Pick<Credential, 'id'>): boolean {
  const { kind } = aboutCredential(id);
  return kind === 'wrong key' || kind === 'similar key';
}
