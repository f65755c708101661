import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Plain JavaScript: for a TypeScript file that is not cached yet, Node loads its compiler, which costs more than this saves.

/**
 * Makes Node cache the compiled code of this process, which halves the time until the first case of the next run. Only in a
 * checkout, which has a lock file: an installed package writes nothing. Node ignores a folder that it cannot write.
 */
export function keepCode() {
  const root = new URL('../../', import.meta.url);
  if (!existsSync(new URL('package-lock.json', root))) return;
  enableCompileCache(fileURLToPath(new URL('node_modules/.cache/petstore-conformance/code', root)));
}
