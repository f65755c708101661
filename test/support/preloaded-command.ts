import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ProcessResult, runCommandIn } from './command-in.ts';

// Actions at a certain moment of a process. JavaScript that its main thread runs before the command triggers them.

/** Runs `act` when Node loads a module with this name. `act` may return a different source. */
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

/** Runs `act` when the process opens a file whose path contains this text, for the nth time. */
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

/** Runs the command as a process in a folder. Its main thread first runs the JavaScript in `preload`. */
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
