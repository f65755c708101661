import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProcessResult, startProcess } from '../../lab/child-process.ts';
import { runCommandHere } from '../support/command-in-process.ts';
import { readPageBlocks } from '../ship/page-blocks.ts';

// Follows docs/first-run.md step by step: starts its service, judges it, applies the fixes of the page, and judges it again.

const { block, blocks } = readPageBlocks('first-run.md');
const KEY = 'first-run-1f6b8c2d';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'first-run-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a one-file service, which prints its address, until `work` ends. */
async function withService<T>(source: string, work: (address: string) => Promise<T>): Promise<T> {
  const file = join(folder, 'service.mjs');
  writeFileSync(file, source);
  const service = startProcess(process.execPath, [file], { env: { PETSTORE_API_KEY: KEY, PORT: '0' } });
  service.stderr.pipe(process.stderr);
  try {
    const [printed]: readonly unknown[] = await once(service.stdout, 'data');
    return await work(String(printed).trim());
  } finally {
    service.kill();
  }
}

/** Judges a service. Replaces its address in the output by the address of the page. */
function judge(source: string): Promise<ProcessResult> {
  return withService(source, async (address) => {
    const result = await runCommandHere(folder, ['run', '--seed', '1', '--format', 'json'], {
      PETSTORE_BASE_URL: address,
      PETSTORE_API_KEY: KEY,
    });
    return { ...result, out: result.out.replaceAll(address, 'http://127.0.0.1:8080/v1') };
  });
}

/** Applies a diff block. Its old lines must occur exactly once. */
function fix(source: string, diff: string): string {
  const side = (signs: string): string =>
    diff
      .split('\n')
      .filter((line) => line !== '' && signs.includes(line.charAt(0)))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const pieces = source.split(side(' -'));
  if (pieces.length !== 2) throw new Error(`The old lines stand ${pieces.length - 1} times in the service:\n${diff}`);
  return pieces.join(side(' +'));
}

/** Expects the parts of a block between its omission marks. */
function expectStretches(out: string, text: string): void {
  for (const stretch of text.split('…\n')) expect(out).toContain(stretch.trimEnd());
}

describe('docs/first-run.md', () => {
  it('shows the output for the service with two mistakes', async () => {
    const { code, out, error } = await judge(block('service.mjs'));
    expect({ code, error }).toEqual({ code: 1, error: expect.not.stringContaining('fault') });
    expectStretches(out, block('first'));
  });

  it('fixes the service with its diffs, and then fixes the warning', async () => {
    expect(blocks('fix')).toHaveLength(3);
    const fixed = blocks('fix').reduce(fix, block('service.mjs'));
    const second = await judge(fixed);
    expect(second.code).toBe(0);
    expectStretches(second.out, block('second'));
    const warned = fix(fixed, block('fix-warning'));
    const challenge = await withService(warned, async (address) => (await fetch(`${address}/pets`)).headers);
    expect(challenge.get('www-authenticate')).toBe('Bearer');
  });
});
