import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resultOf, startProcess } from '../../lab/child-process.ts';
import { cleanCommit } from '../../src/run/suite-identity.ts';

let folder = '';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'suite-commit-'));
  writeFileSync(join(folder, 'file'), '1');
  await git('init', '--quiet');
  await git('add', 'file');
  await git('-c', 'user.name=Tester', '-c', 'user.email=tester@example', 'commit', '--quiet', '--message', 'One');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function git(...words: readonly string[]): Promise<string> {
  const { code, out, error } = await resultOf(startProcess('git', words, { cwd: folder }));
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return out.trim();
}

it('the commit of a checkout is known', async () => {
  expect(cleanCommit(folder)).toBe(await git('rev-parse', 'HEAD'));
});

it.each([
  ['a change', 'file'],
  ['a new file', 'other'],
])('a checkout with %s has no commit', (_, name) => {
  writeFileSync(join(folder, name), '2');
  expect(cleanCommit(folder)).toBeNull();
});

it('a folder in the checkout of something else, and a broken repository, have no commit', () => {
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  expect(cleanCommit(inside)).toBeNull();
  writeFileSync(join(inside, '.git'), 'gitdir: nowhere');
  expect(cleanCommit(inside)).toBeNull();
});
