import { describe, expect, it } from 'vitest';
import { chooseFormats } from '../../../src/target/choose-formats.ts';
import { configured, problemsOf } from '../../support/configuration-under-test.ts';

const known = ['json', 'junit', 'md'];

describe('a choice of formats', () => {
  it.each([
    [undefined, known],
    ['md', ['md']],
    [' MD , junit,md,', ['md', 'junit']],
  ])('%j is %j', (text, formats) => {
    expect(chooseFormats(text, known, '--format')).toEqual({ kind: 'ok', formats });
  });

  it.each(['pdf', 'md,pdf', ',', ''])('%j is refused', (text) => {
    expect(chooseFormats(text, known, '--format')).toEqual({
      kind: 'bad',
      problem: '--format must be one or more of json, junit, md, with commas between them.',
    });
  });
});

describe('the formats of a run', () => {
  it('are all, unless some are set: by the flag, else by the variable', () => {
    expect(configured({}).formats).toEqual(known);
    expect(configured({ environment: { PETSTORE_FORMATS: 'md' } }).formats).toEqual(['json', 'md']);
    expect(configured({ environment: { PETSTORE_FORMATS: 'md' }, flags: { format: 'junit' } }).formats).toEqual([
      'json',
      'junit',
    ]);
  });

  it('hold json always', () => {
    expect(configured({ flags: { format: 'json' } }).formats).toEqual(['json']);
    expect(configured({ flags: { format: 'md,json' } }).formats).toEqual(['json', 'md']);
  });

  it('are a problem where one is unknown, which names flag, variable and values', () => {
    expect(problemsOf({ flags: { format: 'pdf' } })).toEqual([
      '--format (PETSTORE_FORMATS) must be one or more of json, junit, md, with commas between them.',
    ]);
  });
});
