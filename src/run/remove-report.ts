import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../contract/errors.ts';
import { RUN_FILES } from '../gate/manifest.ts';
import { safeText } from '../report/safe-text.ts';

/**
 * Removes the files of an earlier run by name, so that they never pass for those of this one. Returns one sentence if it
 * cannot, and none otherwise.
 */
export function removeReport(directory: string): readonly string[] {
  try {
    for (const path of RUN_FILES.map((name) => join(directory, name))) if (existsSync(path)) rmSync(path);
    return [];
  } catch (error) {
    return [`The earlier report in ${safeText(directory)} cannot be removed (${safeText(messageOf(error))}).`];
  }
}
