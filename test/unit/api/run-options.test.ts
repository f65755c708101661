import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionProblems, type RunOptions, sourcesOf } from '../../../src/api/run-options.ts';
import { formatNames } from '../../../src/report/formats.ts';
import type { Configuration } from '../../../src/settings/configuration.ts';
import { type Resolution, resolveConfiguration } from '../../../src/settings/configuration.ts';

const SCRATCH = '/tmp/an-empty-folder';
const TARGET = { baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'the-key' };

function resolved(options: RunOptions): Resolution {
  return resolveConfiguration(sourcesOf(options, resolve(), SCRATCH));
}

function configured(options: RunOptions): Configuration {
  const resolution = resolved(options);
  if (resolution.kind === 'bad') throw new Error(resolution.problems.join('\n'));
  return resolution.value.configuration;
}

function problemsOf(options: RunOptions): readonly string[] {
  const resolution = resolved(options);
  return resolution.kind === 'bad' ? resolution.problems : [];
}

describe('the options of a run', () => {
  it('are settings as they are', () => {
    const options: RunOptions = {
      baseUrl: new URL('https://staging.example/v1'),
      apiKey: 'key-of-the-caller',
      reports: 'out',
      formats: ['junit', 'md'],
      categoryId: 2n ** 62n,
      maxCreates: 50,
      asOf: new Date('2030-12-04T00:00:00Z'),
      headers: { 'X-Gateway': 'a', 'X-Other': 'b: c ' },
      insecure: false,
      wait: 0.5,
      rateLimit: 1,
    };
    expect(configured(options)).toMatchObject({
      baseUrl: 'https://staging.example/v1',
      apiKey: 'key-of-the-caller',
      reports: 'out',
      formats: ['json', 'junit', 'md'],
      categoryId: 2n ** 62n,
      maxCreates: 50,
      asOf: '2030-12-04T00:00:00.000Z',
      headers: [
        ['X-Gateway', 'a'],
        ['X-Other', 'b: c'],
      ],
      wait: 0.5,
      trust: { insecure: false },
      rateLimit: 1,
    });
    expect(configured({ ...TARGET, categoryId: 7 }).categoryId).toBe(7n);
  });

  it('outrank the environment, an empty one too', () => {
    const environment = { PETSTORE_API_KEY: 'other-key', PETSTORE_HEADERS: 'X-A: 1', PETSTORE_MAX_CREATES: '7' };
    expect(configured({ ...TARGET, environment })).toMatchObject({
      apiKey: TARGET.apiKey,
      headers: [['X-A', '1']],
      maxCreates: 7,
    });
    expect(configured({ ...TARGET, environment, headers: {}, maxCreates: 0 })).toMatchObject({
      headers: [],
      maxCreates: 0,
    });
    expect(problemsOf({ ...TARGET, apiKey: '', environment })).toEqual([
      'apiKey must hold the key of the service, or apiKeyFile must name a file that does.',
    ]);
  });

  it.each<[options: RunOptions, problem: string]>([
    [{ concurrency: 101 }, 'concurrency must be a whole number from 1 to 100 (got 101).'],
    [{ seed: 1.5 }, 'seed must be a whole number from 0 to 2147483647 (got 1.5).'],
    [{ examples: Number.NaN }, 'examples must be a whole number from 0 to 1000.'],
    [{ deadline: Infinity }, 'deadline must be a number of seconds from 1 to 86400.'],
    [{ rateLimit: 0 }, 'rateLimit must be a number of requests per second from 0.1 to 10000 (got 0).'],
    [{ maxBodySize: -1 }, 'maxBodySize must be a whole number of KiB from 1 to 262144 (got -1).'],
    [{ categoryId: 2n ** 63n }, 'categoryId must be a whole number in the range of int64.'],
    [{ categoryId: 0.5 }, 'categoryId must be a whole number in the range of int64.'],
    [{ categoryId: Infinity }, 'categoryId must be a whole number in the range of int64.'],
    [{ formats: ['pdf' as 'md'] }, expect.stringMatching(/^formats must be one or more of json, .*[?.]$/)],
    [{ formats: [] }, `formats must be one or more of ${formatNames.join(', ')}, with commas between them.`],
    [{ headers: { 'X-A: b': 'c' } }, 'headers must hold headers of the form "Name: value". Header 1 has another form.'],
    [{ headers: { 'X-A': 'a\nX-B: b' } }, 'headers must give X-A a value of one or more ASCII characters.'],
    [{ baseUrl: ' ' }, expect.stringContaining('baseUrl is empty')],
    [{ apiKey: 'a key' }, expect.stringContaining('The key in apiKey must be visible ASCII')],
    [{ environment: { PETSTORE_SEED: 'x' } }, 'seed (PETSTORE_SEED) must be a whole number from 0 to 2147483647.'],
    [{ seed: -1, environment: { PETSTORE_SEED: '1' } }, 'seed must be a whole number from 0 to 2147483647 (got -1).'],
  ])('are held to the bounds of the flags: %o', (options, problem) => {
    expect(problemsOf({ ...TARGET, reports: 'out', ...options })).toEqual([problem]);
  });

  it('leave nothing on disk where no folder is asked for', () => {
    const environment = { PETSTORE_REPORTS_DIR: 'out', PETSTORE_FORMATS: 'md' };
    expect(configured({ formats: ['html'], environment })).toMatchObject({
      reports: SCRATCH,
      formats: ['json'],
    });
  });

  it('take settings from an environment, and name misspelt ones', () => {
    const environment = { PETSTORE_SEED: '7', PETSTORE_PROFILE: undefined, PATH: '/bin' };
    expect(configured({ ...TARGET, environment })).toMatchObject({ seed: 7, profile: 'full' });
    expect(problemsOf({ environment: { PET_STORE_BASE_URL: 'https://staging.example/v1' } })).toEqual([
      expect.stringContaining('PET_STORE_BASE_URL looks like PETSTORE_BASE_URL'),
    ]);
  });

  it('have a seed of their own where none is given', () => {
    const seeds = Array.from({ length: 5 }, () => configured({}).seed);
    expect(new Set(seeds).size).toBe(5);
  });

  it('are refused where the service that is judged would be another one', () => {
    const misspelt: object = { baseURL: 'https://staging.example/v1', header: {}, address: '', seed: 1 };
    expect(optionProblems(misspelt)).toEqual([
      'baseURL is not an option of run; did you mean baseUrl?',
      'header is not an option of run; did you mean headers?',
      'address is not an option of run; docs/api.md lists the options.',
    ]);
    const unset: object = { baseUrl: undefined };
    expect(optionProblems(unset)).toEqual([
      'baseUrl must be the base address of the service. Omit it to judge the embedded service.',
    ]);
    expect(optionProblems({ baseUrl: 'https://staging.example/v1', maxCreates: undefined })).toEqual([]);
    const environment = { PETSTORE_BASE_URL: undefined };
    expect(optionProblems({ environment })).toEqual([
      'PETSTORE_BASE_URL is undefined in environment. Omit it to judge the embedded service.',
    ]);
    expect(optionProblems({ environment, baseUrl: 'https://staging.example/v1' })).toEqual([]);
  });

  it.each([
    ['environment', 'PETSTORE_SEED=1', 'an object of variables, whose values are strings'],
    ['environment', { PETSTORE_SEED: 1 }, 'an object of variables, whose values are strings'],
    ['console', () => undefined, 'an object with the methods log and error'],
    ['console', { log: () => undefined }, 'an object with the methods log and error'],
    ['onProgress', 3, 'a function'],
    ['signal', {}, 'an AbortSignal'],
    ['signal', new EventTarget(), 'an AbortSignal'],
  ])('are refused where their type is another one: %s', (name, value, what) => {
    expect(optionProblems({ [name]: value })).toEqual([`${name} must be ${what}.`]);
  });

  it.each([
    ['baseUrl', 5, 'an absolute address'],
    ['baseUrl', null, 'an absolute address'],
    ['apiKey', 5, 'visible ASCII characters'],
    ['reports', {}, 'a folder'],
    ['formats', [5], 'formats with commas between them'],
    ['only', 5, 'ids with commas between them'],
    ['categoryId', null, 'a whole number in the range of int64'],
    ['seed', true, 'a whole number from 0 to 2147483647'],
    ['maxCreates', null, 'a whole number from 0 to 100000'],
    ['asOf', new Date('never'), 'a date such as 2030-12-04 or a date and time with its zone'],
    ['asOf', 5, 'a date such as 2030-12-04 or a date and time with its zone'],
    ['headers', 5, 'headers of the form "Name: value"'],
    ['headers', { 'X-A': 5 }, 'headers of the form "Name: value"'],
    ['insecure', 'maybe', 'true or false'],
  ])('are refused where a setting has another type: %s', (name, value, what) => {
    const options: object = { ...TARGET, reports: 'out', [name]: value };
    expect(problemsOf(options)).toContain(`${name} must be ${what}.`);
  });

  it('may be written as in a variable', () => {
    const options: object = { formats: 'md,junit', categoryId: '7', seed: '1', insecure: 'yes', headers: ['X-A: b'] };
    expect(optionProblems(options)).toEqual([]);
    expect(configured(options)).toMatchObject({ categoryId: 7n, seed: 1, headers: [['X-A', 'b']] });
  });

  it('may be undefined, or of another realm', () => {
    const { href } = new URL('https://staging.example/v1');
    const options = { baseUrl: { href }, environment: process.env, console, signal: AbortSignal.timeout(1) };
    expect(optionProblems({ ...options, seed: undefined, onProgress: undefined })).toEqual([]);
    for (const none of [null, 5, 'http://h/v1', []])
      expect(optionProblems(none)).toEqual(['options must be an object.']);
  });
});
