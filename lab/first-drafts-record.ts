import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import type { DraftRow, EarlierRow } from './draft-sight.ts';
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
  /** Null if no run has measured them. */
  readonly frameworks: FrameworkRecord | null;
}

/** What runs on the drafts of frameworks found. */
export interface FrameworkRecord {
  /** The digest of the shared sources, the cases and the drafts. */
  readonly sources: string;
  /** What the suite of an earlier commit showed of the same drafts. */
  readonly before: { readonly commit: string; readonly drafts: Readonly<Record<string, EarlierRow>> } | null;
  readonly drafts: readonly DraftRow[];
}

/** The committed record, or null if there is none. */
export function readFirstDrafts(): FirstDrafts | null {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as FirstDrafts) : null;
}

/** Writes the record. */
export function writeFirstDrafts(record: FirstDrafts): void {
  writeFileSync(FILE, textOf(record));
}

/** Renders the record with one line for each set and each draft. */
export function textOf({ sets, frameworks, ...others }: FirstDrafts): string {
  return objectOf([
    ...membersOf(others),
    `"sets": ${linesOf(sets)}`,
    `"frameworks": ${frameworks === null ? 'null' : frameworkText(frameworks)}`,
  ]);
}

function frameworkText({ drafts, ...others }: FrameworkRecord): string {
  return objectOf([...membersOf(others), `"drafts": ${linesOf(drafts)}`]).trimEnd();
}

function membersOf(values: object): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
}

function linesOf(rows: readonly object[]): string {
  return `[\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`;
}

function objectOf(members: readonly string[]): string {
  return `{\n${members.map((member) => `  ${member}`).join(',\n')}\n}\n`;
}
