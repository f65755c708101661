import { describe, expect, it } from 'vitest';
import type { TestableId } from '../../../src/contract/requirements.ts';
import type { Exchange, Header } from '../../../src/http/exchange.ts';
import { causes, probableCauses, rankCauses } from '../../../src/report/causes/probable-causes.ts';
import type { ProbableCause } from '../../../src/report/causes/cause.ts';
import { viewOf } from '../../../src/report/view.ts';
import { renderFormat } from '../../../src/report/formats.ts';
import { renderAnnotations } from '../../../src/report/github/render-annotations.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { exchangeOf, requirement, shown, violatedReport, violation } from '../../support/terminal-reports.ts';

/** An exchange in a few words. `body` and `sent` are JSON values, or the text itself. */
interface Told {
  readonly operation?: Exchange['operation'];
  readonly path?: string;
  readonly key?: string;
  readonly authorization?: string;
  /** Instead of Authorization. */
  readonly keyHeader?: Header;
  readonly sent?: unknown;
  readonly sentAs?: string;
  /** 0: the connection is closed before a response. */
  readonly status?: number;
  readonly body?: unknown;
  readonly type?: string;
  readonly location?: string;
  /** Content-Length of the response. */
  readonly length?: number;
  /** Whether a violated check rests on it. Default: it does. */
  readonly shows?: boolean;
  readonly capped?: boolean;
  readonly connection?: 'fresh' | 'reused';
  /** Milliseconds until the response. Requests start one second after another. */
  readonly takes?: number;
}

const PET = { id: 1, name: 'Rex', categoryId: 1 };

const ERRORS = { errors: [{ message: 'no', path: ['list'] }], data: null };

const WRAPPED_ERROR = { ok: false, data: null, error: { code: 'INVALID' } };

/** The text of a JSON value whose bigints are numbers. */
function json(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `#${each}` : each));
  return text.replaceAll(/"#(-?\d+)"/g, '$1');
}

function bodyOf(value: unknown, capped = false) {
  const text = value === undefined ? '' : typeof value === 'string' ? value : json(value);
  return { text, encoding: 'utf8', length: Buffer.byteLength(text), sha256: '', capped } as const;
}

function exchange(told: Told, at: number): Exchange {
  const { operation = 'listPets', path = '/pets', key = 'valid', status = 200, type = 'application/json' } = told;
  const base = exchangeOf(`x${at}`);
  const authorization: readonly Header[] =
    key === 'none' ? [] : [told.keyHeader ?? ['Authorization', told.authorization ?? 'Bearer [key]']];
  return {
    ...base,
    operation,
    request: {
      ...base.request,
      method: operation === 'createPet' ? 'POST' : 'GET',
      url: `http://h/v1${path}`,
      headers: [...authorization, ['Content-Type', told.sentAs ?? 'application/json']],
      body: told.sent === undefined ? null : bodyOf(told.sent),
      credential: key,
    },
    attempts: [
      {
        startedAt: new Date(at * 1000).toISOString(),
        milliseconds: told.takes ?? 1,
        connection: told.connection ?? 'fresh',
        status,
        failure: null,
        waitedMilliseconds: 0,
      },
    ],
    failure: status === 0 ? { kind: 'closed-before-response', message: 'closed' } : null,
    response:
      status === 0
        ? null
        : {
            status,
            headers: [
              ['Content-Type', type],
              ...(told.location === undefined ? [] : [['Location', told.location] as const]),
              ...(told.length === undefined ? [] : [['Content-Length', String(told.length)] as const]),
            ],
            body: bodyOf(told.body, told.capped),
            complete: true,
          },
  };
}

function causesOf(violated: TestableId, told: readonly Told[]): readonly ProbableCause[] {
  const exchanges = told.map(exchange);
  const checks = told.flatMap(({ shows = true }, at) =>
    shows ? [violation(violated, { id: `case/${at}#${violated}`, exchanges: [`x${at}`] })] : [],
  );
  return probableCauses({ checks, exchanges });
}

const list = (body: unknown, more: Told = {}): Told => ({ body, ...more });
const created = (sent: unknown, body: unknown, more: Told = {}): Told => ({
  operation: 'createPet',
  status: 201,
  sent,
  body,
  ...more,
});
const read = (id: number, status: number, body: unknown, more: Told = {}): Told => ({
  operation: 'getPet',
  path: `/pets/${id}`,
  status,
  body,
  ...more,
});
const pets = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...PET, id: index + 1, ...more }));
const ERROR = { code: 'c', message: 'm', status: 400 };
const NEW_PET = { name: 'Rex', categoryId: 1 };
const wrongKey = { key: 'random-key', authorization: 'Bearer [random key]' };

/** For each cause exchanges that agree, the sentence, and one exchange that contradicts. */
const ROWS: readonly (readonly [
  id: string,
  requirement: TestableId,
  agreeing: readonly Told[],
  sentence: string,
  against: Told,
])[] = [
  [
    'no-key-checked',
    'AUTH-MISSING-LIST',
    [
      list([], { key: 'none' }),
      list([], wrongKey),
      created(NEW_PET, PET, { key: 'none', shows: false }),
      created(NEW_PET, PET, { ...wrongKey, shows: false }),
      read(1, 200, PET, { key: 'none', shows: false }),
      read(1, 200, PET, { ...wrongKey, shows: false }),
    ],
    'No operation checks the key: requests without a key and with wrong keys are processed.',
    list(ERROR, { key: 'none', status: 401, shows: false }),
  ],
  [
    'no-key-checked',
    'AUTH-MISSING-GET',
    [
      read(1, 200, PET, { key: 'none' }),
      read(1, 200, PET, wrongKey),
      list(ERROR, { key: 'none', status: 401, shows: false }),
    ],
    'GET /pets/{petId} does not check the key: requests without a key and with wrong keys are processed.',
    read(1, 401, ERROR, { ...wrongKey, shows: false }),
  ],
  [
    'any-key-accepted',
    'AUTH-INVALID-LIST',
    [
      list([], wrongKey),
      list(ERROR, { key: 'none', status: 401, shows: false }),
      list(ERROR, { ...wrongKey, key: 'token-always-true', status: 401, shows: false }),
      read(1, 401, ERROR, { ...wrongKey, shows: false }),
    ],
    'A key is needed, but GET /pets accepts any bearer token.',
    list(ERROR, { ...wrongKey, status: 401, shows: false }),
  ],
  [
    // The right key gets the same for an unknown id, so it is no rejection of a key.
    'no-key-checked',
    'AUTH-MISSING-GET',
    [
      list(pets(1), { shows: false }),
      read(1, 200, PET, { key: 'none' }),
      read(1, 200, PET, { ...wrongKey }),
      read(8, 200, {}, { key: 'none', shows: false }),
      read(9, 200, {}, { shows: false }),
    ],
    'GET /pets/{petId} does not check the key: requests without a key and with wrong keys are processed.',
    read(1, 200, { ok: false }, { key: 'none', shows: false }),
  ],
  [
    // A redirect to the pet is no rejection, and one that the right key gets says nothing about the key.
    'no-key-checked',
    'AUTH-MISSING-CREATE',
    [
      created(NEW_PET, '', { key: 'none', status: 303, location: '/v1/pets/1' }),
      created(NEW_PET, '', { ...wrongKey, status: 303, location: '/v1/pets/2' }),
      list('', { status: 308, location: '/v1/pets/', shows: false }),
      list('', { ...wrongKey, path: '/pets?limit=1', status: 308, location: '/v1/pets/?limit=1', shows: false }),
    ],
    'POST /pets does not check the key: requests without a key and with wrong keys are processed.',
    created(NEW_PET, '', { key: 'none', status: 302, location: '/login', shows: false }),
  ],
  [
    'connection-closed',
    'CREATE-REFUSES-MALFORMED',
    [
      created('{', undefined, { status: 0 }),
      created('{"name"', undefined, { status: 0 }),
      created(NEW_PET, PET, { shows: false }),
      created({ ...NEW_PET, status: null }, ERROR, { status: 400, shows: false }),
    ],
    'The connection is closed without a response for body (malformed).',
    created('[', ERROR, { status: 400, shows: false }),
  ],
  [
    'connection-closed',
    'AUTH-INVALID-LIST',
    [
      list(undefined, { ...wrongKey, status: 0 }),
      list(pets(1), { shows: false }),
      read(7, 0, undefined),
      created({ ...NEW_PET, name: 'Édith' }, undefined, { status: 0 }),
      created({ ...NEW_PET, name: 'André' }, PET, { shows: false }),
    ],
    'The connection is closed without a response for GET /pets with a wrong key, petId (unknown, of up to 32 bits) and name (a first character beyond ASCII).',
    list(ERROR, { ...wrongKey, status: 401, shows: false }),
  ],
  [
    'key-read-elsewhere',
    'AUTH-VALID-KEY',
    [list(ERROR, { status: 401 }), list(pets(1), { authorization: 'Token [key]', shows: false })],
    'The key is accepted only in the header Authorization after the scheme Token.',
    list(pets(1), { shows: false }),
  ],
  [
    'key-checked-late',
    'AUTH-FIRST',
    [
      created('{"name"', ERROR, { key: 'none', status: 400 }),
      created(NEW_PET, ERROR, { key: 'none', status: 401, shows: false }),
    ],
    'The service parses the body before it checks the key.',
    created('{', ERROR, { key: 'none', status: 401, shows: false }),
  ],
  [
    'key-checked-late',
    'AUTH-FIRST',
    [
      list(ERROR, { path: '/pets?limit=x', key: 'none', status: 400 }),
      list(ERROR, { path: '/pets?limit=x', status: 400, shows: false }),
      list(ERROR, { key: 'none', status: 401, shows: false }),
    ],
    'The service validates the query before it checks the key.',
    list(ERROR, { path: '/pets?limit=x', ...wrongKey, status: 401, shows: false }),
  ],
  [
    'similar-key-accepted',
    'AUTH-INVALID-LIST',
    [list([], { ...wrongKey, key: 'key-and-a-character' }), list(ERROR, { ...wrongKey, status: 401, shows: false })],
    'A key that only resembles the right one is accepted: the key with more characters behind it.',
    list(ERROR, { ...wrongKey, key: 'key-and-a-character', status: 401, shows: false }),
  ],
  [
    'similar-key-accepted',
    'AUTH-INVALID-LIST',
    [
      list([], { ...wrongKey, key: 'key-last-character-changed' }),
      list([], { ...wrongKey, key: 'key-cut-short' }),
      list(ERROR, { ...wrongKey, status: 401, shows: false }),
      read(1, 200, PET, { ...wrongKey, shows: false }),
    ],
    'A key that only resembles the right one is accepted: a key with the same beginning.',
    list([], { ...wrongKey, shows: false }),
  ],
  [
    'similar-key-accepted',
    'AUTH-INVALID-LIST',
    [list([], { ...wrongKey, key: 'key-without-last-character' }), list([], { ...wrongKey, key: 'key-cut-short' })],
    'A key that only resembles the right one is accepted: a beginning of it.',
    list([], { ...wrongKey, shows: false }),
  ],
  [
    'similar-key-accepted',
    'AUTH-INVALID-LIST',
    ['key-without-first-character', 'key-cut-short'].map((key) => list([], { ...wrongKey, key })),
    'A key that only resembles the right one is accepted: a part of it.',
    list(ERROR, { ...wrongKey, key: 'key-without-first-character', status: 401, shows: false }),
  ],
  [
    'similar-key-accepted',
    'AUTH-INVALID-LIST',
    [
      list([], { ...wrongKey, key: 'key-without-last-character' }),
      list([], { ...wrongKey, key: 'key-cut-short' }),
      created(NEW_PET, ERROR, { ...wrongKey, key: 'key-cut-short', status: 403, shows: false }),
    ],
    'A key that only resembles the right one is accepted by GET /pets: a beginning of it.',
    list([], { ...wrongKey, shows: false }),
  ],
  [
    'unauthorized-without-401',
    'AUTH-MISSING-LIST',
    [list(ERROR, { key: 'none', status: 403 }), read(1, 200, PET, { key: 'none', shows: false })],
    'GET /pets responds with 403 instead of 401 to a request without an Authorization header.',
    list(ERROR, { key: 'none', status: 401, shows: false }),
  ],
  [
    'unauthorized-without-401',
    'AUTH-FIRST',
    [
      list(ERROR, { key: 'none', path: '/pets?status=lost', status: 400, shows: false }),
      list(ERRORS, { key: 'none' }),
      list(ERROR, { ...wrongKey, status: 403 }),
      read(1, 200, PET, { shows: false }),
    ],
    'The service responds with 200 instead of 401 to a request without an Authorization header; 403 instead of 401 to a wrong key.',
    list(ERROR, { key: 'none', status: 401, shows: false }),
  ],
  [
    'unauthorized-without-401',
    'AUTH-MISSING-LIST',
    [list(ERROR, { key: 'none', status: 403 }), created('', ERROR, { key: 'none', status: 400, shows: false })],
    'The service responds with 403 instead of 401 to a request without an Authorization header.',
    list(ERROR, { key: 'none', status: 401, shows: false }),
  ],
  [
    'missing-key-accepted',
    'AUTH-MISSING-LIST',
    [list([], { key: 'none' }), list(ERROR, { ...wrongKey, status: 401, shows: false })],
    'GET /pets processes requests without an Authorization header, and rejects wrong keys.',
    list(ERROR, { key: 'none', status: 401, shows: false }),
  ],
  [
    'json-under-another-type',
    'ANSWER-MEDIA-TYPE',
    [list([], { type: 'application/hal+json' }), read(9, 404, ERROR, { type: 'text/plain; charset=utf-8' })],
    'JSON has another media type than application/json: application/hal+json with every 200; text/plain with every 404.',
    list([], { shows: false }),
  ],
  [
    'names-rejected',
    'CREATE-NAMES',
    [
      created(NEW_PET, PET, { shows: false }),
      ...['Q', 'X'].map((name) => created({ ...NEW_PET, name }, ERROR, { status: 400 })),
    ],
    'Every name with fewer than 3 characters is rejected.',
    created({ ...NEW_PET, name: 'A' }, PET, { shows: false }),
  ],
  [
    'key-kept-on-connection',
    'AUTH-EVERY-REQUEST',
    (['none', 'random-key'] as const).flatMap((key) => [
      created(NEW_PET, ERROR, { ...wrongKey, key, status: 401, shows: false }),
      created(NEW_PET, PET, { ...wrongKey, key, status: 201, connection: 'reused' }),
    ]),
    'After an accepted request, POST /pets processes requests without a valid key on the same connection.',
    created(NEW_PET, PET, { ...wrongKey, key: 'key-cut-short', status: 201, shows: false }),
  ],
  [
    'unauthorized-without-401',
    'AUTH-MISSING-LIST',
    [list(ERROR, { key: 'none', status: 400 })],
    'The service responds with 400 instead of 401 to every request without the right key.',
    read(1, 401, ERROR, { key: 'none', shows: false }),
  ],
  [
    'unauthorized-without-401',
    'AUTH-MISSING-LIST',
    [list(WRAPPED_ERROR, { key: 'none' })],
    'The service responds with 200 instead of 401 to every request without the right key.',
    list([], { key: 'none', shows: false }),
  ],
  [
    'unauthorized-without-401',
    'AUTH-MISSING-LIST',
    [list(ERRORS, { key: 'none' })],
    'The service responds with 200 instead of 401 to every request without the right key.',
    list({ ...ERRORS, data: { pets: pets(1) } }, { key: 'none', shows: false }),
  ],
  [
    'error-lacks-members',
    'ERROR-CODE',
    [read(9, 404, { detail: 'no' }), created({}, { detail: 'no' }, { status: 400 })],
    'JSON Errors are wrong: no code, no message and no status with every 400 and every 404. They have the member detail.',
    read(8, 404, ERROR, { shows: false }),
  ],
  [
    'bodies-in-envelope',
    'ERROR-OBJECT',
    [read(9, 404, { error: ERROR })],
    'Bodies are wrapped in an object: error holds the Error.',
    read(8, 404, ERROR, { shows: false }),
  ],
  [
    'body-not-json',
    'ANSWER-JSON',
    [
      read(9, 404, '<!DOCTYPE html><pre>Cannot GET /pets/9</pre>', { type: 'text/html' }),
      created('{', '<html>', { status: 400 }),
    ],
    'Bodies are not JSON: HTML with every 400; the HTML page of Express with every 404.',
    read(8, 404, ERROR, { shows: false }),
  ],
  [
    'body-not-json',
    'ANSWER-JSON',
    [
      created('{}', '', { status: 415, key: 'none', sentAs: 'text/plain' }),
      created(NEW_PET, '', { status: 400, ...wrongKey }),
    ],
    'Bodies are not JSON: no body with every 400 and every 415.',
    created('{}', ERROR, { status: 415, ...wrongKey, shows: false }),
  ],
  [
    'bodies-in-envelope',
    'PETS-ARRAY',
    [list({ total: 1, data: { pets: pets(1) } })],
    'Bodies are wrapped in an object: data.pets holds the list.',
    list(pets(1), { shows: false }),
  ],
  [
    'bodies-in-envelope',
    'PETS-ARRAY',
    [list({ pets: { pet: pets(2) } }), list({ pets: { pet: PET } })],
    'Bodies are wrapped in an object: pets.pet holds the list.',
    list(pets(1), { shows: false }),
  ],
  [
    'other-default-limit',
    'LIST-LIMIT-DEFAULT',
    [list(pets(40), { path: '/pets?limit=100', shows: false }), list(pets(25)), list(pets(25))],
    'Without a limit the service uses 25 as its default.',
    list(pets(26), { shows: false }),
  ],
  [
    'other-default-limit',
    'LIST-LIMIT-DEFAULT',
    [list(pets(40)), list(pets(41))],
    'Without a limit a page holds all 41 pets that the run knew.',
    list(pets(20), { shows: false }),
  ],
  [
    'other-default-limit',
    'LIST-LIMIT-DEFAULT',
    [
      list(
        pets(40).map((pet) => ({ pet })),
        { path: '/pets?limit=100', shows: false },
      ),
      list(pets(25).map((pet) => ({ pet }))),
    ],
    'Without a limit the service uses 25 as its default.',
    list(pets(26), { shows: false }),
  ],
  [
    'other-default-limit',
    'LIST-LIMIT-DEFAULT',
    [list(pets(5), { path: '/pets?limit=5', shows: false }), list([])],
    'Without a limit the list is empty.',
    list(pets(5), { shows: false }),
  ],
  [
    'no-such-route',
    'GET-OK',
    [
      list(pets(1), { shows: false }),
      { operation: 'getPet', path: '/pets/1', status: 404 },
      { operation: 'getPet', path: '/pets/1', status: 404, key: 'none', shows: false },
    ],
    'GET /pets/{petId} gets 404 for every request, also without a key.',
    { operation: 'getPet', path: '/pets/1', status: 401, key: 'none', body: ERROR, shows: false },
  ],
  [
    'key-rejected-and-processed',
    'ANSWER-JSON',
    [list('{"code":"key"}[{"id":1}]', { ...wrongKey, status: 401 })],
    'A request with a wrong key gets 401 and is processed all the same: a second JSON text follows the Error.',
    list(ERROR, { ...wrongKey, status: 401, shows: false }),
  ],
  [
    'key-rejected-and-processed',
    'ANSWER-JSON',
    [list('{"code":"}{\\"{"}\n{"id":1}', { ...wrongKey, status: 401 })],
    'A request with a wrong key gets 401 and is processed all the same: a second JSON text follows the Error.',
    list('{"code":"}{"} {', { ...wrongKey, status: 401, shows: false }),
  ],
  [
    'limit-ignored',
    'LIST-LIMIT-MAX',
    [list(pets(20), { path: '/pets?limit=1' }), list(pets(20), { path: '/pets?limit=7' })],
    'The limit is ignored.',
    list(pets(7), { path: '/pets?limit=7', shows: false }),
  ],
  [
    'lower-limit-maximum',
    'LIST-LIMIT-RANGE',
    [list(pets(1), { path: '/pets?limit=50', shows: false }), list(ERROR, { path: '/pets?limit=51', status: 400 })],
    'Every limit above 50 is rejected.',
    list(ERROR, { path: '/pets?limit=7', status: 400, shows: false }),
  ],
  [
    'filter-rejected',
    'LIST-STATUS-VALUES',
    [
      list(ERROR, { path: '/pets?status=sold', status: 400 }),
      list(ERROR, { path: '/pets?status=pending', status: 400 }),
    ],
    'Every list with a status filter gets 400.',
    list([], { path: '/pets?status=sold', shows: false }),
  ],
  [
    'filter-rejected',
    'LIST-STATUS-VALUES',
    [
      list([], { shows: false }),
      list(ERROR, { path: '/pets?status=sold', status: 500 }),
      list([], { path: '/pets?status=pending', shows: false }),
    ],
    'Lists with the filter sold get 500.',
    list([], { path: '/pets?status=sold', shows: false }),
  ],
  [
    'filter-finds-nothing',
    'LIST-STATUS-COMPLETE',
    [
      created({ ...NEW_PET, status: 'sold' }, { ...PET, status: 'sold' }, { shows: false }),
      list([], { path: '/pets?status=sold' }),
      list([], { path: '/pets?status=pending', shows: false }),
      list([{ ...PET, status: 'sold' }], { shows: false }),
    ],
    'No list with a status filter shows a pet.',
    list([{ ...PET, status: 'sold' }], { path: '/pets?status=sold', shows: false }),
  ],
  [
    'same-for-every-list',
    'LIST-LIMIT-MAX',
    [
      list(pets(2), { shows: false }),
      created(NEW_PET, { ...PET, id: 3 }, { shows: false }),
      list(pets(2), { path: '/pets?limit=1' }),
    ],
    'Every list gets the same body, whatever is asked and whatever was added before.',
    list(pets(3), { shows: false }),
  ],
  [
    'added-not-shown',
    'GET-OK',
    [
      created({ ...NEW_PET, name: 'Max' }, { ...PET, id: 7 }, { shows: false }),
      { operation: 'getPet', path: '/pets/7', status: 404 },
      list(pets(1), { shows: false }),
    ],
    'No added pet is shown again: reads by its id get 404, and no list holds it.',
    list([{ ...PET, id: 7 }], { shows: false }),
  ],
  [
    'filter-ignored',
    'LIST-STATUS-FILTER',
    [
      list([...pets(2, { status: 'available' }), ...pets(2, { status: 'pending' }), ...pets(2)], {
        path: '/pets?status=sold',
      }),
    ],
    'The status filter is ignored.',
    list([{ ...PET, status: 'sold' }], { path: '/pets?status=sold', shows: false }),
  ],
  [
    'filter-ignored',
    'LIST-STATUS-FILTER',
    [
      list(
        ['AVAILABLE', 'PENDING'].map((Status, id) => ({ id, Status })),
        { path: '/pets?status=sold' },
      ),
    ],
    'The status filter is ignored.',
    list([{ ...PET, status: 'available' }], { path: '/pets?status=available', shows: false }),
  ],
  [
    'filter-ignored',
    'LIST-STATUS-FILTER',
    [
      list(
        ['available', 'pending'].map((status, id) => ({ id, attributes: { status } })),
        { path: '/pets?status=sold' },
      ),
    ],
    'The status filter is ignored.',
    list(pets(1), { shows: false }),
  ],
  [
    'row-breaks-lists',
    'LIST-OK',
    [
      list(pets(1), { shows: false }),
      created({ ...NEW_PET, status: 'lost' }, undefined, { status: 500, shows: false }),
      ...[0, 1, 2].map(() => list(undefined, { status: 500 })),
    ],
    'Lists without a status filter get 500 since the run sent a pet with a wrong status (another text): a stored pet breaks them.',
    list(pets(2), { shows: false }),
  ],
  [
    'row-breaks-lists',
    'LIST-OK',
    [
      list(pets(1), { shows: false }),
      created(NEW_PET, PET, { shows: false }),
      ...[0, 1].map(() => list(undefined, { status: 500 })),
      list(undefined, { status: 500, path: '/pets?limit=7' }),
      list(pets(6), { path: '/pets?limit=6', shows: false }),
    ],
    'Lists without a status filter and with a limit of 7 or more get 500 since the run sent valid pets.',
    list(pets(7), { path: '/pets?limit=8', shows: false }),
  ],
  [
    'bodies-in-envelope',
    'PET-OBJECT',
    [read(1, 200, { data: PET })],
    'Bodies are wrapped in an object: data holds the pet in reads.',
    read(1, 200, PET, { shows: false }),
  ],
  [
    'integers-as-text',
    'PET-ID',
    [list(pets(2).map((pet) => ({ ...pet, id: String(pet.id) })))],
    'Pets have text in place of integers: a numeral for id.',
    list(pets(1), { shows: false }),
  ],
  [
    'id-missing',
    'PET-ID',
    [
      created(NEW_PET, { name: 'Rex', _links: { self: { href: 'http://h/v1/pets/1' } } }),
      list([{ name: 'Rex', categoryId: 1 }], { shows: false }),
    ],
    'Pets show no id.',
    created(NEW_PET, { name: 'Rex', uid: 1 }, { shows: false }),
  ],
  [
    'values-in-arrays',
    'PET-ID',
    [list([{ id: [1], name: ['Rex'], categoryId: [2], status: {} }]), created(NEW_PET, { id: [1], name: ['Rex'] })],
    'Pets have an array in place of each value: for id, name and categoryId.',
    list([{ id: 1, name: 'Rex', categoryId: 2 }], { shows: false }),
  ],
  [
    'redirect-to-slash',
    'LIST-OK',
    [
      list(undefined, { status: 307, location: '/v1/pets/' }),
      list([], { path: '/pets/', shows: false }),
      created(NEW_PET, undefined, { status: 308, location: 'http://h/v1/pets/', shows: false }),
    ],
    'Paths are redirected to the same path with a slash at its end: GET /pets and POST /pets.',
    list([], { shows: false }),
  ],
  [
    'integers-as-text',
    'PET-ID',
    [list([{ ...PET, id: '8f457702-8229-4c4e-9c84-f5783e923eba' }])],
    'Pets have text in place of integers: a UUID for id.',
    list(pets(1), { shows: false }),
  ],
  [
    'field-renamed',
    'PET-CATEGORY',
    [list([{ id: 1, name: 'Rex', category_id: 1, Status: 'sold' }]), list([{ id: 2, name: 'Tom', category_id: 1 }])],
    'Fields of pets stand under other names: category_id for categoryId; Status for status.',
    list(pets(1), { shows: false }),
  ],
  [
    'status-in-another-form',
    'PET-STATUS',
    [created(NEW_PET, { ...PET, status: null }), list(pets(1, { status: null }))],
    'A status is not shown as the contract spells it: null for a pet without one.',
    list(pets(1), { shows: false }),
  ],
  [
    'status-in-another-form',
    'PET-STATUS',
    [created(NEW_PET, PET, { shows: false }), list(pets(1, { status: null }))],
    'A status is not shown as the contract spells it: null for a pet without one in lists.',
    list(pets(1), { shows: false }),
  ],
  [
    'status-in-another-form',
    'LIST-STATUS-FILTER',
    [
      created({ ...NEW_PET, status: 'available' }, 'Pet stored', { shows: false }),
      created(
        { ...NEW_PET, name: 'Tom', status: 'sold' },
        { ...PET, id: 2, name: 'Tom', status: 'sold' },
        { shows: false },
      ),
      list([PET], { path: '/pets?status=available' }),
    ],
    'A status is not shown as the contract spells it: nothing for available.',
    read(1, 200, { ...PET, status: 'available' }, { shows: false }),
  ],
  [
    'integers-through-doubles',
    'LIST-SAME',
    [
      created(
        { name: 'Rex', categoryId: 9007199254740993n },
        { id: 1, name: 'Rex', category_id: 9007199254740992n },
        { shows: false },
      ),
      list([
        { id: 1, name: 'Rex', category_id: 9007199254740992n },
        { id: 2, name: 'Tom', category_id: 7 },
      ]),
    ],
    'Integers of more than 53 bits are rounded: they go through a double, the number type of JavaScript and of many JSON readers.',
    created(
      { name: 'Ann', categoryId: 9007199254740995n },
      { id: 3, name: 'Ann', category_id: 9007199254740995n },
      { shows: false },
    ),
  ],
  [
    'integers-through-doubles',
    'CREATE-KEEPS-CATEGORY',
    [created({ name: 'Rex', categoryId: 9007199254740993n }, { ...PET, categoryId: 9007199254740992n })],
    'Integers of more than 53 bits are rounded: they go through a double, the number type of JavaScript and of many JSON readers.',
    created(
      { name: 'Rex', categoryId: 9007199254740995n },
      { ...PET, id: 2, categoryId: 9007199254740995n },
      { shows: false },
    ),
  ],
  [
    'name-taken',
    'CREATE-DUPLICATES',
    [
      created(NEW_PET, PET, { shows: false }),
      created(NEW_PET, ERROR, { status: 409 }),
      created({ ...NEW_PET, categoryId: 2 }, ERROR, { status: 409 }),
    ],
    'A name that another pet has is rejected.',
    created({ ...NEW_PET, categoryId: 3 }, { ...PET, id: 2, categoryId: 3 }, { shows: false }),
  ],
  [
    'names-trimmed',
    'CREATE-KEEPS-NAME',
    [created({ ...NEW_PET, name: ' Rex ' }, PET)],
    'Names lose the white space at their ends.',
    created({ ...NEW_PET, name: ' Rex ' }, { ...PET, id: 2, name: ' Rex ' }, { shows: false }),
  ],
  [
    'names-in-capitals',
    'CREATE-KEEPS-NAME',
    [
      created({ ...NEW_PET, name: 'Zoë' }, { ...PET, name: 'ZOË', categoryId: '1' }),
      created({ ...NEW_PET, name: ' Tom ' }, { ...PET, id: 2, name: 'TOM' }, { shows: false }),
    ],
    'Names come back in capitals.',
    created({ ...NEW_PET, name: 'Ann' }, { ...PET, id: 3, name: 'Ann' }, { shows: false }),
  ],
  [
    'names-read-as-latin-1',
    'GET-SAME',
    [created({ ...NEW_PET, name: 'Zoë' }, { ...PET, name: 'Zo\u00c3\u00ab' })],
    'Names in UTF-8 are read as Latin-1.',
    created({ ...NEW_PET, name: 'Zoë' }, { ...PET, id: 2, name: 'Zoë' }, { shows: false }),
  ],
  [
    'created-without-201',
    'CREATE-OK',
    [created(NEW_PET, PET, { status: 200 })],
    'Every creation gets 200 instead of 201.',
    created(NEW_PET, { ...PET, id: 2 }, { shows: false }),
  ],
  [
    'every-creation-fails',
    'CREATE-OK',
    [created(NEW_PET, ERROR, { status: 500 }), created({ name: 'Tom' }, ERROR, { status: 500 })],
    'Every creation gets 500, whether its body is valid or not.',
    created({ name: 'Max' }, ERROR, { status: 400, shows: false }),
  ],
  [
    'creations-end',
    'CREATE-OK',
    [
      created(NEW_PET, PET, { shows: false }),
      created({ ...NEW_PET, name: 'Tom' }, ERROR, { status: 500 }),
      created({ ...NEW_PET, name: 'Ann' }, ERROR, { status: 500 }),
    ],
    'Since the last of 1 added pet, every valid creation gets 500.',
    created({ ...NEW_PET, name: 'Max' }, { ...PET, id: 2 }, { shows: false }),
  ],
  [
    'simultaneous-creations-fail',
    'CREATE-OK',
    [
      created(NEW_PET, PET, { shows: false }),
      created({ ...NEW_PET, name: 'Ann' }, { ...PET, id: 2, name: 'Ann' }, { shows: false, takes: 2500 }),
      created({ ...NEW_PET, name: 'Tom' }, ERROR, { status: 500 }),
      created({ ...NEW_PET, name: 'Max' }, ERROR, { status: 500 }),
      created({ ...NEW_PET, name: 'Sam' }, { ...PET, id: 3, name: 'Sam' }, { shows: false, takes: 1500 }),
      created({ ...NEW_PET, name: 'Kim' }, ERROR, { status: 500 }),
    ],
    'Creations that overlap another one get 500. Alone they succeed.',
    created({ ...NEW_PET, name: 'I' }, ERROR, { status: 500 }),
  ],
  [
    'created-without-201',
    'CREATE-OK',
    [created(NEW_PET, undefined, { status: 303, location: '/v1/pets/1' })],
    'Every creation gets 303 instead of 201.',
    created(NEW_PET, { ...PET, id: 2 }, { shows: false }),
  ],
  [
    'other-body-demanded',
    'CREATE-OK',
    [created(NEW_PET, ERROR, { status: 422 }), created({ pet: NEW_PET }, PET, { shows: false })],
    'A new pet is accepted only inside a member pet.',
    created(NEW_PET, { ...PET, id: 2 }, { shows: false }),
  ],
  [
    'other-body-demanded',
    'CREATE-OK',
    [
      created(NEW_PET, ERROR, { status: 422 }),
      created({ ...NEW_PET, category_id: 1 }, PET, { shows: false }),
      created({ ...NEW_PET, category_id: 1, id: 9 }, PET, { shows: false }),
    ],
    'A new pet is accepted only with a member category_id.',
    created({ ...NEW_PET, id: 9 }, { ...PET, id: 2 }, { shows: false }),
  ],
  [
    'creation-returns-no-pet',
    'PET-NAME',
    [created(NEW_PET, { id: 1 })],
    'A creation returns an object with the member id, not the pet.',
    created(NEW_PET, { ...PET, id: 2 }, { shows: false }),
  ],
  [
    'creation-returns-no-pet',
    'PET-OBJECT',
    [created(NEW_PET, '1')],
    'A creation returns a number, not the pet.',
    created(NEW_PET, { ...PET, id: 2 }, { shows: false }),
  ],
  [
    'invalid-without-400',
    'CREATE-REFUSES-NAME-TYPE',
    [
      ...[1, null, true, false, [], [1], {}, [{}], undefined].map((name) =>
        created({ ...NEW_PET, name }, ERROR, { status: 422 }),
      ),
      created('{', ERROR, { status: 400, shows: false }),
    ],
    'Most rejected bodies get 422 instead of 400. Others: 400 for body (malformed).',
    created({ ...NEW_PET, name: [2] }, ERROR, { status: 400, shows: false }),
  ],
  [
    'field-not-validated',
    'CREATE-REFUSES-NON-OBJECT',
    [created(['Rex', 1], PET), created([[[]]], ERROR, { status: 422, shows: false })],
    'Invalid bodies are accepted: body (an array).',
    created(['Tom', 1], ERROR, { status: 422, shows: false }),
  ],
  [
    'invalid-without-400',
    'CREATE-REFUSES-MISSING',
    [
      created({ name: 'Tom' }, ERROR, { status: 422 }),
      created('{', undefined, { status: 500, shows: false }),
      created({ ...NEW_PET, status: null }, { ...PET, status: null }, { shows: false }),
    ],
    'Some rejected bodies get another status than 400: 422 for categoryId (missing).',
    created({ name: 'Rex' }, ERROR, { status: 400, shows: false }),
  ],
  [
    'invalid-without-400',
    'CREATE-REFUSES-MISSING',
    [
      created({ name: 'Rex' }, ERRORS, { status: 200 }),
      created(NEW_PET, { data: { createPet: { pet: PET } } }, { shows: false }),
    ],
    'Every body that the service rejects gets 200 instead of 400.',
    created({ name: 'Tom' }, ERROR, { status: 400, shows: false }),
  ],
  [
    'field-not-validated',
    'CREATE-REFUSES-CATEGORY-TYPE',
    [created({ name: 'Rex', categoryId: 'one' }, { ...PET, categoryId: 'one' })],
    'Invalid bodies are accepted: categoryId (another text).',
    created({ name: 'Rex', categoryId: 'two' }, ERROR, { status: 400, shows: false }),
  ],
  [
    'field-not-validated',
    'CREATE-REFUSES-CATEGORY-TYPE',
    [created({ name: 'Rex', categoryId: '1' }, PET)],
    'Invalid bodies are accepted. Converted: categoryId (a numeral as text).',
    created({ name: 'Rex', categoryId: '2' }, ERROR, { status: 400, shows: false }),
  ],
  [
    'names-rejected',
    'CREATE-NAMES',
    [
      created(NEW_PET, PET, { shows: false }),
      created({ ...NEW_PET, name: 'Zoë' }, ERROR, { status: 400 }),
      created({ ...NEW_PET, name: '고양이' }, ERROR, { status: 400 }),
    ],
    'Every name with a character beyond ASCII is rejected.',
    created({ ...NEW_PET, name: 'Müller' }, { ...PET, id: 2, name: 'Müller' }, { shows: false }),
  ],
  [
    'names-rejected',
    'CREATE-NAMES',
    [
      created({ ...NEW_PET, name: 'Tom 1-é' }, { ...PET, name: 'Tom 1-é' }, { shows: false }),
      created({ ...NEW_PET, name: 'Margarethe' }, ERROR, { status: 400 }),
      created({ ...NEW_PET, name: 'Bartholomew the Wise' }, ERROR, { status: 400 }),
    ],
    'Every name with more than 7 characters is rejected.',
    created({ ...NEW_PET, name: 'Maximilian' }, { ...PET, id: 2, name: 'Maximilian' }, { shows: false }),
  ],
  [
    'client-id-used',
    'CREATE-ID-ASSIGNED',
    [created({ ...NEW_PET, id: 77 }, { ...PET, id: 77 })],
    'An id in the body of a creation becomes the id of the pet.',
    created({ ...NEW_PET, id: 78 }, { ...PET, id: 2 }, { shows: false }),
  ],
  [
    'client-id-used',
    'CREATE-ID-ASSIGNED',
    [created({ ...NEW_PET, id: 77 }, { ...PET, id: 77 }), list([{ ...PET, id: 77 }], { shows: false })],
    'An id in the body of a creation becomes the id of the pet.',
    list([PET], { shows: false }),
  ],
  [
    'client-id-used',
    'CREATE-ID-UNIQUE',
    [
      created(NEW_PET, PET, { shows: false }),
      created({ ...NEW_PET, id: 1, name: 'Max' }, { ...PET, name: 'Max' }),
      created({ ...NEW_PET, id: 77 }, { ...PET, id: 2 }, { shows: false }),
    ],
    'A creation whose body holds the id of another pet gets that id.',
    created({ ...NEW_PET, id: 1 }, { ...PET, id: 3 }, { shows: false }),
  ],
  [
    'same-for-every-creation',
    'CREATE-ID-UNIQUE',
    [created(NEW_PET, PET), created({ ...NEW_PET, name: 'Max' }, PET)],
    'Every creation gets the same body, whatever is sent.',
    created({ ...NEW_PET, name: 'Leo' }, { ...PET, id: 2, name: 'Leo' }, { shows: false }),
  ],
  [
    'unknown-id-not-404',
    'GET-UNKNOWN',
    [list(pets(7), { shows: false }), read(-1, 200, { ...PET, id: 7 }), read(99, 500, ERROR)],
    'A read by an unknown id gets the last pet (for -1) or 500 instead of 404.',
    read(8, 404, ERROR, { shows: false }),
  ],
  [
    'unknown-id-not-404',
    'GET-UNKNOWN',
    [read(9, 200, null)],
    'A read by an unknown id gets 200 instead of 404.',
    read(8, 404, ERROR, { shows: false }),
  ],
];

describe('a probable cause', () => {
  it.each(ROWS)('%s speaks if every exchange agrees', (id, violated, agreeing, sentence) => {
    const cause = causesOf(violated, agreeing).find((each) => each.id === id);
    expect(cause).toMatchObject({ sentence, requirements: [violated] });
    expect(cause?.checks).toBe(agreeing.filter(({ shows = true }) => shows).length);
    expect(cause?.exchanges.length).toBeGreaterThan(0);
  });

  it.each(ROWS)('%s does not say so if one exchange contradicts', (_, violated, agreeing, sentence, against) => {
    expect(causesOf(violated, [...agreeing, against]).map((each) => each.sentence)).not.toContain(sentence);
  });

  it('is tried for every cause', () => {
    const [tried, ids] = [new Set(ROWS.map(([id]) => id)), new Set(causes.map(({ id }) => id))];
    expect([...ids.difference(tried)], 'causes without a row').toEqual([]);
    expect([...tried.difference(ids)], 'rows without a cause').toEqual([]);
    expect(new Set(causes.map(({ id }) => id)).size).toBe(causes.length);
  });

  it('explains a requirement in part if not all its violations agree', () => {
    const told = [list([], { key: 'none', status: 403 }), read(9, 200, PET)];
    expect(causesOf('AUTH-MISSING-LIST', told)).toMatchObject([
      { id: 'unauthorized-without-401', requirements: [], partly: ['AUTH-MISSING-LIST'], checks: 1 },
    ]);
    const [forbidden, other] = told.map(exchange);
    if (forbidden === undefined || other === undefined) throw new Error('There are two exchanges.');
    const exchanges = [forbidden, other];
    const check = violation('AUTH-MISSING-LIST', { exchanges: ['x0'], furtherViolations: ['x1'] });
    expect(probableCauses({ checks: [check], exchanges })).toMatchObject([
      { partly: ['AUTH-MISSING-LIST'], checks: 1 },
    ]);
    const led = { ...check, exchanges: ['x1'], furtherViolations: ['x0'] };
    expect(probableCauses({ checks: [led], exchanges })).toEqual([]);
  });

  it('names what further violations of a check show, if the first one of another check does', () => {
    const text = { type: 'text/plain' };
    const told = [created('{', 'no', { ...text, status: 400 }), read(9, 400, 'no', text), read(9, 404, 'no', text)];
    const further = violation('ANSWER-JSON', { exchanges: ['x1'], furtherViolations: ['x2'] });
    const checks = [violation('ANSWER-JSON', { id: 'a#ANSWER-JSON', exchanges: ['x0'] }), further];
    const exchanges = told.map(exchange);
    const sentence = 'Bodies are not JSON: text with every 400 and every 404.';
    expect(probableCauses({ checks, exchanges })).toMatchObject([{ sentence, checks: 1 }]);
    expect(probableCauses({ checks: [further], exchanges })).toEqual([]);
  });

  it('does not speak from evidence that is cut, and is not contradicted by it', () => {
    const wrapped = list({ data: pets(1) });
    const cut = list('{"data":[{"id":1', { capped: true });
    expect(causesOf('PETS-ARRAY', [cut])).toEqual([]);
    const checks = [violation('PETS-ARRAY', { exchanges: ['x0'], furtherViolations: ['x1'] })];
    expect(probableCauses({ checks, exchanges: [wrapped, cut].map(exchange) })).toMatchObject([
      { id: 'bodies-in-envelope' },
    ]);
  });

  it('names what a violation shows whose response is cut', () => {
    const told = [
      created({ ...NEW_PET, status: null }, '<html>', { status: 500, capped: true }),
      created({}, ERROR, { status: 400, shows: false }),
    ];
    expect(causesOf('CREATE-REFUSES-NULL', told)).toMatchObject([
      { sentence: 'Some rejected bodies get another status than 400: 500 for status (null).' },
    ]);
  });

  it('says which operations show it, also by requests without a response', () => {
    const told = [created('{', undefined, { status: 0 }), list(undefined, { ...wrongKey, status: 0, shows: false })];
    expect(causesOf('CREATE-REFUSES-MALFORMED', told)).toMatchObject([
      { id: 'connection-closed', operations: new Map([['CREATE-REFUSES-MALFORMED', new Set(['createPet'])]]) },
    ]);
  });

  it('reads hostile bodies', () => {
    const deep = `${'['.repeat(8000)}${']'.repeat(8000)}`;
    const odd = '{"__proto__":{"id":1},"constructor":[],"\\u0000":{"a":{"a":{"a":{"a":[]}}}}}';
    const told = [deep, odd, '{"data":', '\u0000'].flatMap((body) => [
      list(body),
      created(body, body),
      read(1, 404, body),
    ]);
    for (const { explains } of causes) for (const id of explains) expect(() => causesOf(id, told)).not.toThrow();
  });
});

it.each(['<script>alert(1)</script>', '\u001B[31mred', 'a\u202Eb', '::error::spoofed', '`` | **b** @team'])(
  'the member name %j is inert in every format',
  async (member) => {
    const exchanges = [list({ [member]: pets(1) })].map(exchange);
    const report = violatedReport({
      requirements: [requirement('PETS-ARRAY', 'violated')],
      checks: [violation('PETS-ARRAY', { exchanges: ['x0'] })],
      exchanges,
    });
    expect(viewOf(report).causes[0]?.sentence).toContain(member);
    for (const text of [shown(report), renderMarkdown(report), renderAnnotations(report)]) {
      expect(text).toContain('Bodies are wrapped in an object');
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(text.split('\n').filter((line) => line.startsWith('::error::'))).toEqual([]);
    }
    expect(renderMarkdown(report)).toMatch(/- `+ ?Bodies are wrapped in an object/);
    expect(await renderFormat(report, 'html')).not.toContain('<script>alert');
  },
);

it('a service that fails with names which are taken is not said to fail with every creation', () => {
  const failing = [1, 2].map(() => created(NEW_PET, ERROR, { status: 500 }));
  expect(causesOf('CREATE-OK', [created(NEW_PET, PET, { shows: false }), ...failing]).map(({ id }) => id)).toEqual([
    'name-taken',
  ]);
});

it('a service that added a pet after such a failure is not said to add no more', () => {
  const failing = ['Tom', 'Ann', 'Max'].map((name) => created({ ...NEW_PET, name }, ERROR, { status: 500 }));
  const [first = created(NEW_PET, ERROR), ...others] = failing;
  const added = [2, 3].map((id) => created({ ...NEW_PET, name: `Pet ${id}` }, { ...PET, id }, { shows: false }));
  const ids = causesOf('CREATE-OK', [...added, first, created(NEW_PET, PET, { shows: false }), ...others]);
  expect(ids.map(({ id }) => id)).toEqual([]);
});

it('a creation that overlaps one with its name is not said to be rejected for the name', () => {
  const told = [
    created(NEW_PET, PET, { shows: false }),
    created({ ...NEW_PET, name: 'Ann' }, { ...PET, id: 2, name: 'Ann' }, { shows: false, takes: 4500 }),
    ...['Tom', 'Max', 'Ann'].map((name) => created({ ...NEW_PET, name }, ERROR, { status: 500 })),
    created({ ...NEW_PET, name: 'Sam' }, { ...PET, id: 3, name: 'Sam' }, { shows: false }),
  ];
  expect(causesOf('CREATE-OK', told).map(({ id }) => id)).toEqual(['simultaneous-creations-fail']);
});

it('a service that fails with every creation is not said to fail for wrong bodies', () => {
  const failing = ['Tom', 'Ann'].map((name) => created({ ...NEW_PET, name }, ERROR, { status: 500 }));
  const told = [created(NEW_PET, PET, { shows: false }), ...failing, created({ name: 'Rex' }, ERROR, { status: 500 })];
  expect(causesOf('CREATE-REFUSES-MISSING', told).map(({ id }) => id)).toEqual(['creations-end']);
});

describe('several probable causes', () => {
  it('stand in the order of what they explain, and say how much', () => {
    const exchanges = [
      list({ data: pets(1) }),
      created(NEW_PET, PET, { status: 200 }),
      created(NEW_PET, { ...PET, id: 2 }, { status: 200 }),
    ].map(exchange);
    const checks = [
      violation('PETS-ARRAY', { exchanges: ['x0'] }),
      violation('CREATE-OK', { id: 'a#CREATE-OK', exchanges: ['x1'] }),
      violation('CREATE-OK', { id: 'b#CREATE-OK', exchanges: ['x2'] }),
      violation('GET-OK', { exchanges: ['x9'] }),
    ];
    expect(viewOf(violatedReport({ checks, exchanges })).causes).toMatchObject([
      { id: 'created-without-201', explains: '2 of 4 violated checks' },
      { id: 'bodies-in-envelope', explains: '1 of 4 violated checks' },
    ]);
  });

  it('explain a wrong status, and not the values of a creation that has one', () => {
    const exchanges = [created(NEW_PET, PET, { status: 200 })].map(exchange);
    const status = { kind: 'status', expected: 201, actual: 200 } as const;
    const form = { kind: 'form', expected: null, actual: 'the same id' } as const;
    const causesFor = (difference: typeof status | typeof form) =>
      probableCauses({ checks: [violation('CREATE-DUPLICATES', { exchanges: ['x0'], difference })], exchanges });
    expect(causesFor(status)).toMatchObject([{ id: 'created-without-201', requirements: ['CREATE-DUPLICATES'] }]);
    expect(causesFor(form)).toEqual([]);
  });

  it('begin with an open door, then with what blocks most requirements', () => {
    const said = { sentence: '', fix: '', exchanges: [] };
    const cause = { ...said, isWide: false, comesFirst: false, partly: [], operations: new Map(), checks: 1 };
    const all = [
      { ...cause, id: 'many', requirements: ['A', 'B'], checks: 9 },
      { ...cause, id: 'blocking', requirements: ['C'] },
      { ...cause, id: 'one', requirements: ['D'] },
      { ...cause, id: 'more', requirements: [], partly: ['E'], checks: 2 },
      { ...cause, id: 'open', requirements: ['F'], comesFirst: true },
    ];
    const [by, ...blocked] = ['C', 'G', 'H'].map((id) => requirement(id, 'not-verified'));
    const blockages =
      by === undefined ? [] : [{ by: [by], requirements: blocked, operations: ['listPets'] as const, sentence: '' }];
    const ranked = rankCauses(all, blockages);
    expect(ranked.map(({ id }) => id)).toEqual(['open', 'blocking', 'many', 'more', 'one']);
    expect(ranked.map((each) => each.blocked)).toEqual([0, 2, 0, 0, 0]);
    const wider = { ...cause, id: 'wider', requirements: ['A', 'B', 'E'], checks: 9 };
    expect(rankCauses([wider, ...all], blockages).map(({ id }) => id)[1]).toBe('blocking');
    expect(rankCauses(all, []).map(({ id }) => id)).toEqual(['open', 'many', 'more', 'blocking', 'one']);
    const partial = (['listPets', 'createPet'] as const).map((operation) => ({
      ...cause,
      id: operation,
      requirements: [],
      partly: ['C'],
      operations: new Map([['C', new Set([operation])]]),
    }));
    expect(rankCauses(partial, blockages).map(({ id, blocked: count }) => [id, count])).toEqual([
      ['listPets', 2],
      ['createPet', 0],
    ]);
  });

  it('name the renamed field before its type', () => {
    const told = [list([{ _id: '507f1f77bcf86cd799439011', name: 'Rex', categoryId: 1 }])];
    expect(causesOf('PET-ID', told).map(({ id }) => id)).toEqual(['field-renamed', 'integers-as-text']);
    expect(causesOf('PET-ID', told).at(-1)?.fix).toContain('Write id as JSON integers');
  });

  it('are none if every request gets the same response', () => {
    const told = Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0 ? list({ data: [] }, { key: 'none' }) : created(NEW_PET, { data: [] }, { ...wrongKey, status: 200 }),
    );
    expect(causesOf('PETS-ARRAY', told)).toEqual([]);
  });
});

it.each<[why: string, violated: TestableId, told: readonly Told[], sentence: string]>([
  [
    'a media type that is checked before the key',
    'AUTH-FIRST',
    [
      created(NEW_PET, ERROR, { key: 'none', status: 415, sentAs: 'text/plain' }),
      created('{"name"', ERROR, { key: 'none', status: 400 }),
    ],
    'The service checks the media type and parses the body before it checks the key.',
  ],
  [
    'fields inside another member',
    'PET-NAME',
    [list([{ id: 1, attributes: { name: 'Rex' } }])],
    'Fields of pets stand under other names: attributes.name for name.',
  ],
  [
    'a wrong value that the list shows again',
    'PET-STATUS',
    [
      created({ ...NEW_PET, status: 'SOLD' }, { ...PET, status: 'SOLD' }, { shows: false }),
      list([{ ...PET, status: 'SOLD' }]),
    ],
    'Invalid bodies are accepted: status (another case).',
  ],
  [
    'a category of more than 32 bits that fails',
    'CREATE-CATEGORY-INT64',
    [created({ name: 'Rex', categoryId: 4294967297n }, undefined, { status: 500 })],
    'Every body that the service rejects gets 500 instead of 400.',
  ],
  [
    'a category of more than 32 bits that fails where other bodies do not',
    'CREATE-CATEGORY-INT64',
    [
      created({ name: 'Rex', categoryId: 4294967297n }, undefined, { status: 500 }),
      created({}, ERROR, { status: 400, shows: false }),
    ],
    'Some rejected bodies get another status than 400: 500 for categoryId (more than 32 bits).',
  ],
  [
    'a wrong body that fails where others do not, beside plain names that do not',
    'CREATE-REFUSES-MISSING',
    [
      created(NEW_PET, PET, { shows: false }),
      created({ name: 'Rex' }, ERROR, { status: 500 }),
      created({ ...NEW_PET, name: 'Zoë' }, ERROR, { status: 500, shows: false }),
      created({ ...NEW_PET, name: "O'Hara" }, ERROR, { status: 500, shows: false }),
    ],
    'Every body that the service rejects gets 500 instead of 400.',
  ],
  [
    'a malformed body that ends the process behind a gateway',
    'CREATE-REFUSES-MALFORMED',
    [created('{', undefined, { status: 502 }), created({}, ERROR, { status: 400, shows: false })],
    'Some rejected bodies get another status than 400: 502 for body (malformed).',
  ],
  [
    'a failure for unknown ids of one width only',
    'GET-UNKNOWN',
    [read(2 ** 40, 500, undefined), read(9, 404, ERROR, { shows: false })],
    'A read by an unknown id of more than 32 bits gets 500 instead of 404.',
  ],
  [
    'an Error with members of other types',
    'ERROR-CODE',
    [read(9, 404, { ...ERROR, code: 5 })],
    'JSON Errors are wrong: a code that is a number with every 404.',
  ],
  [
    'an empty text for an absent status',
    'PET-STATUS',
    [created(NEW_PET, { ...PET, status: '' })],
    'A status is not shown as the contract spells it: "" for a pet without one.',
  ],
  [
    'statuses as numbers',
    'PET-STATUS',
    [
      created({ ...NEW_PET, status: 'sold' }, { ...PET, status: 3 }),
      created(NEW_PET, { ...PET, id: 2, status: 0 }),
      created({ ...NEW_PET, status: 'lost' }, { ...PET, id: 3, status: 'lost' }, { shows: false }),
    ],
    'A status is not shown as the contract spells it: 3 for sold; 0 for a pet without one.',
  ],
  [
    'an Error that lacks a member only here and there',
    'ERROR-CODE',
    [read(9, 404, { message: 'no', status: 404 }), created({}, { message: 'no' }, { status: 400 })],
    'JSON Errors are wrong: no code and no status with every 400; no code with every 404.',
  ],
  [
    'a rejected category of zero beside an accepted negative one',
    'CREATE-CATEGORY-INT64',
    [
      created({ ...NEW_PET, categoryId: 0 }, ERROR, { status: 422 }),
      created({ ...NEW_PET, categoryId: -1 }, { ...PET, categoryId: -1 }, { shows: false }),
      created({ ...NEW_PET, name: 1 }, ERROR, { status: 400, shows: false }),
    ],
    'Some rejected bodies get another status than 400: 422 for categoryId (zero).',
  ],
  [
    'an Error that holds the faults of fields',
    'ERROR-CODE',
    [created({}, { errors: { status: ['is invalid'] } }, { status: 400 })],
    'JSON Errors are wrong: no code, no message and no status with every 400. They have the member errors.',
  ],
  [
    'an Error that lacks members in two ways',
    'ERROR-CODE',
    [created({}, {}, { status: 400 }), created({}, { message: 'no', status: 400 }, { status: 400 })],
    'JSON Errors are wrong: no code, no message and no status, or no code with every 400.',
  ],
  [
    'a stored pet of an accepted body beside a body that failed',
    'LIST-OK',
    [
      list(pets(1), { shows: false }),
      created({ ...NEW_PET, status: 'lost' }, PET, { shows: false }),
      created({ ...NEW_PET, name: 1 }, undefined, { status: 500, shows: false }),
      ...[0, 1, 2].map(() => list(undefined, { status: 500 })),
    ],
    'Lists without a status filter get 500 since the run sent a pet with a wrong status (another text): a stored pet breaks them.',
  ],
  [
    'a pet beside errors',
    'CREATE-REFUSES-MISSING',
    [created({ name: 'Rex' }, { ...PET, errors: [{ message: 'no categoryId' }] })],
    'Invalid bodies are accepted: categoryId (missing).',
  ],
  [
    'the envelope of a list beside errors under 200',
    'PETS-ARRAY',
    [list({ data: { pets: { edges: pets(1) } } }), list(ERRORS, { key: 'none', shows: false })],
    'Bodies are wrapped in an object: data.pets.edges holds the list.',
  ],
  [
    'the envelope of pets beside errors under 200',
    'PET-OBJECT',
    [read(1, 200, { data: PET }), read(9, 200, WRAPPED_ERROR, { shows: false })],
    'Bodies are wrapped in an object: data holds the pet in reads.',
  ],
  [
    'a field under another spelling',
    'CREATE-REFUSES-MISSING',
    [
      created({ name: 'Rex', CategoryID: 1, category_id: 1 }, PET),
      created({ name: 'Rex' }, ERROR, { status: 400, shows: false }),
    ],
    'Invalid bodies are accepted: categoryId (under another spelling).',
  ],
  [
    'a wrong body that is rejected before a wrong key',
    'ANSWER-JSON',
    [created('{', '<html>', { ...wrongKey, status: 400 }), read(9, 404, ERROR, { shows: false })],
    'Bodies are not JSON: HTML with every 400.',
  ],
  [
    'a wrong key that differs in its letter case',
    'AUTH-INVALID-LIST',
    [list([], { ...wrongKey, key: 'key-case-swapped' })],
    'A key that only resembles the right one is accepted: the key in another letter case.',
  ],
  [
    'wrong keys that have nothing in common',
    'AUTH-INVALID-LIST',
    [list([], { ...wrongKey, key: 'key-case-swapped' }), list([], { ...wrongKey, key: 'key-cut-short' })],
    'A key that only resembles the right one is accepted: the key with small and capital letters swapped; the key cut short.',
  ],
  [
    'a status that only some requests without a key get',
    'AUTH-MISSING-LIST',
    [
      list(ERROR, { key: 'none', status: 403 }),
      list(ERROR, { key: 'bearer-without-token', authorization: 'Bearer', status: 401, shows: false }),
    ],
    'The service responds with 403 instead of 401 to a request without an Authorization header.',
  ],
  [
    'an unknown id, although another form of a known path fails',
    'GET-UNKNOWN',
    [list(pets(4), { shows: false }), read(9, 500, ERROR), read(0, 400, ERROR, { path: '/pets/%34', shows: false })],
    'A read by an unknown id gets 500 instead of 404.',
  ],
  [
    'a body that is validated before the key only in part',
    'AUTH-FIRST',
    [
      created({ ...NEW_PET, name: 5 }, ERROR, { key: 'none', status: 400 }),
      created({}, ERROR, { key: 'none', status: 401, shows: false }),
    ],
    'The service validates the body before it checks the key.',
  ],
  [
    'an integer outside int64 that rounds to one inside',
    'CREATE-REFUSES-CATEGORY-RANGE',
    [created({ name: 'Rex', categoryId: -9223372036854775809n }, { ...PET, categoryId: -9223372036854775808n })],
    'Integers of more than 53 bits are rounded: they go through a double, the number type of JavaScript and of many JSON readers.',
  ],
  [
    'a wrong body that is accepted at first, and rejected when its name is taken',
    'CREATE-REFUSES-NAME-TYPE',
    [
      created({ name: 1, categoryId: 1 }, { ...PET, name: '1' }),
      created({ name: 1, categoryId: 1 }, ERROR, { status: 422, shows: false }),
    ],
    'Invalid bodies are accepted. Converted: name (a number).',
  ],
  [
    'a name that only the same category makes taken',
    'CREATE-DUPLICATES',
    [
      created(NEW_PET, PET, { shows: false }),
      created(NEW_PET, ERROR, { status: 409 }),
      created({ ...NEW_PET, categoryId: 2 }, { ...PET, id: 2, categoryId: 2 }, { shows: false }),
    ],
    'A pet with the name and the categoryId of another one is rejected.',
  ],
  [
    'an id that is text only in lists',
    'PET-ID',
    [list([{ ...PET, id: '1' }]), read(1, 200, PET, { shows: false })],
    'Pets have text in place of integers: a numeral for id in lists.',
  ],
  [
    'ids that are text unless a client sends another form',
    'PET-ID',
    [created(NEW_PET, { ...PET, id: '9de8' }), created({ ...NEW_PET, id: 7 }, { ...PET, id: 7 }, { shows: false })],
    'Pets have text in place of integers: text that is no number for id.',
  ],
  [
    'a media type that is rejected although it is JSON',
    'ERROR-CODE',
    [
      created(NEW_PET, {}, { ...wrongKey, status: 415 }),
      created(NEW_PET, {}, { status: 415 }),
      created('{', ERROR, { status: 415, shows: false }),
    ],
    'JSON Errors are wrong: no code, no message and no status with 415 for a wrong key and 415 for an object.',
  ],
  [
    'integers that are text in every response',
    'PET-CATEGORY',
    [list([{ ...PET, id: '1', categoryId: '1' }]), read(1, 200, { ...PET, id: '1', categoryId: '1' })],
    'Pets have text in place of integers: a numeral for id and categoryId.',
  ],
  [
    'a rejection with the status 200',
    'CREATE-REFUSES-MISSING',
    [
      created(NEW_PET, PET, { shows: false }),
      created({ name: 'Rex' }, { success: false, error: 'no' }, { status: 200 }),
    ],
    'Every body that the service rejects gets 200 instead of 400.',
  ],
  [
    'a body that is rejected with true or false',
    'CREATE-REFUSES-MISSING',
    [
      created(NEW_PET, PET, { shows: false }),
      created({ name: 'Rex' }, false, { status: 200 }),
      created({ categoryId: 1 }, ERROR, { status: 400, shows: false }),
    ],
    'Some rejected bodies get another status than 400: 200 for categoryId (missing).',
  ],
  [
    'a wrong field that a service accepts once and fails with once',
    'CREATE-REFUSES-CATEGORY-TYPE',
    [
      created({ ...NEW_PET, categoryId: '0x1' }, PET),
      created({ ...NEW_PET, categoryId: true }, { ...PET, id: 2 }, { shows: false }),
      ...['', 'one', false].map((categoryId) =>
        created({ ...NEW_PET, categoryId }, ERROR, { status: 500, shows: false }),
      ),
    ],
    'Invalid bodies are accepted. Converted: categoryId (a hexadecimal numeral as text).',
  ],
  [
    'a number that is far outside int64',
    'CREATE-REFUSES-CATEGORY-RANGE',
    [created('{"name":"Rex","categoryId":1e400}', { ...PET, categoryId: null })],
    'Invalid bodies are accepted: categoryId (a number of 1e100 or more).',
  ],
  [
    'a wrong status in whose place the default is stored',
    'CREATE-REFUSES-STATUS-VALUE',
    [
      created(NEW_PET, { ...PET, status: 'available' }, { shows: false }),
      created({ ...NEW_PET, status: '' }, { ...PET, status: 'available' }),
      created({ ...NEW_PET, status: null }, { ...PET, status: 'available' }, { shows: false }),
    ],
    'Invalid bodies are accepted: status (the empty text).',
  ],
  [
    'a wrong status that is converted, once to the default',
    'CREATE-REFUSES-STATUS-VALUE',
    [
      created(NEW_PET, { ...PET, status: 'available' }, { shows: false }),
      created({ ...NEW_PET, status: 'AVAILABLE' }, { ...PET, status: 'available' }),
      created({ ...NEW_PET, status: 'SOLD' }, { ...PET, status: 'sold' }),
    ],
    'Invalid bodies are accepted. Converted: status (another case).',
  ],
  [
    'a wrong status that is converted to the default',
    'CREATE-REFUSES-STATUS-TYPE',
    [created({ ...NEW_PET, status: 7 }, { ...PET, status: 'available' })],
    'Invalid bodies are accepted: status (a number).',
  ],
  [
    'every kind of a wrong field',
    'CREATE-REFUSES-STATUS-TYPE',
    [null, 1, true, false, {}].map((status) => created({ ...NEW_PET, status }, { ...PET, status })),
    'Invalid bodies are accepted: status (null, a number, true, false, an object).',
  ],
  [
    'many kinds of a wrong field, the first six',
    'CREATE-REFUSES-STATUS-TYPE',
    [[], [1], [{}], {}, null, 1, true, false].map((status) => created({ ...NEW_PET, status }, { ...PET, status })),
    'Invalid bodies are accepted: status (an empty array, an array, an array of objects, an object, null, a number and 2 more).',
  ],
  [
    'a body of false, which a service takes for none and rejects true',
    'CREATE-REFUSES-NON-OBJECT',
    [created(false, PET), created(true, ERROR, { status: 400, shows: false })],
    'Invalid bodies are accepted: body (false).',
  ],
  [
    'an array of pets of which a service adds the first, and rejects others',
    'CREATE-REFUSES-NON-OBJECT',
    [
      created([NEW_PET], PET),
      created([], ERROR, { status: 400, shows: false }),
      created(['Rex', 1], ERROR, { status: 400, shows: false }),
    ],
    'Invalid bodies are accepted: body (an array of objects).',
  ],
  [
    'a key whose first letter has another case, where that of all letters is rejected',
    'AUTH-INVALID-LIST',
    [
      list([], { ...wrongKey, key: 'key-first-character-changed' }),
      list(ERROR, { ...wrongKey, key: 'key-case-swapped', status: 401, shows: false }),
    ],
    'A key that only resembles the right one is accepted: the key with its first letter in the other case, or with another first character.',
  ],
  [
    'a request without a key that gets false',
    'AUTH-MISSING-LIST',
    [list(false, { key: 'none' })],
    'The service responds with 200 instead of 401 to every request without the right key.',
  ],
  [
    'another pet for an unknown id',
    'GET-UNKNOWN',
    [read(-1, 200, PET), read(9, 200, PET), list(pets(1), { shows: false })],
    'A read by an unknown id gets a pet with another id instead of 404.',
  ],
  [
    'Errors that differ only in members which the contract does not name',
    'ERROR-CODE',
    [
      ...['a', 'b'].map((member) => created('{', { [member]: 'no', message: 'm', status: 400 }, { status: 400 })),
      created({}, ERROR, { status: 400, shows: false }),
    ],
    'JSON Errors are wrong: no code with 400 for a malformed body.',
  ],
  [
    'fields that a service reads from __proto__, and rejects if they are missing',
    'CREATE-REFUSES-MISSING',
    [
      created('{"__proto__":{"name":"Rex"},"categoryId":1}', PET),
      created({ categoryId: 1 }, ERROR, { status: 400, shows: false }),
    ],
    'Invalid bodies are accepted: name (only in __proto__).',
  ],
  [
    'fields that a service reads from an object inside, and rejects if they are missing',
    'CREATE-REFUSES-MISSING',
    [
      created('{"categoryId":1,"status":"sold","details":{"name":"Rex"}}', PET),
      created({ categoryId: 1 }, ERROR, { status: 400, shows: false }),
    ],
    'Invalid bodies are accepted: name (only inside another object).',
  ],
  [
    'a pet that is made up for an unknown id',
    'GET-UNKNOWN',
    [read(9, 200, { ...PET, id: 9 })],
    'A read by an unknown id gets 200 instead of 404.',
  ],
  [
    'an Error of some responses with a status',
    'ERROR-CODE',
    [
      list({ status: 401, message: 'no' }, { key: 'none', status: 401 }),
      created([], { status: 400, message: 'no' }, { status: 400 }),
      created({}, { status: 400, message: 'no' }, { status: 400 }),
      created('{', ERROR, { status: 400, shows: false }),
    ],
    'JSON Errors are wrong: no code with 400 for an array, 400 for an object and every 401.',
  ],
  [
    'a body that is parsed and validated before the key',
    'AUTH-FIRST',
    [created('{', ERROR, { key: 'none', status: 400 }), created({}, ERROR, { key: 'none', status: 500 })],
    'The service parses the body and validates the body before it checks the key.',
  ],
  [
    'a failure in the check of the key',
    'AUTH-MISSING-LIST',
    [list(ERROR, { key: 'none', status: 500 })],
    'The service responds with 500 instead of 401 to every request without the right key.',
  ],
  [
    'a name that a failure shows to be taken',
    'CREATE-DUPLICATES',
    [created(NEW_PET, PET, { shows: false }), created(NEW_PET, ERROR, { status: 500 })],
    'A pet with the name and the categoryId of another one is rejected.',
  ],
  [
    'an id of the client, although another one makes the service fail',
    'CREATE-ID-ASSIGNED',
    [
      created({ ...NEW_PET, id: 77 }, { ...PET, id: 77 }),
      created({ ...NEW_PET, id: 78 }, ERROR, { status: 500, shows: false }),
    ],
    'An id in the body of a creation becomes the id of the pet.',
  ],
  [
    'a bare value that is rejected before a wrong key',
    'AUTH-FIRST',
    [created(5, ERROR, { key: 'none', status: 400 }), created({}, ERROR, { key: 'none', status: 401, shows: false })],
    'The service parses the body before it checks the key.',
  ],
  [
    'an accepted body whose response holds no pet, where no response does',
    'CREATE-REFUSES-STATUS-VALUE',
    [created(NEW_PET, { saved: true }, { shows: false }), created({ ...NEW_PET, status: 'lost' }, { saved: true })],
    'Invalid bodies are accepted: status (another text).',
  ],
  [
    'an accepted body whose response holds no pet, where a list shows it',
    'CREATE-REFUSES-STATUS-VALUE',
    [
      created({ name: 'Max', categoryId: 1 }, { ...PET, name: 'Max' }, { shows: false }),
      created({ ...NEW_PET, status: 'lost' }, { saved: true }),
      list([{ ...PET, id: 2 }], { shows: false }),
    ],
    'Invalid bodies are accepted: status (another text).',
  ],
  [
    'an accepted body whose response holds several pets',
    'CREATE-REFUSES-NON-OBJECT',
    [created(NEW_PET, PET, { shows: false }), created([NEW_PET, NEW_PET], [PET, PET])],
    'Invalid bodies are accepted: body (an array of objects).',
  ],
  [
    'a category as an object',
    'PET-CATEGORY',
    [created(NEW_PET, { id: 1, name: 'Rex', category: { id: 1 } })],
    'Fields of pets stand under other names: category.id for categoryId.',
  ],
  [
    'fields under shorter and longer names',
    'PET-ID',
    [list([{ uuid: '8f457702-8229-4c4e-9c84-f5783e923eba', name: 'Rex', category: 1 }])],
    'Fields of pets stand under other names: uuid for id; category for categoryId.',
  ],
  [
    'an id of another kind under another name',
    'PET-ID',
    [list([{ _id: '507f1f77bcf86cd799439011', name: 'Rex', categoryId: 1 }])],
    'Pets have text in place of integers: text that is no number for _id.',
  ],
  [
    'an empty list in an envelope',
    'PETS-ARRAY',
    [list({ items: [] })],
    'Bodies are wrapped in an object: items holds the list.',
  ],
  [
    'what breaks the lists of one filter',
    'LIST-OK',
    [
      list(pets(1), { path: '/pets?status=pending', shows: false }),
      created({ ...NEW_PET, name: 7 }, undefined, { status: 500, shows: false }),
      list(pets(1), { path: '/pets?status=sold', shows: false }),
      ...[0, 1, 2].map(() => list(undefined, { path: '/pets?status=pending', status: 500, shows: false })),
      created({ ...NEW_PET, status: 'lost' }, undefined, { status: 500, shows: false }),
      ...[0, 1, 2].map(() => list(undefined, { path: '/pets?status=sold', status: 500 })),
      list(pets(1), { shows: false }),
    ],
    'Lists with the filter sold get 500 since the run sent a pet with a wrong status (another text): a stored pet breaks them.',
  ],
  [
    'lists that fail since valid pets were added',
    'LIST-STATUS-VALUES',
    [
      list([], { path: '/pets?status=sold', shows: false }),
      created(NEW_PET, PET, { shows: false }),
      ...[0, 1, 2].map(() => list(undefined, { path: '/pets?status=sold', status: 500 })),
    ],
    'Lists with the filter sold get 500 since the run sent valid pets.',
  ],
  [
    'a pet inside a member with a slash',
    'PET-OBJECT',
    [read(1, 200, { 'a/b': PET })],
    'Bodies are wrapped in an object: a/b holds the pet in reads.',
  ],
  [
    'a pet with its fields inside another member',
    'PET-OBJECT',
    [read(1, 200, { data: { id: 1, attributes: { name: 'Rex' } }, meta: {} })],
    'Bodies are wrapped in an object: data holds the pet in reads.',
  ],
  [
    'a body that is accepted without showing a pet',
    'CREATE-REFUSES-NON-OBJECT',
    [created(5, 'stored'), created(NEW_PET, PET, { shows: false })],
    'Invalid bodies are accepted: body (a number).',
  ],
  [
    'a body that is rejected, and redirected to a form',
    'CREATE-REFUSES-MISSING',
    [created({ name: 'Tom' }, ERROR, { status: 422 }), created({ name: 'Ann' }, '', { status: 302, shows: false })],
    'Some rejected bodies get another status than 400: 422 for categoryId (missing).',
  ],
  [
    'any key, although an unknown pet is null',
    'AUTH-INVALID-GET',
    [
      read(1, 200, PET, wrongKey),
      read(8, 200, null, { shows: false }),
      read(9, 200, null, { ...wrongKey, shows: false }),
      read(1, 401, ERROR, { key: 'none', shows: false }),
    ],
    'A key is needed, but GET /pets/{petId} accepts any bearer token.',
  ],
  [
    'a creation that returns a status of its own',
    'PET-STATUS',
    [created({ ...NEW_PET, status: 'sold' }, { id: 1, status: 'accepted' })],
    'A creation returns an object with the members id and status, not the pet.',
  ],
  [
    'a creation that returns a message',
    'PET-NAME',
    [created(NEW_PET, { status: 'OK', message: 'saved' })],
    'A creation returns an object with the members status and message, not the pet.',
  ],
])('%s is named', (_, violated, told, sentence) => {
  expect(causesOf(violated, told).map((each) => each.sentence)).toContain(sentence);
});

it.each<[why: string, id: string, violated: TestableId, told: readonly Told[]]>([
  [
    'a similar key alone is no proof that any key is accepted',
    'any-key-accepted',
    'AUTH-INVALID-LIST',
    [list([], { ...wrongKey, key: 'key-and-a-character' }), list(ERROR, { key: 'none', status: 401, shows: false })],
  ],
  [
    'lists that all fail do not show what is wrong with the filter',
    'filter-rejected',
    'LIST-STATUS-VALUES',
    [list(ERROR, { status: 500 }), list(ERROR, { path: '/pets?status=sold', status: 500 })],
  ],
  [
    'an empty page shows nothing about a filter if no pet has the status',
    'filter-finds-nothing',
    'LIST-STATUS-COMPLETE',
    [created(NEW_PET, PET, { shows: false }), list([], { path: '/pets?status=sold' })],
  ],
  [
    'the beginnings of pages are no whole pages',
    'same-for-every-list',
    'LIST-LIMIT-MAX',
    [
      created(NEW_PET, { ...PET, id: 3 }, { shows: false }),
      list('[{"id":1', { capped: true, shows: false }),
      list('[{"id":1', { path: '/pets?limit=1', capped: true }),
    ],
  ],
  [
    'lists that are alike before a pet is added',
    'same-for-every-list',
    'LIST-LIMIT-MAX',
    [list(pets(2)), list(pets(2), { path: '/pets?limit=1' }), created(NEW_PET, { ...PET, id: 3 }, { shows: false })],
  ],
  [
    'a media type that is checked after the key',
    'key-checked-late',
    'AUTH-FIRST',
    [
      created(NEW_PET, ERROR, { key: 'none', status: 415, sentAs: 'text/plain' }),
      created(NEW_PET, ERROR, { key: 'none', status: 401, sentAs: 'text/html', shows: false }),
    ],
  ],
  [
    'a failure in the check of the key',
    'key-checked-late',
    'AUTH-FIRST',
    [
      created({}, ERROR, { key: 'none', status: 500 }),
      created(NEW_PET, ERROR, { key: 'none', status: 500, shows: false }),
    ],
  ],
  [
    'errors under 200 to requests without the right key',
    'no-key-checked',
    'AUTH-MISSING-LIST',
    [list(WRAPPED_ERROR, { key: 'none' }), list(WRAPPED_ERROR, wrongKey)],
  ],
  [
    'a known pet that reads with a wrong key do not find',
    'any-key-accepted',
    'AUTH-INVALID-GET',
    [
      list([PET]),
      read(1, 401, ERROR, { key: 'none', shows: false }),
      read(1, 200, PET, { ...wrongKey, key: 'token-always-true' }),
      read(1, 404, ERROR, wrongKey),
    ],
  ],
  [
    'a pet that is null for a wrong key',
    'any-key-accepted',
    'AUTH-INVALID-GET',
    [read(1, 200, null, wrongKey), read(1, 401, ERROR, { key: 'none', shows: false })],
  ],
  [
    'a warning under another success than that of creations',
    'field-not-validated',
    'CREATE-REFUSES-NON-OBJECT',
    [created(5, '<b>Warning</b>', { status: 200 }), created(NEW_PET, PET, { shows: false })],
  ],
  [
    'a creation that returns a status of its own',
    'status-in-another-form',
    'PET-STATUS',
    [created({ ...NEW_PET, status: 'sold' }, { id: 1, status: 'accepted' })],
  ],
  [
    'a filter that finds other pets, beside statuses in capitals',
    'status-in-another-form',
    'LIST-STATUS-FILTER',
    [
      created({ ...NEW_PET, status: 'sold' }, { ...PET, status: 'SOLD' }, { shows: false }),
      list([{ ...PET, status: 'SOLD' }], { path: '/pets?status=available' }),
    ],
  ],
  [
    'lists that a cache may show without a key',
    'key-kept-on-connection',
    'AUTH-MISSING-LIST',
    (['none', 'random-key'] as const).flatMap((key) => [
      list(ERROR, { ...wrongKey, key, status: 401, shows: false }),
      list([], { ...wrongKey, key, connection: 'reused' }),
    ]),
  ],
  [
    'pages of one pet too many, whose ids cannot be read',
    'limit-ignored',
    'LIST-LIMIT-MAX',
    [
      list([{ id: [1] }, { id: [2] }, { id: [3] }], { shows: false }),
      list([{ id: [1] }, { id: [2] }], { path: '/pets?limit=1' }),
    ],
  ],
  [
    'an empty list that is written as null',
    'unauthorized-without-401',
    'AUTH-MISSING-LIST',
    [list(null, { key: 'none' })],
  ],
  [
    'errors under 200 to creations with a wrong key',
    'status-in-another-form',
    'CREATE-KEEPS-STATUS',
    [created({ ...NEW_PET, status: 'sold' }, WRAPPED_ERROR, wrongKey)],
  ],
  [
    'errors under 200 to creations with a wrong field',
    'field-not-validated',
    'CREATE-REFUSES-MISSING',
    [created({ name: 'Rex' }, WRAPPED_ERROR), created(NEW_PET, PET, { shows: false })],
  ],
  [
    'a failure of a gateway',
    'unauthorized-without-401',
    'AUTH-MISSING-LIST',
    [list(ERROR, { key: 'none', status: 502 })],
  ],
  [
    'a wrong field that a service accepts once and fails with once',
    'field-not-validated',
    'CREATE-REFUSES-NON-OBJECT',
    [created([NEW_PET], PET), created([NEW_PET, NEW_PET], ERROR, { status: 500, shows: false })],
  ],
  [
    'a list that failed before anything was sent',
    'row-breaks-lists',
    'LIST-OK',
    [
      list([], { shows: false }),
      ...[0, 1, 2].map(() => list(undefined, { status: 500 })),
      created(NEW_PET, PET, { shows: false }),
    ],
  ],
  [
    'a wrong body that is rejected because its name is taken',
    'invalid-without-400',
    'CREATE-REFUSES-NAME-TYPE',
    [
      created({ name: 1, categoryId: 1 }, { ...PET, name: '1' }, { shows: false }),
      created({ name: 1, categoryId: 1 }, ERROR, { status: 422 }),
    ],
  ],
  [
    'a key that is checked in another way',
    'key-checked-late',
    'AUTH-FIRST',
    [
      created({}, ERROR, { key: 'none', status: 400 }),
      created(NEW_PET, ERROR, { key: 'none', status: 400, shows: false }),
    ],
  ],
  [
    'an Error that holds a detail with a message',
    'bodies-in-envelope',
    'ERROR-OBJECT',
    [read(9, 404, { detail: 'no', extra: [{ message: 'no' }] })],
  ],
  [
    'a pet inside the member that the service demands',
    'field-not-validated',
    'CREATE-REFUSES-MISSING',
    [created({ pet: NEW_PET }, PET)],
  ],
  [
    'a single rejected name',
    'names-rejected',
    'CREATE-NAMES',
    [created(NEW_PET, PET, { shows: false }), created({ ...NEW_PET, name: 'Zoë' }, ERROR, { status: 400 })],
  ],
  [
    'a pet that is read before the clock shows its addition',
    'unknown-id-not-404',
    'GET-UNKNOWN',
    [read(1, 200, PET), list(pets(1), { shows: false })],
  ],
  [
    'a pet whose creation shows its id in the Location alone',
    'unknown-id-not-404',
    'GET-UNKNOWN',
    [created(NEW_PET, undefined, { location: '/v1/pets/1', shows: false }), read(1, 200, PET)],
  ],
  [
    'a status under another name, if no other field has one',
    'field-renamed',
    'PET-NAME',
    [list([{ id: 1, name: 2, categoryId: 1, Status: 'sold' }])],
  ],
  [
    'a field that stands in two members',
    'field-renamed',
    'PET-NAME',
    [list([{ id: 1, a: { name: 'Rex' }, b: { name: 'Tom' } }])],
  ],
  ['an object without any field of a pet', 'bodies-in-envelope', 'PET-OBJECT', [read(1, 200, { data: { total: 1 } })]],
  [
    'a creation that returns the pet with other names',
    'creation-returns-no-pet',
    'PET-NAME',
    [created(NEW_PET, { ID: 1, Name: 'Rex' })],
  ],
  [
    'a category under another name',
    'integers-through-doubles',
    'PET-CATEGORY',
    [created({ name: 'Rex', categoryId: 9007199254740993n }, { id: 1, name: 'Rex', category_id: 9007199254740992n })],
  ],
  [
    'an integer that stays outside int64',
    'integers-through-doubles',
    'CREATE-REFUSES-CATEGORY-RANGE',
    [
      created(
        { name: 'Rex', categoryId: 9007199254740993n },
        { ...PET, categoryId: 9007199254740992n },
        { shows: false },
      ),
      created(
        { name: 'Tom', categoryId: 9223372036854775808n },
        { ...PET, name: 'Tom', categoryId: 9223372036854776000n },
      ),
    ],
  ],
  [
    'a pet of a name that two creations sent with and without a status',
    'status-in-another-form',
    'LIST-SAME',
    [
      ...[{ status: 'sold' }, {}].map((more) => created({ ...NEW_PET, ...more }, 'stored', { shows: false })),
      list([PET]),
    ],
  ],
])('%s is not %s', (_, id, violated, told) => {
  expect(causesOf(violated, told).map((each) => each.id)).not.toContain(id);
});

it.each<[place: Told, words: string]>([
  [{ keyHeader: ['X-API-Key', '[key]'] }, 'in the header x-api-key'],
  [{ authorization: '[key]' }, 'in the header Authorization without a scheme'],
  [{ keyHeader: ['Accept', 'application/json'], path: '/pets?api_key=[key]' }, 'in the query'],
])('a key that is read elsewhere: %o', (place, words) => {
  const told = [list(ERROR, { status: 401 }), list(pets(1), { ...place, shows: false })];
  expect(causesOf('AUTH-VALID-KEY', told).map(({ sentence }) => sentence)).toEqual([
    `The key is accepted only ${words}.`,
  ]);
});

it.each<[advice: string, violated: TestableId, isSaid: boolean, told: readonly Told[]]>([
  ['collation', 'AUTH-INVALID-LIST', true, [list([], { ...wrongKey, key: 'key-case-swapped' })]],
  ['collation', 'AUTH-INVALID-LIST', false, [list([], { ...wrongKey, key: 'key-and-a-character' })]],
  ['cursor', 'PETS-ARRAY', true, [list({ items: pets(1) })]],
  ['cursor', 'ERROR-OBJECT', false, [read(9, 404, { error: ERROR })]],
  ['conversion', 'CREATE-REFUSES-NAME-TYPE', true, [created({ ...NEW_PET, name: 1 }, { ...PET, name: '1' })]],
  ['conversion', 'CREATE-REFUSES-NAME-TYPE', false, [created({ ...NEW_PET, name: 1 }, { ...PET, name: 1 })]],
  ['Store the status', 'CREATE-KEEPS-STATUS', true, [created({ ...NEW_PET, status: 'sold' }, PET)]],
  ['Store the status', 'PET-STATUS', true, [created({ ...NEW_PET, status: 'sold' }, { ...PET, status: null })]],
  ['Store the status', 'PET-STATUS', false, [created(NEW_PET, { ...PET, status: null })]],
  ['Leave the status out', 'PET-STATUS', true, [created(NEW_PET, { ...PET, status: null })]],
  ['Leave the status out', 'PET-STATUS', true, [created(NEW_PET, { ...PET, status: ' ' })]],
  ['Leave the status out', 'PET-STATUS', false, [created({ ...NEW_PET, status: 'sold' }, { ...PET, status: null })]],
  ['Write the status', 'PET-STATUS', true, [created({ ...NEW_PET, status: 'sold' }, { ...PET, status: 'SOLD' })]],
  ['Write the status', 'PET-STATUS', false, [created(NEW_PET, { ...PET, status: null })]],
  ['Assign ids', 'PET-ID', true, [created(NEW_PET, { ...PET, id: '6f1e' })]],
  ['Assign ids', 'PET-ID', false, [created(NEW_PET, { ...PET, id: '6' })]],
  [
    'Assign ids',
    'PET-ID',
    false,
    [
      list([
        { ...PET, id: '6' },
        { ...PET, id: 'torn' },
      ]),
    ],
  ],
  ['Assign ids', 'PET-ID', true, [created(NEW_PET, { ...PET, id: '60' }), created(NEW_PET, { ...PET, id: '6f' })]],
  ...[415, 500].map((status): [string, TestableId, boolean, readonly Told[]] => [
    'Accept a body with Content-Type',
    'CREATE-OK',
    status === 415,
    [created(NEW_PET, {}, { status }), created({}, {}, { status, shows: false })],
  ]),
  ['in the log', 'LIST-STATUS-VALUES', true, [list(ERROR, { path: '/pets?status=sold', status: 500 })]],
  ['in the log', 'LIST-STATUS-VALUES', false, [list(ERROR, { path: '/pets?status=sold', status: 400 })]],
])('a fix speaks of %s only if what was seen is about it: %s, %s', (advice, violated, isSaid, told) => {
  const fixes = causesOf(violated, told).map(({ fix }) => fix);
  expect(fixes.length).toBeGreaterThan(0);
  expect(fixes.some((fix) => fix.includes(advice))).toBe(isSaid);
});
