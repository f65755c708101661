import { describe, expect, it } from 'vitest';
import { violationError } from '../../../src/vitest-project/violation-error.ts';
import { caseEnd, check } from '../../support/fake-records.ts';

const { description } = caseEnd(['LIST-LIMIT-MAX']);
const NONE = new Map();

describe('the error of a case in a test runner', () => {
  it('tells requirement, part, expected and actual, and points to the line that judged', () => {
    const violated = check('LIST-LIMIT-MAX', 'violated', {
      expected: 'at most 5',
      actual: '6',
      callSite: 'specs/list-limit.spec.ts:17',
    });
    const error = violationError([violated], description, NONE, '/checkout');
    expect(error.message).toContain('LIST-LIMIT-MAX (part 4.1) is violated: ');
    expect(error.message).toContain('  Expected: at most 5\n  Actual: 6');
    expect(error.stack).toContain('at /checkout/specs/list-limit.spec.ts:17:1');
  });

  it('points to the case where a rule for every answer has no line', () => {
    const violated = check('ANSWER-JSON', 'violated', { callSite: 'every answer: ANSWER-JSON' });
    const { stack } = violationError([violated], description, NONE, '/checkout');
    expect(stack).toContain('at /checkout/specs/some.spec.ts:1:1');
  });

  it('says of a fault of the suite that it is one, and shows nothing that a terminal would act on', () => {
    const faulty = check('GET-OK', 'harness-error', { reason: 'It threw \u{1b}[31mred.' });
    const { message } = violationError([faulty], description, NONE, '/checkout');
    expect(message).toContain('GET-OK (part 4.3) could not be judged, by a fault of the suite itself');
    expect(message).not.toContain('\u{1b}');
  });
});
