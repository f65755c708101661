import { describe, expect, it } from 'vitest';
import { repeatCommand } from '../../../src/report/repeat-command.ts';
import { RUN } from '../../support/fake-records.ts';

describe('the command that repeats a run', () => {
  it('has the settings that differ from their defaults, quoted for a shell', () => {
    const run = { ...RUN, target: 'https://x/v1', seed: 42, profile: 'read-only' } as const;
    const configuration = {
      examples: 9,
      insecure: true,
      riskyProbes: false,
      wait: 0,
      only: "it's\0",
      additionalHeaders: 'X',
    };
    const command = repeatCommand({ ...run, asOf: '2031-01-01', configuration });
    const [head, ...flags] = command.split(' --');
    expect(head).toBe('npx petstore-conformance run');
    expect(flags.toSorted()).toEqual([
      'as-of 2031-01-01',
      "base-url 'https://x/v1'",
      'examples 9',
      'insecure',
      'no-risky-probes',
      String.raw`only $'it\'s'`,
      'profile read-only',
      'seed 42',
    ]);
    const embedded = { ...run, embedded: true, profile: 'full', asOf: run.startedAt } as const;
    expect(repeatCommand(embedded)).toBe('npx petstore-conformance run --seed 42');
  });

  it('for one requirement keeps the other settings, so a read-only run stays one', () => {
    const run = { ...RUN, target: 'https://x/v1', seed: 42, profile: 'read-only' } as const;
    const configuration = { only: 'LIST-OK,GET-OK', mappedBasePath: true };
    const command = repeatCommand({ ...run, asOf: run.startedAt, configuration }, { only: 'GET-OK' });
    const [, ...flags] = command.split(' --');
    expect(flags.toSorted()).toEqual([
      "base-url 'https://x/v1'",
      'mapped-base-path',
      'only GET-OK',
      'profile read-only',
      'seed 42',
    ]);
  });
});
