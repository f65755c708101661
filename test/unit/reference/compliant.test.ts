import { gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { faults } from '../../../src/reference/faults/index.ts';
import { compliantVariants } from '../../../src/reference/compliant/index.ts';
import type { ReferenceOptions } from '../../../src/reference/reference-service.ts';
import * as see from './observe.ts';

// Each compliant variant differs from the correct service as its title says. A row has an observation, and its result for
// the variant. The correct service gives another result.

type Row = readonly [id: string, observation: see.Observation, seen: unknown, options?: ReferenceOptions];

const inBase64 = (text: string): string => Buffer.from(text).toString('base64');

const rows: readonly [Row, ...Row[]] = [
  ['ids-random', see.fillRange, [true, true]],
  ['ids-negative', see.addedIds, [-1n, -2n, -3n]],
  ['ids-from-zero', see.addedIds, [0n, 1n, 2n]],
  ['ids-just-above-2-53', see.addedIds, [9007199254740993n, 9007199254740994n, 9007199254740995n]],
  ['ids-at-the-upper-end', see.addedIds, [9223372036854775807n, 9223372036854775806n, 9223372036854775805n]],
  [
    'ids-at-the-upper-end-and-odd-ids-bad-request',
    see.all(see.addedIds, see.statuses('/pets/9223372036854775808')),
    [[9223372036854775807n, 9223372036854775806n, 9223372036854775805n], [400]],
  ],
  [
    'first-pets-removed',
    see.all(see.listed('name', '?limit=1'), see.after(2000, see.listed('name', '?limit=1'))),
    [['Resident 1'], ['Resident 21']],
  ],
  ['newest-first', see.orderOf('a', 'b'), ['b', 'a']],
  ['ordered-by-name', see.orderOf('b', 'c', 'a'), ['a', 'b', 'c']],
  ['ordered-by-id', see.areSorted, true, { pets: 6 }],
  ['shuffled', see.orders, 3, { pets: 6 }],
  ['default-status-available', see.added('status'), ['available']],
  ['default-status-pending', see.added('status'), ['pending']],
  [
    'available-becomes-pending',
    see.all(see.statuses(see.pet({ status: 'available' })), see.after(1001, see.listed('status', '?limit=9'))),
    [[201], ['pending']],
  ],
  [
    'default-status-later',
    see.all(see.statuses(see.pet()), see.listed('status', ''), see.after(301, see.listed('status', ''))),
    [[201], [undefined], ['available']],
  ],
  ['empty-catalogue', see.sizes(''), [0], { pets: 6 }],
  ['statusless-catalogue', see.listed('status', '?limit=100'), see.times(30, undefined)],
  ['sold-catalogue', see.listed('status', '?limit=100'), see.times(40, 'sold')],
  ['hundred-animals', see.wholeSize, 100, see.ALL_SHOWN],
  ['huge-catalogue', see.wholeSize, 5000, see.ALL_SHOWN],
  ['huge-catalogue-newest-first', see.all(see.wholeSize, see.orderOf('a', 'b')), [5000, ['b', 'a']], see.ALL_SHOWN],
  [
    'large-catalogue-cached',
    see.all(see.wholeSize, see.sizes('?limit=100'), see.addedShownAfter(1, 0, 999, 1)),
    [150, [100], [0, 0, 1]],
    see.ALL_SHOWN,
  ],
  [
    'ids-used-up-by-rejections',
    see.all(see.addedIds, see.statuses(see.pet({ name: 1 })), see.addedIds),
    [[151n, 152n, 153n], [400], [155n, 156n, 157n]],
  ],

  [
    'next-id-taken-by-others',
    see.all(see.addedIds, see.addedIds),
    [
      [1n, 2n, 3n],
      [4n, 6n, 7n],
    ],
  ],
  [
    'filter-from-oldest-shown-newest-first',
    see.all(see.listed('name', '?limit=1'), see.listed('name', '?status=sold&limit=2')),
    [['Resident 1600'], ['Resident 7', 'Resident 3']],
  ],

  ['other-writer-on-timer', see.otherPetsAfter(39, 1, 40, 3000), [0, 1, 2, 60], see.ALL_SHOWN],
  [
    'other-writer-on-requests',
    see.all(see.otherPetsAfter(0, 0, 0, 0, 0, 0), see.requests(300), see.otherPets),
    [[0, 0, 0, 0, 0, 1], 300, 60],
    see.ALL_SHOWN,
  ],
  ['operator-sells', see.after(150, see.listed('status', '?limit=3')), ['pending', 'sold', 'available'], { pets: 3 }],
  [
    'operator-renames',
    see.texts(...see.times(2, '/pets?limit=2')),
    [/"Resident 1".*"Resident 2"/, /"Resident 1".*"Resident 1"/].map(see.matching),
  ],
  ['operator-moves-to-and-fro', see.all(...see.times(3, see.listed('categoryId', '?limit=1'))), [[1n], [2n], [1n]]],
  ['ids-of-removed-pets-reused', see.sizeAfter(7), 18],
  ['list-half-a-second-late', see.addedShownAfter(1, 0, 499, 1), [0, 0, 1]],
  ['list-up-to-two-seconds-late', see.addedShownAfter(8, 0, 600, 600, 800), [0, 3, 5, 8]],

  ['extra-pet-fields', see.threeViews, see.times(3, see.holding({ ...see.EXTRA, category: { id: 1n, name: null } }))],
  [
    'extra-error-fields',
    see.bodies('/pets/1'),
    [see.holding({ details: [{ field: null }], traceId: 'a1b2c3', error: { code: 7n } })],
  ],
  ['fields-in-another-order', see.fields(see.pet(), '/pets/1'), ['categoryId, name, id', 'status, message, code']],
  ['empty-error-texts', see.bodies('/pets/1'), [{ code: '', message: '', status: 404n }]],
  ['unknown-field-breaks-list', see.statuses('/pets', see.pet({ colour: 1 }), '/pets'), [200, 201, 500]],
  ['unknown-fields-refused', see.statuses(see.pet({ colour: 1 }), see.pet()), [400, 201]],
  ['client-id-refused', see.statuses(see.pet({ id: 5 }), see.pet({ colour: 1 })), [400, 201]],
  [
    'client-id-of-wrong-type-refused',
    see.statuses(see.pet({ id: 5 }), see.pet({ id: -5 }), see.pet({ id: '5' })),
    [201, 400, 400],
  ],
  ['names-of-5000-at-most', see.names('a'.repeat(5000), 'a'.repeat(5001)), [201, 400]],
  ['few-categories-known', see.categories('0', '1', '3', '4'), [400, 201, 201, 400]],
  ['one-category-known', see.categories('0', '1', '2'), [400, 201, 400]],
  [
    'category-seen-only',
    see.all(see.listed('categoryId', '?limit=1'), see.categories('1', '770077', '880088')),
    [[770077n], [400, 201, 201]],
  ],
  ['categories-hidden', see.all(see.sizes(''), see.categories('1', '990099')), [[0], [400, 201]]],
  ['categories-positive-32-bits', see.categories('0', '1', '2147483647', '2147483648'), [400, 201, 201, 400]],
  ['names-of-twenty-at-most', see.names('😀'.repeat(20), 'n'.repeat(21)), [201, 400]],
  ['bodies-of-one-kibibyte-at-most', see.names('n'.repeat(900), 'n'.repeat(1024)), [201, 413]],
  ['names-strict', see.names('', ' a', 'a ', 'a\u0001b', '\ud800', 'a b'), [400, 400, 400, 400, 400, 201]],
  ['unsupported-types-refused', see.mediaTypes('text/plain', '', 'application/json; charset=utf-8'), [415, 415, 201]],

  [
    'limit-outside-unprocessable',
    see.statuses('/pets?limit=0', '/pets?limit=101', '/pets?status=lost'),
    [422, 422, 422],
  ],
  ['limit-outside-clamped', see.sizes('?limit=0', '?limit=500', '?limit=x'), [1, 100, 20], see.FULL],
  ['limit-outside-ignored', see.sizes('?limit=0', '?limit=500'), [20, 20], see.FULL],
  ['limit-outside-gives-all', see.sizes('?limit=0', '?limit=101'), [0, 120], see.FULL],
  ['unknown-status-ignored', see.sizes('?status=lost'), [20], see.FULL],
  ['unknown-status-finds-nothing', see.sizes('?status=lost'), [0], see.FULL],
  [
    'query-strict',
    see.statuses('/pets?other=1', '/pets?limit=1&limit=2', '/pets?limit=1&status=sold'),
    [400, 400, 200],
  ],
  ['pages-of-25-at-most', see.sizes('?limit=100', '?limit=3'), [25, 3], see.FULL],
  ['pages-of-ten-at-most', see.sizes('?limit=100', '?limit=3'), [10, 3], see.FULL],
  ['pages-of-12-kib', see.all(see.names('a'.repeat(13_000)), see.sizes('?limit=100')), [[201], [1]], see.FULL],
  ['pages-of-three-kibibytes-at-most', see.sizes('?limit=100', '?limit=3'), [45, 3], see.FULL],
  [
    'pages-of-700-characters-at-most',
    see.all(see.sizes('?limit=100', '?limit=3'), see.orderOf('a', 'b')),
    [
      [10, 3],
      ['b', 'a'],
    ],
    see.FULL,
  ],
  ['limit-minus-one', see.sizes('?limit=100', '?limit=3', '?limit=1'), [99, 2, 1], see.FULL],
  ['pages-cut-at-random', see.sizes('?limit=100', '?limit=100'), [62, 32], see.FULL],
  ['filtered-pages-of-twelve', see.sizes('?limit=20', '?limit=20&status=sold'), [20, 12], see.FULL],
  ['filtered-pages-of-half-their-limit', see.sizes('?limit=8', '?limit=8&status=sold'), [8, 4], see.FULL],
  ['filters-after-cutting', see.sizes('?limit=4&status=sold'), [1], see.FULL],
  ['odd-ids-bad-request', see.statuses('/pets/x', '/pets/9223372036854775808', '/pets/1'), [400, 400, 404]],
  ['other-methods-not-found', see.statuses(see.sent('PUT')), [404]],
  ['removed-and-gone', see.readAdded, 410],
  ['removed-and-not-found', see.readAdded, 404],
  [
    'chunks-refused',
    see.statuses({ method: 'POST', path: '/pets', headers: { 'transfer-encoding': 'chunked' } }, see.pet()),
    [411, 201],
  ],
  ['expectation-declined', see.statuses({ ...see.pet(), headers: { expect: '100-continue' } }, see.pet()), [417, 201]],
  ['escaped-addresses-redirected', see.statuses('/pets/%31', '/pets', '/pets/1'), [301, 200, 404]],
  [
    'escaped-words-unknown',
    see.statuses({ ...see.NO_KEY, path: '/%70ets/1' }, { ...see.NO_KEY, path: '/pets/1' }),
    [404, 401],
  ],
  [
    'key-by-query-too',
    see.withKey((key) => [
      { ...see.NO_KEY, path: `/pets?api_key=${key}` },
      { ...see.NO_KEY, path: '/pets?api_key=wrong' },
    ]),
    [200, 401],
  ],

  ['key-expires', see.all(see.statuses('/pets'), see.after(600_001, see.statuses('/pets'))), [[200], [401]]],
  ...(['lockout-after-wrong-keys', 'lockout-forbidden'] as const).map(
    (id) =>
      [
        id,
        see.all(
          see.statuses(...see.times(60, see.NO_KEY)),
          see.statuses('/pets'),
          see.after(2500, see.statuses('/pets')),
        ),
        [see.times(60, 401), [id === 'lockout-forbidden' ? 403 : 401], [200]],
      ] as const,
  ),

  ['no-challenge', see.headersOf(see.NO_KEY, 'www-authenticate'), [undefined]],
  [
    'long-challenge',
    see.headersOf(see.NO_KEY, 'www-authenticate'),
    ['Bearer realm="pets, and more", error="invalid_token", Basic realm="x"'],
  ],
  [
    'scheme-in-exact-case',
    see.withKey((key) => [{ path: '/pets', authorization: `bearer ${key}` }, '/pets']),
    [401, 200],
  ],
  [
    'key-in-other-forms',
    see.withKey((key) => [
      { path: '/pets', authorization: key },
      { ...see.NO_KEY, path: `/pets?api_key=${key}` },
      see.NO_KEY,
    ]),
    [200, 200, 401],
  ],
  ...(
    [
      ['basic-user-accepted', (key) => `Basic ${inBase64(`${key}:`)}`],
      ['basic-password-accepted', (key) => `Basic ${inBase64(`anyone:${key}`)}`],
      ['basic-raw-key-accepted', (key) => `Basic ${key}`],
      ['one-of-several-keys-accepted', (key) => `Bearer wrong, Bearer ${key}`],
      ['key-compared-as-hexadecimal', (key) => `Bearer ${key.toUpperCase()}`],
      ['key-compared-as-uuid', (key) => `Bearer ${key.toUpperCase()}`],
      ['key-compared-as-base64', (key) => `Bearer ${key}=`],
      ['key-compared-as-base64-without-padding', (key) => `Bearer ${key}=`],
      ['key-is-signed-token', (key) => `Bearer ${key}=`],
    ] as const satisfies readonly (readonly [string, (key: string) => string])[]
  ).map(([id, header]): Row => [
    id,
    see.withKey((key) => [
      { path: '/pets', authorization: header(key) },
      { path: '/pets', authorization: header(`x${key}`) },
      { path: '/pets', authorization: `Bearer ${key}` },
    ]),
    [200, 401, 200],
  ]),
  ...(
    [
      ['long-key-behind-small-headers', 431],
      ['quoted-key-behind-firewall', 400],
    ] as const
  ).map(([id, status]): Row => [
    id,
    see.withKey((key) => [
      { path: '/pets', authorization: `Bearer ${key}xxxx` },
      { path: '/pets', authorization: `Bearer ${key}` },
      { path: '/pets', authorization: 'Bearer wrong' },
    ]),
    [status, 200, 401],
  ]),
  [
    'strange-keys-not-acceptable',
    see.statuses(
      { path: '/pets', authorization: 'Bearer k\u00ff' },
      { path: '/pets', authorization: 'Bearer *' },
      { path: '/pets', authorization: 'Bearer wrong' },
    ),
    [406, 400, 401],
  ],
  [
    'firewall-locks-out',
    see.all(
      see.statuses({ path: '/pets', authorization: "Bearer k'9" }, '/pets'),
      see.after(2500, see.statuses('/pets', { path: '/pets', authorization: 'Bearer wrong' })),
    ),
    [
      [403, 403],
      [200, 401],
    ],
  ],
  [
    'rejected-key-lists-all-problems',
    see.bodies({ path: '/pets?limit=abc', authorization: null }),
    [see.holding({ message: expect.stringMatching(/key.*limit/i) })],
  ],
  [
    'key-in-another-header-accepted',
    see.withKey((key) => [
      { ...see.NO_KEY, path: '/pets', headers: { 'X-API-Key': key } },
      { ...see.NO_KEY, path: '/pets', headers: { 'X-API-Key': 'wrong' } },
    ]),
    [200, 401],
  ],
  [
    'reading-one-forbidden',
    see.statuses('/pets/1', { path: '/pets/1', authorization: 'Bearer x' }, '/pets'),
    [403, 401, 200],
  ],
  ['adding-forbidden', see.statuses(see.pet(), { ...see.pet(), authorization: null }, '/pets'), [403, 401, 200]],

  ...(
    [
      ['trailing-comma-taken', '{"name":"a","categoryId":1,}'],
      ['trailing-text-taken', '{"name":"a","categoryId":1} and more'],
      ['cut-body-completed', '{"name":"a","categoryId":1'],
      ['single-quotes-taken', "{'name':'a','categoryId':1}"],
      ['bare-names-taken', '{name:"a",categoryId:1}'],
      ['comments-taken', '{/* a pet */"name":"a","categoryId":1}'],
      ['numbers-read-leniently', '{"name":"a","categoryId":+01}'],
      ['leading-zero-as-octal', '{"name":"a","categoryId":010}'],
      ['control-characters-in-strings-taken', '{"name":"a\n","categoryId":1}'],
      ['byte-order-mark-skipped', '\ufeff{"name":"a","categoryId":1}'],
      ['missing-commas-added', '{"name":"a" "categoryId":1}'],
      ['invalid-utf-8-replaced', Buffer.from('{"name":"\xff","categoryId":1}', 'latin1')],
    ] as const
  ).map(([id, body]): Row => [
    id,
    see.statuses({ method: 'POST', path: '/pets', body }, { method: 'POST', path: '/pets', body: '{"name":"a"' }),
    [201, 400],
  ]),

  [
    'answers-in-a-language',
    see.headersOf(
      { path: '/pets', headers: { 'Accept-Language': 'tlh, de', 'Accept-Charset': 'utf-8' } },
      'content-language',
      'content-type',
    ),
    ['tlh', 'application/json; charset=UTF-8'],
  ],
  [
    'charset-named-as-asked',
    see.headersOf({ path: '/pets', headers: { 'Accept-Charset': 'iso-8859-1, utf-8;q=0.7' } }, 'content-type'),
    ['application/json; charset=iso-8859-1'],
  ],
  ['media-type-with-charset', see.headersOf('/pets', 'content-type'), ['application/json; charset=utf-8']],
  ['media-type-in-capitals', see.headersOf('/pets/1', 'content-type'), ['Application/JSON;Charset="UTF-8"']],
  [
    'media-type-with-other-parameter',
    see.headersOf('/pets', 'content-type'),
    ['application/json ; profile="https://example.org/pets;v=1"'],
  ],
  ['options-get-no-content', see.headersOf({ method: 'OPTIONS', path: '/pets' }, 'content-length'), ['0']],
  ['options-get-length-with-204', see.headersOf({ method: 'OPTIONS', path: '/pets' }, 'content-length'), ['2']],
  ['chunked', see.headersOf('/pets', 'transfer-encoding', 'content-length'), ['chunked', undefined]],
  ['compressed-with-gzip', see.decoded('gzip', gunzipSync), '[]'],
  ['compressed-with-deflate', see.decoded('deflate', inflateSync), '[]'],
  [
    'pretty-json',
    see.texts(see.pet()),
    [expect.stringMatching(/^\n\{\n {2}"id": -?\d+,\n {2}"name": "a",[^]*\}\r\n$/)],
  ],
  ['escaped-json', see.texts(see.pet({ name: 'é/' })), [expect.stringContaining(String.raw`"\u00e9\/"`)]],
  [
    'integers-with-zero-fraction',
    see.texts(see.pet({ categoryId: 0 }), '/pets/1'),
    [/"categoryId":0\.0[,}]/, /"status":404\.0[,}]/].map(see.matching),
  ],
  ['byte-order-mark', see.texts('/pets'), ['\ufeff[]']],
  [
    'errors-quote-what-was-sent',
    see.texts({ ...see.pet(), body: String.raw`"a\"\ud800"` }),
    [see.matching(/Sent: \/v1\/pets a\\"\\ud800/)],
  ],
  ['repeated-members', see.texts('/pets/1'), [expect.stringMatching(/^\{"code":"unknown_pet","code":"unknown_pet"/)]],
  [
    'other-requests-fail',
    see.statuses('/store/orders', see.sent('PUT'), see.sent('HEAD'), '/pets/1'),
    [500, 500, 405, 404],
  ],
  ['odd-input-fails', see.statuses('/pets?limit=0', '/pets?status=lost', '/pets/x'), [500, 500, 404]],
  ['lower-case-headers', see.headerNames, expect.arrayContaining(['content-type', 'deprecation', 'sunset'])],
  ['upper-case-headers', see.headerNames, expect.arrayContaining(['CONTENT-TYPE', 'DEPRECATION', 'SUNSET'])],
  [
    'many-headers',
    see.headersOf(
      '/pets',
      'etag',
      'cache-control',
      'set-cookie',
      'access-control-allow-origin',
      'x-total-count',
      'link',
    ),
    ['"5d8c72a5edda8"', 'no-store', ['session=abc; HttpOnly'], '*', '17', '</v1/pets?cursor=abc>; rel="next"'],
  ],
  ['deprecation-not-announced', see.headersOf('/pets/1', 'deprecation', 'sunset'), [undefined, undefined]],
  [
    'deprecation-as-in-the-draft',
    see.headersOf('/pets/1', 'deprecation', 'sunset', 'link'),
    ['true', undefined, '</v1/pets>; rel="successor-version"'],
  ],
  ['another-sunset', see.headersOf('/pets/1', 'sunset'), ['Sun, 01 Dec 2030 00:00:00 GMT']],

  ['always-closes', see.connections, ['close']],
  ['closes-after-rejected-body', see.headersOf(see.pet({ name: 1 }), 'connection'), ['close']],
  ['closes-after-rejected-key', see.headersOf(see.NO_KEY, 'connection'), ['close']],
  ['closes-at-random', see.connections, ['close', 'keep-alive']],
  ['closes-idle', see.onConnection('', see.KEPT), expect.not.stringContaining(see.KEPT)],
  ['drops-reused', see.requestsWithoutResponse(30), [25]],
  [
    'body-until-close',
    see.headersOf('/pets', 'content-length', 'transfer-encoding', 'connection'),
    [undefined, undefined, 'close'],
  ],
  [
    'space-behind-length',
    see.onConnection('Connection: close\r\n', see.KEPT),
    expect.stringMatching(/\r\nContent-Length: \d+ \r\n/),
  ],
  [
    'body-in-small-pieces',
    see.onConnection('Connection: close\r\n', see.KEPT),
    expect.stringMatching(/(\r\n7\r\n.{7}){4}[^]*\r\nX-Checked: yes/),
  ],
  ['early-hints', see.every(({ interim }) => interim, '/pets'), [[103]]],
  ['continues-unasked', see.every(({ interim }) => interim, '/pets'), [[100]]],
  ['slow', see.responseOrder, ['14 ms', ...see.range(8)]],
  ['jittery', see.overtake, true],
  ['rate-limited', see.burst(152), [150, 3, '1']],
  ['rate-limited-until-date', see.burst(202), [200, 3, 'Thu, 01 Jan 2026 00:00:00 GMT']],
  ['rate-limited-without-word', see.burst(152), [150, 3, undefined]],
  ['rate-limited-additions', see.all(see.disturbed(62, see.pet()), see.disturbed(1)), [['61: 429', '62: 429'], []]],
  ['gateway-503-now-and-then', see.disturbed(100), ['97: 503']],
  ['gateway-520-now-and-then', see.disturbed(121), ['120: 520']],
  [
    'gateway-502-after-adding',
    see.all(see.disturbed(16, see.pet()), see.sizeAfter(1)),
    [['15: 502'], 17],
    { compliant: ['empty-catalogue'] },
  ],
  ['gateway-502-for-a-second', see.disturbed(151), ['150: 502', '151: 502']],
  [
    'gateway-502-to-wrong-keys',
    see.disturbed(2, { path: '/pets', authorization: 'Bearer wrong' }),
    ['1: 502', '2: 401'],
  ],
  ['gateway-502-during-set-up', see.disturbed(3), ['2: 502', '3: 502']],
  ['gateway-504-once', see.disturbed(202), ['200: 504']],
  ['times-out-once', see.silent(399, '/pets'), true],
  [
    'gateway-504-for-one-limit-at-first',
    see.disturbed(6, '/pets?limit=52'),
    ['1: 504', '2: 504', '3: 504', '4: 504', '5: 504'],
  ],
  ['gateway-504-for-one-limit', see.disturbed(2, '/pets?limit=52'), ['1: 504', '2: 504']],
  ['times-out-for-one-limit', see.silent(0, '/pets?limit=53'), true],
  ['overloaded-for-a-second', see.disturbed(301), ['300: 503', '301: 503']],
  ['too-early-now-and-then', see.disturbed(111), ['110: 425']],
  ['request-timeout-now-and-then', see.disturbed(131), ['130: 408']],
  ['resets-for-a-second', see.disturbed(251), ['250: broken 0', '251: broken 0']],
  ['closes-now-and-then', see.disturbed(141), ['140: broken 0']],
  ['bodies-cut-before-a-restart', see.disturbed(181), ['180: broken 200', '181: broken 200']],
  ['restarts-for-two-seconds', see.disturbed(222), ['220: broken 0', '221: broken 0', '222: broken 0']],
  ['wakes-after-idle-time', see.after(30_001, see.statuses('/pets', '/pets')), [503, 200]],
  ['few-at-a-time', see.simultaneous(60), [expect.any(Number), [503]]],
  ['times-out-in-set-up', see.silent(4, '/pets'), true],
  ['one-back-end-dead-by-path', see.disturbed(2, '/pets?limit=7'), ['1: 502', '2: 502']],
  ['firewall-closes-odd-keys', see.disturbed(1, { path: '/pets', authorization: 'Bearer wrong"key' }), ['1: broken 0']],
  [
    'lockout-again-and-again',
    see.all(see.statuses(...see.times(6, see.NO_KEY)), see.statuses('/pets'), see.after(2500, see.statuses('/pets'))),
    [see.times(6, 401), [401], [200]],
  ],
];

/** One part of each combination. Its observation must give the same result for the combination. */
const combinations: Readonly<Record<string, string>> = {
  'old-java-service': 'few-categories-known',
  'behind-a-gateway': 'no-challenge',
  'busy-and-late': 'list-half-a-second-late',
  'small-pages-strict': 'unsupported-types-refused',
  generous: 'media-type-in-capitals',
  'huge-and-busy': 'other-writer-on-requests',
};

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setInterval', 'clearInterval'], now: Date.UTC(2026, 5, 1) });
});

afterAll(() => void vi.useRealTimers());

describe('the lists of faults and compliant variants', () => {
  it('have unique ids in kebab-case', () => {
    const ids = [...faults, ...compliantVariants].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it('have the compliant variants of this test', () => {
    const ids = compliantVariants.map(({ id }) => id);
    expect([...rows.map(([id]) => id), ...Object.keys(combinations)].toSorted()).toEqual(ids.toSorted());
  });
});

describe('a compliant variant', () => {
  it.each(rows.map((row) => [row[0], row] as const))(
    'differs from the correct service: %s',
    async (id, [, observation, expected, options = {}]) => {
      expect(await see.observe([id], observation, options)).toEqual(expected);
      expect(await see.observe([], observation, options)).not.toEqual(expected);
    },
  );

  it.each(Object.entries(combinations))('keeps what its parts change: %s, %s', async (id, part) => {
    const [, observation, expected, options = {}] = rows.find(([name]) => name === part) ?? rows[0];
    expect(await see.observe([id], observation, options)).toEqual(expected);
  });
});
