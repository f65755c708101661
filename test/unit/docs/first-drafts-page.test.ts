import { describe, expect, it } from 'vitest';
import type { DraftRow } from '../../../lab/draft-sight.ts';
import type { FirstDrafts, FrameworkRecord } from '../../../lab/first-drafts-record.ts';
import type { SetRow } from '../../../lab/several-faults.ts';
import { renderFirstDraftsPage } from '../../../scripts/first-drafts-page.ts';

const ROW: SetRow = {
  faults: ['limit-plus-one', 'limit-ignored', 'unknown-fails'],
  replaced: [],
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
  frameworks: null,
};

describe('docs/first-drafts.md', () => {
  const page = renderFirstDraftsPage(RECORD, null);

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
    expect(renderFirstDraftsPage({ ...RECORD, sets }, null)).toContain('declares, 3 times: GET-OK, LIST-OK.\n');
  });

  it('names what they missed', () => {
    expect(page).toContain('\n| [LIST-SAME](requirements/LIST-SAME.md) | 1 of 1 | not verified 1 × |\n');
  });

  it('has a line for each set, and marks the hidden faults', () => {
    expect(page).toContain('\n| `limit-plus-one`, **`limit-ignored`**, `unknown-fails` | 2 of 3 | LIST-SAME | 2 |\n');
    expect(page).toContain('\n| `limit-plus-one`, `limit-ignored`, `unknown-fails` | 2 of 2 |  | 1 |\n');
    const replaced = renderFirstDraftsPage({ ...RECORD, sets: [{ ...ROW, replaced: ['limit-plus-one'] }] }, null);
    expect(replaced).toContain('\n| _`limit-plus-one`_, **`limit-ignored`**, `unknown-fails` |');
    const stuck = renderFirstDraftsPage({ ...RECORD, sets: [{ ...ROW, rounds: 1, left: ['limit-ignored'] }] }, null);
    expect(stuck).toContain('| 2 of 3 | LIST-SAME | stuck after 1 |\n');
  });

  it('shows no figure that no run has measured', () => {
    const unmeasured = renderFirstDraftsPage(null, null);
    expect(unmeasured).toContain('Not measured with the current sources.');
    expect(unmeasured).not.toContain('|');
  });
});

const DRAFT: DraftRow = {
  id: 'koa',
  framework: 'Koa',
  version: '3.3.0',
  verdict: 'not conformant',
  shown: ['AUTH-FIRST', 'PET-NAME'],
  missed: { 'ERROR-CODE': 'not-verified' },
  wrong: ['LIST-COMPLETE'],
  debatable: [],
  unjudged: [],
  requests: 900,
  seconds: 3,
  later: [2, 0],
  note: null,
};
const FRAMEWORKS: FrameworkRecord = {
  sources: '',
  before: { commit: 'abcdef01', drafts: { koa: { shown: 1, wrong: [], debatable: [], unjudged: [] } } },
  drafts: [DRAFT],
};

describe('docs/first-drafts.md on drafts of frameworks', () => {
  const page = renderFirstDraftsPage(null, FRAMEWORKS);

  it('has a line for each draft, beside the same line of the earlier commit', () => {
    expect(page).toContain('_Before_ is commit `abcdef01`.');
    expect(page).toContain(
      '\n| Koa | 3.3.0 | not conformant | 2 of 3 (67 %) | 1 of 3 (33 %) | 1 (0) | 0 | 900 | 3 | 2 |\n',
    );
    expect(page).toContain('\n| **all** |  |  | 2 of 3 (67 %) | 1 of 3 (33 %) | 1 (0) | 0 | 900 | 3 |  |\n');
  });

  it('names what was missed and what was reported falsely, and only then', () => {
    expect(page).toContain('\n| Koa | [ERROR-CODE](requirements/ERROR-CODE.md) | not verified |\n');
    expect(page).toContain('\n### False findings\n\n1 finding.\n\n- Koa: [LIST-COMPLETE](');
    expect(page).not.toContain('### Debatable');
    expect(page).not.toContain('not judged yet');
    const clean = renderFirstDraftsPage(null, { ...FRAMEWORKS, drafts: [{ ...DRAFT, missed: {}, wrong: [] }] });
    expect(clean).not.toContain('###');
    const unjudged = { ...DRAFT, debatable: ['GET-SAME'], unjudged: ['LIST-OK'] };
    const open = renderFirstDraftsPage(null, { ...FRAMEWORKS, drafts: [unjudged] });
    expect(open).toContain('\n### Debatable findings\n\n1 finding.\n\n- Koa: [GET-SAME](');
    expect(open).toContain('\n### Findings that are not judged yet\n\n1 finding.\n\n- Koa: [LIST-OK](');
  });

  it('says how many rounds a draft took only if its versions were judged', () => {
    expect(pageOf([])).toContain('| 900 | 3 | not measured |\n');
    expect(pageOf([2, 1])).toContain('| 900 | 3 | not green after 3 |\n');
  });

  it('shows the note of a draft, if it has one', () => {
    expect(pageOf([])).not.toContain('- Koa: ids');
    const noted = { ...DRAFT, note: 'ids follow the clock.' };
    expect(renderFirstDraftsPage(null, { ...FRAMEWORKS, drafts: [noted] })).toContain(
      '\n- Koa: ids follow the clock.\n',
    );
  });

  it('sums up the earlier commit only if it has every draft', () => {
    const partly = renderFirstDraftsPage(null, { ...FRAMEWORKS, drafts: [DRAFT, { ...DRAFT, id: 'new' }] });
    expect(partly).toContain('\n| **all** |  |  | 4 of 6 (67 %) |  | 2 | 0 | 1800 | 6 |  |\n');
    expect(renderFirstDraftsPage(null, { ...FRAMEWORKS, before: null })).not.toContain('_Before_ is');
  });
});

function pageOf(later: readonly number[]): string {
  return renderFirstDraftsPage(null, { ...FRAMEWORKS, drafts: [{ ...DRAFT, later }] });
}
