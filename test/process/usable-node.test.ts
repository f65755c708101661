import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ProcessResult, resultOf, startProcess } from '../../lab/child-process.ts';
import manifest from '../../package.json' with { type: 'json' };
import { isUsable, NODE_PACKAGES, OLDEST_NODE, usableNode } from '../../bin/usable-node.js';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

const WITH_NODE = join(PACKAGE_ROOT, 'scripts', 'with-node.js');

/** Runs a command with scripts/with-node.js. If `signal` is given, sends it after the first output. */
function withNode(words: readonly string[], signal?: NodeJS.Signals): Promise<ProcessResult> {
  const child = startProcess(process.execPath, [WITH_NODE, ...words]);
  if (signal !== undefined) child.stdout.once('data', () => child.kill(signal));
  return resultOf(child);
}

describe('the Node that runs the suite', () => {
  it.each([
    ['22.18.0', false],
    [OLDEST_NODE, true],
    ['26.10.0', true],
  ])('Node %s is usable: %s', (version, usable) => {
    expect(isUsable(version)).toBe(usable);
  });

  it('is the running Node, or the Node of the optional package if the running one is too old', () => {
    expect(usableNode('24.0.0')).toBe(process.execPath);
    const name = NODE_PACKAGES[`${process.platform}-${process.arch}`] ?? 'none';
    const folder = join(PACKAGE_ROOT, 'node_modules', name, 'bin');
    const path = ['node', 'node.exe'].map((file) => join(folder, file)).find((file) => existsSync(file)) ?? null;
    expect(usableNode('20.20.2')).toBe(path);
  });

  it('is available for every platform with an optional package', () => {
    expect(Object.values(NODE_PACKAGES).toSorted()).toEqual(Object.keys(manifest.optionalDependencies).toSorted());
  });
});

describe('scripts/with-node.js', () => {
  it('puts a usable Node first in PATH, and exits with the code of the command', async () => {
    const program = 'process.stdout.write(process.versions.node); process.exitCode = 7;';
    const { code, out } = await withNode(['node', '-e', program]);
    expect(code).toBe(7);
    expect(isUsable(out)).toBe(true);
  });

  it('says that PATH is the cause if it does not find the command', async () => {
    const { code, error } = await withNode(['no-such-command']);
    expect(code).toBe(3);
    expect(error).toBe(
      'no-such-command does not start (ENOENT). Run it by npm (npm run, npm exec), which adds node_modules/.bin to PATH.\n',
    );
  });

  it('forwards signals', async () => {
    const program = `process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1000); process.stdout.write('.');`;
    expect(await withNode(['node', '-e', program], 'SIGTERM')).toMatchObject({ code: 9, out: '.' });
  });

  it('starts the command in its own process group, so Ctrl-C reaches it only once', async () => {
    const { code } = await withNode(['node', '-e', 'process.kill(-process.pid, 0)']);
    expect(code).toBe(0);
  });

  it('exits with 128 plus the number of the signal that ended the command', async () => {
    const program = `process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);`;
    expect(await withNode(['node', '-e', program])).toMatchObject({ code: 143, out: '' });
  });
});
