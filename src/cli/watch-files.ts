import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from 'chokidar';

/** The folder to watch and the folder of the report, whose changes do not count. Both paths are absolute. */
interface WatchedFolder {
  readonly directory: string;
  readonly reports: string;
}

/** Changes of files, collected until the next one is asked for. */
export interface FileChanges {
  /** The first path that has changed since the last call, once changes pause. Null if it is stopped first. */
  readonly next: (stop: AbortSignal) => Promise<string | null>;
  /** Whether a path has changed since `next` gave one. */
  readonly isWaiting: () => boolean;
  readonly close: () => Promise<void>;
}

/** Tools and packages change these folders by themselves. */
const IGNORED: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** Whether to ignore a change at this path, because it is no change of the service. */
export function isIgnored(path: string, { directory, reports }: WatchedFolder): boolean {
  if (path === reports || path.startsWith(reports + sep)) return true;
  return relative(directory, path)
    .split(sep)
    .some((step) => IGNORED.has(step));
}

/** Collects changes in a folder from now on. Rejects with the error of the file system if it cannot be watched. */
export async function watchFiles(folder: WatchedFolder): Promise<FileChanges> {
  const watcher = watch(folder.directory, {
    ignored: (path) => isIgnored(path, folder),
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      watcher.once('ready', resolve);
      watcher.once('error', reject);
    });
  } catch (error) {
    await watcher.close();
    throw error;
  }
  const { add, next, isWaiting } = collectChanges();
  watcher.on('all', (_event, path) => add(path));
  // If one folder can no longer be watched, the others still report changes.
  watcher.on('error', () => undefined);
  return { next, isWaiting, close: () => watcher.close() };
}

/** Milliseconds: one save or build writes several files in quick succession. */
const PAUSE = 100;
const LONGEST = 3000;

/** Collects changed paths. A change is given after a pause without another, or after `longest` at the latest. */
export function collectChanges(
  pause: number = PAUSE,
  longest: number = LONGEST,
): Pick<FileChanges, 'next' | 'isWaiting'> & { readonly add: (path: string) => void } {
  let first: string | null = null;
  let count = 0;
  let added = Promise.withResolvers<void>();
  return {
    add(path) {
      first ??= path;
      count += 1;
      added.resolve();
    },
    isWaiting: () => first !== null,
    async next(stop) {
      const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
      if (!stop.aborted) await Promise.race([added.promise, stopped]);
      for (let waited = 0, seen = -1; waited < longest && seen !== count && !stop.aborted; waited += pause) {
        seen = count;
        await sleep(pause);
      }
      if (stop.aborted) return null;
      const path = first;
      first = null;
      added = Promise.withResolvers();
      return path;
    },
  };
}

/** Why a folder cannot be watched; null if it can. */
export function watchProblem({ directory, reports }: WatchedFolder): string | null {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return 'it is not a folder';
  const inside = directory === reports || directory.startsWith(reports + sep);
  return inside ? 'the report is written into it' : null;
}
