import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, messageOf } from '../contract/errors.ts';
import { safeText } from './safe-text.ts';

/** Name of the report in its folder. */
export const REPORT_FILE = 'report.json';

/** A full disk or too many open files: the setting is not at fault. */
const EXHAUSTED: readonly (string | null)[] = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', null];

/** Why no report can be written into a folder that a setting names. Throws the error again if the setting is not at fault. */
export function folderProblem(error: unknown, directory: string, setting: string): string {
  if (EXHAUSTED.includes(codeOf(error))) throw error;
  const reason = safeText(messageOf(error));
  return `No report can be written into ${safeText(directory)} (${reason}). Set ${setting} to a folder that can be written.`;
}

/** Makes a folder and its missing parents. The recursive option of Node never returns for a path below /proc. */
export function makeFolder(directory: string): void {
  if (existsSync(directory)) return;
  const above = dirname(directory);
  if (above !== directory) makeFolder(above);
  mkdirSync(directory);
}
