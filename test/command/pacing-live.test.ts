import { describe, expect, it } from 'vitest';
import { refusal } from '../../src/reference/answer.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import { refused } from '../../src/reference/reply.ts';
import type { Variant } from '../../src/reference/behaviour.ts';
import { runCommandLine, targetOf } from '../support/command.ts';

/** Refuses every so many-th request for its rate: by count, so that the speed of the machine decides nothing. */
function limitsEvery(count: number): Variant {
  let requests = 0;
  return (base) => ({
    around(request, next) {
      requests += 1;
      if (requests % count !== 0) return base.around(request, next);
      const why = refused('too-many', 429, 'Too many requests.', { 'Retry-After': '1' }).refusal;
      return Promise.resolve(refusal(why, request, base));
    },
  });
}

describe('a service that limits its rate', () => {
  it('is judged all the same, and the waiting is said live and in the report', async () => {
    const service = await startReference({ variants: [limitsEvery(300)] });
    try {
      const { code, out, report } = await runCommandLine(['run'], { environment: targetOf(service) });
      expect(code).toBe(0);
      expect(out).toMatch(/^rate limited, waiting \d+\.\d s$/m);
      expect(out).toContain('answers limited the rate; the run paused');
      expect(report?.facts?.pacing.waits).toBeGreaterThan(0);
    } finally {
      await service.close();
    }
  });

  it('is spared where --max-rps is below its limit', async () => {
    const service = await startReference({ lawful: ['rate-limited'] });
    try {
      const words = ['run', '--max-rps', '250', '--profile', 'read-only', '--examples', '1'];
      const { out, report } = await runCommandLine(words, { environment: targetOf(service) });
      expect(report?.facts?.pacing).toMatchObject({ limitedAnswers: 0, waits: 0 });
      expect(report?.run.configuration['requestsPerSecond']).toBe(250);
      expect(out).not.toContain('rate limited');
    } finally {
      await service.close();
    }
  });
});
