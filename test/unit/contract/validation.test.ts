import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson } from '../../../src/contract/json.ts';
import { checkError, checkNewPet, checkPet, checkPets, type Mismatch } from '../../../src/contract/validation.ts';
import { documentOf } from '../../support/document-of.ts';

const PET = { id: 1n, name: 'Rex', categoryId: 2n, status: 'sold' };

function problemsOf(mismatches: readonly Mismatch[]): readonly string[] {
  return mismatches.map(({ pointer, problem }) => `${pointer} ${problem}`).sort();
}

describe('checkPet', () => {
  it.each([
    '{"id":1,"name":"Rex","categoryId":2,"status":"available"}',
    '{"id":1,"name":"","categoryId":2}',
    '{"id":9223372036854775807,"name":"Rex","categoryId":-9223372036854775808,"status":"pending"}',
    '{"id":12.0,"name":"Rex","categoryId":1.2e1,"status":"sold"}',
    '{"id":-0,"name":"Rex","categoryId":9007199254740993,"tags":null,"owner":{"id":"x","status":5},"__proto__":[]}',
  ])('accepts %s', (text) => {
    expect(checkPet(documentOf(text))).toEqual([]);
  });

  it.each([
    ['{"name":"Rex","categoryId":2}', ['/id missing']],
    ['{"id":1}', ['/categoryId missing', '/name missing']],
    [
      '{"id":null,"name":null,"categoryId":null,"status":null}',
      ['/categoryId null', '/id null', '/name null', '/status null'],
    ],
    [
      '{"id":"1","name":1,"categoryId":true,"status":2}',
      ['/categoryId type', '/id type', '/name type', '/status type'],
    ],
    [
      '{"id":1.5,"name":["Rex"],"categoryId":{},"status":["sold"]}',
      ['/categoryId type', '/id type', '/name type', '/status type'],
    ],
    ['{"id":9223372036854775808,"name":"Rex","categoryId":-9223372036854775809}', ['/categoryId range', '/id range']],
    ['{"id":1e400,"name":"Rex","categoryId":1e30}', ['/categoryId range', '/id range']],
    ['{"id":1.00000000000000000001,"name":"Rex","categoryId":9007199254740993.5}', ['/categoryId type', '/id type']],
    ['{"id":1,"name":"Rex","categoryId":2,"status":"Sold"}', ['/status enumeration']],
    ['{"id":1,"name":"Rex","categoryId":2,"status":""}', ['/status enumeration']],
    ['null', [' null']],
    ['[]', [' type']],
    ['9223372036854775808', [' type']],
    ['"Rex"', [' type']],
  ])('rejects %s with one mismatch for each wrong place', (text, problems) => {
    expect(problemsOf(checkPet(documentOf(text)))).toEqual(problems);
  });

  it('says field, expectation and what is there', () => {
    const document = documentOf('{"id":9223372036854775808,"name":"Rex","status":"Sold"}');
    expect(checkPet(document)).toEqual(
      expect.arrayContaining([
        {
          pointer: '/id',
          field: 'id',
          problem: 'range',
          expected: 'an integer from -2^63 to 2^63-1',
          actual: 'the number 9223372036854775808',
        },
        {
          pointer: '/categoryId',
          field: 'categoryId',
          problem: 'missing',
          expected: 'an integer from -2^63 to 2^63-1',
          actual: 'absent',
        },
        {
          pointer: '/status',
          field: 'status',
          problem: 'enumeration',
          expected: 'one of "available", "pending", "sold"',
          actual: 'the string "Sold"',
        },
      ]),
    );
  });

  it('tells a number at the root by its own text', () => {
    expect(checkPet(documentOf('9223372036854775808'))).toEqual([
      { pointer: '', field: '', problem: 'type', expected: 'a JSON object', actual: 'the number 9223372036854775808' },
    ]);
  });

  it('holds a part of a document against the schema, with pointers from its root', () => {
    const document = documentOf(
      '[{"id":1,"name":"Rex","categoryId":2},{"id":9223372036854775808,"name":"Rex","categoryId":2},5.0]',
    );
    const [good, bad, number] = document.value as [object, object, number];
    expect(checkPet(document, good as never, '/0')).toEqual([]);
    expect(problemsOf(checkPet(document, bad as never, '/1'))).toEqual(['/1/id range']);
    expect(checkPet(document, number, '/2')).toMatchObject([{ pointer: '/2', field: '', actual: 'the number 5.0' }]);
  });

  it('accepts every int64 and no integer beyond', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 65n), 2n ** 65n), (id) => {
        const inside = id >= -(2n ** 63n) && id < 2n ** 63n;
        expect(problemsOf(checkPet(documentOf(writeJson({ ...PET, id }))))).toEqual(inside ? [] : ['/id range']);
      }),
    );
  });
});

describe('checkPets', () => {
  it.each(['[]', writeJson([PET]), writeJson(Array.from({ length: 250 }, () => PET))])(
    'accepts a bare array (%#)',
    (text) => {
      expect(checkPets(documentOf(text))).toEqual([]);
    },
  );

  it.each([
    ['{"pets":[]}', [' type']],
    ['null', [' null']],
    ['[[]]', ['/0 type']],
    ['[null]', ['/0 null']],
    ['[{"id":1,"name":"Rex","categoryId":2},{"id":1,"name":"Rex","categoryId":"2"}]', ['/1/categoryId type']],
  ])('rejects %s', (text, problems) => {
    expect(problemsOf(checkPets(documentOf(text)))).toEqual(problems);
  });

  it('finds the last of many animals', () => {
    const animals = [...Array.from({ length: 250 }, () => PET), { ...PET, id: 2n ** 63n }];
    expect(checkPets(documentOf(writeJson(animals)))).toMatchObject([
      { pointer: '/250/id', field: 'id', actual: 'the number 9223372036854775808' },
    ]);
  });

  it('does not tell all of a page that is wrong throughout', () => {
    const found = checkPets(documentOf(`[${'null,'.repeat(50_000)}null]`));
    expect(found.length).toBe(1000);
    expect(found.at(-1)?.pointer).toBe('/999');
  });
});

describe('checkNewPet', () => {
  it.each(['{"name":"Rex","categoryId":2}', '{"name":"Rex","categoryId":2,"status":"sold","id":"any"}'])(
    'accepts %s',
    (text) => {
      expect(checkNewPet(documentOf(text))).toEqual([]);
    },
  );

  it.each([
    ['{}', ['/categoryId missing', '/name missing']],
    ['{"name":"Rex","categoryId":2,"status":null}', ['/status null']],
  ])('rejects %s', (text, problems) => {
    expect(problemsOf(checkNewPet(documentOf(text)))).toEqual(problems);
  });
});

describe('checkError', () => {
  it.each(['{"code":"a","message":"b","status":404}', '{"code":"","message":"","status":4.04e2,"details":null}'])(
    'accepts %s',
    (text) => {
      expect(checkError(documentOf(text))).toEqual([]);
    },
  );

  it.each([
    ['{}', ['/code missing', '/message missing', '/status missing']],
    ['{"code":404,"message":null,"status":"404"}', ['/code type', '/message null', '/status type']],
    ['{"code":"a","message":"b","status":404.5}', ['/status type']],
    ['{"error":{"code":"a","message":"b","status":404}}', ['/code missing', '/message missing', '/status missing']],
    ['[]', [' type']],
  ])('rejects %s', (text, problems) => {
    expect(problemsOf(checkError(documentOf(text)))).toEqual(problems);
  });
});
