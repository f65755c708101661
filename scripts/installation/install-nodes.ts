import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

const NODES = join(import.meta.dirname, 'nodes');

/**
 * Installs the Nodes for the installation tests, and returns their paths from the oldest to the newest. They stay in the
 * cache of the checkout. Returns an empty list if no package supports this platform.
 */
export function installNodes(): readonly string[] {
  const lock = readFileSync(join(NODES, 'package-lock.json'));
  const name = `nodes-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`;
  const directory = join(PACKAGE_ROOT, 'node_modules', '.cache', 'petstore-conformance', name);
  if (!existsSync(directory)) {
    const unfinished = `${directory}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(NODES, file), join(unfinished, file));
    execFileSync('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: unfinished });
    renameSync(unfinished, directory);
  }
  return ['node-20', 'node-22', 'node-24']
    .map((node) => join(directory, 'node_modules', `${node}-${process.platform}-${process.arch}`, 'bin', 'node'))
    .filter((path) => existsSync(path));
}
