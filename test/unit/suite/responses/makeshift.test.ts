import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../src/contract/json.ts';
import type { NewPet } from '../../../../src/contract/pet.ts';
import { bareIds, elementsIn, onlyElementsIn, onlyObjectIn } from '../../../../src/suite/responses/inner-values.ts';
import { withSlash } from '../../../../src/suite/api-request.ts';
import { redirectsToSlash } from '../../../../src/suite/responses/response.ts';
import { meantJson } from '../../../../src/suite/responses/meant-json.ts';
import {
  hasName,
  meantPet,
  meantValues,
  otherElement,
  shownStatus,
} from '../../../../src/suite/responses/meant-pet.ts';
import { idFromText, idInLocation } from '../../../../src/suite/responses/text-ids.ts';

function documentOf(text: string) {
  const reading = readJson(Buffer.from(text));
  if (reading.kind === 'not-json') throw new TypeError(reading.problem);
  return reading.document;
}

const REX_SENT = { name: 'Rex', categoryId: 1n, status: 'sold' } as const;
const REX = { id: 5n, name: 'Rex', categoryId: 1n, status: 'sold' };

/** The status that a pet shows whose JSON ends with this text. */
function statusShown(text: string, sent?: NewPet) {
  const document = documentOf(`{"id":5,"name":"Rex","categoryId":1${text}}`);
  return shownStatus(meantPet(document, document.value, sent), document.value);
}

describe('a pet', () => {
  it.each([
    ['{"id":"5","name":"Rex","categoryId":1,"status":"sold"}', REX],
    ['{"id":5.0,"name":"Rex","categoryId":"1","status":"sold"}', REX],
    ['{"_id":5,"Name":"Rex","category_id":1,"status":"sold"}', REX],
    ['{"id":5,"name":"Rex","category":{"id":1},"status":null}', { ...REX, status: undefined }],
    ['{"id":"9007199254740993","name":"Rex","categoryId":1,"status":"sold"}', { ...REX, id: 9007199254740993n }],
    ['{"name":"Rex","categoryId":1,"status":"sold"}', undefined],
    ['{"_id":"five","name":"Rex","categoryId":1,"status":"sold"}', { ...REX, id: idFromText('five') }],
    ['{"id":"0094","name":"Rex","categoryId":"01","status":"sold"}', { ...REX, id: idFromText('0094') }],
    ['{"id":0.5,"name":"Rex","categoryId":1,"status":"sold"}', { ...REX, id: idFromText('0.5') }],
    ['{"id":"","name":"Rex","categoryId":1,"status":"sold"}', undefined],
    ['{"id":true,"name":"Rex","categoryId":1,"status":"sold"}', undefined],
    ['{"id":9223372036854775808,"name":"Rex","categoryId":1,"status":"sold"}', undefined],
    ['{"id":5,"categoryId":1,"status":"sold"}', undefined],
    ['{"id":5,"name":1,"categoryId":1,"status":"sold"}', undefined],
    ['{"id":5,"name":"Rex","status":"sold"}', undefined],
    ['{"id":5,"name":"Rex","categoryId":1,"status":2}', undefined],
    ['{"id":5,"name":"Rex","categoryId":1,"status":" sold"}', undefined],
    ['{"id":5,"name":"Rex","categoryId":1,"status":"SOLD"}', undefined],
    ['{"id":5,"attributes":{"name":"Rex","categoryId":1,"status":"sold"}}', { ...REX, status: 'sold' }],
    ['{"id":5,"attributes":"Rex"}', undefined],
    ['{"id":[5],"name":["Rex"],"categoryId":[1],"status":["sold"]}', { ...REX, status: 'sold' }],
    ['{"id":5,"name":["Rex"],"categoryId":1}', undefined],
    ['{"ID":5,"Name":"Rex","CategoryId":1,"Status":"sold"}', REX],
    ['{"id":5,"name":"Rex","CategoryId":1,"Status":"sold"}', undefined],
    ['{"name":"Rex","categoryId":1,"status":"sold","_links":{"self":{"href":"http://h/v1/pets/5"}}}', REX],
    ['{"name":"Rex","categoryId":1,"status":"sold","_links":{"pets":{"href":"http://h/v1/pets/5"}}}', undefined],
    ['[]', undefined],
    ['null', undefined],
  ])('is read from %s as it must be meant', (text, pet) => {
    const document = documentOf(text);
    expect(meantPet(document, document.value) ?? undefined).toEqual(pet);
  });

  it('has what was sent, where the response lacks it', () => {
    const document = documentOf('{"id":5}');
    const sent = { name: 'Tom', categoryId: 2n, status: 'pending' } as const;
    expect(meantPet(document, document.value, sent)).toEqual({ ...sent, id: 5n });
    const strange = documentOf('{"id":5,"name":"Rex","categoryId":1,"status":2}');
    expect(meantPet(strange, strange.value, sent)).toEqual({ ...REX, status: 'pending' });
    for (const text of ['null', '""']) {
      const lost = documentOf(`{"id":5,"name":"Rex","categoryId":1,"status":${text}}`);
      expect(meantPet(lost, lost.value, sent)).toEqual({ ...REX, status: undefined });
    }
    const none = documentOf('{}');
    expect(meantPet(none, none.value, sent)).toBeNull();
    expect(meantPet(none, none.value, sent, 5n)).toBeNull();
    const capitals = documentOf('{"id":5,"name":"Rex","categoryId":1,"status":"SOLD "}');
    expect(meantPet(capitals, capitals.value, sent)).toEqual(REX);
  });

  it('has a status that a filter may find, unless its form says nothing', () => {
    const sent = { name: 'Tom', categoryId: 2n, status: undefined };
    expect(['', ',"status":null', ',"status":""'].map((text) => statusShown(text, sent))).toEqual([null, null, null]);
    expect([',"status":0', ',"status":"free"'].map((text) => statusShown(text, sent))).toEqual(['unread', 'unread']);
    expect([',"status":0', ',"status":"SOLD"'].map((text) => statusShown(text, REX_SENT))).toEqual(['sold', 'sold']);
    expect([',"status":0', ',"status":"sold"'].map((text) => statusShown(text))).toEqual(['unread', 'sold']);
  });

  it('has the id that was asked for, if the run knows it', () => {
    const document = documentOf('{"id":9223372036854775808,"name":"Rex","categoryId":1,"status":"sold"}');
    expect(meantPet(document, document.value, REX_SENT, 5n)).toEqual(REX);
    expect(meantPet(document, document.value, undefined, 5n)).toBeNull();
  });

  it('keeps its values without an id', () => {
    const document = documentOf('{"name":"Rex","categoryId":1,"status":"sold"}');
    expect([meantValues(document, document.value), hasName(document.value)]).toEqual([REX_SENT, true]);
    const none = documentOf('{"id":5}');
    expect([meantValues(none, none.value), hasName(none.value)]).toEqual([null, false]);
  });

  it('shows what could identify it, although its fields are wrong', () => {
    const document = documentOf('{"id":5,"name":"Rex","status":"SOLD"}');
    expect(otherElement(document, document.value)).toEqual({ id: 5n, name: 'Rex', categoryId: undefined });
    const none = documentOf('{"name":"Rex"}');
    expect(otherElement(none, none.value)).toBeNull();
  });
});

it.each([
  ['{"data":{"id":5}}', '/data', 'from the member data'],
  ['{"message":"done","a/b":{"id":5},"links":[]}', '/a~1b', 'from the member a/b'],
  ['[{"id":5}]', '/0', 'from the only element of an array'],
  ['{"data":{"id":5},"meta":{}}', '/data', 'from the member data'],
  ['{"jsonapi":{"version":"1.0"},"data":{"id":5},"meta":{"page":1}}', '/data', 'from the member data'],
  ['{"data":{}}', undefined, undefined],
  ['{"pet":{"id":5},"owner":{"id":6}}', undefined, undefined],
  ['[{"id":5},{"id":6}]', undefined, undefined],
  ['{"id":5}', undefined, undefined],
  ['"text"', undefined, undefined],
])('the only object inside %s is at %j', (text, pointer, how) => {
  const inner = onlyObjectIn(documentOf(text).value);
  expect([inner?.pointer, inner?.how]).toEqual([pointer, how]);
});

it.each([
  ['{"items":[],"total":0}', []],
  ['{"items":[1,2],"total":2}', ['/items/0', '/items/1']],
  ['{"data":{"pets":[1]}}', ['/data/pets/0']],
  ['{"_embedded":{"pets":[1]},"page":1}', ['/_embedded/pets/0']],
  ['{"7":{"id":7},"a/b":{"id":8}}', ['/7', '/a~1b']],
  ['{"_embedded":{"pets":[1]},"_links":{"self":{"href":"/pets"}},"page":{"size":20}}', ['/_embedded/pets/0']],
  ['{"_links":{"self":{"href":"/pets"}},"page":{"size":20}}', undefined],
  ['{"pets":[],"errors":[]}', undefined],
  ['{"pets":5}', undefined],
  ['{"7":{"id":7},"total":1,"8":{}}', undefined],
  ['{}', undefined],
  ['[[]]', undefined],
  ['{"errors":[{"message":"no"}],"data":null}', undefined],
  ['{"errors":[{"message":"no"}],"data":{"pets":null}}', undefined],
  ['{"errors":[{"message":"no"}],"id":5}', ['/errors/0']],
  ['{"errors":[{"message":"no"}],"next":{}}', ['/errors/0']],
])('the only elements inside %s are at %j', (text, pointers) => {
  expect(onlyElementsIn(documentOf(text).value)?.elements.map(({ pointer }) => pointer)).toEqual(pointers);
});

it.each([
  [")]}',\n[1]", [1]],
  ['while(1);{"a":1}', { a: 1 }],
  ['"[{"a":1}]"', [{ a: 1 }]],
  [JSON.stringify('[{"a":"Rex \\"King\\""},{"a":"\\u00e9"}]'), [{ a: 'Rex "King"' }, { a: 'é' }]],
  [String.raw`"[{\"a\":\"x\"},{\"a\":\"\u00`, [{ a: 'x' }]],
  ['"[{\\"a\\":\\"x\\"},{\\"a\\', [{ a: 'x' }]],
  ['"no array"', undefined],
  ['"no [1]', undefined],
  ['{"a":"}]"} and more', { a: '}]' }],
  ['[1,{"a":",]",},]', [1, { a: ',]' }]],
  ['{"a":NaN,"b":"NaN","c":-Infinity}', { a: null, b: 'NaN', c: null }],
  ['[{"a":"Rex "King" Zoé","b":""},{"a":""Rex""}]', [{ a: 'Rex "King" Zoé', b: '' }, { a: '"Rex"' }]],
  ['[{"a":"Rex", King"},{"a":"5" tall","b":1}]', [{ a: 'Rex", King' }, { a: '5" tall', b: 1 }]],
  ['{"a":"Rex\tKing\n\u0001","b":"\\u00e9\\t"}', { a: 'Rex\tKing\n\u0001', b: 'é\t' }],
  [String.raw`{"a":"O\'Neil","b":"\x41"}`, { a: "O'Neil", b: '\uDFFFx41' }],
  ['{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['<html>{"a":1}</html>', undefined],
  ['Not Found', undefined],
  ['', undefined],
  ['{"a":', undefined],
  ['[{"a":1},{"a":[2],"b', [{ a: 1 }]],
  ['{"items":[{"a":"}"},{"a":"]', { items: [{ a: '}' }] }],
  ['[{"a":[{"b":1},', undefined],
  ['[{"a":1},{"a":007}, {"a":"},{"},{"a":NaN}]', [{ a: 1 }, { a: null }]],
  ['[{"a":007}]', undefined],
  ['{"a":007}', undefined],
  ["{'a':1}", undefined],
  ['{"a":"\xe9"}', { a: 'é' }],
])('%j means this JSON', (text, value) => {
  expect(meantJson(Buffer.from(text))?.document.value).toEqual(value);
});

it.each([
  ['[{"a":1},{"a":007}]', true],
  ['[{"a":1},{"a', true],
  ['[{"a":1},]', false],
])('of %s, elements are missing: %s', (text, isTruncated) => {
  expect(meantJson(Buffer.from(text))?.isTruncated).toBe(isTruncated);
});

it.each([
  ['gzip', gzipSync],
  ['brotli', brotliCompressSync],
  ['deflate', deflateSync],
])('a body that was compressed by %s without saying so is read', (_, compress) => {
  expect(meantJson(compress('[{"id":5}]'))?.document.value).toEqual([{ id: 5 }]);
});

it('bytes that are not UTF-8 leave only their own text unread in a list in a string', () => {
  const text = JSON.stringify('[{"name":"Zoé","id":5}]');
  expect(meantJson(Buffer.from(text, 'latin1'))?.document.value).toEqual([{ name: 'Zo\uDFFF', id: 5 }]);
});

it('bytes that are not UTF-8 leave only their own text unread', () => {
  const { document } = meantJson(Buffer.from('{"id":5,"name":"Zoé","categoryId":1,"status":"sold"}', 'latin1')) ?? {};
  if (document === undefined) throw new Error('It means no JSON.');
  expect(meantPet(document, document.value, REX_SENT)).toEqual(REX);
  expect(meantPet(document, document.value)).toBeNull();
});

it.each([
  ['[5,9007199254740993]', [5n, 9007199254740993n]],
  ['["5","/v1/pets/6"]', [5n, 6n]],
  ['{"ids":[6,5],"total":2}', [6n, 5n]],
  ['[6]', null],
  ['[5,"Rex"]', null],
  ['[{"id":5}]', null],
  ['[]', null],
])('the ids in %s are %s', (text, ids) => {
  const document = documentOf(text);
  const found = elementsIn(document.value);
  expect(found && bareIds(document, found, (id) => id === 5n)).toEqual(ids);
});

it.each([
  ['/pets/5', 5n],
  ['http://localhost/v1/pets/-7/', -7n],
  ['/pets/9223372036854775808', null],
  ['/pets/rex', null],
  ['/pets/005', null],
  ['/pets', null],
  [undefined, null],
])('the Location %s names its id alone', (location, id) => {
  expect(idInLocation(location)).toBe(id);
});

it.each([
  ['/pets', '/v1/pets/', true],
  ['/pets?limit=5', 'http://localhost/v1/pets/?limit=5', true],
  ['/pets/7', 'pets/7/', true],
  ['/pets', '/v1/pets', false],
  ['/pets', '/login', false],
  ['/pets', '/v1/animals/', false],
  ['/pets', undefined, false],
])('the request to %s is redirected to a slash by the Location %s: %s', (path, location, isSlash) => {
  expect(redirectsToSlash({ path }, location)).toBe(isSlash);
});

it.each([
  ['/pets', '/pets/'],
  ['/pets?limit=5&status=sold', '/pets/?limit=5&status=sold'],
])('%s has a slash as %s', (path, slashed) => {
  expect(withSlash(path)).toBe(slashed);
});
