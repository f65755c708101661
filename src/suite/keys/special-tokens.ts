import { similar, type WrongToken } from './near-keys.ts';

/**
 * Wrong keys of at most 2 KiB that a service accepts, or fails on, if it does more with a key than compare it: by the mistake that
 * accepts them. `operationDefinitions` says which of them each operation is called with.
 */
export const SPECIAL_TOKENS = {
  // Words that some serialisers write for a missing key.
  'token-null': word('null'),
  'token-undefined': word('undefined'),
  'token-none': word('None'),
  // Values that a type conversion reads as true or as empty.
  'token-true': word('true'),
  'token-one': word('1'),
  // Names that every JavaScript object has as members.
  'token-constructor': word('constructor'),
  'token-proto': word('__proto__'),
  'token-to-string': word('toString'),
  // A key that often remains from a trial.
  'token-test': word('test'),
  // A name that every folder holds.
  'token-parent-folder': text('two full stops, which stand for the folder above', '..'),
  // Patterns that match any key.
  'token-any-text-pattern': text('a pattern that matches any text', '.+'),
  'token-underscores': {
    kind: 'wrong key',
    title: 'an underscore for each character of the key, a wildcard in SQL',
    make: (apiKey) => ({ token: '_'.repeat(apiKey.length), shell: '${PETSTORE_API_KEY//?/_}' }),
  },
  // All signs of the alphabet that are neither letters nor digits. A check of the key's form may reject them with 400.
  'token-signs': text('each sign that a bearer token may have', 'k-._~+/9=='),
  // A signed token whose head says that it is not signed: {"alg":"none"} and an empty claim set.
  'token-unsigned-jwt': text('a JSON Web Token without a signature', 'eyJhbGciOiJub25lIn0.e30.'),
  // A signed token, which a decoder may fail on: {"alg":"HS256"}, an empty claim set, and a made-up signature.
  'token-signed-jwt': text('a JSON Web Token with another signature', 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl'),
  // A check that splits the token at full stops, reads a plus sign as a space, or drops slashes at the end of a text.
  'token-key-and-part': behindKey('the key, then a full stop and digits', '.9999'),
  'token-plus-signs-behind': behindKey('the key, then two plus signs', '++'),
  'token-slashes-behind': behindKey('the key, then two slashes', '//'),
  // A check that ignores the order of characters, or compares less than the whole key.
  'token-reversed': similar('the key with its characters in reverse order', (apiKey) => ({
    token: apiKey.split('').toReversed().join(''),
    shell: '$(printf %s "$PETSTORE_API_KEY" | rev)',
  })),
  'token-middle-missing': similar('the key without the character in its middle', (apiKey) => ({
    token: apiKey.slice(0, apiKey.length / 2) + apiKey.slice(apiKey.length / 2 + 1),
    shell: '${PETSTORE_API_KEY:0:${#PETSTORE_API_KEY} / 2}${PETSTORE_API_KEY:${#PETSTORE_API_KEY} / 2 + 1}',
  })),
  'token-last-two-missing': similar('the key without its last two characters', (apiKey) => ({
    token: apiKey.slice(0, -2),
    shell: '${PETSTORE_API_KEY%??}',
  })),
  // A key that may exceed a buffer or a column.
  'token-2000-letters': text('2000 letters', 'k'.repeat(2000), "$(printf 'k%.0s' $(seq 2000))"),
  // Signs that a query, a pattern, a template or a decoder of text reads. They are outside the alphabet of RFC 6750.
  'token-apostrophe': text('an apostrophe, which closes a string in SQL', "k'9"),
  'token-always-true': text('a condition of SQL that is always true', "k' OR '1'='1"),
  'token-part-and-percent': {
    kind: 'wrong key',
    title: 'a part of the key and a percent sign, a wildcard in SQL',
    make: (apiKey) => ({
      token: `${apiKey.slice(0, Math.min(4, Math.floor(apiKey.length / 2)))}%`,
      shell: '${PETSTORE_API_KEY:0:$((${#PETSTORE_API_KEY} < 8 ? ${#PETSTORE_API_KEY} / 2 : 4))}%',
    }),
  },
  'token-asterisk': text('an asterisk, a wildcard of directories and shells', '*'),
  'token-braces': text('a quotation mark and braces, which end a string and an object in JSON', 'k"}{9'),
  'token-beyond-ascii': text(
    'characters beyond ASCII, as bytes of Latin-1',
    'k\u00e9\u00ff',
    String.raw`$(printf 'k\351\377')`,
  ),
} satisfies Readonly<Record<string, WrongToken>>;

/** The id of a special token, as in the id of its case: `auth/list/token-null`. */
export type SpecialTokenId = keyof typeof SPECIAL_TOKENS;

function word(value: string): WrongToken {
  return text(`the word ${value}`, value);
}

function text(title: string, token: string, shell: string = token.replaceAll('"', String.raw`\"`)): WrongToken {
  return { kind: 'wrong key', title, make: () => ({ token, shell }) };
}

function behindKey(title: string, end: string): WrongToken {
  return similar(title, (apiKey) => ({ token: apiKey + end, shell: `\${PETSTORE_API_KEY}${end}` }));
}
