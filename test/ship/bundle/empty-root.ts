import { copyFileSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ProcessResult, resultOf, startProcess } from '../../../lab/child-process.ts';
import { execute } from '../package/installation.ts';

// A root folder with little in it, as a container has: what is not in it, a program cannot use.

/** Copies a program of this machine, with the libraries that it needs, to the folder `bin` of a root folder. */
export async function addProgram(root: string, name: string): Promise<void> {
  const found = await execute('which', [name], root);
  const program = realpathSync(found.trim());
  copyInto(root, program, `/bin/${name}`);
  for (const path of await librariesOf(program)) copyInto(root, path);
}

/** Copies the libraries of a program to a root folder, if their names are among the given. */
export async function addLibraries(root: string, program: string, names: readonly string[]): Promise<void> {
  for (const path of await librariesOf(program)) {
    if (names.includes(path.replace(/.*\//, ''))) copyInto(root, path);
  }
}

function copyInto(root: string, path: string, to: string = path): void {
  mkdirSync(dirname(join(root, to)), { recursive: true });
  copyFileSync(path, join(root, to));
}

/** The paths of the libraries and of the loader. */
async function librariesOf(program: string): Promise<readonly string[]> {
  const printed = await execute('ldd', [program], '/');
  return [...printed.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path);
}

/** In a mount namespace of its own, so nothing is left to unmount: the root folder read-only, the reports writable. */
const MOUNTED = `set -e
root=$1 reports=$2
shift 2
mount --bind "$root" "$root"
mount --bind "$reports" "$root/reports"
mount -o remount,bind,ro "$root"
exec "$@"`;

/** What a program in a root folder gets. */
export interface RootOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** By number, because the root folder has no names of users. */
  readonly user?: string;
}

/** Runs a program in a read-only root folder as a user without rights, with `reports` of this machine as `/reports`. */
export function runInRoot(
  root: string,
  reports: string,
  words: readonly string[],
  { environment = {}, user = NOBODY }: RootOptions = {},
): Promise<ProcessResult> {
  const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const inRoot = [CHROOT, `--userspec=${user}`, root, ...words];
  const mounted = ['--mount', 'sh', '-c', MOUNTED, 'sh', root, reports];
  return resultOf(startProcess('unshare', [...mounted, 'env', '-i', ...assignments, ...inRoot]));
}

/** Not in PATH where the environment is empty. */
const CHROOT = '/usr/sbin/chroot';

/** The user and the group `nobody`. */
export const NOBODY = '65534:65534';
