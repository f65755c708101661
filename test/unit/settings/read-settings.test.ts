import { describe, expect, it } from 'vitest';
import { settingNames, settingOf } from '../../../src/settings/settings.ts';
import { misspeltSetting, type SettingSources } from '../../../src/settings/read-settings.ts';
import { configured, key, notesOf, problemsOf, target } from '../../support/configuration-under-test.ts';

describe('a variable that misspells a setting', () => {
  it.each([
    ['PETSTORE_BASEURL', 'PETSTORE_BASE_URL'],
    ['PET_STORE_BASE_URL', 'PETSTORE_BASE_URL'],
    ['petstore_base_url', 'PETSTORE_BASE_URL'],
    ['PETSTORE_APIKEY', 'PETSTORE_API_KEY'],
    ['PETSTORE_ASOF', 'PETSTORE_AS_OF'],
  ])('is a problem where the setting has no value: %s', (name, meant) => {
    const sentence = `^${name} looks like ${meant}, .* set ${meant} too`;
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
  ])('is ignored where the setting is given: %s beside %j', (name, sources) => {
    const environment = { ...sources.environment, [name]: 'x' };
    expect(problemsOf({ ...sources, environment })).toEqual([]);
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
  expect(configured({ environment: { [name]: 'x' } }).embedded).toBe(true);
});

it('a note names a variable that looks like a setting and is none', () => {
  const ignored = ['PETSTORE_PORT is not a setting of this suite. The run ignores it.'];
  expect(notesOf({ environment: { PETSTORE_PORT: 'x', PORT: 'x' } })).toEqual(ignored);
  expect(notesOf({ dotenv: { PETSTORE_PORT: 'x', PETSTORE_HEADER_S: 'x' } })).toEqual(ignored);
});

it.each(settingNames)('the setting %s misspells no other', (name) => {
  expect(misspeltSetting(settingOf(name).variable)).toBe(name);
});
