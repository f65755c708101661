import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../src/contract/digest.ts';

// The files beside the tarball: a bill of materials, a provenance statement and checksums.

/** The commit of a checkout. Null if it has changes, or without git. */
export function cleanCommit(root: string): string | null {
  try {
    const git = (...words: readonly string[]): string =>
      execFileSync('git', [...words], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : null;
  } catch {
    return null;
  }
}

interface BillMetadata {
  readonly timestamp: string;
  readonly component: Readonly<Record<string, unknown>>;
}

/** The bill of materials of the package (CycloneDX, by npm). The same lock file yields the same text. */
export function billOfMaterials(root: string): string {
  const words = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--package-lock-only',
    '--omit=dev',
    '--omit=optional',
    '--omit=peer',
  ];
  const printed = execFileSync('npm', words, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  const { serialNumber: _serialNumber, ...bill } = JSON.parse(printed) as Readonly<Record<string, unknown>>;
  const { timestamp: _timestamp, component, ...metadata } = bill['metadata'] as BillMetadata;
  // npm uses the folder name as the package name.
  const named = { ...component, name: 'petstore-conformance' };
  return `${JSON.stringify({ ...bill, metadata: { ...metadata, component: named } }, null, 2)}\n`;
}

/** The sources of a tarball. Digests are `sha256:…`. */
export interface Origin {
  readonly commit: string | null;
  readonly lockfile: string | null;
  readonly sources: string;
}

/** The unsigned in-toto statement about the origin of a tarball (SLSA provenance v1). */
export function provenance(tarball: string, data: Uint8Array, { commit, lockfile, sources }: Origin): string {
  const materials = [
    ...(commit === null ? [] : [{ name: 'checkout', digest: { gitCommit: commit } }]),
    ...(lockfile === null ? [] : [{ name: 'package-lock.json', digest: { sha256: withoutPrefix(lockfile) } }]),
    { name: 'sources', digest: { sha256: withoutPrefix(sources) } },
  ];
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: tarball, digest: { sha256: withoutPrefix(digestOf(data)) } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://petstore-conformance.invalid/npm-run-package/v1',
        externalParameters: {},
        resolvedDependencies: materials,
      },
      runDetails: { builder: { id: 'https://petstore-conformance.invalid/checkout' } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}

/** The checksums of files in a folder, in the format of `sha256sum --check`. */
export function checksums(directory: string, names: readonly string[]): string {
  return names.map((name) => `${withoutPrefix(digestOf(readFileSync(join(directory, name))))}  ${name}\n`).join('');
}

function withoutPrefix(digest: string): string {
  return digest.replace(/^sha256:/, '');
}
