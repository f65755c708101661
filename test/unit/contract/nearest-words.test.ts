import { describe, expect, it } from 'vitest';
import { didYouMean, nearestWords } from '../../../src/contract/nearest-words.ts';

const WORDS = ['full', 'read-only', 'LIST-LIMIT-MAX', 'LIST-LIMIT-MIN', 'GET-OK'];

describe('the words nearest to one', () => {
  it.each([
    ['ful', ['full']],
    ['ufll', ['full']],
    ['LIST-LIMT-MAX', ['LIST-LIMIT-MAX']],
    ['LIST-LIMIT-MZZ', ['LIST-LIMIT-MAX', 'LIST-LIMIT-MIN']],
    // What stands whole in a word is near too.
    ['limit', ['LIST-LIMIT-MAX', 'LIST-LIMIT-MIN']],
  ])('to %j are %j', (word, near) => {
    expect(nearestWords(word, WORDS)).toEqual(near);
  });

  it.each(['', ' ', 'z', 'something else', 'full'.repeat(1000)])('to %.20j are none', (word) => {
    expect(nearestWords(word, WORDS)).toEqual([]);
    expect(didYouMean(word, WORDS)).toBe('');
  });

  it('end a sentence', () => {
    expect(didYouMean('ful', WORDS)).toBe('; did you mean full?');
    expect(didYouMean('LIST-LIMIT', WORDS)).toBe('; did you mean LIST-LIMIT-MAX or LIST-LIMIT-MIN?');
    expect(didYouMean('a1', ['a2', 'a3', 'a4'])).toBe('; did you mean a2, a3 or a4?');
  });
});
