import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Variant } from '../../src/reference/behaviour.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import type { Report } from '../../src/report/report.ts';
import { reportText } from '../support/whole-texts.ts';
import type { ProcessResult } from '../support/command-in.ts';
import { runCommandHere } from '../support/command-in-process.ts';
import { targetOf } from '../support/command.ts';

// An earlier report is tried again within bounds that are too small for all its cases.

let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'again-bounded-'));
  await runOn([takesAnyKey], '--only', 'AUTH-INVALID-CREATE', '--reports', 'keys');
  const only = ['--only', 'GET-OK,GET-SAME,CREATE-DUPLICATES,CREATE-ID-UNIQUE', '--seed', '5'];
  const { code } = await runOn([givesWith202], ...only);
  expect(code).toBe(1);
  const earlier = reportIn('reports');
  mkdirSync(join(folder, 'turned'));
  const checks = earlier.checks.toReversed();
  writeFileSync(join(folder, 'turned', 'report.json'), reportText({ ...earlier, checks }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Breaks GET-OK. */
const givesWith202: Variant = (base) => ({
  async around(request, next) {
    const reply = await base.around(request, next);
    return request.operation === 'getPet' && reply.status === 200 ? { ...reply, status: 202 } : reply;
  },
});

/** Answers every other addition late, so that requests of cases that go on at the same time come in another order. */
const answersUnevenly: Variant = (base) => {
  let count = 0;
  return {
    async around(request, next) {
      if (request.operation === 'createPet') count += 1;
      if (count % 2 === 0) await sleep(50);
      return base.around(request, next);
    },
  };
};

const takesAnyKey: Variant = () => ({ isKeyValid: () => true });

async function runOn(variants: readonly Variant[], ...words: readonly string[]): Promise<ProcessResult> {
  const service = await startReference({ seed: 1, key: 'the-key-of-the-bounded-service', variants });
  try {
    return await runCommandHere(folder, ['run', '--format', 'json', ...words], targetOf(service));
  } finally {
    await service.close();
  }
}

function reportIn(...steps: readonly string[]): Report {
  return JSON.parse(readFileSync(join(folder, ...steps, 'report.json'), 'utf8')) as Report;
}

/** The ids of the checks that ended for want of what `supply` raises. */
function leftOut(report: Report, supply: string): readonly string[] {
  return report.checks.filter((check) => check.supply === supply).map(({ id }) => id);
}

const BOUNDS = [
  ['--max-creates', '16', 'Raise --max-creates (PETSTORE_MAX_CREATES).'],
  ['--max-requests', '45', 'Raise --max-requests (PETSTORE_MAX_REQUESTS).'],
] as const;

describe.each(BOUNDS)('a new try within %s %s', (flag, bound, supply) => {
  it('names what it left out, and leaves out the same each time', async () => {
    const words = [flag, bound, '--examples', '1'] as const;
    const first = await runOn([], '--again', 'reports/report.json', ...words);
    expect(first.code).toBe(2);
    const left = leftOut(reportIn('reports', 'again'), supply);
    expect(left.length).toBeGreaterThan(0);
    expect(first.out).toContain(`Left out (`);
    const cases = left.filter((id) => id.endsWith('#GET-OK')).map((id) => id.replace('#GET-OK', ''));
    for (const caseId of cases) expect(first.out).toContain(`\n  ${caseId}\n`);
    expect(first.out.replaceAll('\n', ' ')).toContain(supply);

    const second = await runOn([answersUnevenly], '--again', 'turned/report.json', ...words, '--quiet');
    expect(leftOut(reportIn('turned', 'again'), supply).toSorted()).toEqual(left.toSorted());
    expect(second.out).toMatch(/ Left out: \d+ cases? of [A-Z, -]+\. Raise --max-/);
    expect(second.out).toContain(supply);
  });
});

it('a rejected request leaves its room to the next case', async () => {
  expect(reportIn('keys').counts.checks.violated).toBeGreaterThan(15);
  const { out } = await runOn([], '--again', 'keys/report.json', '--max-creates', '15', '--quiet');
  expect(out).toMatch(/^Tried again: \d fixed, 0 still violated, 0 not settled\. A whole run gives the verdict\.\n/);
});

it('a target that is gone ends every case', async () => {
  const gone = { url: 'http://127.0.0.1:9/v1', key: 'any-key' };
  const words = ['run', '--again', 'keys/report.json', '--max-creates', '15', '--quiet'];
  const { code, out } = await runCommandHere(folder, words, targetOf(gone));
  expect(code).toBe(2);
  expect(out).toMatch(/^Tried again: 0 fixed, 0 still violated, \d not settled\.\n/);
});
