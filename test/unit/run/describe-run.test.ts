import { describe, expect, it } from 'vitest';
import { buildServerRun, configurationDigest } from '../../../src/run/describe-run.ts';
import type { RUN } from '../../support/fake-records.ts';

describe('the run of a build server', () => {
  it.each([
    [
      { GITHUB_SERVER_URL: 'https://g', GITHUB_REPOSITORY: 'o/r', GITHUB_RUN_ID: '7', GITHUB_ACTOR: 'ann' },
      { address: 'https://g/o/r/actions/runs/7', actor: 'ann' },
    ],
    [
      { CI_JOB_URL: 'https://l/1', GITLAB_USER_LOGIN: 'bob' },
      { address: 'https://l/1', actor: 'bob' },
    ],
    [{ BUILD_URL: 'https://j/1' }, { address: 'https://j/1', actor: null }],
    [{ CI: 'true', BUILD_URL: '' }, null],
  ])('of %j is %j', (environment, found) => {
    expect(buildServerRun(environment)).toEqual(found);
  });
});

function digest(configuration: typeof RUN.configuration): string {
  return configurationDigest({ profile: 'full', configuration });
}

describe('the digest of the settings', () => {
  it('is the same for the same settings in any order, and another for others', () => {
    expect(digest({ examples: 5, insecure: false })).toBe(digest({ insecure: false, examples: 5 }));
    expect(digest({ examples: 5 })).not.toBe(digest({ examples: 6 }));
    expect(configurationDigest({ profile: 'read-only', configuration: {} })).not.toBe(digest({}));
  });
});
