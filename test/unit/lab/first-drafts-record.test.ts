import { describe, expect, it } from 'vitest';
import { type FirstDrafts, textOf } from '../../../lab/first-drafts-record.ts';

const row = {
  shown: ['LIST-OK'],
  replaced: [],
  missed: {},
  hidden: [],
  undeclared: [],
  blocked: [],
  rounds: 1,
  left: [],
};
const draft = {
  id: 'koa',
  framework: 'Koa',
  version: '3.3.0',
  verdict: 'not conformant',
  shown: ['AUTH-FIRST'],
  missed: {},
  wrong: [],
  debatable: [],
  unjudged: [],
  requests: 900,
  seconds: 3,
  later: [0],
  note: null,
};
const record: FirstDrafts = {
  sources: 'abc',
  seed: 1,
  drawnFrom: 2,
  sets: [
    { ...row, faults: ['one'] },
    { ...row, faults: ['other'] },
  ],
  frameworks: { sources: 'def', before: null, drafts: [draft, { ...draft, id: 'hapi' }] },
};

describe('docs/first-drafts.json', () => {
  it('holds the whole record, with a line for each set and each draft', () => {
    expect(JSON.parse(textOf(record))).toEqual(record);
    const rows = textOf(record)
      .split('\n')
      .filter((line) => line.startsWith('    {'));
    expect(rows.map((line) => line.slice(0, 22))).toEqual([
      '    {"shown":["LIST-OK',
      '    {"shown":["LIST-OK',
      '    {"id":"koa","frame',
      '    {"id":"hapi","fram',
    ]);
  });

  it('holds no drafts of frameworks if no run has judged them', () => {
    const without = { ...record, sets: [], frameworks: null };
    expect(JSON.parse(textOf(without))).toEqual(without);
  });
});
