import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../../src/contract/nearest-words.ts';

const WORDS = ['full', 'read-only', 'LIST-LIMIT-MAX', 'LIST-LIMIT-MIN', 'GET-OK'];

describe('the words nearest to one', () => {
  it.each([
    ['ful', 'full'],
    ['ufll', 'full'],
    ['LIST-LIMT-MAX', 'LIST-LIMIT-MAX'],
    ['LIST-LIMIT-MZZ', 'LIST-LIMIT-MAX or LIST-LIMIT-MIN'],
    ['LIST-LIMIT', 'LIST-LIMIT-MAX or LIST-LIMIT-MIN'],
    // What stands whole in a word is near too.
    ['limit', 'LIST-LIMIT-MAX or LIST-LIMIT-MIN'],
  ])('to %j are %s', (word, near) => {
    expect(didYouMean(word, WORDS)).toBe(`; did you mean ${near}?`);
  });

  it.each(['', ' ', 'z', 'something else', 'full'.repeat(1000)])('to %.20j are none', (word) => {
    expect(didYouMean(word, WORDS)).toBe('');
  });

  it('are at most three', () => {
    expect(didYouMean('a1', ['a2', 'a3', 'a4', 'a5'])).toBe('; did you mean a2, a3 or a4?');
  });
});
