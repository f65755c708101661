import { registerHooks } from 'node:module';

// Plain JavaScript, like all that runs before the code cache.

const ROOT = new URL('../../', import.meta.url).href;

/** Where our own modules stand: not the packages that a checkout holds in a folder beside them. */
const OURS = [`${ROOT}src/`, `${ROOT}specs/`, `${ROOT}bin/`];

const FORMATS = { '.ts': 'module-typescript', '.js': 'module' };

/**
 * Finds what our own modules import of each other, in this thread, without a look at the disk: they name each other by
 * whole paths, and Node would look for each file and for the manifest above it, hundreds of times until the first case. A
 * file that is not there is told of when it is read.
 */
export function resolveOwnImports() {
  registerHooks({
    resolve: (specifier, { parentURL, ...context }, nextResolve) =>
      ownImport(specifier, parentURL ?? '') ?? nextResolve(specifier, { parentURL, ...context }),
  });
}

/** What a module of ours means by the path of another, as Node's hooks take it; null for any other import. */
export function ownImport(specifier, parent) {
  const format = FORMATS[specifier.slice(-3)];
  if (format === undefined || !specifier.startsWith('.') || !OURS.some((each) => parent.startsWith(each))) return null;
  return { url: new URL(specifier, parent).href, format, shortCircuit: true };
}
