import { describe, expect, it } from 'vitest';
import type { FirstDrafts } from '../../../lab/first-drafts-record.ts';
import type { KillMatrix } from '../../../lab/kill-matrix.ts';
import type { SourceDigests } from '../../../lab/source-digests.ts';
import {
  describeStale,
  digestForDrafts,
  digestForServices,
  findStale,
  servicesOf,
} from '../../../lab/stale-records.ts';
import { NOTHING_STALE } from '../../support/nothing-stale.ts';

const sources: SourceDigests = {
  rules: 'rules-1',
  cases: { a: 'a-1', b: 'b-1' },
  services: { 'compliant/good': 'good-1', 'fault/bad': 'bad-1' },
};
const SAMPLED = ['compliant/good'];
const matrix: KillMatrix = {
  rules: 'rules-1',
  requirements: [],
  cases: { a: { source: 'a-1', settles: [] }, b: { source: 'b-1', settles: [] } },
  services: { 'compliant/good': { source: 'good-1', violated: {} }, 'fault/bad': { source: 'bad-1', violated: {} } },
  sizes: { sources: digestForServices(sources, SAMPLED), services: {} },
};

const row = { replaced: [], shown: [], missed: {}, hidden: [], undeclared: [], blocked: [], rounds: 1, left: [] };
const sets = [
  { ...row, faults: ['bad', 'worse'] },
  { ...row, faults: ['worse'] },
];
const firstDrafts: FirstDrafts = {
  sources: digestForServices(sources, ['fault/bad', 'fault/worse']),
  seed: 1,
  drawnFrom: 2,
  sets,
  frameworks: { sources: digestForDrafts(sources, 'drafts-1'), before: null, drafts: [] },
};
const records = { matrix, firstDrafts };

function staleAfter(changed: Partial<SourceDigests>) {
  return findStale(records, { ...sources, ...changed }, SAMPLED, 'drafts-1');
}

describe('stale records', () => {
  it('are none if nothing has changed', () => {
    expect(staleAfter({})).toEqual(NOTHING_STALE);
    expect(describeStale(NOTHING_STALE)).toEqual([]);
  });

  it('are those of a changed or new fault, and of larger catalogues and sets only if it is in them', () => {
    const services = { ...sources.services, 'fault/bad': 'bad-2', 'fault/new': 'new-1' };
    expect(staleAfter({ services })).toEqual({
      ...NOTHING_STALE,
      services: ['fault/bad', 'fault/new'],
      firstDrafts: true,
    });
    expect(staleAfter({ services: { ...sources.services, 'compliant/good': 'good-2' } })).toEqual({
      ...NOTHING_STALE,
      services: ['compliant/good'],
      sizes: true,
    });
  });

  it('are those of a fault that no longer exists', () => {
    const { 'fault/bad': _, ...services } = sources.services;
    expect(staleAfter({ services })).toEqual({ ...NOTHING_STALE, gone: ['fault/bad'], firstDrafts: true });
  });

  it('are those of a changed or new case, and of larger catalogues, sets and drafts of frameworks', () => {
    const stale = staleAfter({ cases: { a: 'a-2', b: 'b-1', c: 'c-1' } });
    expect(stale).toEqual({
      ...NOTHING_STALE,
      cases: ['a', 'c'],
      changedCases: ['a', 'c'],
      sizes: true,
      firstDrafts: true,
      frameworks: true,
    });
  });

  it('are those of a case that ran on some services only', () => {
    const partly = { ...matrix, cases: { ...matrix.cases, a: { source: 'a-1', settles: [], ranOn: ['fault/bad'] } } };
    const stale = findStale({ ...records, matrix: partly }, sources, SAMPLED, 'drafts-1');
    expect(stale).toEqual({ ...NOTHING_STALE, cases: ['a'] });
  });

  it('are all if a shared source has changed', () => {
    const all = { rules: true, sizes: true, firstDrafts: true, frameworks: true };
    expect(staleAfter({ rules: 'rules-2' })).toEqual({ ...NOTHING_STALE, ...all });
  });

  it('are those of sets that no run has judged', () => {
    const stale = findStale({ matrix, firstDrafts: null }, sources, SAMPLED, 'drafts-1');
    expect(stale).toEqual({ ...NOTHING_STALE, firstDrafts: true, frameworks: true });
  });

  it('are those of drafts that have changed', () => {
    expect(findStale(records, sources, SAMPLED, 'drafts-2')).toEqual({ ...NOTHING_STALE, frameworks: true });
  });

  it('belong to each fault of the sets once', () => {
    expect(servicesOf(firstDrafts)).toEqual(['fault/bad', 'fault/worse']);
  });

  it('are named with the command that measures them', () => {
    const stale = {
      rules: true,
      cases: ['a'],
      changedCases: [],
      services: ['fault/bad'],
      gone: ['fault/old'],
      sizes: true,
      firstDrafts: true,
      frameworks: true,
    };
    expect(describeStale(stale)).toEqual([
      "Not measured: 1 service (fault/bad). Run npm run detect -- '^(fault/bad)$' --record.",
      'Not measured on every service: 1 case (a). Run npm run detection.',
      'Recorded, but gone: 1 service (fault/old). Run npm run detection.',
      'Not measured with the current shared sources: the kill matrix. Run npm run detection.',
      'Not measured with the current sources: larger catalogues. Run npm run detect -- --sizes --record.',
      'Not measured with the current sources: services with several faults. Run npm run first-drafts.',
      'Not measured with the current sources: the drafts of frameworks. Run npm run first-drafts.',
    ]);
    const many = { ...NOTHING_STALE, services: ['1', '2', '3', '4', '5', '6'].map((id) => `fault/${id}`) };
    expect(describeStale(many)).toEqual([
      'Not measured: 6 services (fault/1, fault/2, fault/3, fault/4, fault/5 and 1 more). Run npm run detection.',
    ]);
  });
});
