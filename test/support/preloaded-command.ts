import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ProcessResult, runCommandIn } from './command-in.ts';

// What happens to a process at a certain moment: said by JavaScript that its first thread runs before the command.

/** Does something when a module with this name is loaded. `act` may return another source for it. */
export function whenLoading(module: string, act: string): string {
  return `
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        if (url.endsWith(${JSON.stringify(`/${module}`)})) { ${act} }
        return next(url, context);
      },
    });`;
}

/** Does something when a file is opened whose path holds this text, for the nth time. */
export function whenOpening(text: string, act: string, nth = 1): string {
  return `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openSync } = fs;
    let opened = 0;
    fs.openSync = (path, ...rest) => {
      if (String(path).includes(${JSON.stringify(text)}) && (opened += 1) === ${nth}) { ${act} }
      return openSync(path, ...rest);
    };
    syncBuiltinESMExports();`;
}

/** Runs the command as a process in a folder, after its first thread has run some JavaScript. */
export function runPreloaded(
  folder: string,
  words: readonly string[],
  preload: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ProcessResult> {
  const path = join(folder, 'preload.mjs');
  writeFileSync(path, preload);
  return runCommandIn(folder, words, { ...environment, NODE_OPTIONS: `--import ${pathToFileURL(path).href}` });
}
