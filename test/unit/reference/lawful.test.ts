import { gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lawfulServices } from '../../../src/reference/lawful/index.ts';
import type { ReferenceOptions } from '../../../src/reference/reference-service.ts';
import {
  range,
  times,
  holding,
  matching,
  sent,
  pet,
  every,
  statuses,
  texts,
  bodies,
  fields,
  categories,
  names,
  mediaTypes,
  withKey,
  headersOf,
  headerNames,
  decoded,
  listed,
  sizes,
  after,
  all,
  added,
  addedIds,
  threeViews,
  readAdded,
  orderOf,
  orders,
  areSorted,
  fillRange,
  strangers,
  strangersAfter,
  addedShownAfter,
  burst,
  requests,
  answering,
  overtake,
  onConnection,
  KEPT,
  unanswered,
  connections,
  wholeSize,
  ALL_SHOWN,
  FULL,
  EXTRA,
  NO_KEY,
  lookAt,
  type Look,
} from './looks.ts';

// Each lawful service differs from the plain one as its title says. A row says what is looked at, and what is seen of this
// service and not of the plain one.

type Row = readonly [id: string, look: Look, seen: unknown, options?: ReferenceOptions];

const rows: readonly Row[] = [
  ['ids-random', fillRange, [true, true]],
  ['ids-negative', addedIds, [-1n, -2n, -3n]],
  ['ids-from-zero', addedIds, [0n, 1n, 2n]],
  ['ids-just-above-2-53', addedIds, [9007199254740993n, 9007199254740994n, 9007199254740995n]],
  ['ids-at-the-upper-end', addedIds, [9223372036854775807n, 9223372036854775806n, 9223372036854775805n]],
  ['newest-first', orderOf('a', 'b'), ['b', 'a']],
  ['ordered-by-name', orderOf('b', 'c', 'a'), ['a', 'b', 'c']],
  ['ordered-by-id', areSorted, true, { animals: 6 }],
  ['shuffled', orders, 3, { animals: 6 }],
  ['default-status-available', added('status'), ['available']],
  ['default-status-pending', added('status'), ['pending']],
  ['empty-catalogue', sizes(''), [0], { animals: 6 }],
  ['statusless-catalogue', listed('status', '?limit=100'), times(30, undefined)],
  ['sold-catalogue', listed('status', '?limit=100'), times(40, 'sold')],
  ['hundred-animals', wholeSize, 100, ALL_SHOWN],
  ['huge-catalogue', wholeSize, 5000, ALL_SHOWN],
  ['huge-catalogue-newest-first', all(wholeSize, orderOf('a', 'b')), [5000, ['b', 'a']], ALL_SHOWN],

  ['other-writer-on-timer', strangersAfter(39, 1, 40, 3000), [0, 1, 2, 60], ALL_SHOWN],
  [
    'other-writer-on-requests',
    all(strangersAfter(0, 0, 0, 0, 0, 0), requests(300), strangers),
    [[0, 0, 0, 0, 0, 1], 300, 60],
    ALL_SHOWN,
  ],
  ['operator-sells', after(150, listed('status', '?limit=3')), ['pending', 'sold', 'available'], { animals: 3 }],
  [
    'operator-renames',
    texts(...times(2, '/pets?limit=2')),
    [/"Resident 1".*"Resident 2"/, /"Resident 1".*"Resident 1"/].map(matching),
  ],
  ['operator-moves-to-and-fro', all(...times(3, listed('categoryId', '?limit=1'))), [[1n], [2n], [1n]]],
  ['list-half-a-second-late', addedShownAfter(1, 0, 499, 1), [0, 0, 1]],
  ['list-up-to-two-seconds-late', addedShownAfter(8, 0, 600, 600, 800), [0, 3, 5, 8]],

  ['extra-pet-fields', threeViews, times(3, holding({ ...EXTRA, category: { id: 1n, name: null } }))],
  [
    'extra-error-fields',
    bodies('/pets/1'),
    [holding({ details: [{ field: null }], traceId: 'a1b2c3', error: { code: 7n } })],
  ],
  ['fields-in-another-order', fields(pet(), '/pets/1'), ['categoryId, name, id', 'status, message, code']],
  ['empty-error-texts', bodies('/pets/1'), [{ code: '', message: '', status: 404n }]],
  ['unknown-fields-refused', statuses(pet({ colour: 1 }), pet()), [400, 201]],
  ['client-id-refused', statuses(pet({ id: 5 }), pet({ colour: 1 })), [400, 201]],
  ['few-categories-known', categories('0', '1', '3', '4'), [400, 201, 201, 400]],
  ['one-category-known', categories('0', '1', '2'), [400, 201, 400]],
  [
    'category-seen-only',
    all(listed('categoryId', '?limit=1'), categories('1', '770077', '880088')),
    [[770077n], [400, 201, 201]],
  ],
  ['categories-hidden', all(sizes(''), categories('1', '990099')), [[0], [400, 201]]],
  ['categories-positive-32-bits', categories('0', '1', '2147483647', '2147483648'), [400, 201, 201, 400]],
  ['names-of-twenty-at-most', names('😀'.repeat(20), 'n'.repeat(21)), [201, 400]],
  ['names-strict', names('', ' a', 'a ', 'a\u0001b', '\ud800', 'a b'), [400, 400, 400, 400, 400, 201]],
  ['unsupported-types-refused', mediaTypes('text/plain', '', 'application/json; charset=utf-8'), [415, 415, 201]],

  ['limit-outside-unprocessable', statuses('/pets?limit=0', '/pets?limit=101', '/pets?status=lost'), [422, 422, 422]],
  ['limit-outside-clamped', sizes('?limit=0', '?limit=500', '?limit=x'), [1, 100, 20], FULL],
  ['limit-outside-ignored', sizes('?limit=0', '?limit=500'), [20, 20], FULL],
  ['limit-outside-gives-all', sizes('?limit=0', '?limit=101'), [0, 120], FULL],
  ['unknown-status-ignored', sizes('?status=lost'), [20], FULL],
  ['unknown-status-finds-nothing', sizes('?status=lost'), [0], FULL],
  ['query-strict', statuses('/pets?other=1', '/pets?limit=1&limit=2', '/pets?limit=1&status=sold'), [400, 400, 200]],
  ['pages-of-25-at-most', sizes('?limit=100', '?limit=3'), [25, 3], FULL],
  ['pages-of-ten-at-most', sizes('?limit=100', '?limit=3'), [10, 3], FULL],
  ['filters-after-cutting', sizes('?limit=4&status=sold'), [1], FULL],
  ['odd-ids-bad-request', statuses('/pets/x', '/pets/9223372036854775808', '/pets/1'), [400, 400, 404]],
  ['other-methods-not-found', statuses(sent('PUT')), [404]],
  ['removed-and-gone', readAdded, 410],
  ['removed-and-not-found', readAdded, 404],

  ['no-challenge', headersOf(NO_KEY, 'www-authenticate'), [undefined]],
  [
    'long-challenge',
    headersOf(NO_KEY, 'www-authenticate'),
    ['Bearer realm="pets, and more", error="invalid_token", Basic realm="x"'],
  ],
  ['scheme-in-exact-case', withKey((key) => [{ path: '/pets', authorization: `bearer ${key}` }, '/pets']), [401, 200]],
  [
    'key-in-other-forms',
    withKey((key) => [{ path: '/pets', authorization: key }, { ...NO_KEY, path: `/pets?api_key=${key}` }, NO_KEY]),
    [200, 200, 401],
  ],
  [
    'reading-one-forbidden',
    statuses('/pets/1', { path: '/pets/1', authorization: 'Bearer x' }, '/pets'),
    [403, 401, 200],
  ],
  ['adding-forbidden', statuses(pet(), { ...pet(), authorization: null }, '/pets'), [403, 401, 200]],

  ['media-type-with-charset', headersOf('/pets', 'content-type'), ['application/json; charset=utf-8']],
  ['media-type-in-capitals', headersOf('/pets/1', 'content-type'), ['Application/JSON;Charset="UTF-8"']],
  [
    'media-type-with-other-parameter',
    headersOf('/pets', 'content-type'),
    ['application/json ; profile="https://example.org/pets;v=1"'],
  ],
  ['chunked', headersOf('/pets', 'transfer-encoding', 'content-length'), ['chunked', undefined]],
  ['compressed-with-gzip', decoded('gzip', gunzipSync), '[]'],
  ['compressed-with-deflate', decoded('deflate', inflateSync), '[]'],
  ['pretty-json', texts(pet()), [expect.stringMatching(/^\n\{\n {2}"id": -?\d+,\n {2}"name": "a",[^]*\}\r\n$/)]],
  ['escaped-json', texts(pet({ name: 'é/' })), [expect.stringContaining(String.raw`"\u00e9\/"`)]],
  [
    'integers-with-zero-fraction',
    texts(pet({ categoryId: 0 }), '/pets/1'),
    [/"categoryId":0\.0[,}]/, /"status":404\.0[,}]/].map(matching),
  ],
  ['byte-order-mark', texts('/pets'), ['\ufeff[]']],
  ['repeated-members', texts('/pets/1'), [expect.stringMatching(/^\{"code":"unknown_pet","code":"unknown_pet"/)]],
  ['other-requests-fail', statuses('/store/orders', sent('PUT'), sent('HEAD'), '/pets/1'), [500, 500, 405, 404]],
  ['odd-input-fails', statuses('/pets?limit=0', '/pets?status=lost', '/pets/x'), [500, 500, 404]],
  ['lower-case-headers', headerNames, expect.arrayContaining(['content-type', 'deprecation', 'sunset'])],
  ['upper-case-headers', headerNames, expect.arrayContaining(['CONTENT-TYPE', 'DEPRECATION', 'SUNSET'])],
  [
    'many-headers',
    headersOf('/pets', 'etag', 'cache-control', 'set-cookie', 'access-control-allow-origin', 'x-total-count', 'link'),
    ['"5d8c72a5edda8"', 'no-store', ['session=abc; HttpOnly'], '*', '17', '</v1/pets?cursor=abc>; rel="next"'],
  ],
  ['deprecation-not-announced', headersOf('/pets/1', 'deprecation', 'sunset'), [undefined, undefined]],
  [
    'deprecation-as-in-the-draft',
    headersOf('/pets/1', 'deprecation', 'sunset', 'link'),
    ['true', undefined, '</v1/pets>; rel="successor-version"'],
  ],
  ['another-sunset', headersOf('/pets/1', 'sunset'), ['Sun, 01 Dec 2030 00:00:00 GMT']],

  ['always-closes', connections, ['close']],
  ['closes-at-random', connections, ['close', 'keep-alive']],
  ['closes-idle', onConnection('', KEPT), expect.not.stringContaining(KEPT)],
  ['drops-reused', unanswered(30), [25]],
  [
    'body-until-close',
    headersOf('/pets', 'content-length', 'transfer-encoding', 'connection'),
    [undefined, undefined, 'close'],
  ],
  [
    'body-in-small-pieces',
    onConnection('Connection: close\r\n', KEPT),
    expect.stringMatching(/(\r\n7\r\n.{7}){4}[^]*\r\nX-Checked: yes/),
  ],
  ['early-hints', every(({ interim }) => interim, '/pets'), [[103]]],
  ['slow', answering, ['14 ms', ...range(8)]],
  ['jittery', overtake, true],
  ['rate-limited', burst(152), [150, 3, '1']],
  ['rate-limited-until-date', burst(202), [200, 3, 'Thu, 01 Jan 2026 00:00:00 GMT']],
  ['rate-limited-without-word', burst(152), [150, 3, undefined]],
];

/** Of each combination, the rows that hold for it too. */
const combinations: Readonly<Record<string, string>> = {
  'old-java-service':
    'ids-negative upper-case-headers chunked extra-pet-fields unknown-fields-refused few-categories-known',
  'behind-a-gateway': 'compressed-with-gzip many-headers closes-at-random jittery no-challenge',
  'busy-and-late': 'ids-just-above-2-53 newest-first other-writer-on-timer list-half-a-second-late',
  'small-pages-strict':
    'shuffled pages-of-25-at-most names-strict names-of-twenty-at-most query-strict unsupported-types-refused',
  generous:
    'ids-random default-status-available limit-outside-clamped unknown-status-ignored pretty-json media-type-in-capitals',
  'huge-and-busy': 'huge-catalogue shuffled other-writer-on-requests',
};

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setInterval', 'clearInterval'], now: Date.UTC(2026, 5, 1) });
});

afterAll(() => void vi.useRealTimers());

describe('the register of lawful services', () => {
  it('has a row here for each, whose id is in kebab-case', () => {
    const ids = lawfulServices.map(({ id }) => id);
    expect([...rows.map(([id]) => id), ...Object.keys(combinations)].toSorted()).toEqual(ids.toSorted());
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });
});

describe('a lawful service shows what it declares, and the plain one does not', () => {
  it.each(rows.map((row) => [row[0], row] as const))('%s', async (id, [, look, expected, options = {}]) => {
    expect(await lookAt([id], look, options)).toEqual(expected);
    expect(await lookAt([], look, options)).not.toEqual(expected);
  });
});

describe('a combination shows what each of its parts declares', () => {
  it.each(Object.entries(combinations).flatMap(([id, parts]) => parts.split(' ').map((part) => [id, part] as const)))(
    '%s as %s',
    async (id, part) => {
      const row = rows.find(([name]) => name === part);
      if (row === undefined) throw new RangeError(`${part} has no row.`);
      const [, look, expected, options = {}] = row;
      expect(await lookAt([id], look, options)).toEqual(expected);
    },
  );
});
