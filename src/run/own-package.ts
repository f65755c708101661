import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Whether this module stands in its package, beside the specs. A bundler copies it elsewhere. The path is
 * joined, since bundlers also copy what `new URL(…, import.meta.url)` names.
 */
export function isInPackage(): boolean {
  try {
    const manifest = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'package.json');
    const { name }: { readonly name?: unknown } = JSON.parse(readFileSync(manifest, 'utf8'));
    return name === 'petstore-conformance';
  } catch {
    return false;
  }
}
