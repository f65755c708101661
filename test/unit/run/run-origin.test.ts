import { describe, expect, it } from 'vitest';
import { buildServerRun, commandToRepeat, configurationDigest } from '../../../src/run/run-origin.ts';
import { RUN } from '../../support/fake-records.ts';

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

describe('the command that repeats a run', () => {
  it('has the settings that differ from their defaults, quoted for a shell', () => {
    const run = { ...RUN, target: 'https://x/v1', seed: 42, profile: 'read-only' } as const;
    const configuration = {
      examples: 9,
      insecure: true,
      riskyProbes: false,
      wait: 0,
      only: 'LIST-OK',
      grep: "it's",
      additionalHeaders: 'X',
    };
    const command = commandToRepeat({ ...run, asOf: '2031-01-01', configuration });
    const [head, ...flags] = command.split(' --');
    expect(head).toBe('npx petstore-conformance run');
    expect(flags.toSorted()).toEqual([
      "as-of '2031-01-01'",
      "base-url 'https://x/v1'",
      "examples '9'",
      String.raw`grep $'it\'s'`,
      'insecure',
      'no-risky-probes',
      "only 'LIST-OK'",
      "profile 'read-only'",
      "seed '42'",
    ]);
    const embedded = { ...run, embedded: true, profile: 'full', asOf: run.startedAt } as const;
    expect(commandToRepeat(embedded)).toBe("npx petstore-conformance run --seed '42'");
  });
});
