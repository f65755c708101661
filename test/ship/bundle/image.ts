import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessResult } from '../../../lab/child-process.ts';
import { execute } from '../package/installation.ts';
import { readDockerfile } from './dockerfile.ts';
import { addLibraries, addProgram, runInRoot } from './empty-root.ts';

// The image without Docker: the Dockerfile, followed in a folder that becomes the root of a run.

const STEPS = readDockerfile();

/** What Docker sets by itself. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Follows the Dockerfile in an empty folder. `dist` is the folder of the release. */
export async function buildImage(dist: string, root: string): Promise<void> {
  for (const folder of ['opt', 'usr/local/bin']) mkdirSync(join(root, folder), { recursive: true });
  // What a slim base has of it, and the libraries: the instruction that installs one is not executed.
  for (const program of ['sh', 'ln', 'mkdir', 'readlink']) await addProgram(root, program);
  for (const { files, folder } of STEPS.added) {
    for (const file of globSync(files, { cwd: dist })) {
      await execute('tar', ['-xf', join(dist, file)], join(root, folder));
    }
  }
  const [libraries = ''] = globSync('opt/*/libraries.txt', { cwd: root });
  const names = readFileSync(join(root, libraries), 'utf8').split('\n');
  await addLibraries(root, join(root, libraries, '../node'), names);
  for (const command of STEPS.commands) await execute('chroot', [root, '/bin/sh', '-c', command], root);
}

/** How a container starts, apart from its image. */
export interface ContainerOptions {
  /** The folder of this machine that is `/reports`. */
  readonly reports: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Replaces the user of the image. */
  readonly user?: string | undefined;
  /** Replaces the default words of the image, if there are any. */
  readonly command?: readonly string[];
}

/** Runs the image as a container would, read-only. */
export function runImage(root: string, options: ContainerOptions): Promise<ProcessResult> {
  const { reports, environment, user = STEPS.user, command = [] } = options;
  const words = [...STEPS.entrypoint, ...(command.length === 0 ? STEPS.command : command)];
  return runInRoot(root, reports, words, { environment: { PATH, ...STEPS.environment, ...environment }, user });
}
