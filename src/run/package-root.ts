import { fileURLToPath } from 'node:url';

/** The folder of the package, which holds `specs/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../..', import.meta.url));
