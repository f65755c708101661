import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { targetOf } from '../support/command.ts';
import { runProcess } from '../support/command-in.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import { PACKAGE_ROOT } from '../../src/runner/package-root.ts';
import { startCountingService } from '../support/counting-service.ts';

// `vitest --project conformance` as a process, from an empty folder, so that no .env is read.

const VITEST = fileURLToPath(import.meta.resolve('vitest/package.json').replace('package.json', 'vitest.mjs'));

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitest-project-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

interface Case {
  readonly status: string;
  readonly title: string;
  readonly failureMessages: readonly string[];
}

/** Runs the project with a filter, and gives what vitest's own report says of the cases that ran. */
async function runProject(words: readonly string[], environment: Readonly<Record<string, string>>) {
  const report = join(folder, 'vitest.json');
  const options = ['--root', PACKAGE_ROOT, '--project', 'conformance', '--reporter', 'json', '--outputFile', report];
  const { code, out, error } = await runProcess(process.execPath, [VITEST, 'run', ...options, ...words], folder, {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TMPDIR: folder,
    ...environment,
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly testResults: readonly { readonly message: string; readonly assertionResults: readonly Case[] }[];
  };
  // What failed a spec file as a whole.
  const messages = testResults.map(({ message }) => message).filter((message) => message !== '');
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const left = readdirSync(folder).filter((name) => name.startsWith('petstore-conformance-'));
  return {
    code,
    printed: out + error,
    messages,
    left,
    tests: tests.filter(({ status }) => status === 'passed' || status === 'failed'),
  };
}

describe('the project conformance of vitest', () => {
  it('fails where another service was meant', async () => {
    const { code, printed, tests } = await runProject(['specs/get-pet.spec.ts'], { PETSTORE_BASE_URL: '' });
    expect({ code, tests }).toEqual({ code: 1, tests: [] });
    expect(printed).toContain('PETSTORE_BASE_URL is set but empty in the environment');
  });

  it('passes on the embedded service, with a filter by tag', async () => {
    const { code, tests, left } = await runProject(['--tags-filter', 'LIST-LIMIT-DEFAULT'], {});
    expect({ code, left }).toEqual({ code: 0, left: [] });
    expect(tests.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'passed'));
  });

  it('fails on a broken service, and names requirement, expected, actual and a command', async () => {
    const service = await startReference({ seed: 1, fault: 'limit-plus-one', key: 'key-that-nobody-may-see' });
    const title = 'listing without a limit gives as many as the limit 20';
    try {
      const { code, printed, tests } = await runProject(['specs/list-limit.spec.ts', '-t', title], targetOf(service));
      expect(code).toBe(1);
      expect(tests).toMatchObject([{ status: 'failed', title }]);
      const message = tests.flatMap(({ failureMessages }) => failureMessages).join('\n');
      expect(message).toContain('LIST-LIMIT-DEFAULT (part 4.1) is violated');
      expect(message).toMatch(/Expected: at most 20 animals\s+Actual: 21 animals/);
      expect(message).toContain('-H "Authorization: Bearer $PETSTORE_API_KEY"');
      expect(`${message}${printed}`).not.toContain(service.key);
    } finally {
      await service.close();
    }
  });

  it('fails once, with one sentence, where every operation rejects the key', async () => {
    const { service, requests } = await startCountingService();
    try {
      const environment = { ...targetOf(service), PETSTORE_API_KEY: 'some-other-key-1234' };
      const { code, messages, tests } = await runProject([], environment);
      expect({ code, tests }).toEqual({ code: 1, tests: [] });
      const sentence =
        'The target cannot be judged: The configured key is rejected by every operation. Set PETSTORE_API_KEY';
      expect(messages).toEqual([expect.stringContaining(sentence)]);
      expect(requests()).toBeLessThanOrEqual(3);
    } finally {
      await service.close();
    }
  });
});
