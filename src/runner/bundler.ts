import { createRequire } from 'node:module';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';

const EMPTY_BUNDLER = fileURLToPath(new URL('./empty-bundler.cjs', import.meta.url));

/**
 * Lets vite load where npm has left out optional packages (`--omit=optional`): the native part of its bundler is one, and
 * no run bundles anything.
 */
export function allowMissingBundler(): void {
  if (!hasBundler()) env['NAPI_RS_NATIVE_LIBRARY_PATH'] = EMPTY_BUNDLER;
}

/** Whether the native part is there for some platform. npm installs only the one that fits. */
function hasBundler(): boolean {
  const fromVite = createRequire(createRequire(import.meta.url).resolve('vite/package.json'));
  const fromBundler = createRequire(fromVite.resolve('rolldown/package.json'));
  const { optionalDependencies = {} }: { readonly optionalDependencies?: Readonly<Record<string, string>> } =
    fromBundler('./package.json');
  return Object.keys(optionalDependencies).some((name) => canResolve(name, fromBundler));
}

function canResolve(name: string, { resolve }: NodeJS.Require): boolean {
  try {
    return resolve(name) !== '';
  } catch {
    return false;
  }
}
