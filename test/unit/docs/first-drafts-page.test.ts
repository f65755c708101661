import { describe, expect, it } from 'vitest';
import type { FirstDrafts } from '../../../lab/first-drafts-record.ts';
import type { SetRow } from '../../../lab/several-faults.ts';
import { renderFirstDraftsPage } from '../../../scripts/first-drafts-page.ts';

const ROW: SetRow = {
  faults: ['limit-plus-one', 'limit-ignored', 'unknown-fails'],
  shown: ['LIST-LIMIT-MAX', 'GET-UNKNOWN'],
  missed: { 'LIST-SAME': 'not-verified' },
  hidden: ['limit-ignored'],
  undeclared: [],
  blocked: ['LIST-SAME'],
  rounds: 2,
  left: [],
};
const RECORD: FirstDrafts = {
  sources: '',
  seed: 7,
  drawnFrom: 400,
  sets: [ROW, { ...ROW, missed: {}, hidden: [], blocked: [], rounds: 1 }],
};

describe('docs/first-drafts.md', () => {
  const page = renderFirstDraftsPage(RECORD);

  it('shows what the first runs showed, by size', () => {
    expect(page).toContain('Measured with seed 7, on sets drawn from 400 faults.');
    expect(page).toContain(
      '\n| 3 | 2 | 4 of 5 (80 %) | 2 of 3 (67 %) | 1 | 5 of 6 (83 %) | 1 round: 1 set, 2 rounds: 1 set | 0 | 0.5 |\n',
    );
  });

  it('names what they reported although no fault of the set declares it', () => {
    expect(page).not.toContain('no fault of the set declares');
    const undeclared = ['LIST-OK', 'GET-OK'];
    const sets = [
      { ...ROW, undeclared },
      { ...ROW, undeclared: ['GET-OK'] },
    ];
    expect(renderFirstDraftsPage({ ...RECORD, sets })).toContain('declares, 3 times: GET-OK, LIST-OK.\n');
  });

  it('names what they missed', () => {
    expect(page).toContain('\n| [LIST-SAME](requirements/LIST-SAME.md) | 1 of 1 | not verified 1 × |\n');
  });

  it('has a line for each set, and marks the hidden faults', () => {
    expect(page).toContain('\n| `limit-plus-one`, **`limit-ignored`**, `unknown-fails` | 2 of 3 | LIST-SAME | 2 |\n');
    expect(page).toContain('\n| `limit-plus-one`, `limit-ignored`, `unknown-fails` | 2 of 2 |  | 1 |\n');
    const stuck = renderFirstDraftsPage({ ...RECORD, sets: [{ ...ROW, rounds: 1, left: ['limit-ignored'] }] });
    expect(stuck).toContain('| 2 of 3 | LIST-SAME | stuck after 1 |\n');
  });

  it('shows no figure that no run has measured', () => {
    const unmeasured = renderFirstDraftsPage(null);
    expect(unmeasured).toContain('Not measured with the current sources.');
    expect(unmeasured).not.toContain('|');
  });
});
