import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEY_PLACES } from '../../src/suite/keys/key-places.ts';
import { targetOf } from '../support/command.ts';
import { runProcess } from '../support/command-in.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { startCountingService } from '../support/counting-service.ts';

// Runs `vitest --project conformance` as a process in an empty folder, which contains no .env.

const VITEST = fileURLToPath(import.meta.resolve('vitest/package.json').replace('package.json', 'vitest.mjs'));
const VERDICT = 'the service is conformant';

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

/** Runs the project, and returns the results in vitest's JSON report. */
async function runProject(words: readonly string[], environment: Readonly<Record<string, string>>) {
  const report = join(folder, 'vitest.json');
  const options = ['--root', PACKAGE_ROOT, '--project', 'conformance', '--reporter', 'json', '--reporter', 'default'];
  const { code, out, error } = await runProcess(
    process.execPath,
    [VITEST, 'run', ...options, `--outputFile=${report}`, ...words],
    folder,
    {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      TMPDIR: folder,
      ...environment,
    },
  );
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly testResults: readonly { readonly assertionResults: readonly Case[] }[];
  };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    code,
    printed: out + error,
    left: readdirSync(folder).filter((name) => name.startsWith('petstore-conformance-')),
    passed: tests.filter(({ status }) => status === 'passed'),
    failed: tests.filter(({ status }) => status === 'failed'),
  };
}

function messageOf(failed: readonly Case[]): string {
  return failed.flatMap(({ failureMessages }) => failureMessages).join('\n');
}

describe('the project conformance of vitest', () => {
  it('fails once, and runs no case, if PETSTORE_BASE_URL is empty', async () => {
    const { code, printed, passed, failed } = await runProject([], { PETSTORE_BASE_URL: '' });
    expect({ code, passed, failed }).toEqual({ code: 1, passed: [], failed: [] });
    expect(printed.split('PETSTORE_BASE_URL is set but empty in the environment').length).toBe(2);
  });

  it('passes on the embedded service, with a filter by tag', async () => {
    const { code, passed, failed, left } = await runProject(['--tags-filter', 'LIST-LIMIT-DEFAULT'], {});
    expect({ code, failed, left }).toEqual({ code: 0, failed: [], left: [] });
    expect(passed.length).toBeGreaterThan(3);
  });

  it('fails on a broken service, and names requirement, expected, actual and a command', async () => {
    const service = await startReference({ seed: 1, faults: ['limit-plus-one'], key: 'key-that-nobody-may-see' });
    const id = 'list/limit/default/all';
    try {
      const { code, printed, failed } = await runProject(['-t', id], targetOf(service));
      expect(code).toBe(1);
      expect(failed.map(({ title }) => title)).toEqual([expect.stringContaining(id)]);
      const message = messageOf(failed);
      expect(message).toContain('LIST-LIMIT-DEFAULT (part 4.1) is violated');
      expect(message).toMatch(/Expected: at most 20 pets\s+Actual: 21 pets/);
      expect(message).toContain('-H "Authorization: Bearer $PETSTORE_API_KEY"');
      expect(`${message}${printed}`).not.toContain(service.key);
    } finally {
      await service.close();
    }
  });

  it('skips cases that do not apply, and names the violated requirements in the verdict', async () => {
    const service = await startReference({ seed: 1, pets: 3, faults: ['limit-plus-one'] });
    try {
      const { code, passed, failed, printed } = await runProject([], {
        ...targetOf(service),
        PETSTORE_PROFILE: 'read-only',
        PETSTORE_EXAMPLES: '1',
      });
      expect(code).toBe(1);
      expect(passed.map(({ title }) => title)).not.toContainEqual(expect.stringMatching(/^POST .* MUST add/));
      const verdict = messageOf(failed.filter(({ title }) => title === VERDICT));
      expect(verdict).toContain('The verdict is: not conformant.');
      expect(verdict).toContain('LIST-LIMIT-MAX is violated');
      expect(printed).not.toContain(service.key);
    } finally {
      await service.close();
    }
  });

  it('fails only the verdict, after few requests, if every operation rejects the key', async () => {
    const { service, requests } = await startCountingService();
    try {
      const environment = { ...targetOf(service), PETSTORE_API_KEY: 'some-other-key-1234' };
      const { code, passed, failed } = await runProject([], environment);
      expect(code).toBe(1);
      // The rejections keep some response rules.
      expect(passed.filter(({ title }) => !title.includes('[rules/'))).toEqual([]);
      expect(failed.map(({ title }) => title)).toEqual([VERDICT]);
      expect(messageOf(failed)).toContain('the configured key is rejected by every operation. Set PETSTORE_API_KEY');
      expect(requests()).toBeLessThanOrEqual(3 + KEY_PLACES.length);
    } finally {
      await service.close();
    }
  });
});
