import { expect, it } from 'vitest';
import { createBudget } from '../../../../src/suite/execution/budget.ts';
import {
  credentialRow,
  credentialsFor,
  isUnusualToken,
  isValidKey,
  isWrongKey,
  KEY_FORMS,
} from '../../../../src/suite/keys/credentials.ts';
import { NEAR_KEYS } from '../../../../src/suite/keys/near-keys.ts';
import { operationDefinitions } from '../../../../src/suite/operations/index.ts';
import { SPECIAL_TOKENS, type SpecialTokenId } from '../../../../src/suite/keys/special-tokens.ts';
import { allowedInsteadOf401 } from '../../../../src/suite/responses/response.ts';
import { testCredentials, testKey } from '../../../support/client-under-test.ts';

const TOKEN_IDS = Object.keys(SPECIAL_TOKENS) as readonly SpecialTokenId[];

it('a wrong key is one that is neither missing nor the whole right key', () => {
  const wrong = Object.values(credentialsFor(testKey, () => 0.5)).filter(isWrongKey);
  expect(wrong.map(({ id }) => id).toSorted()).toEqual(
    [
      'random-key',
      'random-key-lower-case-scheme',
      'basic-wrong-key',
      ...Object.keys(NEAR_KEYS),
      ...TOKEN_IDS,
    ].toSorted(),
  );
});

it('the valid key is one credential: its other forms are neither valid nor wrong', () => {
  const all = Object.values(credentialsFor(testKey, () => 0.5));
  expect(all.filter(isValidKey).map(({ id }) => id)).toEqual(['valid']);
  const others = all.filter((each) => !isValidKey(each) && !isWrongKey(each));
  expect(others.map(({ id }) => id)).toEqual(expect.arrayContaining(['none', ...KEY_FORMS]));
});

it('a firewall may block six of the special tokens, and none for its size', () => {
  const unusual = TOKEN_IDS.filter(isUnusualToken);
  expect(unusual.map((id) => id.replace('token-', ''))).toEqual([
    'apostrophe',
    'always-true',
    'part-and-percent',
    'asterisk',
    'braces',
    'beyond-ascii',
  ]);
  const blocked = Object.values(testCredentials).filter((each) => allowedInsteadOf401(403, each) !== null);
  expect(blocked.filter(isWrongKey).map(({ id }) => id)).toEqual(unusual);
  expect(isUnusualToken('of another version')).toBe(false);
});

it('each special token is tried on an operation, and each operation gets an inherited name', () => {
  const tried = Object.values(operationDefinitions).map(({ tokens }) => tokens);
  expect(TOKEN_IDS.filter((id) => !tried.flat().includes(id))).toEqual([]);
  const inherited: readonly SpecialTokenId[] = ['token-constructor', 'token-proto', 'token-to-string'];
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
  expect(credentialRow(id).kind).toBe(kind);
});
