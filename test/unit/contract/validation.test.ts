import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson } from '../../../src/contract/json.ts';
import { type Mismatch, validate } from '../../../src/contract/validation.ts';
import { PET_STATUSES } from '../../../src/contract/pet.ts';
import { documentOf } from '../../support/document-of.ts';

const PET = { id: 1n, name: 'Rex', categoryId: 2n, status: 'sold' };
const REX = '{"id":1,"name":"Rex","categoryId":2}';
const NEITHER = ['/code missing', '/message missing', '/status missing'];

type SchemaName = Parameters<typeof validate>[0];

function problemsOf(mismatches: readonly Mismatch[]): readonly string[] {
  return mismatches.map(({ pointer, problem }) => `${pointer} ${problem}`).sort();
}

describe('a payload', () => {
  it.each<[as: SchemaName, text: string]>([
    ['pet', '{"id":1,"name":"Rex","categoryId":2,"status":"available"}'],
    ['pet', '{"id":9223372036854775807,"name":"Rex","categoryId":-9223372036854775808,"status":"pending"}'],
    ['pet', '{"id":12.0,"name":"Rex","categoryId":1.2e1,"status":"sold"}'],
    ['pet', '{"id":-0,"name":"Rex","categoryId":9007199254740993,"tags":null,"owner":{"id":"x"},"__proto__":[]}'],
    ['pets', '[]'],
    ['pets', writeJson(Array.from({ length: 250 }, () => PET))],
    ['newPet', '{"name":"Rex","categoryId":2,"status":"sold","id":"any"}'],
    ['error', '{"code":"a","message":"b","status":404}'],
    ['error', '{"code":"","message":"","status":4.04e2,"details":null}'],
  ])('is accepted as %s: %.100s', (as, text) => {
    expect(validate(as, documentOf(text))).toEqual([]);
  });

  it.each<[as: SchemaName, text: string, problems: readonly string[]]>([
    ['pet', '{"name":"Rex","categoryId":2}', ['/id missing']],
    ['pet', '{"id":null,"name":null,"categoryId":2,"status":null}', ['/id null', '/name null', '/status null']],
    ['pet', '{"id":"1","name":1,"categoryId":2,"status":2}', ['/id type', '/name type', '/status type']],
    ['pet', '{"id":1,"name":"Rex","categoryId":true}', ['/categoryId type']],
    [
      'pet',
      '{"id":9223372036854775808,"name":"","categoryId":-9223372036854775809}',
      ['/categoryId range', '/id range'],
    ],
    [
      'pet',
      '{"id":1.00000000000000000001,"name":"Rex","categoryId":9007199254740993.5}',
      ['/categoryId type', '/id type'],
    ],
    ['pet', '{"id":1,"name":"Rex","categoryId":2,"status":"Sold"}', ['/status enumeration']],
    ['pet', 'null', [' null']],
    ['pet', '[]', [' type']],
    ['pet', '9223372036854775808', [' type']],
    ['pets', '{"pets":[]}', [' type']],
    ['pets', '[null]', ['/0 null']],
    ['pets', `[${REX},{"id":1,"name":"Rex","categoryId":"2"}]`, ['/1/categoryId type']],
    ['newPet', '{"name":"Rex","categoryId":2,"status":null}', ['/status null']],
    ['error', '{}', NEITHER],
    ['error', '{"code":404,"message":null,"status":"404"}', ['/code type', '/message null', '/status type']],
  ])('is rejected as %s: %s for %j', (as, text, problems) => {
    expect(problemsOf(validate(as, documentOf(text)))).toEqual(problems);
  });

  it('may hold every int64 and no integer beyond', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 65n), 2n ** 65n), (id) => {
        const inside = id >= -(2n ** 63n) && id < 2n ** 63n;
        expect(problemsOf(validate('pet', documentOf(writeJson({ ...PET, id }))))).toEqual(inside ? [] : ['/id range']);
      }),
    );
  });
});

describe('a mismatch', () => {
  it.each([
    ['id', 'range', 'an integer from -2^63 to 2^63-1', 'the number 9223372036854775808'],
    ['categoryId', 'missing', 'an integer from -2^63 to 2^63-1', 'absent'],
    [
      'status',
      'enumeration',
      `one of ${PET_STATUSES.map((status) => JSON.stringify(status)).join(', ')}`,
      'the string "Sold"',
    ],
  ])('of %s says what is expected and what is there', (field, problem, expected, actual) => {
    const document = documentOf('{"id":9223372036854775808,"name":"Rex","status":"Sold"}');
    expect(validate('pet', document)).toContainEqual({ pointer: `/${field}`, field, problem, expected, actual });
  });

  it('of a number at the root has its own text', () => {
    expect(validate('pet', documentOf('9223372036854775808'))).toEqual([
      { pointer: '', field: '', problem: 'type', expected: 'a JSON object', actual: 'the number 9223372036854775808' },
    ]);
  });

  it('of a part of a document has a pointer from its root', () => {
    const document = documentOf(`[${REX},{"id":9223372036854775808,"name":"Rex","categoryId":2},5.0]`);
    const [good, bad, number] = document.value as [object, object, number];
    expect(validate('pet', document, good as never, '/0')).toEqual([]);
    expect(problemsOf(validate('pet', document, bad as never, '/1'))).toEqual(['/1/id range']);
    expect(validate('pet', document, number, '/2')).toMatchObject([
      { pointer: '/2', field: '', actual: 'the number 5.0' },
    ]);
  });

  it('is found in the last of many pets', () => {
    const pets = [...Array.from({ length: 250 }, () => PET), { ...PET, id: 2n ** 63n }];
    expect(problemsOf(validate('pets', documentOf(writeJson(pets))))).toEqual(['/250/id range']);
  });

  it('is one of a thousand at most', () => {
    const found = validate('pets', documentOf(`[${'null,'.repeat(2_000)}null]`));
    expect(found.map(({ pointer }) => pointer)).toEqual(Array.from({ length: 1_000 }, (_, index) => `/${index}`));
  });
});
