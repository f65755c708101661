import { describe, expect, it } from 'vitest';
import { readKillMatrix } from '../../../lab/detection-record.ts';
import type { KillMatrix } from '../../../lab/kill-matrix.ts';
import type { StaleRecords } from '../../../lab/stale-records.ts';
import { renderDetectionPage } from '../../../scripts/detection-page.ts';
import { requirements } from '../../../src/contract/requirements.ts';
import { compliantVariants } from '../../../src/reference/compliant/index.ts';
import { faults } from '../../../src/reference/faults/index.ts';
import { NOTHING_STALE } from '../../support/nothing-stale.ts';

const killMatrix = readKillMatrix();
// A fault without a record fails in test/fleet/detection.test.ts, which says how to record it.
const recorded = Object.keys(killMatrix.services).filter((id) => id.startsWith('fault/')).length;
const FAULT = 'limit-plus-one';
const CASE = 'list/limit/20';

function pageWith(stale: Partial<StaleRecords>, services: Partial<KillMatrix['services']> = {}): string {
  const matrix = { ...killMatrix, services: { ...killMatrix.services, ...services } } as KillMatrix;
  return renderDetectionPage(requirements, faults, compliantVariants, matrix, { ...NOTHING_STALE, ...stale });
}

/** The first row of a table that starts with an id. */
function rowOf(id: string, page: string): string {
  return page.split('\n').find((line) => line.startsWith(`| \`${id}\` |`) || line.startsWith(`| ${id} |`)) ?? '';
}

describe('docs/detection.md', () => {
  it('shows the figures of current records', () => {
    const page = pageWith({});
    expect(page).toContain(`- ${recorded} of ${recorded} faults are caught.`);
    expect(page).toContain(`- 0 of ${compliantVariants.length} compliant variants are accused.`);
    expect(page).not.toContain('ot measured');
    expect(rowOf(CASE, page)).toMatch(/ \| \d+ \| `/);
  });

  it('counts a fault that a run has missed', () => {
    const page = pageWith({}, { [`fault/${FAULT}`]: { source: '', violated: {} } });
    expect(page).toContain(`- ${recorded - 1} of ${recorded} faults are caught.`);
  });

  it('counts a variant that a run has accused', () => {
    const page = pageWith({}, { 'compliant/chunked': { source: '', violated: { 'LIST-OK': [CASE] } } });
    expect(page).toContain(`- 1 of ${compliantVariants.length} compliant variants are accused.`);
  });

  it('shows no figure for a service that no run has judged as it is', () => {
    const page = pageWith({ services: [`fault/${FAULT}`] });
    expect(page).toContain(`- ${recorded - 1} of ${recorded - 1} faults are caught.`);
    expect(page).toContain('- Not measured: 1 service. `npm run detection` measures this.');
    expect(rowOf(FAULT, page)).toMatch(/ \| not measured \|$/);
  });

  it('counts no service that no longer exists', () => {
    const page = pageWith({ gone: ['fault/old'] }, { 'fault/old': { source: '', violated: {} } });
    expect(page).toContain(`- ${recorded} of ${recorded} faults are caught.`);
  });

  it('shows no count for a case that did not run on every service', () => {
    const page = pageWith({ cases: [CASE] });
    expect(page).toContain('- Not measured: 1 case on every service. `npm run detection` measures this.');
    expect(rowOf(CASE, page)).toMatch(/ \| not measured \| `/);
  });

  it('shows no figure of larger catalogues that were judged with other sources', () => {
    expect(pageWith({})).toMatch(/\| 150 pets \| \d+ of \d+ \|/);
    const page = pageWith({ sizes: true });
    expect(page).toContain('| 150 pets | not measured |');
    expect(page).not.toContain('lost at some size');
  });

  it('says that the shared sources have changed', () => {
    expect(pageWith({ rules: true })).toContain('- Not measured: everything with the current shared sources.');
  });
});
