import { describe, expect, it } from 'vitest';
import { startReference } from '../../src/reference/reference-service.ts';
import { RUN_COST } from '../../src/runner/run-cost.ts';
import { runCommandLine, runCommandProcess, targetOf } from '../support/command.ts';

describe('a run without a configured target', () => {
  it('judges the embedded service, says so first, and ends conformant with a report', async () => {
    const { code, out, report } = await runCommandProcess(['run']);
    expect(out.split('\n')[0]).toContain('embedded reference service');
    expect(code).toBe(0);
    expect(report?.verdict.outcome).toBe('conformant');
    expect(report?.run.embedded).toBe(true);
  });
});

async function bodiesOf(seed: string): Promise<readonly string[]> {
  const service = await startReference();
  try {
    const { report } = await runCommandLine(['run', '--seed', seed], { environment: targetOf(service) });
    // Some bodies name an animal by the id that the service gave it, in the order in which requests arrived.
    const given = new Set((report?.created ?? []).map(({ id }) => id));
    return (report?.exchanges ?? [])
      .flatMap(({ request }) => (request.body === null ? [] : [request.body.text]))
      .map((text) => text.replace(/\d{5,}/g, (id) => (given.has(id) ? 'an id of the service' : id)))
      .toSorted();
  } finally {
    await service.close();
  }
}

describe('a run against the reference service', () => {
  it('verifies every required requirement that can be tried, with hundreds of exchanges, at the cost that is announced', async () => {
    const service = await startReference();
    try {
      const { code, report } = await runCommandLine(['run', '--seed', '5'], { environment: targetOf(service) });
      expect(code).toBe(0);
      expect(report?.counts.required).toMatchObject({ violated: 0, 'not-verified': 0 });
      expect(report?.exchanges.length).toBeGreaterThanOrEqual(400);
      expect(report?.created.length).toBeLessThanOrEqual(200);
      expect(report?.suiteFaults).toEqual([]);
      const requests = report?.facts?.requests ?? 0;
      const creates = report?.facts?.creates ?? 0;
      expect(Math.abs(requests - RUN_COST.requests)).toBeLessThan(RUN_COST.requests / 10);
      expect(Math.abs(creates - RUN_COST.creates)).toBeLessThan(RUN_COST.creates / 10);
    } finally {
      await service.close();
    }
  });

  it('holds the key in nothing that it writes', async () => {
    const service = await startReference();
    try {
      const { everything, code } = await runCommandProcess(['run'], { environment: targetOf(service) });
      expect(code).toBe(0);
      expect(everything.length).toBeGreaterThan(100_000);
      expect(everything).not.toContain(service.key);
      expect(everything).not.toContain(service.key.slice(0, -1));
    } finally {
      await service.close();
    }
  });

  it('sends the same bodies for the same seed, and others for another', async () => {
    const first = await bodiesOf('11');
    expect(first.length).toBeGreaterThan(100);
    expect(await bodiesOf('11')).toEqual(first);
    expect(await bodiesOf('12')).not.toEqual(first);
  });
});
