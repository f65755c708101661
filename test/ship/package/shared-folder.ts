import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that all files of the project share. */
    readonly sharedFolder: string;
  }
}

/** Makes the folder into which the first test file that needs the package packs it. */
export default function makeSharedFolder(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-packed-'));
  project.provide('sharedFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
