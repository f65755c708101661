import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DraftJudgement, type DraftRun, roundsToGreen, rowOf, sightOf } from '../../../lab/draft-sight.ts';
import { readFrameworkDrafts } from '../../../lab/framework-drafts.ts';
import manifest from '../../../lab/first-drafts/package.json' with { type: 'json' };
import { findRequirement } from '../../../src/contract/requirements.ts';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';

const judgement: DraftJudgement = {
  framework: 'Koa',
  package: 'koa',
  violates: { 'AUTH-FIRST': 'The body is parsed first.', 'ERROR-CODE': 'Errors have no code.' },
  otherFindings: {
    'LIST-COMPLETE': { judged: 'false', reason: 'No page omits a pet.' },
    'GET-SAME': { judged: 'debatable', reason: 'Two pets share an id.' },
  },
};
const run: DraftRun = {
  verdict: 'not conformant',
  outcomes: { 'AUTH-FIRST': 'violated', 'ERROR-CODE': 'not-verified', 'LIST-OK': 'verified' },
  requests: 900,
  seconds: 3,
};

describe('the sight of a run on a draft', () => {
  it('is what it showed of what the draft violates', () => {
    const row = rowOf('koa', judgement, '3.3.0', run, []);
    expect(row.shown).toEqual(['AUTH-FIRST']);
    expect(row.missed).toEqual({ 'ERROR-CODE': 'not-verified' });
    expect([row.wrong, row.debatable, row.unjudged]).toEqual([[], [], []]);
    expect(sightOf(row)).toEqual({ part: 1, whole: 2 });
    expect(row.note).toBeNull();
  });

  it('does not count a finding on anything else, judged or not', () => {
    const others = { 'LIST-COMPLETE': 'violated', 'GET-SAME': 'violated', 'LIST-OK': 'violated' };
    const row = rowOf('koa', judgement, '3.3.0', { ...run, outcomes: { ...run.outcomes, ...others } }, []);
    expect([row.wrong, row.debatable, row.unjudged]).toEqual([['LIST-COMPLETE'], ['GET-SAME'], ['LIST-OK']]);
    expect(sightOf(row)).toEqual({ part: 1, whole: 2 });
  });

  it('says that a requirement is absent if the run does not know it', () => {
    expect(rowOf('koa', judgement, '3.3.0', { ...run, outcomes: {} }, []).missed).toEqual({
      'AUTH-FIRST': 'absent',
      'ERROR-CODE': 'absent',
    });
  });
});

it('the rounds to green are the runs that reported something, if a version is green', () => {
  expect(roundsToGreen({ later: [0] })).toBe(1);
  expect(roundsToGreen({ later: [4, 1, 0] })).toBe(3);
  expect(roundsToGreen({ later: [4, 1] })).toBeNull();
  expect(roundsToGreen({ later: [] })).toBeNull();
});

describe('the drafts of frameworks', () => {
  const drafts = readFrameworkDrafts();

  it('are at least ten, each with the file of a first version of at most 80 lines', () => {
    expect(drafts.length).toBeGreaterThanOrEqual(10);
    for (const { id, files } of drafts) {
      const text = readFileSync(join(PACKAGE_ROOT, 'lab/first-drafts', id, files[0] ?? ''), 'utf8');
      expect(text.split('\n').length, id).toBeLessThanOrEqual(85);
      files.forEach((file, place) => expect(file).toMatch(new RegExp(`^draft-${place + 1}\\.`)));
    }
  });

  it('are judged by required requirements, each once and with a reason', () => {
    for (const { id, judgement: each } of drafts) {
      const others = Object.entries(each.otherFindings);
      const named = [...Object.keys(each.violates), ...others.map(([name]) => name)];
      expect(new Set(named).size, id).toBe(named.length);
      for (const name of named) expect(findRequirement(name)?.level, `${id} ${name}`).toBe('required');
      const reasons = [...Object.values(each.violates), ...others.map(([, { reason }]) => reason)];
      for (const reason of [...reasons, ...(each.note === undefined ? [] : [each.note])])
        expect(reason, id).toMatch(/^\S.*\.$/);
    }
  });

  it('have packages in exact versions that are no dependency of the suite', () => {
    for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const own = readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8');
    for (const { id, files, judgement: each } of drafts) {
      if (files[0]?.endsWith('.js') !== true) continue;
      expect(Object.keys(manifest.dependencies), id).toContain(each.package);
      expect(own, id).not.toContain(`"node_modules/${each.package}"`);
    }
    expect(existsSync(join(PACKAGE_ROOT, 'lab/first-drafts/package-lock.json'))).toBe(true);
  });
});
