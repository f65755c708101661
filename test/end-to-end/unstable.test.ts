import { describe, expect, it } from 'vitest';
import { startReference } from '../../src/reference/reference-service.ts';
import { runCommandLine, targetOf } from './command.ts';

describe('a violation that is tried a second time', () => {
  it('and does not show again is unstable, with both exchanges, and a violation still', async () => {
    const service = await startReference({ fault: 'limit-37-fails-at-first' });
    try {
      const { code, out, report } = await runCommandLine(['run'], { environment: targetOf(service) });
      expect(code).toBe(1);
      const violated = report?.checks.filter(({ outcome }) => outcome === 'violated') ?? [];
      expect(violated.map(({ id, unstable }) => [id, unstable])).toEqual([
        ['list-limit/a-page-with-the-limit-37-holds-at-most-37#LIST-LIMIT-RANGE', true],
      ]);
      const [check] = violated;
      const answers = [...(check?.exchanges ?? []), ...(check?.repeatExchanges ?? [])].map(
        (id) => report?.exchanges.find((exchange) => exchange.id === id)?.response?.status,
      );
      expect(answers).toEqual([500, 200]);
      expect(out).toContain('Unstable');
    } finally {
      await service.close();
    }
  });

  it('and shows again is not unstable', async () => {
    const service = await startReference({ fault: 'limit-plus-one' });
    try {
      const { report } = await runCommandLine(['run'], { environment: targetOf(service) });
      const violated = report?.checks.filter(({ outcome }) => outcome === 'violated') ?? [];
      expect(violated.length).toBeGreaterThan(0);
      expect(violated.filter(({ unstable }) => unstable !== false)).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
