import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionProblems, requestOf, type RunOptions } from '../../../src/api/run-options.ts';

const FOLDER = '/tmp/an-empty-folder';

describe('the options of a run', () => {
  it('become the flags of the same name', () => {
    const options: RunOptions = {
      baseUrl: new URL('https://staging.example/v1'),
      reports: 'out',
      format: ['junit', 'md'],
      only: ['LIST-OK', 'GET-OK'],
      categoryId: 2n ** 62n,
      maxCreates: 50,
      asOf: new Date('2030-12-04T00:00:00Z'),
      header: { 'X-Gateway': 'a', 'X-Other': 'b' },
      insecure: false,
      wait: 0.5,
    };
    expect(requestOf(options, FOLDER)).toEqual({
      flags: {
        baseUrl: 'https://staging.example/v1',
        reports: resolve('out'),
        format: 'junit,md',
        only: 'LIST-OK,GET-OK',
        categoryId: '4611686018427387904',
        maxCreates: '50',
        asOf: '2030-12-04T00:00:00.000Z',
        header: ['X-Gateway: a', 'X-Other: b'],
        insecure: false,
        wait: '0.5',
      },
      environment: {},
      directory: FOLDER,
    });
  });

  it('leave nothing on disk where no folder is asked for', () => {
    expect(requestOf({ format: ['html'] }, FOLDER).flags).toEqual({ reports: FOLDER, format: 'json' });
  });

  it('take settings and proxies from an environment, and nothing else', () => {
    const environment = {
      PETSTORE_SEED: '7',
      PETSTORE_API_KEY: 'that of the environment',
      HTTPS_PROXY: 'http://proxy.example',
      no_proxy: 'localhost',
      GITHUB_ACTIONS: 'true',
      PATH: '/bin',
      PETSTORE_PROFILE: undefined,
      PET_STORE_BASE_URL: 'https://staging.example/v1',
    };
    expect(requestOf({ environment, apiKey: 'the key' }, FOLDER).environment).toEqual({
      PETSTORE_SEED: '7',
      PETSTORE_API_KEY: 'the key',
      HTTPS_PROXY: 'http://proxy.example',
      no_proxy: 'localhost',
      // Misspelt, which the run reports.
      PET_STORE_BASE_URL: 'https://staging.example/v1',
    });
  });

  it('are refused where the service that is judged would be another one', () => {
    const misspelt: object = { baseURL: 'https://staging.example/v1', headers: {}, address: '', seed: 1 };
    expect(optionProblems(misspelt)).toEqual([
      'baseURL is no option of run; did you mean baseUrl?',
      'headers is no option of run; did you mean header?',
      'address is no option of run; docs/api.md lists them.',
    ]);
    const unset: object = { baseUrl: undefined };
    expect(optionProblems(unset)).toEqual([
      'baseUrl must be the base address of the service; left out, the embedded service is judged.',
    ]);
    expect(optionProblems({ baseUrl: 'https://staging.example/v1', maxCreates: undefined })).toEqual([]);
    const environment = { PETSTORE_BASE_URL: undefined };
    expect(optionProblems({ environment })).toEqual([
      'PETSTORE_BASE_URL is undefined in environment; leave it out to judge the embedded service.',
    ]);
    expect(optionProblems({ environment, baseUrl: 'https://staging.example/v1' })).toEqual([]);
  });

  it.each([
    ['baseUrl', 5, 'a string or a URL'],
    ['baseUrl', null, 'a string or a URL'],
    ['apiKey', 5, 'a string'],
    ['reports', {}, 'a string'],
    ['format', 'md', 'a list of json, html, junit, md, har'],
    ['format', ['pdf'], 'a list of json, html, junit, md, har'],
    ['only', 'LIST-OK', 'a list of strings'],
    ['only', [5], 'a list of strings'],
    ['grep', /list/, 'a string'],
    ['categoryId', '7', 'a bigint or a number'],
    ['seed', '1', 'a number'],
    ['maxCreates', null, 'a number'],
    ['asOf', new Date('never'), 'a string or a valid Date'],
    ['asOf', 5, 'a string or a valid Date'],
    ['header', 5, 'an object whose values are strings'],
    ['header', ['X-A: b'], 'an object whose values are strings'],
    ['header', { 'X-A': 5 }, 'an object whose values are strings'],
    ['insecure', 'yes', 'true or false'],
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

  it('may be undefined, or of another realm', () => {
    const { href } = new URL('https://staging.example/v1');
    const options = { baseUrl: { href }, environment: process.env, console, signal: AbortSignal.timeout(1) };
    expect(optionProblems({ ...options, seed: undefined, onProgress: undefined })).toEqual([]);
    for (const none of [null, 5, 'http://h/v1', []])
      expect(optionProblems(none)).toEqual(['options must be an object.']);
  });
});
