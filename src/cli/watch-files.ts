import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { watch } from 'chokidar';

/** What is to be watched. Paths are absolute; nothing in `reports` counts, and nothing in node_modules and .git. */
export interface WatchedFolder {
  readonly directory: string;
  readonly reports: string;
}

/** Folders that change for reasons of their own. */
const IGNORED: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** Whether a change at a path is nobody's change of the service. */
export function isIgnored(path: string, { directory, reports }: WatchedFolder): boolean {
  if (path === reports || path.startsWith(reports + sep)) return true;
  return relative(directory, path)
    .split(sep)
    .some((step) => IGNORED.has(step));
}

/**
 * Calls back with the path of each file or folder that changes, from when the promise resolves. Gives the means to end
 * it. Rejects where the folder cannot be watched, with the error of the file system.
 */
export async function watchFiles(folder: WatchedFolder, changed: (path: string) => void): Promise<() => Promise<void>> {
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
  watcher.on('all', (_event, path) => changed(path));
  // A folder that can no longer be watched is looked at no more, which ends nothing else.
  watcher.on('error', () => undefined);
  return () => watcher.close();
}

/** Why a folder cannot be watched, or null. */
export function watchObstacle({ directory, reports }: WatchedFolder): string | null {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return 'it is no folder';
  const inside = directory === reports || directory.startsWith(reports + sep);
  return inside ? 'the report is written into it' : null;
}
