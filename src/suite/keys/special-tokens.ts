import type { Credential } from '../../http/request.ts';
import { decodesAlike } from './decoded-key.ts';

/** A wrong key of at most 2 KiB that a service accepts, or fails on, if it does more with a key than compare it. */
export interface SpecialToken {
  /** What the token is, for a title: "the word null". */
  readonly title: string;
  readonly token: (apiKey: string) => string;
  /** The token as a part of a double-quoted word for bash. */
  readonly shell: string;
  /** Outside the alphabet: the service may also reject it as a gateway or a firewall does, which may then lock the client out. */
  readonly isOutside?: true;
  /** The key with a small change. */
  readonly isSimilar?: true;
}

/** The tokens, by the mistake that accepts them. `operationDefinitions` says which of them each operation is called with. */
export const SPECIAL_TOKENS = {
  // Words that some serialisers write for a missing key.
  null: word('null'),
  undefined: word('undefined'),
  none: word('None'),
  // Values that a type conversion reads as true or as empty.
  true: word('true'),
  one: word('1'),
  // Names that every JavaScript object has as members.
  constructor: word('constructor'),
  proto: word('__proto__'),
  'to-string': word('toString'),
  // A key that often remains from a trial.
  test: word('test'),
  // A name that every folder holds.
  'parent-folder': text('..', 'two full stops, which stand for the folder above'),
  // Patterns that match any key.
  'any-text-pattern': text('.+', 'a pattern that matches any text'),
  underscores: {
    title: 'an underscore for each character of the key, a wildcard in SQL',
    token: (apiKey) => '_'.repeat(apiKey.length),
    shell: '${PETSTORE_API_KEY//?/_}',
  },
  // Characters of the alphabet that are neither letters nor digits. A check of the key's form may reject them with 400.
  signs: text('k-._~+/9==', 'each sign that a bearer token may have'),
  // A signed token whose head says that it is not signed: {"alg":"none"} and an empty claim set.
  'unsigned-jwt': text('eyJhbGciOiJub25lIn0.e30.', 'a JSON Web Token without a signature'),
  // A signed token, which a decoder may fail on: {"alg":"HS256"}, an empty claim set, and a made-up signature.
  'signed-jwt': text('eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl', 'a JSON Web Token with another signature'),
  // A check that splits the token at full stops, reads a plus sign as a space, or drops slashes at the end of a text.
  'key-and-part': behindKey('.9999', 'the key, then a full stop and digits'),
  'plus-signs-behind': behindKey('++', 'the key, then two plus signs'),
  'slashes-behind': behindKey('//', 'the key, then two slashes'),
  // A check that ignores the order of characters, or compares less than the whole key.
  reversed: {
    title: 'the key with its characters in reverse order',
    token: (apiKey) => apiKey.split('').toReversed().join(''),
    shell: '$(printf %s "$PETSTORE_API_KEY" | rev)',
    isSimilar: true,
  },
  'middle-missing': {
    title: 'the key without the character in its middle',
    token: (apiKey) => apiKey.slice(0, apiKey.length / 2) + apiKey.slice(apiKey.length / 2 + 1),
    shell: '${PETSTORE_API_KEY:0:${#PETSTORE_API_KEY} / 2}${PETSTORE_API_KEY:${#PETSTORE_API_KEY} / 2 + 1}',
    isSimilar: true,
  },
  'last-two-missing': {
    title: 'the key without its last two characters',
    token: (apiKey) => apiKey.slice(0, -2),
    shell: '${PETSTORE_API_KEY%??}',
    isSimilar: true,
  },
  // A key that may exceed a buffer or a column.
  '2000-letters': { title: '2000 letters', token: () => 'k'.repeat(2000), shell: "$(printf 'k%.0s' $(seq 2000))" },
  // Signs that a query, a pattern, a template or a decoder of text reads.
  apostrophe: outside("k'9", 'an apostrophe, which closes a string in SQL'),
  'always-true': outside("k' OR '1'='1", 'a condition of SQL that is always true'),
  'part-and-percent': {
    title: 'a part of the key and a percent sign, a wildcard in SQL',
    token: (apiKey) => `${apiKey.slice(0, Math.min(4, Math.floor(apiKey.length / 2)))}%`,
    shell: '${PETSTORE_API_KEY:0:$((${#PETSTORE_API_KEY} < 8 ? ${#PETSTORE_API_KEY} / 2 : 4))}%',
    isOutside: true,
  },
  asterisk: outside('*', 'an asterisk, a wildcard of directories and shells'),
  braces: outside('k"}{9', 'a quotation mark and braces, which end a string and an object in JSON'),
  'beyond-ascii': outside(
    'k\u00e9\u00ff',
    'characters beyond ASCII, as bytes of Latin-1',
    String.raw`$(printf 'k\351\377')`,
  ),
} satisfies Readonly<Record<string, SpecialToken>>;

/** The name of a special token, as in the id of its case: `auth/list/token-null`. */
export type SpecialTokenId = keyof typeof SPECIAL_TOKENS;

/** Whether a token is outside the alphabet of RFC 6750. A run sends it only if risky probes are on. */
export function isOutsideAlphabet(id: SpecialTokenId): boolean {
  const { isOutside }: SpecialToken = SPECIAL_TOKENS[id];
  return isOutside === true;
}

/** The credential of a special token for a key; null if it is empty or the key itself, or a decoder takes it for the key. */
export function specialCredential(id: SpecialTokenId, apiKey: string): Credential | null {
  const { title, token, shell, isSimilar }: SpecialToken = SPECIAL_TOKENS[id];
  const value = token(apiKey);
  if (value === '' || decodesAlike(value, apiKey)) return null;
  const label = isSimilar === true ? title.replace('the key', 'key') : id;
  return {
    id: `token-${id}`,
    label: `Bearer [${label}]`,
    authorization: `Bearer ${value}`,
    shell: `"Bearer ${shell}"`,
  };
}

function word(value: string): SpecialToken {
  return text(value, `the word ${value}`);
}

function text(value: string, title: string): SpecialToken {
  return { title, token: () => value, shell: value };
}

function behindKey(value: string, title: string): SpecialToken {
  return { title, token: (apiKey) => apiKey + value, shell: `\${PETSTORE_API_KEY}${value}`, isSimilar: true };
}

function outside(value: string, title: string, shell = value.replaceAll('"', String.raw`\"`)): SpecialToken {
  return { title, token: () => value, shell, isOutside: true };
}
