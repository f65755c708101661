import { randomUUID } from 'node:crypto';
import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../contract/errors.ts';
import { safeText } from './terminal/terminal-text.ts';

/** Name of the report in its folder. */
export const REPORT_FILE = 'report.json';

/**
 * The file mode of reports. Evidence may contain data that the service shows only to key holders, so only the owner may read
 * the file. The owner decides who else gets it.
 */
export const OWNER_ONLY = 0o600;

/** The file of a run that has not written its report: the id of the run, and while the run goes on its process. */
export const UNFINISHED = /^unfinished-([0-9a-z]+)(?:-(\d+)-(\d+))?\.journal$/;

/** Says that the run of a folder has not written its report; null if each has. Throws if the folder cannot be read. */
export function unfinishedProblem(directory: string): string | null {
  const [file, runId] = readdirSync(directory).flatMap((name) => UNFINISHED.exec(name)?.slice(0, 2) ?? []);
  if (file === undefined) return null;
  return `The run ${runId} in ${safeText(directory)} is unfinished: it goes on, or it ended without a report (${file}). A report in this folder is of an earlier run. Run again.`;
}

/**
 * What keeps a report from being written into a folder, as one sentence, or null. The folder is created where it is
 * missing. `files` are those that will be written, `setting` is what names the folder. To be asked before any request is
 * sent. Throws where the machine lacks space or file descriptors.
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

/** Makes a folder and those above it one by one: Node's own recursion never ends below /proc. */
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

/** In the same folder, since a file is renamed as a whole only within one file system. */
export function temporaryPath(directory: string, file: string = REPORT_FILE): string {
  return join(directory, `.${file}.${randomUUID()}.tmp`);
}
