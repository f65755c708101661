import type { Credential } from '../../http/request.ts';

/**
 * A wrong key that a service accepts, or fails on, if it does more with a key than compare it. Every token is within the
 * alphabet of RFC 6750 section 2.1 and no longer than 2 KiB, so the contract rejects it like any other wrong key (part 5 rule 3).
 */
export interface SpecialToken {
  /** What the token is, for a title: "the word null". */
  readonly title: string;
  readonly token: (apiKey: string) => string;
  /** The token as a part of a double-quoted word for bash. */
  readonly shell: string;
}

/** The tokens, by the mistake that accepts them. `operationDefinitions` says which of them each operation is called with. */
export const SPECIAL_TOKENS = {
  // Words that some serialisers write for a missing key.
  null: word('null'),
  undefined: word('undefined'),
  none: word('none'),
  // Values that a type conversion reads as true or as empty.
  true: word('true'),
  zero: word('0'),
  one: word('1'),
  // Names that every JavaScript object has as members.
  constructor: word('constructor'),
  proto: word('__proto__'),
  'to-string': word('toString'),
  // Keys that often remain from a trial.
  admin: word('admin'),
  test: word('test'),
  // Patterns that match any key.
  dots: forEachCharacter('.', 'a full stop for each character of the key'),
  'any-text-pattern': text('.+', 'a pattern that matches any text'),
  underscores: forEachCharacter('_', 'an underscore for each character of the key, a wildcard in SQL'),
  zeros: forEachCharacter('0', 'a zero for each character of the key'),
  // Characters of the alphabet that are neither letters nor digits. A check of the key's form may reject them with 400.
  signs: text('k-._~+/9==', 'each sign of the alphabet'),
  // A signed token whose head says that it is not signed: {"alg":"none"} and an empty claim set.
  'unsigned-jwt': text('eyJhbGciOiJub25lIn0.e30.', 'a JSON Web Token without a signature'),
  // Keys that may exceed a buffer or a column.
  '300-letters': letters(300),
  '1100-letters': letters(1100),
  '2000-letters': letters(2000),
} satisfies Readonly<Record<string, SpecialToken>>;

/** The name of a special token, as in the id of its case: `auth/list/token-null`. */
export type SpecialTokenId = keyof typeof SPECIAL_TOKENS;

/** The credential of a special token for a key; null if it is the key itself. */
export function specialCredential(id: SpecialTokenId, apiKey: string): Credential | null {
  const { token, shell } = SPECIAL_TOKENS[id];
  const value = token(apiKey);
  if (value === apiKey) return null;
  return { id: `token-${id}`, label: `Bearer [${id}]`, authorization: `Bearer ${value}`, shell: `"Bearer ${shell}"` };
}

function word(value: string): SpecialToken {
  return text(value, `the word ${value}`);
}

function text(value: string, title: string): SpecialToken {
  return { title, token: () => value, shell: value };
}

/** As long as the key. */
function forEachCharacter(character: string, title: string): SpecialToken {
  return {
    title,
    token: (apiKey) => character.repeat(apiKey.length),
    shell: `\${PETSTORE_API_KEY//?/${character}}`,
  };
}

function letters(length: number): SpecialToken {
  const value = 'k'.repeat(length);
  return { title: `${length} letters`, token: () => value, shell: `$(printf 'k%.0s' $(seq ${length}))` };
}
