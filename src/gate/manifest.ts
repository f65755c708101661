import manifestSchema from '../../schemas/manifest.schema.json' with { type: 'json' };
import type { Report } from '../report/report.ts';
import type { FinishedFile } from '../report/write-files.ts';
import { sha256 } from './digest.ts';
import { schemaProblems } from './schema-problems.ts';

/** Names of what seals a run, in its folder. */
export const MANIFEST_FILE = 'manifest.json';
export const ATTESTATION_FILE = 'attestation.dsse.json';

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

/** The manifest of a run, given its files as they will be written. */
export function manifestOf({ run }: Report, files: readonly FinishedFile[]): Manifest {
  return {
    manifestVersion: 1,
    run: run.id,
    suite: `${run.suite.name} ${run.suite.version}`,
    files: files.map(({ name, text }) => entryOf(name, Buffer.from(text))),
  };
}

/** A file as a manifest lists it. */
export function entryOf(name: string, data: Uint8Array): ManifestFile {
  return { name, bytes: data.length, sha256: sha256(data) };
}

/** The text of manifest.json. There is one such text only, so that an edit of the file cannot go unseen. */
export function manifestText({ run, suite, files }: Manifest): string {
  const plain = {
    manifestVersion: 1,
    run,
    suite,
    files: files.map(({ name, bytes, sha256: digest }) => ({ name, bytes, sha256: digest })),
  };
  return `${JSON.stringify(plain, null, 2)}\n`;
}

/** Reads a manifest, or says in a phrase what is wrong with it. */
export function readManifest(
  text: string,
): { readonly kind: 'ok'; readonly manifest: Manifest } | { readonly kind: 'bad'; readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'bad', problem: 'is not JSON' };
  }
  const [problem] = schemaProblems(manifestSchema, value, 'the whole manifest');
  if (problem !== undefined) return { kind: 'bad', problem: `does not follow its schema: ${problem}` };
  const manifest = value as Manifest;
  if (manifestText(manifest) !== text) return { kind: 'bad', problem: 'is not written as the suite writes it' };
  const names = new Set(manifest.files.map(({ name }) => name));
  if (names.size < manifest.files.length) return { kind: 'bad', problem: 'lists a file twice' };
  return { kind: 'ok', manifest };
}
