import { describe, expect, it } from 'vitest';
import { isPetStatus, type Pet, petDifferences, readPet } from '../../../src/contract/pet.ts';
import { documentOf } from '../../support/document-of.ts';

const REX: Pet = { id: 1n, name: 'Rex', categoryId: 2n, status: 'sold' };

describe('readPet', () => {
  it('reads integers exactly', () => {
    const document = documentOf(
      '{"id":9223372036854775807,"name":"Rex","categoryId":9007199254740993,"status":"pending","tag":1}',
    );
    expect(readPet(document)).toEqual({
      id: 2n ** 63n - 1n,
      name: 'Rex',
      categoryId: 2n ** 53n + 1n,
      status: 'pending',
    });
  });

  it('reads an integer that is written as a fraction, and an absent status', () => {
    expect(readPet(documentOf('{"id":12.0,"name":"Rex","categoryId":1e1}'))).toEqual({
      id: 12n,
      name: 'Rex',
      categoryId: 10n,
      status: undefined,
    });
  });

  it.each([
    'null',
    '[]',
    '{"id":1,"name":null,"categoryId":2}',
    '{"id":"1","name":"Rex","categoryId":2}',
    '{"id":9223372036854775808,"name":"Rex","categoryId":2}',
    '{"id":1.5,"name":"Rex","categoryId":2}',
    '{"id":1,"name":"Rex"}',
    '{"id":1,"name":"Rex","categoryId":2,"status":null}',
    '{"id":1,"name":"Rex","categoryId":2,"status":"Sold"}',
  ])('refuses %s', (text) => {
    expect(() => readPet(documentOf(text))).toThrow(TypeError);
  });
});

describe('isPetStatus', () => {
  it('accepts the three and rejects others', () => {
    expect(['available', 'pending', 'sold'].map(isPetStatus)).toEqual([true, true, true]);
    expect(['Sold', 'sold ', '', null, undefined].map(isPetStatus)).toEqual([false, false, false, false, false]);
  });
});

describe('petDifferences', () => {
  it('finds none between equal animals, nor against an animal without an id', () => {
    expect(petDifferences(REX, { ...REX })).toEqual([]);
    expect(petDifferences({ name: 'Rex', categoryId: 2n, status: 'sold' }, REX)).toEqual([]);
  });

  it('finds each field that differs', () => {
    const other: Pet = { id: 2n ** 53n, name: 'Rexx', categoryId: 3n, status: undefined };
    expect(petDifferences({ ...REX, id: 2n ** 53n + 1n }, other)).toEqual([
      { field: 'id', expected: 'the number 9007199254740993', actual: 'the number 9007199254740992' },
      { field: 'name', expected: 'the string "Rex"', actual: 'the string "Rexx"' },
      { field: 'categoryId', expected: 'the number 2', actual: 'the number 3' },
      { field: 'status', expected: 'the string "sold"', actual: 'absent' },
    ]);
  });

  it('tells names apart that look alike', () => {
    const [difference] = petDifferences({ ...REX, name: 'Zo\u00EB' }, { ...REX, name: 'Zoe\u0308' });
    expect(difference).toEqual({
      field: 'name',
      expected: String.raw`the string "Zo\u00eb"`,
      actual: String.raw`the string "Zoe\u0308"`,
    });
  });

  it('says where long names differ that begin alike', () => {
    const [difference] = petDifferences({ ...REX, name: 'x'.repeat(1000) }, { ...REX, name: `${'x'.repeat(999)}y` });
    expect(difference?.actual).toBe('another string from character 1000');
    const [alike] = petDifferences(
      { ...REX, name: `${'x'.repeat(50)}\u00EB` },
      { ...REX, name: `${'x'.repeat(50)}e\u0308` },
    );
    expect(alike?.actual).toBe('another string from character 51');
  });
});
