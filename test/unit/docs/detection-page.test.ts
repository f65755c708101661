import { describe, expect, it } from 'vitest';
import { readKillMatrix } from '../../../lab/detection-record.ts';
import type { KillMatrix } from '../../../lab/kill-matrix.ts';
import { renderDetectionPage } from '../../../scripts/detection-page.ts';
import { requirements } from '../../../src/contract/requirements.ts';
import { compliantVariants } from '../../../src/reference/compliant/index.ts';
import { faults } from '../../../src/reference/faults/index.ts';

const killMatrix = readKillMatrix();
const FAULT = 'limit-plus-one';

function pageWith(kills: KillMatrix['kills']): string {
  return renderDetectionPage(requirements, faults, compliantVariants, { ...killMatrix, kills });
}

/** The row of the fault in the table of faults. */
function rowOf(page: string): string {
  return page.split('\n').find((line) => line.startsWith(`| \`${FAULT}\` |`)) ?? '';
}

describe('docs/detection.md', () => {
  it('counts a fault that a run has missed', () => {
    const page = pageWith({ ...killMatrix.kills, [`fault/${FAULT}`]: [] });
    expect(page).toContain(`- ${faults.length - 1} of ${faults.length} faults are caught.`);
    expect(page).not.toContain('Not measured');
    expect(rowOf(page)).toMatch(/ \| 0 \|$/);
  });

  it('shows no figure for a fault that no run has judged', () => {
    const { [`fault/${FAULT}`]: left, ...kills } = killMatrix.kills;
    const page = pageWith(kills);
    expect(left).toBeDefined();
    expect(page).toContain(`- ${faults.length - 1} of ${faults.length - 1} faults are caught.`);
    expect(page).toContain('Not measured: 1 more. `npm run detection` measures them.');
    expect(rowOf(page)).toMatch(/ \| not measured \|$/);
  });
});
