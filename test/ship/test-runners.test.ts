import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { conformanceCases } from '../../src/api/index.ts';
import type { Report } from '../../src/report/report.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { type ProcessResult, runProcess } from '../support/command-in.ts';
import { npm, packOnce } from './package/installation.ts';
import { readPageBlocks } from './page-blocks.ts';

// The examples of docs/test-runners.md, as they stand there, in a project that has installed the packed tarball. vitest is
// that of the checkout. Jest comes from the registry: its 290 packages are too many for the checkout.

const JEST = 'jest@30.5.2';
const VERDICT = 'the service is conformant';
const TESTS = (await conformanceCases()).length + 1;
const { block } = readPageBlocks('test-runners.md');

const root = mkdtempSync(join(tmpdir(), 'petstore-conformance-test-runners-'));
const modules = join(root, 'node_modules');

beforeAll(async () => {
  const { tarball } = await packOnce(inject('sharedFolder'));
  writeFileSync(join(root, 'package.json'), '{ "private": true }\n');
  // With optional packages: Jest needs the one for the platform.
  await npm(root, ['install', '--save-exact', tarball, JEST]);
  symlinkSync(join(PACKAGE_ROOT, 'node_modules', 'vitest'), join(modules, 'vitest'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What a test runner reports, and the report of the run. */
interface RunnerResult extends ProcessResult {
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly report: Report | null;
}

interface Runner {
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

const [NODE = '', ...JEST_WORDS] = block('jest').replaceAll("'", '').trim().split(' ');

const RUNNERS = {
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

const EVERY_RUNNER = Object.entries<Runner>(RUNNERS);

interface Changes {
  readonly test?: (text: string) => string;
  readonly service?: (text: string) => string;
  readonly words?: readonly string[];
}

/** Replaces a part of an example that stands in it exactly once. */
function replace(part: string, other: string): (text: string) => string {
  return (text) => {
    expect(text.split(part).length).toBe(2);
    return text.replace(part, other);
  };
}

const same = (text: string): string => text;
const withFault = replace("'serve'", "'serve', '--fault', 'limit-plus-one'");

let projects = 0;

/** Runs an example of the page in a folder of its own, below the installed packages. */
async function runExample(
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

describe.each(EVERY_RUNNER)('the example for %s', (_name, runner) => {
  it('passes on a right service: a test for each case, and the verdict', async () => {
    const { code, out, error, tests, failed, report } = await runExample(runner);
    expect({ code, failed }, out + error).toEqual({ code: 0, failed: 0 });
    expect(tests).toBe(TESTS);
    expect(report?.verdict.outcome).toBe('conformant');
    expect(report?.run.embedded).toBe(false);
  });

  it('fails on a broken service, names the requirement, and writes the report', async () => {
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
  });
});

it('is started for Jest as the page says', () => {
  expect(NODE).toBe('node');
});

describe('conformanceTests', () => {
  const target = "baseUrl: service.baseUrl, apiKey: service.apiKey, reports: 'reports'";

  it('fails the verdict alone if a required requirement is not verified', async () => {
    const { code, out, error, failed, report } = await runExample(RUNNERS.vitest, {
      test: replace(target, `${target}, maxCreates: 1, examples: 1`),
    });
    const printed = out + error;
    expect({ code, failed }).toEqual({ code: 1, failed: 1 });
    expect(printed).toContain(`FAIL  conformance.test.js > Pet Store Service Interface > ${VERDICT}`);
    expect(printed).toContain('The verdict is: inconclusive.');
    expect(printed).toContain('Not verified: LIST-LIMIT-MAX, because ');
    expect(printed).toMatch(/↓ .*\[Not verified: The run may add at most 1 pet,/);
    expect(report?.verdict.exitCode).toBe(2);
  });

  it('calls the function once, after beforeAll has started the service', async () => {
    const { code, out } = await runExample(RUNNERS.vitest, {
      test: (text) =>
        replace(
          '  service = await startService();',
          "  service = await startService();\n  console.log('started');",
        )(replace('conformanceTests(() => (', "conformanceTests(() => (console.log('called'), ")(text)),
      words: ['-t', 'list/limit/default/all'],
    });
    expect(code).toBe(0);
    expect([...out.matchAll(/^(?:started|called)$/gm)].map(([word]) => word)).toEqual(['started', 'called']);
  });

  it('fails once, and runs no case, if the options are wrong', async () => {
    const { code, out, error, passed, report } = await runExample(RUNNERS.vitest, {
      test: replace('apiKey: service.apiKey', 'apikey: service.apiKey'),
    });
    expect({ code, passed, report }).toEqual({ code: 1, passed: 0, report: null });
    expect(`${out}${error}`.split('ConformanceError: apikey is not an option of run').length).toBe(2);
  });

  it('fails the verdict if the service does not answer', async () => {
    const { code, out, error, passed, failed } = await runExample(RUNNERS.vitest, {
      test: replace('baseUrl: service.baseUrl', "baseUrl: 'http://127.0.0.1:1/v1'"),
    });
    expect({ code, passed, failed }).toEqual({ code: 1, passed: 0, failed: 1 });
    expect(out + error).toContain('The service did not respond to any request');
  });

  it('fails by a fault of the suite', async () => {
    const project = join(modules, 'petstore-conformance');
    const spec = join(project, 'specs', 'list-limit.spec.js');
    const text = readFileSync(spec, 'utf8');
    try {
      writeFileSync(spec, text.replaceAll('.sameSize(', '.noSuchFunction('));
      const { code, out, error, failed } = await runExample(RUNNERS.vitest);
      expect(code).toBe(1);
      expect(failed).toBeGreaterThan(1);
      expect(out + error).toContain('could not be judged because of a fault of the suite itself');
    } finally {
      writeFileSync(spec, text);
    }
  });

  it('runs the verdict last, whatever order the configuration asks for', async () => {
    const words = ['--sequence.shuffle', '--sequence.concurrent'];
    const { code, out, report } = await runExample(RUNNERS.vitest, { words });
    expect(code, out).toBe(0);
    expect(report?.verdict.outcome).toBe('conformant');
  });
});

describe.each([
  ['vitest', RUNNERS.vitest, ['-t', 'POST /pets MUST reject a key that differs']],
  ['node:test', RUNNERS['node:test'], ['--test-name-pattern', 'POST /pets MUST reject a key that differs']],
  ['Jest', RUNNERS.Jest, ['-t', 'POST /pets MUST reject a key that differs']],
] as const)('a filter for %s that leaves out the verdict', (_name, runner, filter) => {
  it('ends the process, and writes the report of a part', async () => {
    const words = runner.file === 'conformance.node.js' ? [...filter, ...runner.words] : [...runner.words, ...filter];
    const { code, out, error, passed, failed, report } = await runExample({ ...runner, words });
    expect({ code, failed }, out + error).toEqual({ code: 0, failed: 0 });
    expect(passed).toBeGreaterThan(0);
    expect(report?.verdict.outcome).toBe('inconclusive');
  });
});
