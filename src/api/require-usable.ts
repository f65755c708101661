import { isUsable, OLDEST_NODE, RUNNING_NODE } from '../../bin/usable-node.js';
import { isInPackage } from '../run/own-package.ts';
import { ConformanceError } from './conformance-error.ts';

/** Every function of the package calls this first: throws where it cannot work, before anything fails for that reason. */
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
