import { afterEach, describe, expect, it } from 'vitest';
import { contributingBlock, followSteps, type FollowedCheckout, type Step } from './contributing-steps.ts';

// The four steps of CONTRIBUTING.md, followed in a copy of the checkout, and each of them left out once.

const HOUSE = contributingBlock('record');

let checkout: FollowedCheckout | null = null;

function follow(steps: readonly Step[], parts?: readonly string[]): FollowedCheckout {
  checkout = followSteps(steps, parts);
  return checkout;
}

afterEach(() => {
  checkout?.remove();
  checkout = null;
});

describe('the four steps of CONTRIBUTING.md', () => {
  it('are enough: the house rules hold, and the new check catches the new faults', async () => {
    const { run, read } = follow(['row', 'remedy', 'case', 'fault']);
    const house = await run(HOUSE);
    expect(house.code, house.out).toBe(0);
    expect(read('test/command/__snapshots__/coverage.test.ts.snap')).toContain('"LIST-SOLD-ONLY"');
    const detection = await run('node lab/detect.ts sold-filter-');
    expect(detection.code, detection.error).toBe(0);
    expect(detection.out.match(/^ok .*violated: LIST-STATUS-FILTER, LIST-SOLD-ONLY$/gm)).toHaveLength(2);
  });

  it('name the row where it was left out', async () => {
    const { run } = follow(
      ['remedy', 'case', 'fault'],
      ['bin', 'specs', 'src', 'schemas', 'package.json', 'tsconfig.json'],
    );
    const types = await run('tsc --noEmit');
    expect(types.code).not.toBe(0);
    expect(types.out).toMatch(/specs\/list-status\.spec\.ts.*'"LIST-SOLD-ONLY"' is not assignable/);
    expect(types.out).toMatch(/src\/contract\/remedies\.ts.*'LIST-SOLD-ONLY'' does not exist/);
  });

  it('name the requirement without a case and without faults where these were left out', async () => {
    const { run } = follow(['row', 'remedy']);
    const { out, error, code } = await run(HOUSE);
    expect(code).not.toBe(0);
    expect(out).toMatch(/× has, for every row, a case/);
    expect(out).toMatch(/× has two faults for every required row/);
    expect(error.match(/\+ +"LIST-SOLD-ONLY"/g)).toHaveLength(2);
  });
});
