import { describe, expect, it } from 'vitest';
import { createCutBodies } from '../../../../src/http/pacing/cut-bodies.ts';
import { fakeTime } from '../../../support/client-under-test.ts';

const { signal } = new AbortController();

describe('a body that is cut short', () => {
  it('is part of a disturbance within two seconds, before and after', async () => {
    let checks = 0;
    const checkService = async (): Promise<void> => {
      checks += 1;
    };
    const time = fakeTime();
    const cutBodies = createCutBodies(time.clock, time.sleep, signal);
    const before = cutBodies.probeForDisturbance(checkService);
    cutBodies.recordDisturbance();
    expect(await before).toBe(true);
    expect(await cutBodies.probeForDisturbance(checkService)).toBe(true);
    await time.sleep(2_001, signal);
    expect(await cutBodies.probeForDisturbance(checkService)).toBe(false);
    const slept = time.slept.length;
    expect(await cutBodies.probeForDisturbance(checkService)).toBe(false);
    expect(time.slept).toHaveLength(slept);
    expect(checks).toBeGreaterThan(5);
  });

  it('is part of a disturbance that only a check of the service meets', async () => {
    const { clock, sleep } = fakeTime();
    const cutBodies = createCutBodies(clock, sleep, signal);
    expect(await cutBodies.probeForDisturbance(async () => cutBodies.recordDisturbance())).toBe(true);
  });
});
