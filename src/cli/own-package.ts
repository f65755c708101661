import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest Node that the suite runs on. */
export const OLDEST_NODE = '22.19.0';

/** The version of this Node where it is older than that, else null. */
export function tooOldNode(): string | null {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor) ? node : null;
}

/**
 * Whether this module stands in its package, beside the specs and the threads. A bundler copies it elsewhere. The path is
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
