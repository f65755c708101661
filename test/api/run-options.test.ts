import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionProblems, requestOf, type RunOptions } from '../../src/api/run-options.ts';

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
    const misspelt: object = { baseURL: 'https://staging.example/v1', seed: 1 };
    expect(optionProblems(misspelt)).toEqual(['baseURL is no option of run; docs/api.md lists them.']);
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
});
