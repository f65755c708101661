import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../src/suite/history.ts';
import { judgeValidKey } from '../../../../src/suite/rules/valid-key.ts';
import { credentials, pet } from '../fakes.ts';
import { added, type Changes, noPage, outcomesOf, page, read, resultsOf } from './histories.ts';

const ACCEPTED = ['AUTH-VALID-KEY satisfied'];
const BOTH = ['AUTH-VALID-KEY satisfied', 'AUTH-VALID-KEY violated'];

const accepted = (at: number, changes: Changes = {}): HistoryEntry => page({}, [], { at, ...changes });
/** A list request that got another status. */
const got = (status: number | null, at: number, changes: Changes = {}): HistoryEntry =>
  noPage(status, { at, ...changes });

it.each<[title: string, outcomes: readonly string[], entries: readonly HistoryEntry[]]>([
  ['is accepted', ACCEPTED, [accepted(10)]],
  ['is never accepted: 401', [], [got(401, 10), got(401, 20)]],
  ['is never accepted: 403', [], [got(403, 10)]],
  ['is rejected with 401 after it was accepted', BOTH, [accepted(10), got(401, 20)]],
  ['is rejected with 401 before it was accepted', BOTH, [got(401, 10), accepted(20)]],
  ['is rejected with 403 before it was accepted', BOTH, [got(403, 10), accepted(20)]],
  ['gets 403 after it was accepted, which is a wrong status', ACCEPTED, [accepted(10), got(403, 20)]],
  [
    'gets 403 after it was accepted, as wrong keys do',
    BOTH,
    [accepted(10), got(403, 20), got(403, 30, { credential: credentials['random-key'] })],
  ],
  ['gets 403 between requests that it is accepted for', ACCEPTED, [accepted(10), got(403, 20), accepted(30)]],
  ['gets 403 at the time at which it is first accepted', ACCEPTED, [got(403, 10), accepted(10)]],
  ['gets 403 late, when it was accepted meanwhile', ACCEPTED, [{ ...got(403, 10), doneAt: 30 }, accepted(20)]],
  ['is accepted although the request fails', ACCEPTED, [got(500, 10)]],
  ['is accepted by one operation and rejected by another', ACCEPTED, [accepted(10), read(7n, 401, { at: 20 })]],
  ['has no response', ACCEPTED, [got(null, 5), accepted(10)]],
  ['is rejected where the contract is silent', ACCEPTED, [accepted(10), got(401, 20, { request: { expects: [] } })]],
  ['is accepted where the contract is silent', [], [accepted(10, { request: { expects: [] } }), got(401, 20)]],
  ['is not sent', ACCEPTED, [accepted(10), got(401, 20, { credential: credentials['random-key'] })]],
  [
    'is rejected, and a wrong key is accepted',
    [],
    [accepted(10, { credential: credentials['random-key'] }), got(401, 20)],
  ],
  [
    'is accepted with a wrong status of success',
    ['AUTH-VALID-KEY unproven', 'AUTH-VALID-KEY violated'],
    [accepted(10, { status: 202, makeshift: 'GET /pets got status 202 instead of 200' }), got(401, 20)],
  ],
])('the valid key %s', (_, outcomes, entries) => {
  expect(outcomesOf(judgeValidKey, entries)).toEqual(outcomes);
});

it('each rejection is judged by its own case and operation', () => {
  const entries = [
    accepted(10),
    got(401, 20, { caseId: 'some/list' }),
    added(pet(7n), { at: 30, caseId: 'some/addition' }),
  ];
  const results = resultsOf(judgeValidKey, entries);
  expect(results.map((each) => [each.kind, 'subject' in each ? each.subject : ''])).toEqual([
    ['satisfied', 'some/case'],
    ['violated', 'some/list'],
    ['satisfied', 'some/addition'],
  ]);
});
