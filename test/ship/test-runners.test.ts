import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  expectFailure,
  expectPart,
  expectPass,
  installBefore,
  modules,
  replace,
  runExample,
  RUNNERS,
} from './runner-project.ts';

const VERDICT = 'the service is conformant';

installBefore([]);

describe('the example for vitest', () => {
  it('passes on a right service: a test for each case, and the verdict', () => expectPass(RUNNERS.vitest));

  it('fails on a broken service, names the requirement, and writes the report', () => expectFailure(RUNNERS.vitest));

  it('ends the process with a filter that leaves out the verdict, and writes the report of a part', () =>
    expectPart(RUNNERS.vitest, ['-t', 'POST /pets MUST return 401 for the key cut short']));
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
    const spec = join(project, 'specs', 'list.spec.js');
    const text = readFileSync(spec, 'utf8');
    try {
      writeFileSync(spec, text.replaceAll('.readPage(', '.noSuchFunction('));
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
