import { describe, expect, it } from 'vitest';
import { formatProblem, reportedSettings } from '../../../src/settings/configuration.ts';
import { settingNames, settingOf, settings } from '../../../src/settings/settings.ts';
import { configured, key, notesOf, problemsOf, resolve, target } from '../../support/configuration-under-test.ts';

describe('a setting', () => {
  it('comes from its flag, else from the environment, else from .env, else it has a default', () => {
    const { concurrency, seed, settleTimeout, deadline } = configured({
      given: { concurrency: '1' },
      environment: { PETSTORE_CONCURRENCY: '2', PETSTORE_SEED: '2' },
      dotenv: { ...target, PETSTORE_CONCURRENCY: '3', PETSTORE_SEED: '3', PETSTORE_SETTLE_TIMEOUT: '3' },
    });
    expect([concurrency, seed, settleTimeout, deadline]).toEqual([1, 2, 3, 900]);
  });

  it('has no value in an empty variable', () => {
    expect(configured({ environment: { PETSTORE_SEED: '' }, dotenv: { ...target, PETSTORE_SEED: '9' } }).seed).toBe(9);
    expect(configured({ environment: { ...target, PETSTORE_SEED: ' ' } }).seed).toBe(424_242);
  });

  it('has one of these defaults', () => {
    expect(configured({ environment: target })).toMatchObject({
      reports: 'reports',
      formats: ['json', 'junit', 'md'],
      concurrency: 20,
      profile: 'full',
      maxCreates: 200,
      examples: 2,
      wait: 0,
      requestTimeout: 10,
      settleTimeout: 5,
      rateLimit: null,
      maxRequests: 1_000_000,
      maxHeaderSize: 64,
      maxBodySize: 4096,
      trust: { authorities: null, insecure: false, client: null },
      connectTo: null,
      proxy: null,
    });
    expect(notesOf({ environment: target })).toEqual([]);
  });

  it.each([
    [{}, false],
    [{ useEnvProxy: true }, false],
    [{ baseUrl: 'http://127.0.0.1:1/v1' }, true],
    [{ baseUrl: 'http://127.0.0.1:1/v1', riskyProbes: false }, false],
    [{ baseUrl: 'http://127.0.0.1:1/v1', connectTo: '10.0.0.7:1' }, false],
    [{ connectTo: '127.0.0.1:1' }, false],
    [{ riskyProbes: true }, true],
  ])('sends risky probes with %j: %s', (given, riskyProbes) => {
    expect(configured({ given, environment: target }).riskyProbes).toBe(riskyProbes);
  });

  it('has the same value by its flag and by its variable', () => {
    const flags = {
      baseUrl: 'http://127.0.0.1:8080/v1',
      reports: 'out',
      categoryId: '-9223372036854775808',
      concurrency: '100',
      seed: '7',
      profile: 'read-only',
      maxCreates: '0',
      examples: '1000',
      asOf: '2030-12-04',
      wait: '30',
      requestTimeout: '12.5',
      settleTimeout: '0',
      deadline: '60',
      mappedBasePath: true,
      headers: ['X-A: one', 'X-B:two: three'],
      rateLimit: '2.5',
      maxRequests: '10',
      maxHeaderSize: '1',
      maxBodySize: '2',
      connectTo: '[::1]:80',
      maxWrongKeys: '0',
      riskyProbes: false,
    };
    const variables = Object.entries(flags).map(([name, value]) => [
      settings[name as keyof typeof flags].variable,
      Array.isArray(value) ? value.join('\n') : String(value),
    ]);
    const byFlags = configured({ given: flags, environment: { PETSTORE_API_KEY: key } });
    expect(byFlags).toEqual(configured({ environment: { ...Object.fromEntries(variables), PETSTORE_API_KEY: key } }));
    expect(byFlags).toMatchObject({
      categoryId: -(2n ** 63n),
      mappedBasePath: true,
      rateLimit: 2.5,
      maxHeaderSize: 1,
    });
  });

  it.each([
    ['1', true],
    ['false', false],
    ['', false],
  ])('is a switch that %j turns to %s', (text, mappedBasePath) => {
    expect(configured({ environment: { ...target, PETSTORE_MAPPED_BASE_PATH: text } })).toMatchObject({
      mappedBasePath,
    });
  });
});

describe('a problem', () => {
  it.each([
    ['concurrency', '101', 'a whole number from 1 to 100 (got 101)'],
    ['seed', '-1', 'a whole number from 0 to 2147483647 (got -1)'],
    ['maxCreates', '1e3', 'a whole number from 0 to 100000 (got 1e3)'],
    ['examples', '1001', 'a whole number from 0 to 1000 (got 1001)'],
    ['wait', 'long', 'a number of seconds from 0 to 3600'],
    ['deadline', '', 'a number of seconds from 1 to 86400'],
    ['requestTimeout', '0.5', 'a number of seconds from 1 to 600 (got 0.5)'],
    ['settleTimeout', '-1', 'a number of seconds from 0 to 600 (got -1)'],
    ['profile', 'writes', 'full or read-only'],
    ['categoryId', '9223372036854775808', 'a whole number in the range of int64'],
    ['asOf', 'tomorrow', 'a date such as 2030-12-04 or a date and time with its zone'],
    ['rateLimit', '0', 'a number of requests per second from 0.1 to 10000 (got 0)'],
    ['maxRequests', '0', 'a whole number from 1 to 100000000 (got 0)'],
    ['maxHeaderSize', '1025', 'a whole number of KiB from 1 to 1024 (got 1025)'],
    ['maxBodySize', '-1', 'a whole number of KiB from 1 to 262144 (got -1)'],
    ['maxBodySize', '262145', 'a whole number of KiB from 1 to 262144 (got 262145)'],
  ])('is %s with the value %j', (setting, value, what) => {
    const problems = problemsOf({ given: { [setting]: value }, environment: target, nameOf: String });
    expect(problems).toEqual([`${setting} must be ${what}.`]);
  });

  it('is a switch that is neither true nor false', () => {
    for (const variable of ['PETSTORE_MAPPED_BASE_PATH', 'PETSTORE_INSECURE', 'PETSTORE_USE_ENV_PROXY']) {
      const problems = problemsOf({ environment: { ...target, [variable]: 'maybe' } });
      expect(problems).toEqual([expect.stringContaining(`(${variable}) must be true or false.`)]);
    }
  });

  it('is reported with all others', () => {
    expect(problemsOf({ given: { seed: 'x', settleTimeout: 'y', baseUrl: 'z' } })).toHaveLength(4);
  });

  it('names settings as the source of the settings does, and so does a note', () => {
    const wrong = Object.fromEntries(settingNames.map((setting) => [setting, 'wrong']));
    const flags = { ...wrong, baseUrl: 'http://h/v2', headers: ['wrong'], reports: 'reports' };
    const named = { nameOf: (setting: string) => `<${setting}>` };
    const sentences = [
      ...problemsOf({ ...named, given: flags }),
      ...problemsOf({ ...named, given: { baseUrl: 'http://h/v1', mappedBasePath: false } }),
      ...notesOf({ ...named, environment: { PETSTORE_API_KEY: key }, given: { requestTimeout: '9' } }),
    ];
    expect(sentences.length).toBeGreaterThan(20);
    expect(sentences.filter((sentence) => !/<\w+>/.test(sentence) || /--|PETSTORE_/.test(sentence))).toEqual([]);
  });
});

describe('a note', () => {
  it.each([
    [{ given: { requestTimeout: '9' }, environment: target }, 'allows a slow service'],
    [{ given: { baseUrl: 'http://pets.example/v1' }, environment: target }, 'unencrypted'],
    [
      { environment: { PETSTORE_API_KEY: 'a-key' }, dotenv: { PETSTORE_BASE_URL: 'http://127.0.0.1:1/v1' } },
      'the key of the environment is sent to http://127.0.0.1:1/v1',
    ],
    [{ given: { insecure: true }, environment: target }, 'certificates are not checked'],
    [{ environment: { PETSTORE_API_KEY: key } }, 'embedded service'],
    [{ environment: { ...target, PETSTORE_API_KEY_FILE: 'one' } }, 'both set'],
    [{ environment: { ...target, PETSTORE_USE_ENV_PROXY: 'true' } }, 'HTTPS_PROXY is not'],
    [
      { environment: { ...target, PETSTORE_BASEURL: 'x', PETSTORE_HEADER_X: 'y' } },
      'PETSTORE_BASEURL is not a setting',
    ],
  ])('%# says what is odd: %j', (sources, words) => {
    expect(resolve(sources)).toMatchObject({ kind: 'ok', value: { notes: [expect.stringContaining(words)] } });
  });
});

describe('formats', () => {
  it.each([
    [undefined, undefined, ['json', 'junit', 'md']],
    ['md', undefined, ['json', 'md']],
    ['md', ['junit'], ['json', 'junit']],
    [undefined, [' MD , junit,md,'], ['json', 'md', 'junit']],
    [undefined, ['md', 'json'], ['json', 'md']],
  ])('of the variable %j and the flag %j are %j: json always', (variable, formats, expected) => {
    const given = formats === undefined ? {} : { formats };
    expect(configured({ environment: { PETSTORE_FORMATS: variable }, given }).formats).toEqual(expected);
  });

  it.each(['pdf', 'md,pdf', ',', ''])('are rejected: %j', (text) => {
    expect(problemsOf({ given: { formats: [text] } })).toEqual([
      '--format (PETSTORE_FORMATS) must be one or more of json, junit, md, with commas between them.',
    ]);
  });

  it('that are misspelt come with a suggestion', () => {
    expect(formatProblem(['md', 'junt'], ['json', 'junit', 'md'])).toMatch(/; did you mean junit\?$/);
  });
});

it.each(settingNames)('the default of %s is a value of its type', (name) => {
  const { default: value, type } = settingOf(name);
  expect(value === null || type.read(value)).toEqual(value === null || { kind: 'ok', value });
});

it('a list of names is the same as text, as repeated flags and as a list of a program', () => {
  const expected = ['LIST-OK', 'GET-OK', 'list/limit/1'];
  for (const only of [['LIST-OK, GET-OK', 'list/limit/1'], expected])
    expect(configured({ given: { only } }).only).toEqual(expected);
  expect(configured({ environment: { PETSTORE_ONLY: 'LIST-OK,GET-OK, list/limit/1' } }).only).toEqual(expected);
});

it('a report names numbers, switches, and the texts that the table marks', () => {
  const given = { only: ['GET-OK', 'LIST-OK'], categoryId: 7n, subject: ' app@sha256:ab ', deviations: 'list.json' };
  const reported = reportedSettings(configured({ given, environment: target }));
  expect(reported).toMatchObject({
    only: 'GET-OK,LIST-OK',
    categoryId: '7',
    subject: 'app@sha256:ab',
    connectTo: null,
  });
  expect(Object.keys(reported)).not.toContain('deviations');
  expect(JSON.stringify(reported)).not.toContain(key);
});
