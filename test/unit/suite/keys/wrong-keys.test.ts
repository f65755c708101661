import { expect, it } from 'vitest';
import { createBudget } from '../../../../src/suite/execution/budget.ts';
import {
  aboutCredential,
  credentialsFor,
  isValidKey,
  isWrongKey,
  KEY_FORMS,
} from '../../../../src/suite/keys/credentials.ts';
import { operationDefinitions } from '../../../../src/suite/operations/index.ts';
import {
  isOutsideAlphabet,
  SPECIAL_TOKENS,
  specialCredential,
  type SpecialTokenId,
} from '../../../../src/suite/keys/special-tokens.ts';
import { allowedInsteadOf401 } from '../../../../src/suite/responses/response.ts';
import { testCredentials, testKey } from '../../../support/client-under-test.ts';

const TOKEN_IDS = Object.keys(SPECIAL_TOKENS) as readonly SpecialTokenId[];

it('a wrong key is one that is neither missing nor the whole right key', () => {
  const wrong = Object.values(credentialsFor(testKey, () => 0.5)).filter(isWrongKey);
  expect(wrong.map(({ id }) => id).filter((id) => !id.startsWith('key-'))).toEqual([
    'random-key',
    'basic-wrong-key',
    'character-and-key',
  ]);
  expect(wrong.filter(({ id }) => id.startsWith('key-'))).toHaveLength(8);
  const tokens = TOKEN_IDS.flatMap((id) => specialCredential(id, testKey) ?? []);
  expect(tokens.filter((each) => !isWrongKey(each))).toEqual([]);
});

it('the valid key is one credential: its other forms are neither valid nor wrong', () => {
  const all = Object.values(credentialsFor(testKey, () => 0.5));
  expect(all.filter(isValidKey).map(({ id }) => id)).toEqual(['valid']);
  const others = all.filter((each) => !isValidKey(each) && !isWrongKey(each));
  expect(others.map(({ id }) => id)).toEqual(expect.arrayContaining(['none', ...KEY_FORMS]));
});

it('a special token is in the alphabet of RFC 6750, unless it says that a firewall may block it', () => {
  for (const id of TOKEN_IDS) {
    const credential = specialCredential(id, testKey);
    if (credential === null) throw new Error(`${id} is the key`);
    expect([id, allowedInsteadOf401(403, credential) !== null]).toEqual([id, isOutsideAlphabet(id)]);
    expect([id, aboutCredential(credential.id).isOutside]).toEqual([id, isOutsideAlphabet(id)]);
    expect(credential.authorization?.length).toBeLessThanOrEqual(2048);
  }
});

it('each special token is tried on an operation, and each operation gets an inherited name', () => {
  const tried = Object.values(operationDefinitions).map(({ tokens }) => tokens);
  expect(TOKEN_IDS.filter((id) => !tried.flat().includes(id))).toEqual([]);
  const inherited: readonly SpecialTokenId[] = ['constructor', 'proto', 'to-string'];
  expect(tried.filter((tokens) => !tokens.some((id) => inherited.includes(id)))).toEqual([]);
});

it('a bound counts wrong keys alone', () => {
  const { valid, none, 'random-key': wrong } = testCredentials;
  const { reserveKey } = createBudget(0, 0, 1);
  expect([valid, wrong, none, wrong, valid].map(reserveKey)).toEqual([true, true, true, false, true]);
  expect(createBudget(0, 0, 0).reserveKey(wrong)).toBe(false);
  expect(createBudget(0).reserveKey(wrong)).toBe(true);
});

it.each([
  ['key-cut-short', 'similar key'],
  ['token-key-and-part', 'similar key'],
  ['token-none', 'wrong key'],
  ['none', 'no key'],
  ['key-before-another', 'other form'],
  ['of another version', 'wrong key'],
])('the credential %s is: %s', (id, kind) => {
  expect(aboutCredential(id).kind).toBe(kind);
});
