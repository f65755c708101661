import { describe, expect, it } from 'vitest';
import { startReference } from '../../src/reference/reference-service.ts';
import { runCommandLine, targetOf, violatedIn } from '../support/command.ts';

// Reading one animal is removed on 5 December 2030 (part 4.3): before it must work, after it must not, on the day both are right.

const STILL = { isRemoved: () => false };
const GONE = { isRemoved: () => true };

describe('the calendar', () => {
  it.each([
    ['2030-12-04', 'still has', 'conformant'],
    ['2030-12-05', 'still has', 'conformant'],
    ['2030-12-06', 'still has', 'not conformant'],
    ['2030-12-04', 'no longer has', 'not conformant'],
    ['2030-12-05', 'no longer has', 'conformant'],
    ['2030-12-06', 'no longer has', 'conformant'],
  ] as const)('as of %s a service that %s the operation is judged: %s, %s', async (asOf, has, outcome) => {
    const service = await startReference({
      now: () => new Date(`${asOf}T12:00:00Z`),
      variants: [() => (has === 'still has' ? STILL : GONE)],
    });
    try {
      const words = ['run', '--as-of', asOf, '--examples', '1'];
      const { code, report } = await runCommandLine(words, { environment: targetOf(service) });
      expect(report?.verdict.outcome).toBe(outcome);
      expect(code).toBe(outcome === 'conformant' ? 0 : 1);
      expect(violatedIn(report).includes('DEPRECATION-DATE')).toBe(outcome === 'not conformant');
      const reading = report?.requirements.find(({ id }) => id === 'GET-OK')?.outcome;
      if (has === 'still has' && asOf !== '2030-12-06') expect(reading).toBe('verified');
      if (has === 'no longer has' && asOf !== '2030-12-04') expect(reading).toBe('not-applicable');
    } finally {
      await service.close();
    }
  });
});
