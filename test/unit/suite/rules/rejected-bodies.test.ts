import { describe, expect, it } from 'vitest';
import type { Pet } from '../../../../src/contract/pet.ts';
import type { Marks } from '../../../../src/suite/api-request.ts';
import type { PageSample } from '../../../../src/suite/catalogue/page-caps.ts';
import {
  findProofs,
  findStored,
  type RejectedBody,
  rejectedBodyOf,
} from '../../../../src/suite/rules/rejected-bodies.ts';
import { credentials, errorReply, listRequest, pet, responseTo } from '../fakes.ts';

const NAME = 'cf1-01 Rex';
const CATEGORY = 1_234_567_890n;
const POST = { ...listRequest, method: 'POST', operation: 'createPet' } as const;

function markOf(marks: Marks): string | bigint | undefined {
  return rejectedBodyOf(responseTo(errorReply(400), { ...POST, marks, expects: [400] }), 'a/b')?.mark;
}

describe('a body that must leave no pet behind', () => {
  const NAMED: Marks = { name: NAME, status: 'sold' };

  it.each([
    ['is one that the service rejected with 400', 400, NAMED, credentials.valid, [400], 'CREATE-REFUSED-NOT-STORED'],
    ['is one with a wrong key', 401, NAMED, credentials.none, [401], 'AUTH-NO-EFFECT'],
    ['is one with a wrong key that the service accepted', 201, NAMED, credentials.none, [401], 'AUTH-NO-EFFECT'],
    ['is none that the service accepted', 201, NAMED, credentials.valid, [400], null],
    ['is none with another status of rejection', 422, NAMED, credentials.valid, [400], null],
    ['is none with a form of the key that the contract leaves open', 201, NAMED, credentials.none, [], null],
    ['is none that identifies no pet', 400, { status: 'sold' } as const, credentials.valid, [400], null],
  ] as const)('%s', (_, status, marks, credential, expects, requirement) => {
    const request = { ...POST, marks, credential, expects };
    const rejected = rejectedBodyOf(responseTo(errorReply(status), request), 'a/b');
    expect(rejected?.requirement ?? null).toBe(requirement);
  });

  it('is known by its name, or else by its category', () => {
    expect([markOf({ name: NAME, categoryId: CATEGORY }), markOf({ categoryId: CATEGORY })]).toEqual([NAME, CATEGORY]);
  });
});

function body(fields: Partial<RejectedBody> = {}): RejectedBody {
  const requirement = 'CREATE-REFUSED-NOT-STORED';
  return {
    mark: NAME,
    status: 'sold',
    requirement,
    caseId: 'a/b',
    exchangeId: 'x1',
    sentAt: 10,
    doneAt: 11,
    ...fields,
  };
}

function shown(found: Pet, at: number, isOwn = false, by: string | null = 'x9') {
  return { pet: found, firstKnownAt: at, isOwn, shownBy: by === null ? null : { exchangeId: by } };
}

const named = pet(3n, { name: NAME });
const withKey = body({ requirement: 'AUTH-NO-EFFECT' });

describe('a pet is stored for a rejected body', () => {
  it.each([
    ['if a later response shows its name', body(), [shown(named, 20)], ['3 by x9']],
    [
      'if a later response shows its category',
      body({ mark: 77n }),
      [shown(pet(4n, { categoryId: 77n }), 20)],
      ['4 by x9'],
    ],
    ['but not if the run knew the pet before', body(), [shown(named, 9)], []],
    ['but not if it has other values', body(), [shown(pet(3n), 20)], []],
    ['but not if the service accepted the body later', body(), [shown(named, 20, true)], []],
    ['if a list shows the pet that a request with a wrong key got', withKey, [shown(named, 20, true)], ['3 by x9']],
    ['but not if only the response to that request shows it', withKey, [shown(named, 20, true, null)], []],
  ])('%s', (_, rejected, pets, stored) => {
    expect(findStored([rejected], pets).map((each) => `${each.pet.id} by ${each.shownBy?.exchangeId}`)).toEqual(stored);
  });
});

function page(sentAt: number, fields: Partial<PageSample> = {}): PageSample {
  const text = { bytes: 500, characters: 500 };
  return {
    exchangeId: `x${sentAt}`,
    query: { limit: 100 },
    size: 5,
    ...text,
    isFlawed: false,
    sentAt,
    doneAt: sentAt,
    ...fields,
  };
}

const FILTERED = { query: { limit: 100, status: 'sold' } } as const;
const FULL = { size: 100 };

describe('a page proves that no pet is stored', () => {
  it.each([
    ['if it was complete after the body was rejected', [page(5), page(12)], 'x12'],
    ['but not if it was requested before', [page(10)], null],
    [
      'if it is filtered by the status of the body, and an unfiltered page has room',
      [page(12, { size: 60 }), page(13, FILTERED)],
      'x13',
    ],
    ['but not if no unfiltered page has room', [page(12, FULL), page(13, FILTERED)], null],
    ['but not if it is filtered by another status', [page(12, { ...FILTERED, query: { status: 'pending' } })], null],
    ['but not if it is not complete', [page(12, { size: 60 })], null],
  ] as const)('%s', (_, pages, proof) => {
    const [found] = findProofs([body()], pages, ({ size }) => size < 50);
    expect(found?.page?.exchangeId ?? null).toBe(proof);
  });

  it('for each body alone', () => {
    const bodies = [body(), body({ doneAt: 20 })];
    expect(findProofs(bodies, [page(12)], () => true).map((each) => each.page !== null)).toEqual([true, false]);
  });
});
