import { describe, expect, it } from 'vitest';
import type { Variant } from '../../src/reference/behaviour.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import { runCommandLine, targetOf } from '../support/command.ts';

describe('a violation that is tried a second time', () => {
  it('and does not show again is unstable, with both exchanges, and a violation still', async () => {
    const service = await startReference({ fault: 'limit-37-fails-at-first' });
    try {
      // A generated case may draw the limit 37 too, and come first.
      const { code, out, report } = await runCommandLine(['run', '--examples', '0'], {
        environment: targetOf(service),
      });
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

  it('and that the set-up alone could find, is tried again too', async () => {
    let additions = 0;
    const broken: Variant = (base) => ({
      async around(request, next) {
        const reply = await base.around(request, next);
        if (reply.status !== 201) return reply;
        additions += 1;
        return additions === 1 ? { ...reply, status: 202 } : reply;
      },
    });
    const service = await startReference({ variants: [broken] });
    try {
      const words = ['run', '--only', 'LIST-IDS-DISTINCT', '--examples', '1', '--format', 'json'];
      const { report } = await runCommandLine(words, { environment: targetOf(service) });
      const violated = report?.checks.filter(({ outcome }) => outcome === 'violated') ?? [];
      expect(violated).toMatchObject([
        { id: 'every-answer/createPet#CREATE-OK', unstable: true, repeatExchanges: ['again-1'] },
      ]);
    } finally {
      await service.close();
    }
  });
});
