import { describe, expect, it } from 'vitest';
import { startReference } from '../../src/reference/reference-service.ts';
import { runCommandLine, targetOf } from '../end-to-end/command.ts';

describe('a service that limits its rate', () => {
  it('is judged all the same, and the waiting is said live and in the report', async () => {
    const service = await startReference({ lawful: ['rate-limited'] });
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
