import { describe, expect, it } from 'vitest';
import { createRerunTriggers, type RerunTrigger } from '../../../src/cli/rerun-triggers.ts';

const never = new AbortController().signal;

function change(path: string): RerunTrigger {
  return { kind: 'change', path };
}

describe('the next trigger', () => {
  it('is the first of those that came soon after each other', async () => {
    const triggers = createRerunTriggers(1);
    for (const path of ['a', 'b', 'c']) triggers.note(change(path));
    expect(await triggers.next(never)).toEqual(change('a'));
    triggers.note({ kind: 'back' });
    expect(await triggers.next(never)).toEqual({ kind: 'back' });
  });

  it('comes although there is no quiet', async () => {
    const triggers = createRerunTriggers(2, 20);
    triggers.note(change('first'));
    const noise = setInterval(() => triggers.note(change('noise')), 1);
    try {
      expect(await triggers.next(never)).toEqual(change('first'));
    } finally {
      clearInterval(noise);
    }
  });

  it('is none once it is stopped, before or while it is waited for', async () => {
    const triggers = createRerunTriggers(1);
    const stopping = new AbortController();
    const next = triggers.next(stopping.signal);
    stopping.abort();
    expect(await next).toBeNull();
    triggers.note(change('a'));
    expect(await triggers.next(stopping.signal)).toBeNull();
  });
});
