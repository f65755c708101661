import { isInPackage, OLDEST_NODE, tooOldNode } from '../cli/own-package.ts';
import { ConformanceError } from './conformance-error.ts';

/** Every function of the package calls this first: throws where it cannot work, before anything fails for that reason. */
export function requireUsable(): void {
  const node = tooOldNode();
  if (node !== null) {
    throw new ConformanceError('node', [
      `Node ${node} is too old: petstore-conformance needs Node ${OLDEST_NODE} or later.`,
    ]);
  }
  if (!isInPackage()) throw new ConformanceError('bundled', [BUNDLED]);
}

const BUNDLED =
  "petstore-conformance cannot run from a bundle, which leaves out its specs and threads. Keep it out of the bundle: esbuild --external:petstore-conformance, or packages: 'external'.";
