import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import type { SetRow } from './several-faults.ts';

const FILE = join(PACKAGE_ROOT, 'docs/first-drafts.json');

/** What runs on services with several faults found. Committed as docs/first-drafts.json. */
export interface FirstDrafts {
  /** The digest of the shared sources, the cases and the faults of the sets. */
  readonly sources: string;
  readonly seed: number;
  /** The number of faults that the sets were drawn from. */
  readonly drawnFrom: number;
  readonly sets: readonly SetRow[];
}

/** The committed record, or null if there is none. */
export function readFirstDrafts(): FirstDrafts | null {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as FirstDrafts) : null;
}

/** Writes the record with one line for each set. */
export function writeFirstDrafts({ sets, ...others }: FirstDrafts): void {
  const members = Object.entries(others).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const lines = sets.map((row) => `    ${JSON.stringify(row)}`);
  writeFileSync(FILE, `{\n${[...members, `  "sets": [\n${lines.join(',\n')}\n  ]`].join(',\n')}\n}\n`);
}
