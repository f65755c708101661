import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const IS_SOURCE = import.meta.url.endsWith('.ts');

/** The folder of a checkout in which Node keeps code between runs. */
export const CODE_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/petstore-conformance/code', import.meta.url),
);

/**
 * Has Node keep the code of this thread, types stripped and compiled, for the next run: a third of the time until the
 * first case begins. Only in a checkout, whose sources are TypeScript and which has a folder for caches; an installed
 * package writes nothing. Where the folder cannot be written nothing is kept.
 */
export function keepCode(): void {
  if (IS_SOURCE) enableCompileCache(CODE_CACHE);
}
