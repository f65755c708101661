import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isUsable, OLDEST_NODE, RUNNING_NODE } from '../../bin/usable-node.js';
import { ConformanceError } from './run-result.ts';

/** Throws if the package cannot work here. Each of its functions calls this first. */
export function requireUsable(): void {
  if (!isUsable(RUNNING_NODE)) {
    throw new ConformanceError('node', [
      `Node ${RUNNING_NODE} is too old: petstore-conformance needs Node ${OLDEST_NODE} or later.`,
    ]);
  }
  if (!isInPackage()) throw new ConformanceError('bundled', [BUNDLED]);
}

const BUNDLED =
  "petstore-conformance cannot run from a bundle, which leaves out its specs. Keep it out of the bundle: esbuild --external:petstore-conformance, or packages: 'external'.";

/**
 * Whether this module is in its package, beside the specs. A bundler copies it elsewhere. The path is joined, because
 * bundlers also copy what `new URL(…, import.meta.url)` names.
 */
function isInPackage(): boolean {
  try {
    const manifest = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'package.json');
    const { name }: { readonly name?: unknown } = JSON.parse(readFileSync(manifest, 'utf8'));
    return name === 'petstore-conformance';
  } catch {
    return false;
  }
}
