import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSyntaxProblem } from '../../../src/contract/json-syntax.ts';
import { isJson, nearlyJson } from '../../support/nearly-json.ts';

describe('findSyntaxProblem', () => {
  it('finds one exactly where the engine refuses the text', () => {
    const texts = fc.oneof(
      nearlyJson,
      fc.json().map((text) => text.slice(0, -1)),
      fc.json({ depthSize: 'large' }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(findSyntaxProblem(text) === null).toBe(isJson(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['{}', '[]', ' [ 1 , { "a" : null } ] ', '-0.5e+10', String.raw`"\u00e9\"\\"`])('accepts %s', (text) => {
    expect(findSyntaxProblem(text)).toBeNull();
  });

  it.each([
    ['', 0, 'a value'],
    ['01', 1, 'the end of the text'],
    ['-', 1, 'a digit'],
    ['[1 2]', 3, 'a comma or "]"'],
    ['{"a" 1}', 5, 'a colon'],
    ['{"a":1 "b":2}', 7, 'a comma or "}"'],
    ['{a:1}', 1, 'a property name in double quotes'],
    ['"a\nb"', 2, 'no control character in a string'],
    [String.raw`"\x"`, 1, 'a valid escape'],
    [String.raw`"\u12g4"`, 1, 'a valid escape'],
    ['"abc', 4, 'a closing double quote'],
  ])('finds in %j at %i that there should be %s', (text, at, wanted) => {
    expect(findSyntaxProblem(text)).toEqual({ at, wanted });
  });
});
