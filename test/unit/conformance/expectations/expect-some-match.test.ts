import { describe, expect, it } from 'vitest';
import { expectSomeMatch } from '../../../../src/conformance/expectations/expect-some-match.ts';
import { court, page, pet } from '../fakes.ts';

describe('a filtered page', () => {
  it('with an animal leaves the filter to be judged by it', () => {
    const { judge, judgements } = court(['LIST-STATUS-FILTER']);
    expectSomeMatch(judge, page([pet(1n, { status: 'sold' })], { status: 'sold' }), 'sold');
    expect(judgements()).toEqual([]);
  });

  it('without one does not verify the filter, and says what to supply', () => {
    const { judge, judgements } = court(['LIST-STATUS-FILTER']);
    expectSomeMatch(judge, page([], { status: 'sold' }), 'sold');
    expect(judgements()).toMatchObject([{ outcome: 'not-verified', supply: expect.stringContaining('sold') }]);
  });
});
