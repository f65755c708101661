import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { longestOf, shortLimits } from '../../../scripts/short-limits.ts';
import { resultOf, startProcess } from '../../support/child-process.ts';
import { DURATIONS_FILE, type Duration } from '../../support/durations-reporter.ts';

const VITEST = fileURLToPath(import.meta.resolve('vitest/package.json').replace('package.json', 'vitest.mjs'));
const REPORTER = fileURLToPath(new URL('../../support/durations-reporter.ts', import.meta.url));

const CONFIGURATION = `
  import { DurationsReporter } from ${JSON.stringify(REPORTER)};
  export default {
    test: { globals: true, testTimeout: 8000, hookTimeout: 9000, reporters: [new DurationsReporter()] },
  };
`;

const TESTS = `
  beforeAll(() => undefined);
  describe('a suite', () => {
    afterAll(() => undefined);
    it('waits', () => new Promise((resolve) => setTimeout(resolve, 100)), 7000);
    it('does not', () => undefined);
  });
`;

const lasting = (name: string, milliseconds: number): Duration => ({ name, milliseconds, limit: 60_000 });

it('a limit is too short if a test or hook takes more than a tenth of it', () => {
  const durations = [lasting('a tenth', 6_000), lasting('more', 6_100), lasting('less', 50)];
  expect(shortLimits(durations)).toEqual(['more: took 6.1 s, its limit is 60.0 s.']);
  expect(longestOf(durations, 2)).toEqual(['6.1 s  more', '6.0 s  a tenth']);
});

it('the durations of a run are those of its tests and of its hooks, each with its limit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'durations-'));
  writeFileSync(join(folder, 'vitest.config.mjs'), CONFIGURATION);
  writeFileSync(join(folder, 'some.test.js'), TESTS);
  try {
    const result = await resultOf(startProcess(process.execPath, [VITEST, 'run', '--root', folder]));
    expect(result).toMatchObject({ code: 0, error: '' });
    const durations: readonly Duration[] = JSON.parse(readFileSync(join(folder, DURATIONS_FILE), 'utf8'));
    expect(durations.map(({ name, limit }) => [name, limit])).toEqual([
      ['some.test.js (beforeAll)', 9000],
      ['some.test.js > a suite > waits', 7000],
      ['some.test.js > a suite > does not', 8000],
      ['some.test.js > a suite (afterAll)', 9000],
    ]);
    const [hook, test] = durations.map(({ milliseconds }) => milliseconds);
    expect(hook).toBeGreaterThan(0);
    expect(test).toBeGreaterThan(90);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
