import { expect, it } from 'vitest';
import {
  ORDINARY_NAME_GROUPS,
  RISKY_NAME_GROUPS,
  UNUSUAL_NAME_GROUPS,
  sharedDrafts,
} from '../../../../src/suite/bodies/chosen-values.ts';
import { isPetStatus } from '../../../../src/contract/pet.ts';

const all = [...ORDINARY_NAME_GROUPS.flat(), ...UNUSUAL_NAME_GROUPS.flat(), ...RISKY_NAME_GROUPS.flat()];

it('all names are different, with different ids', () => {
  for (const names of [ORDINARY_NAME_GROUPS.flat(), UNUSUAL_NAME_GROUPS.flat()]) {
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    expect(new Set(names.map(({ id }) => id)).size).toBe(names.length);
  }
});

it.each<[what: string, matches: (name: string) => boolean]>([
  ...[
    '"',
    '<',
    '&',
    "'",
    '\\',
    '/',
    '%41',
    '+',
    '\u200D',
    '\u0308',
    '\uFE0F',
    '\u2019',
    '{{',
    '\u0451',
    '\u0643',
    '\u0650',
    '\u05BC',
    '\u015F',
    '\u301C',
    ':)',
  ].map((mark): [string, (name: string) => boolean] => [JSON.stringify(mark), (name) => name.includes(mark)]),
  ...['12', 'null', 'true', 'Infinity'].map((word): [string, (name: string) => boolean] => [
    word,
    (name) => name === word,
  ]),
  ['twenty characters', ({ length }) => length === 20],
  ['a character of two units', (name) => name.length > Array.from(name).length],
  ['letters in another form', (name) => name !== name.normalize('NFC')],
])('some ordinary name reaches what services get wrong: %s', (_, matches) => {
  expect(ORDINARY_NAME_GROUPS.flat().filter(({ name }) => matches(name))).not.toEqual([]);
});

it.each([21, 255, 256, 4100, 20_500, 41_000])('the name length-%i has that length', (length) => {
  expect(all.find(({ id }) => id === `length-${length}`)?.name.length).toBe(length);
});

it.each([1000, 1024, 4096, 8192, 16_384])('parts of %i bytes of a long name end inside a letter', (size) => {
  const bytes = Buffer.from(all.find(({ id }) => id === 'length-41000')?.name ?? '');
  // The first byte of a part that continues a letter (RFC 3629).
  const ends = Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => bytes[(index + 1) * size]);
  expect(ends.some((byte = 0) => byte >= 0x80 && byte < 0xc0)).toBe(true);
});

it('a pet with a status in its name has none, so a filter that searches names finds one too many', () => {
  const words = sharedDrafts.flatMap(({ name, status }) => name.split(' ').map((word) => ({ word, status })));
  const statuses = words.filter(({ word }) => isPetStatus(word));
  expect(statuses).not.toEqual([]);
  expect(statuses.filter(({ status }) => status !== undefined)).toEqual([]);
});
