import { describe, expect, it } from 'vitest';
import type { OutgoingRequest } from '../../../../src/http/request.ts';
import type { PetStatus } from '../../../../src/contract/pet.ts';
import { type ApiRequest, type ListQuery } from '../../../../src/suite/api-request.ts';
import { createRequest } from '../../../../src/suite/operations/requests.ts';
import type { TestableId } from '../../../../src/contract/requirements.ts';
import { createPet } from '../../../../src/suite/operations/create-pet.ts';
import { judgementOf } from '../../../../src/suite/judge.ts';
import { runTrials } from '../../../../src/suite/execution/controlled-trials.ts';
import { addOwn, httpResultOf, credentials, fakeRun, listRequest, pet, type Reply } from '../fakes.ts';

const CLOSED: Reply = { failure: 'closed-before-response' };

function list(query: ListQuery, changes: Partial<ApiRequest> = {}): ApiRequest {
  const path = `/pets?${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;
  return { ...listRequest, path, query, ...changes };
}

function unknown(petId: bigint): ApiRequest {
  return { ...listRequest, path: `/pets/${petId}`, operation: 'getPet', petId, expects: [404] };
}

/** The pets of the run, beside the available pet 1. */
const SOLD_IDS = [5n, 6n, 7n, 8n];
const LARGE_IDS = [2n ** 61n, 2n ** 61n + 1n, 2n ** 61n + 2n, 2n ** 61n + 3n];

const KEYLESS = list({ limit: 5 }, { credential: credentials.none, expects: [401] });

const KEYLESS_ADDITION = { ...addition('cf1-abc Bella'), credential: credentials.none, expects: [401] };

function isKeyless({ credential }: OutgoingRequest): boolean {
  return credential.id === credentials.none.id;
}

function read(petId: bigint): ApiRequest {
  return { ...unknown(petId), expects: [200] };
}

function addition(name: string, categoryId = 1n, status: PetStatus = 'sold'): ApiRequest {
  return { ...createRequest({ name, categoryId, status }), credential: credentials.valid };
}

/** Percent-encodes the last number of a path. */
function escapeNumber(path: string): string {
  return path.replace(/\d+$/, (digits) => `%3${digits.split('').join('%3')}`);
}

function escaped(request: ApiRequest): ApiRequest {
  return { ...request, spell: escapeNumber, path: escapeNumber(request.path) };
}

function spaced(request: ApiRequest): ApiRequest {
  return { ...request, body: `${String(request.body)}\n` };
}

const INVALID: ApiRequest = { ...createRequest({ body: '{"name":1}', expects: [400] }), credential: credentials.valid };

/** So many different invalid bodies, each shorter than a valid one. */
function bodies(count: number): readonly ApiRequest[] {
  return Array.from({ length: count }, (_, index) => ({ ...INVALID, body: `{${index}` }));
}

function isEscaped({ path }: OutgoingRequest): boolean {
  return path.includes('%');
}

function isShort({ body }: OutgoingRequest): boolean {
  return String(body).length < 5;
}

/** The trials of a run in which these requests were disturbed each time, and the service fails so from now on. */
async function tryAll(
  disturbed: readonly ApiRequest[],
  isDown: (request: OutgoingRequest, serial: number) => boolean,
  {
    topics = {},
    pets = {},
    missing = [],
    answered,
    repeated = [],
    reply = () => ({ body: '[]' }),
    violated,
    responds = () => true,
    keylessStatus,
  }: {
    readonly topics?: Readonly<Record<string, string>>;
    /** How many pets a case may add, if not one. */
    readonly pets?: Readonly<Record<string, number>>;
    /** The sold pets that the run did not add. */
    readonly missing?: readonly bigint[];
    /** A request with a wrong key that got its 401. */
    readonly answered?: ApiRequest;
    /** The cases whose request got a response when they were repeated. */
    readonly repeated?: readonly string[];
    /** What the service sends to a list for which it is not down. */
    readonly reply?: (request: OutgoingRequest) => Reply;
    /** What the run has found violated before. */
    readonly violated?: TestableId;
    /** Whether the service responds to the read after a request without a response. */
    readonly responds?: () => boolean;
    /** What a request without a key gets; undefined if the service does not check it. */
    readonly keylessStatus?: number;
  } = {},
) {
  const fake = fakeRun((request, serial) => {
    if (isDown(request, serial)) return CLOSED;
    if (keylessStatus !== undefined && isKeyless(request)) return { status: keylessStatus };
    if (request.method === 'POST') return { status: 201, body: '{"id":9,"name":"a","categoryId":1}' };
    const status = /^\/pets\/(?!%|[1-9]$)/.test(request.path) ? 404 : 200;
    return { status, ...reply(request) };
  });
  const { run } = fake;
  Object.assign(run.client, { responds: async () => responds() });
  if (violated !== undefined) {
    const found = judgementOf('violated', { expected: '', actual: '', responses: [] });
    run.records.add({
      type: 'judgement',
      caseId: 'other',
      attempt: 'first',
      judgement: { requirement: violated, ...found },
    });
  }
  for (const id of [1n, ...LARGE_IDS]) addOwn(run, pet(id, { status: 'available' }));
  for (const id of SOLD_IDS.filter((each) => !missing.includes(each))) addOwn(run, pet(id, { status: 'sold' }));
  run.disturbed.note('other', read(1n), httpResultOf({ status: 200 }));
  for (const limit of [1, 20, 21]) run.disturbed.note('other', list({ limit }), httpResultOf({ body: '[]' }));
  run.disturbed.note('other', list({ status: 'sold' }), httpResultOf({ body: '[]' }));
  run.disturbed.note('other', addition('cf1-abc Bella'), httpResultOf({ status: 201 }));
  run.budget.setAsideForTrials(100);
  for (const [index, request] of disturbed.entries())
    run.disturbed.note(`case/${index}`, request, httpResultOf(CLOSED));
  if (answered !== undefined) run.disturbed.note('other', answered, httpResultOf({ status: 401 }));
  for (const [index, request] of disturbed.entries())
    if (repeated.includes(`case/${index}`)) run.disturbed.note(`case/${index}`, request, httpResultOf({ body: '{}' }));
  const judged = await runTrials(
    run,
    (caseId) => topics[caseId] ?? caseId,
    (caseId) => pets[caseId] ?? 1,
  );
  const trials = fake.records.flatMap((record) => (record.type === 'trial' ? [record.trial] : []));
  return { judged, trials, sent: fake.sent, paused: fake.paused, run };
}

function hasLimit37({ path }: OutgoingRequest): boolean {
  return path.includes('limit=37');
}

/** The third request that `isDown` holds for is answered. */
function exceptOnce(isDown: (request: OutgoingRequest) => boolean): (request: OutgoingRequest) => boolean {
  let times = 0;
  return (request) => {
    if (!isDown(request)) return false;
    times += 1;
    return times !== 3;
  };
}

describe('a controlled trial', () => {
  it.each<[what: string, request: ApiRequest, isDown: (request: OutgoingRequest) => boolean]>([
    ['a limit', list({ limit: 37 }), hasLimit37],
    ['a filter', list({ status: 'pending' }), ({ path }) => path.includes('status=pending')],
    ['no key', KEYLESS, ({ credential }) => credential.id === 'none'],
    ['an unknown id', unknown(77n), ({ path }) => /^\/pets\/\d{1,10}$/.test(path) && path !== '/pets/1'],
    ['an id above 32 bits', unknown(2n ** 40n), ({ path }) => /^\/pets\/\d{10,16}$/.test(path)],
    ['a negative id', unknown(-77n), ({ path }) => path.startsWith('/pets/-')],
    ['a large id', unknown(2n ** 61n), ({ path }) => /^\/pets\/\d{17,}$/.test(path)],
    [
      'a limit with a filter',
      list({ limit: 20, status: 'sold' }),
      ({ path }) => path.includes('limit') && path.includes('status'),
    ],
    ['headers', list({ limit: 20 }, { omits: ['Accept'] }), ({ omits = [] }) => omits.length > 0],
    ['the form of a query', escaped(list({ limit: 20 })), ({ path }) => path.includes('%')],
    ['the form of an id', escaped(read(1n)), ({ path }) => path.includes('%')],
    ['headers of a read', { ...read(1n), omits: ['Accept'] }, ({ omits = [] }) => omits.length > 0],
    ['a body in chunks', { ...addition('cf1-abc Bella'), chunked: true }, ({ chunked }) => chunked === true],
    ['the status of a new pet', addition('Мурка', 1n, 'pending'), ({ body }) => String(body).includes('pending')],
    ['the status of a pet', read(5n), ({ path }) => /^\/pets\/[5-8]$/.test(path)],
    ['the large id of a pet', read(2n ** 61n), ({ path }) => /^\/pets\/\d{17,}$/.test(path)],
    ['an invalid body', INVALID, ({ body }) => body === '{"name":1}'],
    ['the form of a body', spaced(addition('cf1-abc Bella')), ({ body }) => String(body).includes('\n')],
    ['a category', addition('cf1-abc Bella', 7n), ({ body }) => String(body).includes('"categoryId":7')],
    ['a name', addition('Мурка'), ({ body }) => String(body).includes('Мурка')],
  ])('shows that %s causes the disturbance', async (_what, request, isDown) => {
    const { judged, trials, sent, paused, run } = await tryAll([request], isDown);
    // Others with another path could meet another back end, so there are several.
    const others = request.operation === 'createPet' ? 1 : 3;
    expect(judged).toEqual(['case/0']);
    expect(trials).toMatchObject([{ case: 'case/0', isProven: true }]);
    expect([trials[0]?.requests.length, trials[0]?.controls.length, trials[0]?.others.length]).toEqual([5, 5, others]);
    // Controls are disturbed by nothing, and differ from the request.
    expect(sent.filter((each) => !isDown(each))).toHaveLength(5);
    expect(Math.round(paused.reduce((sum, each) => sum + each, 0))).toBe(10_000);
    expect(run.disturbed.isProven(request)).toBe(true);
  });

  it.each([
    ['is proven', hasLimit37],
    ['is not', () => true],
  ])('takes place once for a value, whether it %s', async (_, isDown) => {
    const { sent, run } = await tryAll([list({ limit: 37 })], isDown);
    const before = sent.length;
    expect(before).toBeGreaterThan(0);
    run.disturbed.note('case/0', list({ limit: 37 }), httpResultOf(CLOSED));
    expect(
      await runTrials(
        run,
        (caseId) => caseId,
        () => 1,
      ),
    ).toEqual([]);
    expect(sent).toHaveLength(before);
  });

  it('follows for another value that is disturbed later', async () => {
    const { judged, sent, run } = await tryAll([list({ limit: 37 })], ({ path }) => /limit=(37|64)/.test(path));
    run.disturbed.note('case/later', list({ limit: 64 }), httpResultOf(CLOSED));
    const before = sent.length;
    expect([
      judged,
      await runTrials(
        run,
        (caseId) => caseId,
        () => 1,
      ),
    ]).toEqual([['case/0'], ['case/later']]);
    expect(sent.slice(before).filter(hasLimit37)).toEqual([]);
  });

  it.each<[what: string, isDown: (request: OutgoingRequest, serial: number) => boolean]>([
    ['the control fails too', () => true],
    ['the request is answered once', exceptOnce(hasLimit37)],
    ['another request with the same value is answered', ({ path }) => path === '/pets?limit=37'],
    ['every second request fails', (_request, serial) => serial % 2 === 0],
  ])('shows nothing if %s', async (_what, isDown) => {
    const { judged, trials, run } = await tryAll([list({ limit: 37 })], isDown);
    expect([judged, trials.map(({ isProven }) => isProven)]).toEqual([[], [false]]);
    expect(run.disturbed.isProven(list({ limit: 37 }))).toBe(false);
  });

  const CUT: Reply = { body: '[', failure: 'cut-short' };
  it.each<[what: string, isProven: boolean, reply: (request: OutgoingRequest) => Reply, violated?: TestableId]>([
    ['controls are cut short, as other responses were before', true, () => CUT, 'ANSWER-COMPLETE'],
    ['controls are cut short, as no response was before', false, () => CUT],
    ['controls are cut short with a wrong status', false, () => ({ ...CUT, status: 500 }), 'ANSWER-COMPLETE'],
    ['controls get another success', true, () => ({ status: 206, body: '[]' })],
    ['controls get a rejection', false, () => ({ status: 404, body: '{}' })],
    ['controls have no response', false, () => CLOSED, 'ANSWER-COMPLETE'],
  ])('if %s: %s', async (_what, isProven, reply, violated) => {
    const more = violated === undefined ? { reply } : { reply, violated };
    const { trials } = await tryAll([list({ limit: 37 })], hasLimit37, more);
    expect(trials).toMatchObject([{ isProven }]);
  });

  // A request without a key may be invalid too, such as limit=abc.
  it.each([
    [400, true],
    [404, false],
  ])('of a missing key takes a control with status %i for a response: %s', async (status, isProven) => {
    const { trials } = await tryAll([KEYLESS], isKeyless, { reply: () => ({ status, body: '{}' }) });
    expect(trials).toMatchObject([{ isProven }]);
  });

  it('of an id below -2^53 shows that such ids cause the disturbance, and nothing about ids above it', async () => {
    const { run } = await tryAll([unknown(-(2n ** 60n))], ({ path }) => /^\/pets\/-\d{17}/.test(path));
    const proven = [-(2n ** 61n), 79n, 2n ** 60n].map((id) => run.disturbed.isProven(unknown(id)));
    expect(proven).toEqual([true, false, false]);
  });

  it('shows nothing if a response to the request was cut short, as other responses were before', async () => {
    const isDown = exceptOnce(hasLimit37);
    const { trials } = await tryAll([list({ limit: 37 })], isDown, { reply: () => CUT, violated: 'ANSWER-COMPLETE' });
    expect(trials).toMatchObject([{ isProven: false }]);
  });

  it('shows nothing about any value if more than one value decides, such as the path', async () => {
    const limits = [list({ limit: 37 }), list({ limit: 64 })];
    const { judged, trials } = await tryAll(limits, ({ path }) => /^\/pets\?limit=(37|64)$|limit=37/.test(path));
    expect([judged, trials.map(({ isProven }) => isProven)]).toEqual([[], [false, false]]);
  });

  it('of a negative id shows nothing about other unknown ids', async () => {
    const { run } = await tryAll([unknown(-77n)], ({ path }) => path.startsWith('/pets/-'));
    const proven = [-78n, 79n, 2n ** 60n].map((id) => run.disturbed.isProven(unknown(id)));
    expect(proven).toEqual([true, false, false]);
  });

  it('shows nothing if a gateway chooses a dead back end by the id in the path', async () => {
    const { judged, trials } = await tryAll([read(5n)], ({ path }) => /^\/pets\/[567]$/.test(path));
    expect([judged, trials.map(({ isProven, others }) => [isProven, others.length])]).toEqual([[], [[false, 3]]]);
  });

  it('is not made for a read if the run added no other such pet', async () => {
    const { trials } = await tryAll([read(5n)], ({ path }) => /^\/pets\/[5-8]$/.test(path), {
      missing: [6n, 7n, 8n],
    });
    expect(trials).toEqual([]);
  });

  it('is not made if a request whose values were all answered before is still disturbed', async () => {
    const { trials } = await tryAll([list({ limit: 37 }), read(1n)], ({ path }) => /limit=37|\/1$/.test(path));
    expect(trials).toEqual([]);
  });

  it('is made if the disturbance of a request whose values were all answered before is over', async () => {
    const { trials, judged } = await tryAll([list({ limit: 37 }), read(1n)], hasLimit37);
    expect(trials).toMatchObject([{ tried: 'the limit 37', isProven: true }]);
    expect(judged).toEqual(['case/0']);
  });

  it('is not made for another value of a request that tries the value of a trial', async () => {
    const pending = [list({ status: 'pending' }), list({ limit: 37, status: 'pending' })];
    const { trials, judged } = await tryAll(pending, ({ path }) => path.includes('pending'));
    expect(trials).toMatchObject([{ tried: 'the filter for pending', isProven: true }]);
    expect(judged).toEqual(['case/0', 'case/1']);
  });

  it('names the cases of the trials before others with the same values', async () => {
    const limits = [37, 37, 64].map((limit) => list({ limit }));
    const { judged } = await tryAll(limits, ({ path }) => /limit=(37|64)/.test(path));
    expect(judged).toEqual(['case/0', 'case/2', 'case/1']);
  });

  it('is made beside a disturbed request with a wrong key whose values were all answered before', async () => {
    const wrongKey = { ...read(1n), credential: credentials.none, expects: [401] };
    const answered = { ...read(5n), credential: credentials.none, expects: [401] };
    const { trials } = await tryAll([list({ limit: 37 }), wrongKey], hasLimit37, { answered });
    expect(trials).toMatchObject([{ tried: 'the limit 37', isProven: true }]);
  });

  it('is made after a disturbance that was over when its case was repeated', async () => {
    const { trials } = await tryAll([list({ limit: 37 }), read(1n)], hasLimit37, { repeated: ['case/1'] });
    expect(trials).toMatchObject([{ tried: 'the limit 37', isProven: true }]);
  });

  it.each([
    [true, 2 * (5 + 3)],
    [false, 6],
  ])('of a request that ends the process waits for a new one: %s', async (startsAgain, reads) => {
    const limits = [37, 64].map((limit) => list({ limit }));
    let isDown = false;
    let asked = 0;
    const { trials, paused } = await tryAll(limits, ({ path }) => (isDown ||= /limit=(37|64)/.test(path)), {
      responds() {
        asked += 1;
        isDown &&= !startsAgain;
        return !isDown;
      },
    });
    expect(trials).toMatchObject([{ isProven: startsAgain }, { isProven: startsAgain }]);
    expect(asked).toBe(reads);
    expect(Math.max(...paused)).toBe(startsAgain ? 500 : 8_000);
  });

  it('is not made for a value that was answered before', async () => {
    const answered = { ...KEYLESS, query: {}, path: '/pets' };
    const disturbed = { ...KEYLESS, query: { limit: 20 } };
    const { trials, sent } = await tryAll([disturbed], () => true, { answered });
    expect([trials, sent]).toEqual([[], []]);
  });

  it.each<[Reply, boolean]>([
    [{ failure: 'disturbed', status: 502 }, true],
    [{ failure: 'disturbed', status: 503 }, true],
    [{ failure: 'disturbed', status: 520 }, true],
    [{ failure: 'refused' }, true],
    [{ failure: 'disturbed', status: 408 }, false],
    [{ failure: 'disturbed', status: 504 }, false],
    [{ failure: 'rate-limited', status: 429 }, false],
    [{ failure: 'response-timeout' }, false],
  ])('after %o is possible: %s', (reply, expected) => {
    const { run } = fakeRun(() => CLOSED);
    expect(run.disturbed.note('case', list({ limit: 37 }), httpResultOf(reply))).toBe(expected);
  });

  it('is one of at most ten, side by side', async () => {
    const limits = Array.from({ length: 12 }, (_, index) => list({ limit: 40 + index }));
    const { trials, paused } = await tryAll([...limits], ({ path }) => /limit=[45]\d/.test(path));
    expect(trials).toHaveLength(10);
    expect(Math.round(paused.reduce((sum, each) => sum + each, 0))).toBeLessThanOrEqual(10_000);
  });

  it('of an addition is one of three, or one of four with invalid bodies, which share their control', async () => {
    const names = Array.from({ length: 5 }, (_, index) => addition(`cf1-abc Rex ${index}`));
    expect((await tryAll(names, ({ body }) => /Rex/.test(String(body)))).trials).toHaveLength(3);
    const { trials, sent } = await tryAll(bodies(6), isShort);
    expect(trials).toHaveLength(4);
    expect(trials.every(({ isProven }) => isProven)).toBe(true);
    expect(sent.filter((request) => !isShort(request))).toHaveLength(5);
    expect(new Set(trials.map(({ controls }) => controls.join())).size).toBe(1);
  });

  it('with other headers shares no control', () => {
    const shared = [INVALID, { ...INVALID, chunked: true as const }].map(
      (each) => createPet.triedValues(each, () => undefined)[0]?.sharedControl,
    );
    expect(shared).toEqual([credentials.valid.id, undefined]);
  });

  it('is about a request too that its case could not send any more, if it was disturbed in another case', () => {
    const { run } = fakeRun(() => CLOSED);
    run.disturbed.note('case/0', INVALID, httpResultOf(CLOSED));
    run.disturbed.noteUnsent('case/1', INVALID);
    run.disturbed.noteUnsent('case/2', { ...INVALID, body: '{"name":2}' });
    expect(run.disturbed.all().map(({ caseId }) => caseId)).toEqual(['case/0', 'case/1']);
  });

  it('shows nothing about any of the bodies whose shared control has no response', async () => {
    let controls = 0;
    const { trials } = await tryAll(bodies(2), (request) => isShort(request) || (controls += 1) === 3);
    expect(trials).toMatchObject([{ isProven: false }, { isProven: false }]);
  });

  it('is made for each topic before a topic gets another', async () => {
    const topics = { 'case/0': 'name', 'case/1': 'name', 'case/2': 'name', 'case/3': 'category', 'case/4': 'status' };
    const { trials } = await tryAll(bodies(5), isShort, { topics });
    expect(trials.map((trial) => trial.case)).toEqual(['case/0', 'case/3', 'case/4', 'case/1']);
  });

  it('is made first for the cases that add the fewest pets', async () => {
    const { trials } = await tryAll(bodies(5), isShort, { pets: { 'case/0': 4, 'case/1': 2 } });
    expect(trials.map((trial) => trial.case)).toEqual(['case/2', 'case/3', 'case/4', 'case/1']);
  });

  it('is made for a form that got a 401 with a wrong key, because the service may have read the key alone', async () => {
    const wrongKey = { ...escaped(read(1n)), credential: credentials.none, expects: [401] };
    const { trials } = await tryAll([escaped(read(1n))], isEscaped, { answered: wrongKey });
    expect(trials).toMatchObject([{ isProven: true }]);
  });

  it.each([
    [
      'is the cause if the same request with a valid body gets its 401',
      ({ body }: OutgoingRequest) => body === '{1',
      true,
    ],
    ['is not, if a valid body without a key is disturbed too', isKeyless, false],
  ])('of an invalid body with a wrong key: it %s', async (_what, isDown, isProven) => {
    const wrongKey = { ...INVALID, body: '{1', credential: credentials.none, expects: [401] };
    const { trials } = await tryAll([wrongKey], isDown, { answered: KEYLESS_ADDITION, keylessStatus: 401 });
    expect(trials).toMatchObject([{ tried: 'the body {1', isProven }]);
  });
});
