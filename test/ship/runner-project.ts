import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { conformanceCases, conformanceRules } from '../../src/api/index.ts';
import type { Report } from '../../src/report/report.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { type ProcessResult, runProcess } from '../support/command-in.ts';
import { npm, packOnce } from './package/installation.ts';
import { readPageBlocks } from './page-blocks.ts';

// The examples of docs/test-runners.md, as they stand there, in a project that has installed the packed tarball. vitest is
// that of the checkout.

const { block } = readPageBlocks('test-runners.md');

const root = mkdtempSync(join(tmpdir(), 'petstore-conformance-test-runners-'));
/** The packages of the projects. */
export const modules: string = join(root, 'node_modules');

/** Installs the tarball and further packages before the tests of a file, and removes them after these. */
export function installBefore(packages: readonly string[]): void {
  beforeAll(async () => {
    const { tarball } = await packOnce(inject('sharedFolder'));
    writeFileSync(join(root, 'package.json'), '{ "private": true }\n');
    // With optional packages: Jest needs the one for the platform.
    await npm(root, ['install', '--save-exact', tarball, ...packages]);
    symlinkSync(join(PACKAGE_ROOT, 'node_modules', 'vitest'), join(modules, 'vitest'));
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));
}

/** What a test runner reports, and the report of the run. */
export interface RunnerResult extends ProcessResult {
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly report: Report | null;
}

export interface Runner {
  readonly file: string;
  readonly words: readonly string[];
  readonly counts: (folder: string, out: string) => Pick<RunnerResult, 'tests' | 'passed' | 'failed'>;
}

interface Counts {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** vitest writes the same format as Jest. */
function countsOfJest(folder: string): Pick<RunnerResult, 'tests' | 'passed' | 'failed'> {
  const counts: Counts = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
  return { tests: counts.numTotalTests, passed: counts.numPassedTests, failed: counts.numFailedTests };
}

/** How docs/test-runners.md starts Jest. */
export const [NODE = '', ...JEST_WORDS]: readonly string[] = block('jest').replaceAll("'", '').trim().split(' ');

export const RUNNERS = {
  vitest: {
    file: 'conformance.test.js',
    words: 'node_modules/vitest/vitest.mjs run --reporter default --reporter json --outputFile=results.json'.split(' '),
    counts: countsOfJest,
  },
  'node:test': {
    file: 'conformance.node.js',
    words: ['--test', '--test-reporter=tap', 'conformance.node.js'],
    counts(_folder, out) {
      const count = (name: string): number => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(out)?.[1]);
      return { tests: count('tests'), passed: count('pass'), failed: count('fail') };
    },
  },
  Jest: {
    file: 'conformance.jest.js',
    words: [...JEST_WORDS, '--json', '--outputFile', 'results.json'],
    counts: countsOfJest,
  },
} satisfies Readonly<Record<string, Runner>>;

interface Changes {
  readonly test?: (text: string) => string;
  readonly service?: (text: string) => string;
  readonly words?: readonly string[];
}

/** Replaces a part of an example that stands in it exactly once. */
export function replace(part: string, other: string): (text: string) => string {
  return (text) => {
    expect(text.split(part).length).toBe(2);
    return text.replace(part, other);
  };
}

const same = (text: string): string => text;
/** Starts the service of the page with a fault. */
export const withFault: (text: string) => string = replace("'serve'", "'serve', '--fault', 'limit-plus-one'");

let projects = 0;

/** Runs an example of the page in a folder of its own, below the installed packages. */
export async function runExample(
  { file, words, counts }: Runner,
  { test = same, service = same, words: more = [] }: Changes = {},
): Promise<RunnerResult> {
  projects += 1;
  const folder = join(root, `project-${projects}`);
  mkdirSync(folder);
  symlinkSync(modules, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, 'service.js'), service(block('service.js')));
  writeFileSync(join(folder, file), test(block(file)));
  const result = await runProcess(process.execPath, [...words, ...more], folder, {
    PATH: process.env['PATH'] ?? '',
    HOME: root,
    TMPDIR: root,
    NO_COLOR: '1',
  });
  return { ...result, ...counts(folder, result.out), report: readReport(folder) };
}

function readReport(folder: string): Report | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'reports', 'report.json'), 'utf8')) as Report;
  } catch {
    return null;
  }
}

/** Expects a test for each case, and the verdict. In vitest also one for each rule. */
export async function expectPass(runner: Runner): Promise<void> {
  const { code, out, error, tests, failed, report } = await runExample(runner);
  expect({ code, failed }, out + error).toEqual({ code: 0, failed: 0 });
  const rules = runner === RUNNERS.vitest ? conformanceRules().length : 0;
  expect(tests).toBe((await conformanceCases()).length + rules + 1);
  expect(report?.verdict.outcome).toBe('conformant');
  expect(report?.run.embedded).toBe(false);
}

/** Expects the violated requirement in the output, and the report. */
export async function expectFailure(runner: Runner): Promise<void> {
  const { code, out, error, failed, passed, report } = await runExample(runner, { service: withFault });
  const printed = out + error;
  expect(code).toBe(1);
  expect(failed).toBeGreaterThan(1);
  expect(passed).toBeGreaterThan(failed);
  expect(printed).toMatch(/LIST-LIMIT-MAX \(part 4\.1\) is violated: .*\n\s+Expected: at most \d+ pet/);
  expect(printed).toContain('Reproduce: curl ');
  // What the verdict says, and no case.
  expect(printed).toMatch(/^\s*LIST-LIMIT-MAX is violated: /m);
  expect(report?.verdict).toMatchObject({ outcome: 'not conformant', exitCode: 1 });
}

/** Expects a run with a filter to end without the verdict, and to write the report of a part. */
export async function expectPart(runner: Runner, filter: readonly string[]): Promise<void> {
  const words = runner.file === 'conformance.node.js' ? [...filter, ...runner.words] : [...runner.words, ...filter];
  const { code, out, error, passed, failed, report } = await runExample({ ...runner, words });
  expect({ code, failed }, out + error).toEqual({ code: 0, failed: 0 });
  expect(passed).toBeGreaterThan(0);
  expect(report?.verdict.outcome).toBe('inconclusive');
}
