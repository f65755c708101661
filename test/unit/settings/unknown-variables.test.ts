import { describe, expect, it } from 'vitest';
import { meantVariable } from '../../../src/settings/unknown-variables.ts';
import { settingVariables } from '../../../src/settings/settings.ts';
import type { SettingSources } from '../../../src/settings/read-settings.ts';
import { configured, key, problemsOf, target } from '../../support/configuration-under-test.ts';

describe('a variable that misspells a setting', () => {
  it.each([
    ['PETSTORE_BASEURL', 'PETSTORE_BASE_URL'],
    ['PET_STORE_BASE_URL', 'PETSTORE_BASE_URL'],
    ['petstore_base_url', 'PETSTORE_BASE_URL'],
    ['PETSTORE_APIKEY', 'PETSTORE_API_KEY'],
    ['PETSTORE_ASOF', 'PETSTORE_AS_OF'],
  ])('is a problem where the setting has no value: %s', (name, meant) => {
    const sentence = `^${name} in (the environment|\\.env) looks like ${meant}, .* set ${meant} too`;
    for (const sources of [
      { environment: { [name]: 'hunter2hunter2' } },
      { dotenv: { [name]: 'hunter2hunter2' } },
      { environment: { [name]: '' } },
    ]) {
      expect(problemsOf(sources)).toEqual([expect.stringMatching(new RegExp(sentence))]);
      expect(problemsOf(sources).join()).not.toContain('hunter2');
    }
  });

  it.each<[name: string, sources: Partial<SettingSources>]>([
    ['PETSTORE_BASEURL', { given: { baseUrl: 'http://127.0.0.1/v1' }, environment: { PETSTORE_API_KEY: key } }],
    ['PETSTORE_BASEURL', { dotenv: target }],
    ['PETSTORE_APIKEY', { environment: { PETSTORE_API_KEY_FILE: 'key.txt' } }],
  ])('is ignored where the setting is given: %s beside %j', (name, sources) => {
    const environment = { ...sources.environment, [name]: 'x' };
    expect(problemsOf({ ...sources, environment, readFile: () => ({ kind: 'ok', value: key }) })).toEqual([]);
  });
});

it.each([
  'PETSTORE_PORT',
  'PETSTORE_DATABASE_URL',
  'PETSTORE_PORT_8080_TCP',
  'PETSTORE_CAT',
  'PETSTORE_HEADER_S',
  'BASE_URL',
  'MY_PETSTORE_BASE_URL',
])('a variable of the service is ignored: %s', (name) => {
  expect(meantVariable(name)).toBeNull();
  expect(configured({ environment: { [name]: 'x' } }).embedded).toBe(true);
});

it('no setting misspells another', () => {
  expect(settingVariables.filter((name) => meantVariable(name) !== null)).toEqual([]);
});
