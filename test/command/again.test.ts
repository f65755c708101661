import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Variant } from '../../src/reference/behaviour.ts';
import { type ReferenceOptions, startReference } from '../../src/reference/reference-service.ts';
import type { Report } from '../../src/report/report.ts';
import type { ProcessResult } from '../support/command-in.ts';
import { runCommandHere } from '../support/command-in-process.ts';
import { targetOf, violatedIn, readValid } from '../support/command.ts';
import { reportText } from '../support/whole-texts.ts';

// The workflow of fixing a service: a run, a rerun while the service is broken, and a rerun after the fix.

let folder = '';

/** Runs against a build of the service. All builds have the same key. */
async function runOn(build: ReferenceOptions, ...words: readonly string[]): Promise<ProcessResult> {
  const service = await startReference({ seed: 1, key: 'the-key-of-every-build', ...build });
  try {
    return await runCommandHere(folder, ['run', '--format', 'json', ...words], targetOf(service));
  } finally {
    await service.close();
  }
}

function reportIn(...steps: readonly string[]): Report {
  return readValid(readFileSync(join(folder, ...steps, 'report.json'), 'utf8'));
}

/** Breaks GET-OK. */
const givesWith202: Variant = (base) => ({
  async around(request, next) {
    const reply = await base.around(request, next);
    return request.operation === 'getPet' && reply.status === 200 ? { ...reply, status: 202 } : reply;
  },
});

const takesAnyKey: Variant = () => ({ isKeyValid: () => true });

/** Delays every second response to an addition. Requests of concurrent cases then arrive in a different order. */
const respondsUnevenly: Variant = (base) => {
  let count = 0;
  return {
    async around(request, next) {
      if (request.operation === 'createPet') count += 1;
      if (count % 2 === 0) await sleep(50);
      return base.around(request, next);
    },
  };
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'again-'));
  const only = ['--only', 'GET-OK,GET-SAME,CREATE-DUPLICATES,CREATE-ID-UNIQUE', '--seed', '5', '--quiet'];
  const first = await runOn({ variants: [givesWith202] }, ...only);
  expect(first).toEqual({
    code: 1,
    error: '',
    out: 'The service is NOT CONFORMANT, profile full.\nViolated: GET-OK\n',
  });
  await runOn({ variants: [takesAnyKey] }, '--only', 'AUTH-INVALID-CREATE', '--reports', 'keys');
  const earlier = reportIn('reports');
  mkdirSync(join(folder, 'turned'));
  const turned = { ...earlier, checks: earlier.checks.toReversed() };
  writeFileSync(join(folder, 'turned', 'report.json'), reportText(turned));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a violation under --again', () => {
  const AGAIN = ['--again', 'reports/report.json'];

  it('is still violated until it is fixed', async () => {
    const broken = await runOn({ variants: [givesWith202] }, ...AGAIN);
    expect(broken).toMatchObject({ code: 1, error: expect.not.stringContaining('fault') });
    expect(broken.out).toMatch(/Tried again \(\d+\)\n(.*\n)* {2}still violated {2}GET-OK/);
    expect(broken.out).not.toContain('fixed  ');
  });

  it('is fixed, and the verdict never counts as a whole run', async () => {
    const { code, out } = await runOn({}, ...AGAIN, '--quiet');
    expect(code).toBe(2);
    const fixed = violatedIn(reportIn('reports')).length;
    expect(out).toBe(
      `Tried again: ${fixed} fixed. Run the whole suite for a verdict.\nThe run is INCONCLUSIVE, profile full.\n`,
    );
    const [earlier, later] = [reportIn('reports'), reportIn('reports', 'again')];
    expect(later.run).toMatchObject({ selection: 'part', configuration: { again: earlier.run.id, exampleSeed: 5 } });
    expect(later.run.seed).not.toBe(5);
    expect(later.counts.cases).toBeLessThanOrEqual(earlier.counts.cases);
    expect(readdirSync(join(folder, 'reports')).filter((name) => name.includes('journal'))).toEqual([]);
  });

  it('comes after a new violation, and the run then calls nothing fixed', async () => {
    const { code, out } = await runOn({ fault: 'list-as-plain-text' }, ...AGAIN);
    expect(code).toBe(1);
    expect(out).toMatch(/\nTried again \(\d+\)\n {2}newly violated {2}ANSWER-MEDIA-TYPE\n/);
    expect(out).not.toContain('Run the whole suite');
  });
});

/** The ids of the checks that stopped at the limit that `howToResolve` says to raise. */
function leftOut(report: Report, howToResolve: string): readonly string[] {
  return report.checks.filter((check) => check.howToResolve === howToResolve).map(({ id }) => id);
}

describe('a rerun within limits that are too small for all its cases', () => {
  it.each([
    ['--max-creates', '16', 'Raise --max-creates (PETSTORE_MAX_CREATES).'],
    ['--max-requests', '45', 'Raise --max-requests (PETSTORE_MAX_REQUESTS).'],
  ])('of %s %s names what it left out, and leaves out the same each time', async (flag, bound, howToResolve) => {
    const words = [flag, bound, '--examples', '1'] as const;
    const first = await runOn({}, '--again', 'reports/report.json', ...words);
    expect(first.code).toBe(2);
    const left = leftOut(reportIn('reports', 'again'), howToResolve);
    expect(left.length).toBeGreaterThan(0);
    expect(first.out.replaceAll(/\s+/g, ' ')).toContain(howToResolve);

    const second = await runOn({ variants: [respondsUnevenly] }, '--again', 'turned/report.json', ...words, '--quiet');
    expect(leftOut(reportIn('turned', 'again'), howToResolve).toSorted()).toEqual(left.toSorted());
    expect(second.out).toMatch(/^Tried again: .*\d+ not settled/);
  });

  it('gives the unused limit of a rejected request to the next case', async () => {
    expect(reportIn('keys').counts.checks.violated).toBeGreaterThan(15);
    const { out } = await runOn({}, '--again', 'keys/report.json', '--max-creates', '15', '--quiet');
    expect(out).toMatch(/^Tried again: \d fixed\. Run the whole suite for a verdict\.\n/);
  });
});
