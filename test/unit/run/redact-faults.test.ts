import { describe, expect, it } from 'vitest';
import { noJournal } from '../../../lab/no-journal.ts';
import { redactFaults, withoutSecretsInErrors, judgeCases } from '../../../src/run/judge-cases.ts';
import { configured, key, target } from '../../support/configuration-under-test.ts';
import { suiteIdentity } from '../../../src/run/suite-identity.ts';

/** What Node says of a header value that it does not take, had it quoted the value. */
const quoting = (secret: string): string => `Invalid character in header content ["authorization"]: Bearer ${secret}`;
const description = {
  caseId: 'some/case',
  title: 'some case',
  place: 'x:1',
  judges: [],
  feeds: [],
  mayCreate: 0,
  needs: [],
  stage: 'main',
  repeatGroup: 'some/case',
} as const;

function broken(secret: string): Parameters<typeof redactFaults>[0] {
  return {
    cases: [{ description, state: 'failed', errors: [quoting(secret)], stop: null }],
    suiteFaults: [`An error outside every case: ${quoting(encodeURIComponent(secret))}`],
  };
}

describe('errors that quote the key', () => {
  it.each([
    ['the key', key],
    ['the key without its last character', key.slice(0, -1)],
    ['the key with a character appended', `${key}x`],
  ])('or %s show its label instead', (_what, secret) => {
    const { cases, suiteFaults } = redactFaults(broken(secret), configured({ environment: target }));
    const texts = [...cases.flatMap(({ errors }) => errors), ...suiteFaults];
    expect(texts).toEqual([
      expect.stringMatching(/^Invalid character .*: Bearer \[.+\]/),
      expect.stringMatching(/^An error outside every case: Invalid character .*: Bearer \[.+\]/),
    ]);
    expect(texts.join(' ')).not.toContain(key.slice(0, -1));
  });

  it('show its label in the report', async () => {
    const report = await judgeCases({
      configuration: configured({ environment: target }),
      journal: noJournal,
      runCases: () => Promise.reject(new Error(`no such file or directory, open '/home/${key}'`)),
      runId: 'faults',
      suite: suiteIdentity(),
      now: Date.now,
      secondTry: false,
    });
    const text = JSON.stringify(report);
    expect(text).toContain(`no such file or directory, open '/home/[key]'`);
    expect(text).not.toContain(key);
  });

  it('are left as they are where they quote nothing', () => {
    const result = broken('nothing at all');
    expect(redactFaults(result, configured({ environment: target }))).toEqual(result);
  });

  it('do not leave a run with it, even as a cause', async () => {
    const configuration = configured({ environment: target });
    const failing = withoutSecretsInErrors(configuration, () => Promise.reject(new TypeError(quoting(key))));
    const error = await failing.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain('Bearer [key]');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(key);
  });

  it('leave a result as it is', async () => {
    expect(await withoutSecretsInErrors(configured({ environment: target }), () => Promise.resolve(7))).toBe(7);
  });
});
