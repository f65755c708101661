import { describe, expect, it } from 'vitest';
import { createOccasions, type Occasion } from '../../../src/cli/occasions.ts';

const never = new AbortController().signal;

function change(path: string): Occasion {
  return { kind: 'change', path };
}

describe('the next occasion', () => {
  it('is the first of those that came soon after each other', async () => {
    const occasions = createOccasions(1);
    for (const path of ['a', 'b', 'c']) occasions.note(change(path));
    expect(await occasions.next(never)).toEqual(change('a'));
    occasions.note({ kind: 'back' });
    expect(await occasions.next(never)).toEqual({ kind: 'back' });
  });

  it('comes although there is no quiet', async () => {
    const occasions = createOccasions(2, 20);
    occasions.note(change('first'));
    const noise = setInterval(() => occasions.note(change('noise')), 1);
    try {
      expect(await occasions.next(never)).toEqual(change('first'));
    } finally {
      clearInterval(noise);
    }
  });

  it('is none once it is stopped, before or while it is waited for', async () => {
    const occasions = createOccasions(1);
    const stopping = new AbortController();
    const next = occasions.next(stopping.signal);
    stopping.abort();
    expect(await next).toBeNull();
    occasions.note(change('a'));
    expect(await occasions.next(stopping.signal)).toBeNull();
  });
});
