import { describe, expect, it } from 'vitest';
import { faults } from '../../../src/reference/faults/index.ts';
import { mechanisms } from '../../../src/reference/faults/mechanisms.ts';
import { measure, readSignatures, withSignatures } from '../../../lab/fault-signatures.ts';
import { summary } from '../../support/summary.ts';

const recorded = readSignatures();

describe('the signatures of faults', () => {
  it('have the family of each fault', () => {
    expect(recorded.mechanisms).toEqual(mechanisms);
    const declared = new Map<string, string>(faults.map(({ id, mechanism }) => [id, mechanism]));
    const moved = Object.entries(recorded.faults).filter(([id, [family]]) => (declared.get(id) ?? family) !== family);
    expect(moved).toEqual([]);
  });

  it('have at least two faults for each family', () => {
    const families = Map.groupBy(faults, ({ mechanism }) => mechanism);
    expect(
      Object.keys(mechanisms).filter((id) => (families.get(id as keyof typeof mechanisms)?.length ?? 0) < 2),
    ).toEqual([]);
  });

  it('name the right family nine times in ten for faults and pairs that they do not have', { timeout: 60_000 }, () => {
    const { threshold, measured } = measure(recorded);
    expect({ threshold, measured }).toEqual({ threshold: recorded.threshold, measured: recorded.measured });
    for (const { right, wrong, spoke, silent, services } of Object.values(measured)) {
      expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.9);
      expect(spoke + silent).toBe(services);
      expect(spoke).toBeGreaterThan(services / 2);
    }
    // Of pairs, both faults are named at times.
    expect(measured.pairs.right + measured.pairs.wrong).toBeGreaterThan(measured.pairs.spoke);
  });

  it('count up if one of them changes', () => {
    const [first] = Object.entries(recorded.faults).slice(0, 1);
    const [id = '', row = ['none']] = first ?? [];
    const few = { ...recorded, faults: { [id]: row } };
    const same = withSignatures(few, []);
    expect(Object.values(same.faults)).toHaveLength(1);
    expect(withSignatures(same, [])).toEqual(same);
    const changed = withSignatures(same, [summary(`fault/${id}`, { symptoms: ['GET-OK'] })]);
    expect(changed).toMatchObject({ version: same.version + 1, symptoms: ['GET-OK'], faults: { [id]: [row[0], 0] } });
  });
});
