import { describe, expect, it } from 'vitest';
import {
  describeFilterReach,
  describeErrorCode,
  describeResponse,
  describeOrder,
} from '../../../../src/suite/responses/describe-behaviour.ts';
import { describeStatus } from '../../../../src/suite/responses/response.ts';
import { pet, type Reply, responseTo } from '../fakes.ts';

describe('a response in a few words', () => {
  it.each<[Reply, string]>([
    [{ status: 204 }, '204 without a body'],
    [{ status: 200, body: '<html>' }, '200 with a body that is not JSON'],
    [{ status: 200, body: '[1,2]' }, '200 with an array of 2'],
    [{ body: '{"code":"secret","message":"secret","secret":1}' }, '200 with an Error'],
    [{ body: '['.repeat(1001) }, '200 with a body too complex to be read'],
  ])('%j is "%s"', (reply, words) => {
    expect(describeResponse(responseTo(reply))).toBe(words);
  });
});

it.each([
  [301, 'status 301, a redirect'],
  [308, 'status 308, a redirect'],
  [304, 'status 304'],
])('the status %i is told as "%s"', (status, words) => {
  expect(describeStatus({ status })).toBe(words);
});

describe('the code of an Error', () => {
  it.each<[string, string]>([
    ['{"code":"not_found"}', '"not_found"'],
    ['{"code":4}', 'no code'],
    ['x', 'no Error'],
  ])('in %s is %s', (body, words) => {
    expect(describeErrorCode(responseTo({ body }))).toBe(words);
  });
});

const withIds = (...ids: number[]) => ids.map((id) => pet(BigInt(id)));

describe('the order of a page', () => {
  it.each([
    ['by id, ascending', withIds(1, 2, 3), []],
    ['by id, descending', withIds(3, 2, 1), []],
    ['by addition, oldest first', withIds(2, 3, 1), withIds(2, 3, 1)],
    ['by addition, newest first', withIds(2, 3, 1), withIds(1, 3, 2)],
    ['neither by id nor by addition', withIds(2, 3, 1), []],
    ['undecided, with fewer than three pets', withIds(1, 2), []],
  ])('is told: %s', (words, page, added) => {
    expect(describeOrder(page, added)).toBe(words);
  });
});

describe('how far a filter looks', () => {
  it.each([
    [{ filtered: 20, among: 7, known: 34 }, 'the filter finds matches in the whole catalogue'],
    [
      { filtered: 7, among: 7, known: 34 },
      'the filter finds 7 of 34 known matches with limit=20, all on the unfiltered page',
    ],
    [
      { filtered: 10, among: 4, known: 34 },
      'the filter finds 10 of 34 known matches with limit=20; the unfiltered page shows 4',
    ],
    [
      { filtered: 20, among: 20, known: 34 },
      'undecided, since the unfiltered page shows every match that could be found',
    ],
  ])('%j: %s', (reach, words) => {
    expect(describeFilterReach(reach, 20)).toBe(words);
  });
});
