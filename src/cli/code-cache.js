import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Plain JavaScript, like all that runs before it: one TypeScript file that is not in the cache yet loads the compiler
// that takes its types off, which costs more than this file saves.

/**
 * Has Node keep the code of this process, types stripped and compiled, for the next run: half of the time until the first
 * case begins. Only in a checkout, which has a lock file and a folder for caches; an installed package writes nothing.
 * Where the folder cannot be written nothing is kept.
 */
export function keepCode() {
  const root = new URL('../../', import.meta.url);
  if (!existsSync(new URL('package-lock.json', root))) return;
  enableCompileCache(fileURLToPath(new URL('node_modules/.cache/petstore-conformance/code', root)));
}
