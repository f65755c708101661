import { describe, expect, it } from 'vitest';
import type { KillMatrix } from '../../../lab/kill-matrix.ts';
import { type MeasuredRun, withRows } from '../../../lab/record-rows.ts';
import type { SourceDigests } from '../../../lab/source-digests.ts';
import { summary } from '../../support/summary.ts';

const EMPTY: KillMatrix = {
  rules: '',
  requirements: [],
  cases: {},
  services: {},
  sizes: { sources: '', services: {} },
};
const sources: SourceDigests = {
  rules: 'rules-1',
  cases: { a: 'a-1', b: 'b-1' },
  services: { 'compliant/good': 'good-1', 'fault/bad': 'bad-1' },
};
const good = summary('compliant/good', { settled: ['b#R', 'a#R', 'rules/getPet#S'] });
const bad = summary('fault/bad', { settled: ['a#R', 'b#R'], violatedChecks: ['b#R', 'a#R', 'rules/getPet#S'] });
const alone = { 'fault/bad': { case: 'a', violated: ['R'] } };
const whole: MeasuredRun = { summaries: [good, bad], alone, sources, requirements: ['S', 'R'] };
const matrix = withRows(EMPTY, whole);

/** A run over one service, with some sources changed. */
function partly(summaries: MeasuredRun['summaries'], changed: Partial<SourceDigests> = {}): MeasuredRun {
  return { ...whole, summaries, alone: {}, sources: { ...sources, ...changed } };
}

describe('a run over the whole fleet', () => {
  it('records the ids, and what each case and each service showed', () => {
    expect(matrix).toEqual({
      rules: 'rules-1',
      requirements: ['R', 'S'],
      cases: {
        a: { source: 'a-1', settles: ['R'] },
        b: { source: 'b-1', settles: ['R'] },
        'rules/getPet': { source: '', settles: ['S'] },
      },
      services: {
        'compliant/good': { source: 'good-1', violated: {} },
        'fault/bad': { source: 'bad-1', violated: { R: ['a', 'b'], S: ['rules/getPet'] }, alone: alone['fault/bad'] },
      },
      sizes: { sources: '', services: {} },
    });
  });

  it('does not depend on the order in which services are judged', () => {
    expect(JSON.stringify(withRows(EMPTY, { ...whole, summaries: [bad, good] }))).toBe(JSON.stringify(matrix));
  });
});

describe('a run over some services', () => {
  it('replaces their rows and keeps all others', () => {
    const next = withRows(matrix, partly([summary('fault/bad', { settled: ['a#R'], violatedChecks: ['a#R'] })]));
    expect(next).toEqual({
      ...matrix,
      services: { ...matrix.services, 'fault/bad': { source: 'bad-1', violated: { R: ['a'] } } },
    });
  });

  it('records a missed fault as missed', () => {
    expect(withRows(matrix, partly([summary('fault/bad')])).services['fault/bad']).toEqual({
      source: 'bad-1',
      violated: {},
    });
  });

  it('adds the id of a new case with the services that it ran on, until it ran on all', () => {
    const changed = { cases: { ...sources.cases, c: 'c-1' } };
    const one = withRows(matrix, partly([summary('fault/bad', { settled: ['c#R'] })], changed));
    expect(one.cases['c']).toEqual({ source: 'c-1', settles: ['R'], ranOn: ['fault/bad'] });
    expect(one.cases['a']).toEqual(matrix.cases['a']);
    const both = withRows(one, partly([summary('compliant/good', { settled: ['c#S'] })], changed));
    expect(both.cases['c']).toEqual({ source: 'c-1', settles: ['R', 'S'] });
  });

  it('forgets on which services a case ran before it changed', () => {
    const changed = { cases: { ...sources.cases, a: 'a-2' } };
    const next = withRows(matrix, partly([summary('fault/bad', { settled: ['a#S'] })], changed));
    expect(next.cases['a']).toEqual({ source: 'a-2', settles: ['S'], ranOn: ['fault/bad'] });
  });

  it('keeps the digest of the shared sources of the last run over all', () => {
    expect(withRows(matrix, partly([bad], { rules: 'rules-2' })).rules).toBe('rules-1');
    expect(withRows(matrix, { ...whole, sources: { ...sources, rules: 'rules-2' } }).rules).toBe('rules-2');
  });

  it('removes the rows of cases and services that no longer exist', () => {
    const left = { cases: { b: 'b-1', c: 'c-1' }, services: { 'fault/bad': 'bad-1', 'fault/new': 'new-1' } };
    const next = withRows(matrix, partly([summary('fault/new')], left));
    expect(Object.keys(next.cases)).toEqual(['b', 'c', 'rules/getPet']);
    expect(next.services).toEqual({
      'fault/bad': { source: 'bad-1', violated: { R: ['b'], S: ['rules/getPet'] } },
      'fault/new': { source: 'new-1', violated: {} },
    });
  });
});
