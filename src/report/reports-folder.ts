import { randomUUID } from 'node:crypto';
import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../contract/errors.ts';
import { safeText } from './safe-text.ts';

/** Name of the report in its folder. */
export const REPORT_FILE = 'report.json';

/**
 * The file mode of reports. Evidence may contain data that the service shows only to key holders, so only the owner may read
 * the file. The owner decides who else gets it.
 */
export const OWNER_ONLY = 0o600;

/** The name of the file of an unfinished run: the id of the run, and its process while the run is active. */
export const UNFINISHED = /^unfinished-([0-9a-z]+)(?:-(\d+)-(\d+))?\.journal$/;

/** Why the run of a folder is unfinished; null if it is finished. Throws if the folder cannot be read. */
export function unfinishedProblem(directory: string): string | null {
  const [file, runId] = readdirSync(directory).flatMap((name) => UNFINISHED.exec(name)?.slice(0, 2) ?? []);
  if (file === undefined) return null;
  return `The run ${runId} in ${safeText(directory)} is unfinished: it is still active, or it ended without a report (${file}). A report in this folder is of an earlier run. Run again.`;
}

/**
 * Why a report cannot be written into a folder, as one sentence; null if it can. Creates a missing folder. `files` are the
 * files of the report, and `setting` names the folder in the sentence. Call it before the run sends a request. Throws if the
 * machine lacks space or file descriptors.
 */
export function checkWritable(directory: string, files: readonly string[], setting: string): string | null {
  const probe = temporaryPath(directory);
  try {
    // A link in a checkout would decide where the report is written.
    if (kindOf(directory) === 'link') return obstacle(directory, 'it is a link', setting);
    makeFolder(directory);
    closeSync(openSync(probe, 'wx', OWNER_ONLY));
    rmSync(probe);
  } catch (error) {
    const code = codeOf(error) ?? 'unknown error';
    if (EXHAUSTED.has(code)) throw error;
    return obstacle(directory, REASONS[code] ?? code, setting);
  }
  for (const file of files) {
    const kind = kindOf(join(directory, file));
    if (kind !== null) return obstacle(directory, `${file} in it is a ${kind}`, setting);
  }
  return null;
}

/** What a path is, if it is neither a file nor missing. */
function kindOf(path: string): 'link' | 'folder' | 'pipe' | 'device' | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || stat.isFile()) return null;
  if (stat.isSymbolicLink()) return 'link';
  if (stat.isDirectory()) return 'folder';
  return stat.isFIFO() || stat.isSocket() ? 'pipe' : 'device';
}

/** Makes a folder and its missing parents one by one. The recursive option of Node never returns for a path below /proc. */
function makeFolder(directory: string): void {
  if (isFolder(directory)) return;
  const above = dirname(directory);
  const isMissing = statSync(above, { throwIfNoEntry: false }) === undefined;
  if (isMissing && above !== directory) makeFolder(above);
  mkdirSync(directory);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function obstacle(directory: string, reason: string, setting: string): string {
  return `No report can be written into ${safeText(directory)} (${reason}); set ${setting} to a folder that can be written.`;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'its file system is read-only',
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  ENAMETOOLONG: 'its path is too long',
};

/** A full disk or too many open files: the setting is not at fault. */
const EXHAUSTED: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

/** A temporary name in the same folder, because renaming is atomic only within one file system. */
export function temporaryPath(directory: string, file: string = REPORT_FILE): string {
  return join(directory, `.${file}.${randomUUID()}.tmp`);
}
