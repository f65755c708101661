import { expect, it } from 'vitest';
import { isInt64 } from '../../../../src/contract/exact-integer.ts';
import { describeId, idFromText, idToText } from '../../../../src/suite/responses/text-ids.ts';

const TEXTS = ['5', 'rex', '8f457702-8229-4c4e-9c84-f5783e923eba', '65f0c1d2e3a4b5c6d7e8f901', 'é/?', '1.5'];

it.each(TEXTS)('the text %j stands for one id, which no int64 is', (text) => {
  const id = idFromText(text);
  expect(id === null || isInt64(id)).toBe(false);
  expect(idToText(id ?? 0n)).toBe(text);
  expect(describeId(id ?? 0n)).toBe(JSON.stringify(text));
  expect(TEXTS.filter((each) => idFromText(each) === id)).toEqual([text]);
});

it('a text that is empty or too long for an id stands for none', () => {
  expect(idFromText('')).toBeNull();
  expect(idFromText('a'.repeat(101))).toBeNull();
});

it('an int64 is shown by its digits', () => {
  expect([idToText(-5n), describeId(2n ** 63n - 1n)]).toEqual(['-5', '9223372036854775807']);
});
