import type { OperationId } from '../../contract/operations.ts';
import type { Credential } from '../../http/request.ts';

/**
 * A wrong key that a service accepts, or fails on, if it does more with a key than compare it. Every token is within the
 * alphabet of RFC 6750 section 2.1 and no longer than 2 KiB, so the contract rejects it like any other wrong key (part 5 rule 3).
 */
export interface SpecialToken {
  readonly id: string;
  /** What the token is, for a title: "the word null". */
  readonly title: string;
  /** The operation that the case calls with it. */
  readonly operation: OperationId;
  readonly token: (apiKey: string) => string;
  /** The token as a part of a double-quoted word for bash. */
  readonly shell: string;
}

/** The tokens, by the mistake that accepts them. Each group tries more than one operation. */
export const SPECIAL_TOKENS: readonly SpecialToken[] = [
  // Words that some serialisers write for a missing key.
  word('null', 'listPets'),
  word('undefined', 'createPet'),
  word('none', 'getPet'),
  // Values that a type conversion reads as true or as empty.
  word('true', 'listPets'),
  word('0', 'getPet'),
  word('1', 'createPet'),
  // Names that every JavaScript object has as members.
  word('constructor', 'listPets'),
  word('__proto__', 'createPet'),
  word('toString', 'getPet'),
  // Keys that often remain from a trial.
  word('admin', 'listPets'),
  word('test', 'createPet'),
  // Patterns that match any key.
  forEachCharacter('.', 'listPets', 'dots', 'a full stop for each character of the key'),
  word('.+', 'createPet', 'any-text-pattern', 'a pattern that matches any text'),
  forEachCharacter('_', 'getPet', 'underscores', 'an underscore for each character of the key, a wildcard in SQL'),
  forEachCharacter('0', 'createPet', 'zeros', 'a zero for each character of the key'),
  // Characters of the alphabet that are neither letters nor digits. A check of the key's form may reject them with 400.
  word('k-._~+/9==', 'getPet', 'signs', 'each sign of the alphabet'),
  // A signed token whose head says that it is not signed: {"alg":"none"} and an empty claim set.
  word('eyJhbGciOiJub25lIn0.e30.', 'listPets', 'unsigned-jwt', 'a JSON Web Token without a signature'),
  // Keys that may exceed a buffer or a column.
  long(300, 'getPet'),
  long(1100, 'listPets'),
  long(2000, 'createPet'),
];

/** The credential of a special token for a key; null if it is the key itself. */
export function specialCredential({ id, token, shell }: SpecialToken, apiKey: string): Credential | null {
  const text = token(apiKey);
  if (text === apiKey) return null;
  return { id: `token-${id}`, label: `Bearer [${id}]`, authorization: `Bearer ${text}`, shell: `"Bearer ${shell}"` };
}

function word(
  text: string,
  operation: OperationId,
  id = text.replaceAll('_', ''),
  title = `the word ${text}`,
): SpecialToken {
  return { id: id.toLowerCase(), title, operation, token: () => text, shell: text };
}

/** As long as the key. */
function forEachCharacter(character: string, operation: OperationId, id: string, title: string): SpecialToken {
  const token = (apiKey: string): string => character.repeat(apiKey.length);
  return { id, title, operation, token, shell: `\${PETSTORE_API_KEY//?/${character}}` };
}

function long(length: number, operation: OperationId): SpecialToken {
  const token = 'k'.repeat(length);
  const shell = `$(printf 'k%.0s' $(seq ${length}))`;
  return { id: `length-${length}`, title: `${length} letters`, operation, token: () => token, shell };
}
