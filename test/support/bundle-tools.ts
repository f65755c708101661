import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What builds a bundle, and what its tests call besides. */
const BUILDERS = ['tar', 'xz', 'gzip', 'strip', 'readelf'] as const;
const PROGRAMS = ['chroot', 'unshare', 'make', 'python3', 'curl', 'sha256sum'] as const;
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];

function hasAll(names: readonly string[]): boolean {
  return names.every((name) => FOLDERS.some((folder) => existsSync(join(folder, name))));
}

/** Whether this machine can build a bundle. */
export const CAN_BUNDLE = process.platform === 'linux' && process.arch === 'x64' && hasAll(BUILDERS);

/** Whether this machine can also run a bundle in a root folder of its own, and follow the recipes. */
export const CAN_TEST_BUNDLES = CAN_BUNDLE && process.getuid?.() === 0 && hasAll(PROGRAMS);
