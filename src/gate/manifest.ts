import { hash } from 'node:crypto';
import manifestSchema from '../../schemas/manifest.schema.json' with { type: 'json' };
import { parseJson } from '../contract/json.ts';
import { bad, ok, type Result } from '../contract/result.ts';
import { FORMATS, formatNames } from '../report/formats.ts';
import type { Report } from '../report/report.ts';
import type { FinishedFile } from '../report/reports-folder.ts';
import { schemaProblems } from '../contract/schema-problems.ts';

/** The files that seal a run, in its folder. */
export const MANIFEST_FILE = 'manifest.json';
export const ATTESTATION_FILE = 'attestation.dsse.json';

/** The names of all files that a run may write. */
export const RUN_FILES: readonly string[] = [
  ...formatNames.map((name) => FORMATS[name].file),
  MANIFEST_FILE,
  ATTESTATION_FILE,
];

/** A file of a run: its name, its length and the SHA-256 of its bytes in hexadecimal. */
export interface ManifestFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The files of one run with their digests; schemas/manifest.schema.json describes it. */
export interface Manifest {
  readonly manifestVersion: 1;
  readonly run: string;
  readonly suite: string;
  readonly files: readonly ManifestFile[];
}

/** How a manifest names the suite that made a run. */
export function suiteText({ suite }: Report['run']): string {
  return `${suite.name} ${suite.version}`;
}

/** A file as a manifest lists it. */
export function entryOf({ name, data }: FinishedFile): ManifestFile {
  return { name, bytes: data.length, sha256: hash('sha256', data) };
}

/** The text of manifest.json. Only this spelling is valid, so every edit of the file is noticed. */
export function manifestText({ run, suite, files }: Manifest): string {
  const plain = {
    manifestVersion: 1,
    run,
    suite,
    files: files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
  };
  return `${JSON.stringify(plain, null, 2)}\n`;
}

/** Reads a manifest, or returns a phrase that says what is wrong with it. */
export function readManifest(text: string): Result<Manifest> {
  const value = parseJson(text);
  if (value === undefined) return bad('it is not JSON');
  const [problem] = schemaProblems(manifestSchema, value, 'the whole manifest');
  if (problem !== undefined) return bad(`it does not follow its schema: ${problem}`);
  const manifest = value as Manifest;
  if (manifestText(manifest) !== text) return bad('it is not in the form that the suite writes');
  const names = new Set(manifest.files.map(({ name }) => name));
  if (names.size < manifest.files.length) return bad('it lists a file twice');
  return ok(manifest);
}
