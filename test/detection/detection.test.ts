import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lawfulServices } from '../../src/reference/lawful/index.ts';
import { PACKAGE_ROOT } from '../../src/runner/vitest-options.ts';
import { selectFaults } from './selection.ts';
import type { Summary } from './summary.ts';

// Broken and lawful services are judged once each, all in one process, and each is a test of its own. `npm test` takes all
// lawful services and two faults for every requirement; `npm run test:long` takes every fault.

const isLong = process.env['DETECTION'] === 'all';
const selected = selectFaults(isLong);

const summaries = new Map<string, Summary>();

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-conformance-detection-'));
  try {
    const file = join(directory, 'detection.json');
    const child = spawn(
      process.execPath,
      [join(PACKAGE_ROOT, 'scripts/detection.ts'), file, isLong ? '--all' : '--selected'],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    expect(code).toBe(0);
    for (const summary of JSON.parse(readFileSync(file, 'utf8')) as Summary[]) summaries.set(summary.id, summary);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

/** The summary of one service; its own faults fail the test. */
function summaryOf(id: string): Summary {
  const summary = summaries.get(id);
  if (summary === undefined) throw new Error(`${id} was not judged`);
  expect(summary.harnessErrors).toEqual([]);
  expect(summary.suiteFaults).toEqual([]);
  return summary;
}

describe('detection: a service that is broken in one way is not conformant, for the reason that it declares', () => {
  it.each(selected.map((fault) => [fault.id, fault] as const))('%s', (id, fault) => {
    const { verdict, violated, first } = summaryOf(`fault/${id}`);
    expect(verdict, first ?? '').toBe('not conformant');
    if ('breaks' in fault) expect(violated.toSorted(), first ?? '').toEqual(fault.breaks.toSorted());
    else
      expect(
        violated.filter((each) => !fault.breaksSome.includes(each)),
        first ?? '',
      ).toEqual([]);
  });
});

describe('fairness: a service that the contract allows is not accused', () => {
  it.each(lawfulServices.map((lawful) => [lawful.id, lawful] as const))('%s', (id, { expects }) => {
    const { verdict, violated, first, notApplicable, notVerified } = summaryOf(`lawful/${id}`);
    expect(violated, first ?? '').toEqual([]);
    expect(verdict).toBe(expects.verdict);
    expect(notApplicable).toEqual(expect.arrayContaining([...(expects.notApplicable ?? [])]));
    expect(notVerified).toEqual(expect.arrayContaining([...(expects.notVerified ?? [])]));
  });
});
