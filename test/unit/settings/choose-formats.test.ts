import { expect, it } from 'vitest';
import { chooseFormats } from '../../../src/settings/choose-formats.ts';
import { configured, problemsOf } from '../../support/configuration-under-test.ts';

const known = ['json', 'junit', 'md'];

it.each([
  [undefined, known],
  ['md', ['md']],
  [' MD , junit,md,', ['md', 'junit']],
])('the formats %j are %j', (text, formats) => {
  expect(chooseFormats(text, known, '--format')).toEqual({ kind: 'ok', formats });
});

it.each(['pdf', 'md,pdf', ',', ''])('the formats %j are refused', (text) => {
  const problem = '--format must be one or more of json, junit, md, with commas between them.';
  expect(chooseFormats(text, known, '--format')).toEqual({ kind: 'bad', problem });
  expect(problemsOf({ given: { format: text } })).toEqual([problem.replace('--format', '--format (PETSTORE_FORMATS)')]);
});

it.each([
  [undefined, undefined, known],
  ['md', undefined, ['json', 'md']],
  ['md', 'junit', ['json', 'junit']],
  [undefined, 'md,json', ['json', 'md']],
])('by the variable %s and the flag %s a run writes %j: json always', (variable, format, formats) => {
  const flags = format === undefined ? {} : { format };
  expect(configured({ environment: { PETSTORE_FORMATS: variable }, given: flags }).formats).toEqual(formats);
});
