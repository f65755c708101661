import { describe, expect, it } from 'vitest';
import { createSettling, type Settling } from '../../../../src/suite/execution/settle.ts';
import { listRequest } from '../../../../src/suite/operations/requests.ts';
import { readCatalogue } from '../../../../src/suite/rules/catalogue.ts';
import { doubt, type Doubt } from '../../../../src/suite/rules/rule.ts';
import { fakeRun } from '../fakes.ts';
import { page, TERMS } from '../rules/histories.ts';

const ENTRY = page({ limit: 100 }, []);
const LIST = [[listRequest({ limit: 100 })]];

interface Settled {
  readonly settle: Settling['settle'];
  /** The paths of the requests so far. */
  readonly sent: () => readonly string[];
  readonly time: () => number;
}

/** A run whose rules have these doubts after so many requests, at a time in milliseconds. Pauses move the clock on. */
function settlingFor(doubtsAt: (requests: number, time: number) => readonly Doubt[]): Settled {
  let time = 0;
  const clock = { now: () => time, pause: async (milliseconds: number) => void (time += milliseconds) };
  const { run, sent } = fakeRun(() => ({}), { clock });
  Object.assign(run.history, {
    judge: () => ({
      catalogue: readCatalogue([], TERMS),
      results: [],
      violated: new Set(),
      doubts: doubtsAt(sent.length, time),
    }),
  });
  return { ...createSettling(run), sent: () => sent.map(({ path }) => path), time: () => time };
}

const late = doubt('LIST-COMPLETE', ENTRY, LIST);

describe('doubts are settled', () => {
  it('at once if there are none', async () => {
    const { settle, sent, time } = settlingFor(() => []);
    await settle(() => false);
    expect([sent(), time()]).toEqual([[], 0]);
  });

  it('by requests until none is left', async () => {
    const { settle, sent, time } = settlingFor((requests) => (requests < 3 ? [late] : []));
    await settle(() => false);
    expect(sent()).toEqual(['/pets?limit=100', '/pets?limit=100', '/pets?limit=100']);
    expect(time()).toBeLessThan(1000);
  });

  it('no longer than the settling time', async () => {
    const { settle, time } = settlingFor(() => [late]);
    await settle(() => false);
    expect(time()).toBeGreaterThanOrEqual(5000);
    expect(time()).toBeLessThan(6000);
  });

  it('not before they can be decided', async () => {
    const later = doubt('LIST-COMPLETE', ENTRY, LIST, 4000);
    const { settle, sent, time } = settlingFor((requests) => (requests === 0 ? [later] : []));
    await settle(() => false);
    expect(sent().length).toBe(1);
    expect(time()).toBeGreaterThanOrEqual(4000);
    expect(time()).toBeLessThan(4200);
  });

  it('with the requests of equal doubts sent once, and the steps of a doubt in their order', async () => {
    const steps = [[listRequest({ limit: 1 })], [listRequest({ limit: 2 }), listRequest({ limit: 3 })]];
    const both = [doubt('LIST-COMPLETE', ENTRY, steps), doubt('LIST-SAME', ENTRY, steps)];
    const { settle, sent } = settlingFor((requests) => (requests === 0 ? both : []));
    await settle(() => false);
    expect(sent()).toEqual(['/pets?limit=1', '/pets?limit=2', '/pets?limit=3']);
  });

  it('not if the run is stopped', async () => {
    const { settle, sent } = settlingFor(() => [late]);
    await settle(() => true);
    expect(sent()).toEqual([]);
  });

  it('twice at most for a requirement, since a service may cap its pages', async () => {
    let exchange = 0;
    // Each list raises a doubt of its own.
    const { settle, sent } = settlingFor(() => [
      doubt('LIST-COMPLETE', { ...ENTRY, exchangeId: `y${(exchange += 1)}` }, LIST),
    ]);
    await settle(() => false);
    await settle(() => false);
    const { length } = sent();
    expect(length).toBeGreaterThan(10);
    await settle(() => false);
    expect(sent().length).toBe(length);
  });
});
