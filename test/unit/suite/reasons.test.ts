import { describe, expect, it } from 'vitest';
import {
  afterFixture,
  allowedRejection,
  isMaximum,
  maximumReached,
  noPetListed,
  type UndecidedCause,
  readReason,
  tooFewListed,
  tooFewPets,
} from '../../../src/suite/reasons.ts';

describe('the reason of a check that is not settled', () => {
  it('has a resolution and a cause only if they are given', () => {
    expect(readReason('Nothing came.')).toEqual({ reason: 'Nothing came.', howToResolve: null });
    expect(readReason(allowedRejection('The service rejected this name'))).toEqual({
      reason: 'The service rejected this name, as the contract allows.',
      howToResolve: null,
      cause: 'allowed-rejection',
    });
  });

  it('names the setting of a maximum', () => {
    expect(maximumReached('max-wrong-keys', 'Enough.')).toEqual({
      reason: 'Enough.',
      cause: 'max-wrong-keys',
      howToResolve: 'Raise --max-wrong-keys (PETSTORE_MAX_WRONG_KEYS).',
    });
  });

  it.each<[UndecidedCause | undefined, boolean]>([
    ['max-creates', true],
    ['max-requests', true],
    ['max-wrong-keys', true],
    ['no-response', false],
    ['catalogue', false],
    [undefined, false],
  ])('%s is a maximum of the run: %s', (cause, expected) => {
    expect(isMaximum(cause)).toBe(expected);
  });
});

describe('the reason of cases whose fixture has stopped', () => {
  it.each<UndecidedCause>(['max-creates', 'lockout'])('keeps the cause %s', (cause) => {
    const reason = { reason: 'Full.', cause, howToResolve: 'Raise it.', exchanges: ['x1'] };
    expect(afterFixture(reason)).toEqual(reason);
  });

  it('has no cause after a missing response, since a repeat of the case does not make the fixture again', () => {
    expect(afterFixture({ reason: 'It was late.', cause: 'no-response' })).not.toHaveProperty('cause');
  });
});

it.each([
  ['full', undefined, 'Raise --max-creates (PETSTORE_MAX_CREATES), or add at least 2 pets to the catalogue.'],
  ['read-only', 'sold', 'Add at least 2 pets with status "sold" to the catalogue.'],
] as const)('too few pets are resolved as the profile %s allows', (profile, status, howToResolve) => {
  const matching = status === undefined ? '' : ' with status "sold"';
  expect(tooFewPets({ profile, reusedIds: new Set() }, { known: 1, limit: 1, status }, null)).toEqual({
    reason: `The run knows only 1 pet${matching}, so a page of at most 1 proves nothing.`,
    howToResolve,
  });
});

it('if the run knows no pet, a greater maximum would not help', () => {
  const few = { known: 0, limit: 1, status: undefined };
  expect(tooFewPets({ profile: 'full', reusedIds: new Set() }, few, null).howToResolve).toBe(
    'Add at least 2 pets to the catalogue.',
  );
});

it('if pets share an id, no further pet would help', () => {
  const { reason, howToResolve } = tooFewPets(
    { profile: 'full', reusedIds: new Set([7n]) },
    { known: 1, limit: 20, status: undefined },
    'status 500',
  );
  expect(reason).toMatch(/^Several added pets got the same id\./);
  expect(howToResolve).toBe('Give each pet an id of its own.');
});

it('if the service did not add a valid pet, a greater maximum would not help', () => {
  const few = { known: 1, limit: 20, status: undefined };
  expect(tooFewPets({ profile: 'full', reusedIds: new Set() }, few, 'status 500')).toEqual({
    reason:
      'The run knows only 1 pet, so a page of at most 20 proves nothing. The last POST /pets with a valid pet got status 500.',
    howToResolve: 'Add each valid pet, then run again.',
  });
});

describe('the reason of a list that shows too few pets', () => {
  const SOLD = { name: 'Rex', categoryId: 1n, status: 'sold' } as const;

  it('asks for a pet with the status only if the run added none', () => {
    const empty = { size: 0, pets: [] };
    expect(noPetListed([SOLD], 'pending', empty)).toEqual({
      reason: 'GET /pets?status=pending listed no pet with this status.',
      howToResolve: 'Add a pet with status "pending" to the catalogue.',
    });
    expect(noPetListed([SOLD], 'sold', empty)).toEqual({
      reason: 'GET /pets?status=sold listed no pet with this status, although the run added one.',
      howToResolve: 'List these pets. If lists are only late, run again.',
    });
  });

  it('asks for nothing if the page has elements that cannot be read', () => {
    expect(noPetListed([], 'sold', { size: 2, pets: [] })).toEqual({
      reason: 'GET /pets?status=sold listed 2 elements, but no pet with this status that the run can read.',
    });
    expect(noPetListed([], 'pending', { size: 1, pets: [SOLD] })).toMatchObject({
      howToResolve: 'Add a pet with status "pending" to the catalogue.',
    });
  });

  it('asks for a pet only if the run knows too few', () => {
    expect(tooFewListed('/pets?limit=100', 0, 1, 0)).toEqual({
      reason: 'GET /pets?limit=100 listed no pet.',
      howToResolve: 'Add a pet to the catalogue.',
    });
    expect(tooFewListed('/pets', 1, 2, 12)).toEqual({
      reason: 'GET /pets listed 1 pet, although the run knows 12 pets.',
      howToResolve: 'List these pets. If lists are only late, run again.',
    });
  });
});
