import { describe, expect, it } from 'vitest';
import { meantVariable } from '../../../src/target/misspelt-variables.ts';
import { settingVariables } from '../../../src/target/settings.ts';
import { configured, key, notesOf, problemsOf, target } from '../../support/configuration-under-test.ts';

const VALUE = 'hunter2hunter2';

describe('a variable that misspells a setting', () => {
  it.each([
    ['PETSTORE_BASEURL', 'PETSTORE_BASE_URL'],
    ['PET_STORE_BASE_URL', 'PETSTORE_BASE_URL'],
    ['petstore_base_url', 'PETSTORE_BASE_URL'],
    ['PETSTORE_BASE_URI', 'PETSTORE_BASE_URL'],
    ['PETSTORE_BASE_ULR', 'PETSTORE_BASE_URL'],
    ['PETSOTRE_BASE_URL', 'PETSTORE_BASE_URL'],
    ['PETSTORE_APIKEY', 'PETSTORE_API_KEY'],
    ['PETSTORE_APIKEY_FILE', 'PETSTORE_API_KEY_FILE'],
    ['PETSTORE_FORMAT', 'PETSTORE_FORMATS'],
    ['PETSTORE_ASOF', 'PETSTORE_AS_OF'],
  ])('is a problem where the setting has no value: %s', (name, meant) => {
    for (const place of ['environment', 'dotenv'] as const) {
      const problems = problemsOf({ [place]: { [name]: VALUE } });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name} in (the environment|\\.env) looks like ${meant}, `));
      expect(problems[0]).toContain(`set ${meant} too`);
      expect(problems.join()).not.toContain(VALUE);
    }
  });

  it('is a problem without a value too, since the setting would have none either', () => {
    expect(problemsOf({ environment: { PETSTORE_BASEURL: '' } })).toHaveLength(1);
  });

  it.each([
    { flags: { baseUrl: 'http://127.0.0.1/v1' }, environment: { PETSTORE_API_KEY: key } },
    { environment: target },
    { dotenv: target },
  ])('is ignored where the setting is given: %j', (sources) => {
    const environment = { ...sources.environment, PETSTORE_BASEURL: 'x' };
    expect(configured({ ...sources, environment }).embedded).toBe(false);
    expect(notesOf({ ...sources, environment }).join()).toContain('PETSTORE_BASEURL is not a setting');
  });

  it('is a problem where an earlier run alone gives the setting', () => {
    const environment = { PETSTORE_BASEURL: 'x', PETSTORE_API_KEY: key };
    expect(problemsOf({ environment, ofEarlierRun: target })).toHaveLength(1);
  });

  it.each([
    { flags: { apiKeyFile: 'key.txt' } },
    { environment: { PETSTORE_API_KEY_FILE: 'key.txt' } },
    { dotenv: { PETSTORE_API_KEY_FILE: 'key.txt' } },
  ])('is ignored for the key where a file holds it: %j', (sources) => {
    const environment = { ...sources.environment, PETSTORE_APIKEY: 'x' };
    expect(problemsOf({ ...sources, environment, readFile: () => key })).toEqual([]);
  });
});

describe('a variable of the service', () => {
  it.each([
    'PETSTORE_PORT',
    'PETSTORE_DB_URL',
    'PETSTORE_DATABASE_URL',
    'PETSTORE_LOG_LEVEL',
    'PETSTORE_SERVICE_HOST',
    'PETSTORE_PORT_8080_TCP',
    'PETSTORE_FEED',
    'PETSTORE_CAT',
    'PETSTORE_HEADER_S',
    'BASE_URL',
    'API_KEY',
    'MY_PETSTORE_BASE_URL',
  ])('is ignored: %s', (name) => {
    expect(meantVariable(name)).toBeNull();
    expect(configured({ environment: { [name]: 'x' } }).embedded).toBe(true);
  });
});

it('no setting misspells another', () => {
  expect(settingVariables.map((name) => meantVariable(name))).toEqual(settingVariables.map(() => null));
});
