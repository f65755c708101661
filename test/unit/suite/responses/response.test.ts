import { expect, it } from 'vitest';
import { createRequest } from '../../../../src/suite/operations/requests.ts';
import { isFlawed, petIn } from '../../../../src/suite/responses/read-body.ts';
import { allowedInsteadOf401 } from '../../../../src/suite/responses/response.ts';
import { listRequest, page, pets, responseTo } from '../fakes.ts';

it.each<[status: number, authorization: string | null, allowed: boolean]>([
  [431, `Bearer ${'k'.repeat(2042)}`, true],
  [431, `Bearer ${'k'.repeat(2041)}`, false],
  [400, 'Bearer a"b', true],
  [403, 'Bearer a b', true],
  [406, 'Bearer a=b', true],
  [400, 'Bearer aA0._~+/-==', false],
  [200, 'Bearer a"b', false],
  [500, 'Bearer a"b', false],
  [400, 'Bearer', false],
  [400, null, false],
])('status %i instead of 401 for %s: %s', (status, authorization, allowed) => {
  const token = authorization?.startsWith('Bearer ') === true ? { token: authorization.slice('Bearer '.length) } : {};
  const reason = allowedInsteadOf401(status, { id: 'x', label: '', shell: null, authorization, ...token });
  expect(reason !== null).toBe(allowed);
});

it.each([
  ['a"b', true],
  ['k'.repeat(2049), true],
  ['k'.repeat(2048), false],
])('status 403 instead of 401 for a token in another place (%#)', (token, allowed) => {
  const reason = allowedInsteadOf401(403, { id: 'x', label: '', shell: null, authorization: null, token });
  expect(reason !== null).toBe(allowed);
});

it.each([
  ['{"status":"OK","message":"saved"}', 'pet'],
  ['{"id":5,"name":"Rex","categoryId":1}', 'pet'],
  ['"saved"', 'undescribed'],
  ['', 'undescribed'],
  ['saved', 'undescribed'],
])('the body %j of a creation with the status 200 is read as %s', (body, kind) => {
  const created = createRequest({ name: 'Rex', categoryId: 1n, status: 'sold' });
  expect(responseTo({ status: 200, body }, { ...listRequest, ...created }).content.kind).toBe(kind);
});

it.each<[body: string, size: number | undefined, makeshift: string | null]>([
  ['[]', 0, null],
  ['null', 0, 'GET /pets was read from null'],
  ['{}', 0, 'GET /pets was read from {}'],
  [String.raw`"[{\"id\":5,\"name\":\"Rex\",\"categoryId\":1}]"`, 1, 'GET /pets was read from JSON in a string'],
  ['"[{]"', undefined, null],
  ['"5"', undefined, null],
  ['false', undefined, null],
])('the page %s has %j pets', (body, size, makeshift) => {
  const { content, makeshift: how } = responseTo({ body });
  expect([content.kind === 'page' ? content.page?.size : null, how]).toEqual([size, makeshift]);
});

it.each<[body: string, id: string | undefined]>([
  [String.raw`"{\"id\":5,\"name\":\"Rex\",\"categoryId\":1}"`, '5'],
  ['"Rex"', undefined],
  ['null', undefined],
])('the added pet %s has the id %j', (body, id) => {
  const created = createRequest({ name: 'Rex', categoryId: 1n, status: undefined });
  const { content } = responseTo({ status: 201, body }, { ...listRequest, ...created });
  expect(petIn(content)?.id.toString()).toBe(id);
});

it('a page is flawed if an element is not a valid pet', () => {
  expect(isFlawed(page(pets(3)))).toBe(false);
  expect(isFlawed(page(pets(3), {}, 4))).toBe(true);
});

it.each([
  ['[{"id":"5","name":"Rex","categoryId":1}]', 'GET /pets was read in spite of the wrong pet field id'],
  [
    '[{"_id":5,"name":"Rex","categoryId":"1"}]',
    'GET /pets was read in spite of the wrong pet fields categoryId and id',
  ],
  ['[{"id":5,"name":"Rex","categoryId":1}]', null],
])('the page %s says which fields were wrong: %s', (body, makeshift) => {
  expect(responseTo({ status: 200, body }, listRequest).makeshift).toBe(makeshift);
});
