import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { type ProcessResult, runProcess } from '../support/command-in.ts';
import { copyCheckout } from '../../lab/copy-checkout.ts';

// A copy of the suite with three additional, faulty specs judges the embedded service.

const SPECS = {
  'does-not-load': `throw new Error('out of order');`,
  'holds-no-case': 'export {};',
  'holds-a-stray': `import { test } from 'vitest';\ntest('a test of something else', () => undefined);`,
} as const;

const directory = copyCheckout(['bin', 'src', 'specs', 'schemas', 'package.json']);
let report: Report;
let partial: Report;

beforeAll(async () => {
  for (const [name, text] of Object.entries(SPECS)) writeFileSync(join(directory, `specs/${name}.spec.ts`), text);
  report = await judge('all', '--examples', '1');
  partial = await judge('part', '--only', 'LIST-OK');
});

/** Runs, expects the exit code of the verdict, and returns the report. */
async function judge(reports: string, ...words: readonly string[]): Promise<Report> {
  const { code } = await command('run', '--format', 'json', '--reports', reports, ...words);
  const judged = JSON.parse(readFileSync(join(directory, reports, 'report.json'), 'utf8')) as Report;
  expect(code).toBe(judged.verdict.exitCode);
  return judged;
}

function command(...words: readonly string[]): Promise<ProcessResult> {
  const environment = { PATH: process.env['PATH'] ?? '' };
  const bin = join(directory, 'bin/petstore-conformance.js');
  return runProcess(process.execPath, [bin, ...words], directory, environment);
}

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A case that is not selected does not run, so it cannot report why a spec did not load. */
function withoutReason(fault: string): string {
  return fault.replace(/ \(.*/, '');
}

describe('faulty specs', () => {
  it('prevent a conformant verdict, although nothing is violated', () => {
    expect(report.verdict).toMatchObject({ outcome: 'inconclusive', exitCode: 2 });
    expect(report.checks.filter(({ outcome }) => outcome === 'violated')).toEqual([]);
  });

  it.each([
    ['does-not-load', 'out of order'],
    ['holds-no-case', 'has no cases'],
    ['holds-a-stray', 'does not load'],
  ])('are named: %s, with %s', (spec, what) => {
    for (const text of [what, spec]) expect(report.suiteFaults.join('\n')).toContain(text);
  });

  it('are also found if only some cases are selected', () => {
    expect(partial.suiteFaults.map(withoutReason)).toEqual(report.suiteFaults.map(withoutReason));
  });

  it('do not affect the cases of other specs', () => {
    const satisfied = report.checks.filter(({ outcome }) => outcome === 'satisfied');
    const judged = satisfied.map(({ id }) => id);
    for (const id of ['list/limit/20#', 'create/twice#', 'generated/page/1#'])
      expect(judged).toContainEqual(expect.stringMatching(`^${id}`));
  });

  it('make the command list fail', async () => {
    expect(await command('list')).toMatchObject({
      code: 4,
      out: '',
      error: expect.stringMatching(/^petstore-conformance: a fault of the suite itself: [^\n]*does not load[^\n]*\n$/),
    });
  });

  it('are a fault of the suite, not wrong usage, if no case remains', async () => {
    for (const file of readdirSync(join(directory, 'specs'))) {
      if (!file.startsWith('does-not')) rmSync(join(directory, 'specs', file));
    }
    expect(await command('run', '--only', 'LIST-OK')).toMatchObject({
      code: 4,
      error: 'petstore-conformance: a fault of the suite itself: The spec does-not-load does not load: out of order\n',
    });
  });
});
