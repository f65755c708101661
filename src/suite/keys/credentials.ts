import type { Credential } from '../../http/request.ts';
import { decodesAlike } from './decoded-key.ts';
import { NEAR_KEYS, otherFirstCharacter, type WrongToken } from './near-keys.ts';
import { SPECIAL_TOKENS } from './special-tokens.ts';

/** Text of the Authorization header: as it is sent, as a report shows it, and as a part of a double-quoted word for bash. */
interface HeaderText {
  readonly sent: string;
  readonly label: string;
  readonly shell: string;
}

/** A credential in the table. */
interface CredentialRow {
  /**
   * What the service must make of it: a right key as a bearer token gets a success, none and a wrong one get 401. The contract does not
   * show other forms of the right key.
   */
  readonly kind: 'right key' | 'no key' | 'other form' | WrongToken['kind'];
  /** For titles of cases. */
  readonly title: string;
}

/** A way to fill the Authorization header with the right key, and with a random one. */
interface CredentialForm extends CredentialRow {
  readonly write: (key: HeaderText, random: HeaderText) => Omit<Credential, 'id'>;
}

/** The forms that each key allows. */
const FORMS = {
  valid: {
    kind: 'right key',
    title: 'the right key',
    write: (key) => ({ ...bearer(key), isValidKey: true }),
  },
  none: {
    kind: 'no key',
    title: 'a request without an Authorization header',
    write: () => ({ label: '', authorization: null, shell: null }),
  },
  empty: { kind: 'no key', title: 'an empty Authorization header', write: () => header() },
  'bearer-without-token': {
    kind: 'no key',
    title: 'the scheme Bearer without a token',
    write: () => header(plain('Bearer')),
  },
  'random-key': { kind: 'wrong key', title: 'a random key', write: (_key, random) => bearer(random) },
  'random-key-lower-case-scheme': {
    kind: 'wrong key',
    title: 'a random key after the scheme in lower case',
    write: (_key, random) => ({ ...header(plain('bearer '), random), token: random.sent }),
  },
  'basic-wrong-key': {
    kind: 'wrong key',
    title: 'Basic credentials with a wrong user and password',
    write(_key, random) {
      // Twice a long key in base64 would be too large for some servers.
      const wrong = plain(random.sent.slice(0, 64));
      return basic('[wrong user and password in base64]', wrong, plain(':'), wrong);
    },
  },
  'raw-key-without-scheme': { kind: 'other form', title: 'the key without a scheme', write: (key) => header(key) },
  'lower-case-scheme': {
    kind: 'other form',
    title: 'the key after the scheme in lower case',
    write: (key) => header(plain('bearer '), key),
  },
  basic: {
    kind: 'other form',
    title: 'the key as the user of Basic credentials',
    write: (key) => basic('[key and a colon in base64]', key, plain(':')),
  },
  'key-before-another': {
    kind: 'other form',
    title: 'the key before a wrong one',
    write: (key, random) => bearer(key, plain(', Bearer '), random),
  },
  'key-after-another': {
    kind: 'other form',
    title: 'the key after a wrong one',
    write: (key, random) => bearer(random, plain(', Bearer '), key),
  },
} as const satisfies Readonly<Record<string, CredentialForm>>;

const WRONG_TOKENS: Readonly<Record<WrongTokenId, WrongToken>> = { ...NEAR_KEYS, ...SPECIAL_TOKENS };

/** The credentials that a case can try (part 5), by their ids, which never change. */
export const CREDENTIALS: Readonly<Record<CredentialId, CredentialRow>> = { ...FORMS, ...WRONG_TOKENS };

type FormId = keyof typeof FORMS;
type WrongTokenId = keyof typeof NEAR_KEYS | keyof typeof SPECIAL_TOKENS;
export type CredentialId = FormId | WrongTokenId;

/** Forms of the right key that the contract does not show: the service may accept or reject them. */
export const KEY_FORMS = idsOf(FORMS).filter((id) => FORMS[id].kind === 'other form');

/** Every credential that the key allows, by its id. */
export type Credentials = Readonly<Record<FormId, Credential>> & Readonly<Partial<Record<WrongTokenId, Credential>>>;

/** Makes every credential for a key of visible ASCII characters. Of two equal wrong tokens, the first one stays. */
export function credentialsFor(apiKey: string, random: () => number): Credentials {
  const key = { sent: apiKey, label: '[key]', shell: '$PETSTORE_API_KEY' };
  const randomKey = { ...plain(randomKeyLike(apiKey, random)), label: '[random key]' };
  const made: Partial<Record<WrongTokenId, Credential>> = {};
  const tokens = new Set(['']);
  for (const id of idsOf(WRONG_TOKENS)) {
    const { title, make } = WRONG_TOKENS[id];
    const { token = '', shell = '' } = make(apiKey) ?? {};
    if (tokens.has(token) || decodesAlike(token, apiKey)) continue;
    tokens.add(token);
    made[id] = { id, ...bearer({ sent: token, label: `[${title.replace('the key', 'key')}]`, shell }) };
  }
  const forms = idsOf(FORMS).map((id) => [id, { id, ...FORMS[id].write(key, randomKey) }] as const);
  return { ...(Object.fromEntries(forms) as Readonly<Record<FormId, Credential>>), ...made };
}

function idsOf<Id extends string>(table: Readonly<Record<Id, unknown>>): readonly Id[] {
  return Object.keys(table) as Id[];
}

/** Text that a report may show. Four characters are special inside double quotes for bash. */
function plain(text: string): HeaderText {
  return { sent: text, label: text, shell: text.replaceAll(/[$`"\\]/g, String.raw`\$&`) };
}

function joined(part: keyof HeaderText, texts: readonly HeaderText[]): string {
  return texts.map((text) => text[part]).join('');
}

function header(...texts: readonly HeaderText[]): Omit<Credential, 'id'> {
  return {
    label: joined('label', texts),
    authorization: joined('sent', texts),
    shell: `"${joined('shell', texts)}"`,
  };
}

function bearer(...token: readonly HeaderText[]): Omit<Credential, 'id'> {
  return { ...header(plain('Bearer '), ...token), token: joined('sent', token) };
}

function basic(label: string, ...pair: readonly HeaderText[]): Omit<Credential, 'id'> {
  const sent = Buffer.from(joined('sent', pair), 'utf8').toString('base64');
  const shell = `$(printf %s "${joined('shell', pair)}" | base64 | tr -d '\\n')`;
  return header(plain('Basic '), { sent, label, shell });
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

const BY_ID: ReadonlyMap<string, CredentialRow> = new Map(Object.entries(CREDENTIALS));

/** What a credential is, by its id. Another version of the suite may have sent one that this one does not know. */
export function credentialRow(id: string): CredentialRow {
  return BY_ID.get(id) ?? { kind: 'wrong key', title: 'another key' };
}

/** Whether a credential is the configured key as a bearer token, the only form that a service must accept. */
export function isValidKey({ isValidKey: isValid }: Credential): boolean {
  return isValid === true;
}

/** Whether a credential holds a wrong key. A service may lock out a client that sends many of them. */
export function isWrongKey({ id }: Pick<Credential, 'id'>): boolean {
  const { kind } = credentialRow(id);
  return kind === 'wrong key' || kind === 'similar key';
}

const BEARER_TOKEN = /^[\w.~+/-]+=*$/;

/** Whether a token is outside the alphabet of RFC 6750 (section 2.1): a firewall may block it, and then lock the client out. */
export function isOutsideAlphabet({ token }: Pick<Credential, 'token'>): boolean {
  return token !== undefined && !BEARER_TOKEN.test(token);
}

const SAMPLES: Readonly<Partial<Record<string, Credential>>> = credentialsFor('sample-key', () => 0);

/** The same by the id of a credential, for a key inside the alphabet. */
export function isUnusualToken(id: string): boolean {
  return isOutsideAlphabet(SAMPLES[id] ?? {});
}
