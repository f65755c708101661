import { registerHooks } from 'node:module';

// Plain JavaScript, like all that runs before the code cache.

const ROOT = new URL('../../', import.meta.url).href;

/** Where our own modules stand: not the packages that a checkout holds in a folder beside them. */
const OURS = [`${ROOT}src/`, `${ROOT}specs/`, `${ROOT}bin/`];

const FORMATS = { '.ts': 'module-typescript', '.js': 'module' };

/**
 * Finds what modules import of each other by a whole path, in this thread, without a look at the disk: Node would look for
 * each file, its real place and the manifest above it, hundreds of times until the first case. A file that is not there is
 * told of when it is read.
 */
export function resolveImportsByPath() {
  registerHooks({
    resolve: (specifier, { parentURL, ...context }, nextResolve) =>
      importByPath(specifier, parentURL ?? '') ?? nextResolve(specifier, { parentURL, ...context }),
  });
}

/** What a module of ours or of a package means by the path of another, as Node's hooks take it; null for any other import. */
export function importByPath(specifier, parent) {
  if (!/^(\.{1,2}\/|file:)/.test(specifier)) return null;
  if (isOurs(parent)) return ownImport(specifier, parent);
  // Whoever imports it stands where it really is, and so does all of its package. How to read a file is left to Node.
  const isWhole = specifier.startsWith('.') && /\.m?js$/.test(specifier) && /\/node_modules\/.*\.m?js$/.test(parent);
  return isWhole ? { url: new URL(specifier, parent).href, shortCircuit: true } : null;
}

function ownImport(specifier, parent) {
  const { href } = new URL(specifier, parent);
  const format = FORMATS[href.slice(-3)];
  return format !== undefined && isOurs(href) ? { url: href, format, shortCircuit: true } : null;
}

function isOurs(url) {
  return OURS.some((each) => url.startsWith(each));
}
