import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';

/** Copies parts of the checkout to a new temporary folder, links node_modules, and returns the path. */
export function copyCheckout(parts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-copy-'));
  for (const part of parts) cpSync(join(PACKAGE_ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
