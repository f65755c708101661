import { describe, expect, it } from 'vitest';
import { resultOf } from '../../src/gate/statement.ts';
import type { Verdict } from '../../src/report/report.ts';

function verdict(outcome: Verdict['outcome'], exitCode: Verdict['exitCode']): Verdict {
  return { outcome, exitCode, profile: 'full', reasons: [] };
}

describe('the result that is attested', () => {
  it.each([
    ['conformant', 0, 'PASSED'],
    ['conformant with known deviations', 0, 'WARNED'],
    ['not conformant', 1, 'FAILED'],
    ['inconclusive', 2, 'FAILED'],
    // A list of deviations that is out of date.
    ['conformant', 1, 'FAILED'],
    ['conformant with known deviations', 1, 'FAILED'],
  ] as const)('of %s with exit code %d is %s', (outcome, exitCode, result) => {
    expect(resultOf(verdict(outcome, exitCode))).toBe(result);
  });

  it('passes for nothing that is inconclusive, whatever its exit code', () => {
    for (const exitCode of [0, 1, 2] as const) expect(resultOf(verdict('inconclusive', exitCode))).toBe('FAILED');
  });
});
