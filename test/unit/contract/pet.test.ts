import { describe, expect, it } from 'vitest';
import { isPetStatus, NEW_PET_FIELDS, type Pet, petDifferences, readPet } from '../../../src/contract/pet.ts';
import { CONTRACT_SCHEMAS } from '../../../src/contract/validation.ts';
import { documentOf } from '../../support/document-of.ts';

const REX: Pet = { id: 1n, name: 'Rex', categoryId: 2n, status: 'sold' };

describe('readPet', () => {
  it.each<[text: string, pet: Pet]>([
    [
      '{"id":9223372036854775807,"name":"Rex","categoryId":9007199254740993,"status":"pending","tag":1}',
      { id: 2n ** 63n - 1n, name: 'Rex', categoryId: 2n ** 53n + 1n, status: 'pending' },
    ],
    ['{"id":12.0,"name":"Rex","categoryId":1e1}', { id: 12n, name: 'Rex', categoryId: 10n, status: undefined }],
  ])('reads %s exactly', (text, pet) => {
    expect(readPet(documentOf(text))).toEqual(pet);
  });

  it.each([
    '{"id":9223372036854775808,"name":"Rex","categoryId":2}',
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
  it('finds none between equal pets, nor against a pet without an id', () => {
    expect(petDifferences(REX, { ...REX })).toEqual([]);
    expect(petDifferences({ name: 'Rex', categoryId: 2n, status: 'sold' }, REX)).toEqual([]);
  });

  it('finds each field that differs', () => {
    const other: Pet = { id: 2n ** 53n, name: 'Rexx', categoryId: 3n, status: undefined };
    expect(petDifferences({ ...REX, id: 2n ** 53n + 1n }, other)).toEqual([
      { field: 'id', expected: '9007199254740993', actual: '9007199254740992' },
      { field: 'name', expected: 'the string "Rex"', actual: 'the string "Rexx"' },
      { field: 'categoryId', expected: '2', actual: '3' },
      { field: 'status', expected: 'the string "sold"', actual: 'absent' },
    ]);
  });

  const long = 'x'.repeat(1000);
  it.each([
    ['Zo\u00EB', 'Zoe\u0308', 'the string "Zo\u00EB"', 'the string "Zoe\u0308"'],
    [long, `${long.slice(1)}y`, expect.any(String), 'another string from character 1000'],
    [`${long}\u00EB`, `${long}\u00EA`, expect.any(String), 'another string from character 1001'],
  ])('shows where names differ that look or begin alike (%#)', (left, right, expected, actual) => {
    const differences = petDifferences({ ...REX, name: left }, { ...REX, name: right });
    expect(differences).toEqual([{ field: 'name', expected, actual }]);
  });
});

it('NEW_PET_FIELDS are the fields of the schema', () => {
  const { properties, required } = CONTRACT_SCHEMAS.newPet;
  expect(Object.keys(properties)).toEqual(NEW_PET_FIELDS);
  expect(required).toEqual(['name', 'categoryId']);
  expect(properties).toMatchObject({ name: { type: 'string' }, categoryId: { type: 'integer', format: 'int64' } });
});
