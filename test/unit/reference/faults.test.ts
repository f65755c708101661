import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRequirement, requirements } from '../../../src/contract/requirements.ts';
import type { Fault } from '../../../src/reference/faults/fault.ts';
import { faults } from '../../../src/reference/faults/index.ts';
import { startReference } from '../../../src/reference/reference-service.ts';
import { type Observation, probe } from './probes.ts';

const key = 'ref-aB3dE5gH7jK9mN1pQ2sT4vW6yZ8';
const ordinaryInstant = '2026-06-01T12:00:00Z';

function declared(fault: Fault): readonly string[] {
  return 'breaks' in fault ? fault.breaks : fault.breaksSome;
}

async function observe(at: string, see: (seen: Observation, step: number) => boolean, fault?: string): Promise<void> {
  const service = await startReference({ key, fault, now: () => new Date(at) });
  let step = 0;
  try {
    for await (const seen of probe(service)) {
      if (!see(seen, step)) return;
      step += 1;
    }
  } finally {
    await service.close();
  }
}

async function transcript(at: string): Promise<readonly Observation[]> {
  const all: Observation[] = [];
  await observe(at, (seen) => all.push(seen) > 0);
  return all;
}

describe('the register of faults', () => {
  it('gives each fault an id of its own, in kebab-case', () => {
    const ids = faults.map((fault) => fault.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it('holds only faults that break testable requirements which gate', () => {
    const wrong = faults.filter(
      (fault) =>
        declared(fault).length === 0 || declared(fault).every((id) => findRequirement(id)?.level !== 'required'),
    );
    expect(wrong.map((fault) => fault.id)).toEqual([]);
    const unknown = faults.flatMap((fault) => declared(fault)).filter((id) => findRequirement(id) === undefined);
    expect(unknown).toEqual([]);
  });

  it('has at least two faults for each required requirement that can be tried', () => {
    const rows: readonly { id: string; level: string; reason?: string }[] = requirements;
    const poor = rows
      .filter((row) => row.level === 'required' && row.reason === undefined)
      .filter((row) => faults.filter((fault) => declared(fault).includes(row.id)).length < 2);
    expect(poor.map((row) => row.id)).toEqual([]);
  });
});

describe('a fault shows', () => {
  const correct = new Map<string, readonly Observation[]>();

  beforeAll(async () => {
    const instants = new Set([ordinaryInstant, ...faults.flatMap((fault) => fault.at ?? [])]);
    for (const at of instants) correct.set(at, await transcript(at));
  });

  afterAll(() => correct.clear());

  it('but the correct service answers the same twice', async () => {
    expect(await transcript(ordinaryInstant)).toEqual(correct.get(ordinaryInstant));
  });

  it.each(faults.map((fault) => [fault.id, fault] as const))('%s', async (id, fault) => {
    const at = fault.at ?? ordinaryInstant;
    const expected = correct.get(at) ?? [];
    let differs = false;
    await observe(
      at,
      (seen, step) => {
        differs = seen !== expected[step];
        return !differs;
      },
      id,
    );
    expect(differs).toBe(true);
  });
});
