import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { describe, expect, it } from 'vitest';
import { defaultNetwork } from '../../../src/target/network-settings.ts';
import type { Resolution } from '../../../src/target/resolve-configuration.ts';
import { apiKeyVariable, settingNames } from '../../../src/target/settings.ts';
import { configured, key, notesOf, problemsOf, resolve, target } from '../../support/configuration-under-test.ts';

describe('precedence', () => {
  it('is flags, environment, .env, defaults', () => {
    const dotenv = { ...target, PETSTORE_CONCURRENCY: '3', PETSTORE_SEED: '3', PETSTORE_SETTLE: '3' };
    const environment = { PETSTORE_CONCURRENCY: '2', PETSTORE_SEED: '2' };
    const { concurrency, seed, settleSeconds, deadlineSeconds } = configured({
      flags: { concurrency: '1' },
      environment,
      dotenv,
    });
    expect([concurrency, seed, settleSeconds, deadlineSeconds]).toEqual([1, 2, 3, 900]);
  });

  it('takes an empty variable for none', () => {
    expect(configured({ environment: { PETSTORE_SEED: '' }, dotenv: { ...target, PETSTORE_SEED: '9' } }).seed).toBe(9);
    expect(configured({ environment: { ...target, PETSTORE_SEED: ' ' } }).seed).toBe(424_242);
  });

  it('ends in these defaults', () => {
    expect(configured({ environment: target })).toEqual({
      baseUrl: 'https://pets.example/v1',
      embedded: false,
      apiKey: key,
      reportsDirectory: 'reports',
      formats: ['json', 'junit', 'md'],
      categoryId: null,
      concurrency: 20,
      seed: 424_242,
      profile: 'full',
      maxCreates: 200,
      examples: 5,
      onlyExample: null,
      asOf: null,
      headers: [],
      mappedBasePath: false,
      waitSeconds: 0,
      requestTimeoutSeconds: 10,
      settleSeconds: 5,
      deadlineSeconds: 900,
      network: defaultNetwork,
    });
    expect(notesOf({ environment: target })).toEqual([]);
  });

  it('takes every setting from its flag and from its variable alike', () => {
    const flags = {
      baseUrl: 'http://127.0.0.1:8080/v1',
      reports: 'out',
      categoryId: '-9223372036854775808',
      concurrency: '100',
      seed: '7',
      profile: 'read-only',
      maxCreates: '0',
      examples: '10000',
      examplePath: 'generated/ids-that-no-animal-has-are-not-found:3:1:0',
      asOf: '2030-12-04',
      wait: '30',
      requestTimeout: '12.5',
      settle: '0',
      deadline: '60',
      mappedBasePath: true,
      header: ['X-A: one', 'X-B:two: three'],
    };
    const environment = Object.fromEntries(
      Object.entries(flags).map(([name, value]) => [
        settingNames[name as keyof typeof flags].variable,
        Array.isArray(value) ? value.join('\n') : String(value),
      ]),
    );
    const byFlags = configured({ flags, environment: { PETSTORE_API_KEY: key } });
    expect(byFlags).toEqual(configured({ environment: { ...environment, PETSTORE_API_KEY: key } }));
    expect(byFlags).toMatchObject({
      categoryId: -(2n ** 63n),
      requestTimeoutSeconds: 12.5,
      examples: 10_000,
      onlyExample: { caseId: 'generated/ids-that-no-animal-has-are-not-found', path: '3:1:0' },
      headers: [
        ['X-A', 'one'],
        ['X-B', 'two: three'],
      ],
      mappedBasePath: true,
    });
  });
});

describe('the target', () => {
  it('is the embedded service where no base address is set', () => {
    expect(configured({})).toMatchObject({ embedded: true, baseUrl: '', apiKey: '' });
    expect(configured({ environment: { PETSTORE_API_KEY: key } })).toMatchObject({ embedded: true, apiKey: '' });
    expect(notesOf({ environment: { PETSTORE_API_KEY: key } }).join()).toContain('embedded service');
  });

  it.each([
    ['https://pets.example/v1', 'https://pets.example/v1'],
    ['https://pets.example/v1/', 'https://pets.example/v1'],
    ['http://127.0.0.1:8080/store/v1//', 'http://127.0.0.1:8080/store/v1'],
    ['HTTP://LOCALHOST:80/v1', 'http://localhost/v1'],
    [' http://[::1]:9/v1 ', 'http://[::1]:9/v1'],
  ])('may be %s', (baseUrl, expected) => {
    expect(configured({ flags: { baseUrl }, environment: target }).baseUrl).toBe(expected);
  });

  it.each([
    ['pets.example/v1', 'absolute'],
    ['ftp://pets.example/v1', 'http://'],
    ['https://pets.example', '/v1'],
    ['https://pets.example/v2', '/v1'],
    ['https://pets.example/v1/pets', '/v1'],
    ['https://pets.example/api-v1', '/v1'],
    ['https://me:hunter2hunter2@pets.example/v1', 'no password'],
    ['https://pets.example/v1?a=b', 'no query'],
    ['https://pets.example/v1#a', 'no query'],
  ])('may not be %s', (baseUrl, part) => {
    const problems = problemsOf({ flags: { baseUrl }, environment: target });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(part);
    expect(problems[0]).toMatch(/^--base-url \(PETSTORE_BASE_URL\) must .+\.$/);
    expect(problems[0]).not.toContain('hunter2');
  });

  it.each([
    ['https://pets.example', 'https://pets.example'],
    ['https://pets.example/pets-api/', 'https://pets.example/pets-api'],
  ])('may be %s where a gateway maps the path', (baseUrl, expected) => {
    const flags = { baseUrl, mappedBasePath: true };
    expect(configured({ flags, environment: target }).baseUrl).toBe(expected);
  });

  it('is warned of where the key goes over the network unencrypted', () => {
    expect(notesOf({ flags: { baseUrl: 'http://pets.example/v1' }, environment: target }).join()).toContain(
      'unencrypted',
    );
    expect(notesOf({ flags: { baseUrl: 'http://127.0.0.1/v1' }, environment: target })).toEqual([]);
  });
});

describe('an empty base address', () => {
  const REMEDY = 'without an address the run judges the embedded service.';

  it.each(['', ' ', '\n'])('in the environment is a problem: %j', (empty) => {
    const environment = { PETSTORE_BASE_URL: empty, PETSTORE_API_KEY: key };
    const problem = `PETSTORE_BASE_URL is set but empty in the environment, as an undefined variable of a pipeline is. Set it to the address of the service, or unset it: ${REMEDY}`;
    expect(problemsOf({ environment })).toEqual([problem]);
    expect(problemsOf({ environment, dotenv: target })).toEqual([problem]);
    expect(problemsOf({ environment, ofEarlierRun: target })).toEqual([problem]);
  });

  it.each(['', ' '])('in the flag is a problem: %j', (baseUrl) => {
    expect(problemsOf({ flags: { baseUrl }, environment: target })).toEqual([
      `--base-url (PETSTORE_BASE_URL) is empty, as an undefined variable of a pipeline is. Set it to the address of the service, or leave it out: ${REMEDY}`,
    ]);
  });

  it('in the environment is no problem where the flag names the service', () => {
    const environment = { ...target, PETSTORE_BASE_URL: '' };
    expect(configured({ flags: { baseUrl: 'http://127.0.0.1/v1' }, environment }).embedded).toBe(false);
  });

  it('in .env counts as not set', () => {
    expect(configured({ dotenv: { PETSTORE_BASE_URL: '' } }).embedded).toBe(true);
  });
});

const mappedBy = (text: string): Resolution => resolve({ environment: { ...target, PETSTORE_MAPPED_BASE_PATH: text } });

describe('other settings', () => {
  it.each([
    [{ concurrency: '0' }, '--concurrency (PETSTORE_CONCURRENCY) must be a whole number from 1 to 100.'],
    [{ concurrency: '101' }, '--concurrency (PETSTORE_CONCURRENCY) must be a whole number from 1 to 100.'],
    [{ concurrency: '1.5' }, '--concurrency (PETSTORE_CONCURRENCY) must be a whole number from 1 to 100.'],
    [{ seed: '-1' }, '--seed (PETSTORE_SEED) must be a whole number from 0 to 2147483647.'],
    [{ maxCreates: '1e3' }, '--max-creates (PETSTORE_MAX_CREATES) must be a whole number from 0 to 100000.'],
    [{ examples: '10001' }, '--examples (PETSTORE_EXAMPLES) must be a whole number from 0 to 10000.'],
    [
      { seed: '1', examplePath: '3:1:0' },
      '--example-path (PETSTORE_EXAMPLE_PATH) must be a case and a path, as a report gives them.',
    ],
    [
      { examplePath: 'generated/a-case:0' },
      '--example-path (PETSTORE_EXAMPLE_PATH) needs the --seed (PETSTORE_SEED) it was found with.',
    ],
    [{ wait: 'long' }, '--wait (PETSTORE_WAIT) must be a number of seconds from 0 to 3600.'],
    [
      { requestTimeout: '0.5' },
      '--request-timeout (PETSTORE_REQUEST_TIMEOUT) must be a number of seconds from 1 to 600.',
    ],
    [{ settle: '-1' }, '--settle (PETSTORE_SETTLE) must be a number of seconds from 0 to 600.'],
    [{ deadline: '' }, '--deadline (PETSTORE_DEADLINE) must be a number of seconds from 1 to 86400.'],
    [{ profile: 'writes' }, '--profile (PETSTORE_PROFILE) must be full or read-only.'],
    [
      { categoryId: '9223372036854775808' },
      '--category-id (PETSTORE_CATEGORY_ID) must be a whole number in the range of int64.',
    ],
    [{ categoryId: '1.0' }, '--category-id (PETSTORE_CATEGORY_ID) must be a whole number in the range of int64.'],
    [
      { asOf: 'tomorrow' },
      '--as-of (PETSTORE_AS_OF) must be a date such as 2030-12-04 or a date and time with its zone.',
    ],
  ])('%j is a problem', (flags, problem) => {
    expect(problemsOf({ flags, environment: target })).toEqual([problem]);
  });

  it('are all reported at once', () => {
    expect(problemsOf({ flags: { seed: 'x', settle: 'y', baseUrl: 'z' } })).toHaveLength(4);
  });

  it('name settings as the source of the settings does', () => {
    const wrong = Object.fromEntries(Object.keys(settingNames).map((setting) => [setting, 'wrong']));
    const flags = { ...wrong, baseUrl: 'http://h/v2', header: ['wrong'], reports: 'reports' };
    const sources = { flags, nameOf: (setting: string) => `<${setting}>` };
    const sentences = [
      ...problemsOf(sources),
      ...problemsOf({ nameOf: sources.nameOf, flags: { baseUrl: 'http://h/v1', mappedBasePath: false } }),
      ...notesOf({ nameOf: sources.nameOf, environment: { PETSTORE_API_KEY: key }, flags: { requestTimeout: '9' } }),
    ];
    expect(sentences.length).toBeGreaterThan(20);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/<\w+>/);
      expect(sentence).not.toMatch(/--|PETSTORE_/);
    }
  });

  it('may be a switch in the environment', () => {
    expect(['true', '1', 'Yes'].map((text) => mappedBy(text))).toMatchObject(
      [1, 2, 3].map(() => ({ configuration: { mappedBasePath: true } })),
    );
    expect(['false', '0', 'no', ''].map((text) => mappedBy(text))).toMatchObject(
      [1, 2, 3, 4].map(() => ({ configuration: { mappedBasePath: false } })),
    );
    expect(mappedBy('maybe')).toEqual({
      kind: 'bad',
      problems: ['--mapped-base-path (PETSTORE_MAPPED_BASE_PATH) must be true or false.'],
    });
  });

  it('are noted where they are odd', () => {
    expect(notesOf({ flags: { requestTimeout: '9' }, environment: target }).join()).toContain('slow service is lawful');
    expect(notesOf({ environment: { ...target, PETSTORE_BASEURL: 'x', PETSTORE_HEADER_X: 'y' } })).toEqual([
      'PETSTORE_BASEURL is not a setting of this suite and was ignored.',
    ]);
  });
});

describe('the example file', () => {
  it('names every variable, and none with a value', () => {
    const example = parse(readFileSync(new URL('../../../.env.example', import.meta.url)));
    const names = [apiKeyVariable, ...Object.values(settingNames).map(({ variable }) => variable)];
    expect(Object.keys(example).sort()).toEqual(names.sort());
    expect(new Set(Object.values(example))).toEqual(new Set(['']));
  });
});
