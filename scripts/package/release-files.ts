import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../src/contract/digest.ts';

// The files beside the tarball and the bundles: a bill of materials, a provenance statement and checksums.

interface BillMetadata {
  readonly timestamp: string;
  readonly component: Readonly<Record<string, unknown>>;
}

/**
 * The bill of materials (CycloneDX, by npm). The same lock file yields the same text. The packages of Node are optional: a bundle
 * holds one of them, and the package none.
 */
export function billOfMaterials(root: string): string {
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev', '--omit=peer'];
  const printed = execFileSync('npm', words, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  const { serialNumber: _serialNumber, ...bill } = JSON.parse(printed) as Readonly<Record<string, unknown>>;
  const { timestamp: _timestamp, component, ...metadata } = bill['metadata'] as BillMetadata;
  // npm uses the folder name as the package name.
  const named = { ...component, name: 'petstore-conformance' };
  return `${JSON.stringify({ ...bill, metadata: { ...metadata, component: named } }, null, 2)}\n`;
}

/** A package of npm that holds a Node, by its integrity in the lock file: `sha512-…` in base64. */
export interface PackedNode {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** What archives were made from, and the versions of the programs that decide their bytes. Digests are `sha256:…`. */
export interface Origin {
  readonly commit: string | null;
  readonly lockfile: string | null;
  readonly sources: string;
  readonly nodes: readonly PackedNode[];
  readonly tools: readonly string[];
}

/** The unsigned in-toto statement about the origin of archives in a folder (SLSA provenance v1). */
export function provenance(directory: string, archives: readonly string[], origin: Origin): string {
  const { commit, lockfile, sources, nodes, tools } = origin;
  const materials = [
    ...(commit === null ? [] : [{ name: 'checkout', digest: { gitCommit: commit } }]),
    ...(lockfile === null ? [] : [{ name: 'package-lock.json', digest: { sha256: withoutPrefix(lockfile) } }]),
    { name: 'sources', digest: { sha256: withoutPrefix(sources) } },
    ...nodes.map(({ name, version, integrity }) => ({
      uri: `pkg:npm/${name}@${version}`,
      digest: { sha512: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') },
    })),
  ];
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: archives.map((name) => ({ name, digest: { sha256: sha256Of(directory, name) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://petstore-conformance.invalid/npm-run-package/v1',
        externalParameters: {},
        internalParameters: { tools },
        resolvedDependencies: materials,
      },
      runDetails: { builder: { id: 'https://petstore-conformance.invalid/checkout' } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}

/** The checksums of files in a folder, in the format of `sha256sum --check`. */
export function checksums(directory: string, names: readonly string[]): string {
  return names.map((name) => `${sha256Of(directory, name)}  ${name}\n`).join('');
}

function sha256Of(directory: string, name: string): string {
  return withoutPrefix(digestOf(readFileSync(join(directory, name))));
}

function withoutPrefix(digest: string): string {
  return digest.replace(/^sha256:/, '');
}
