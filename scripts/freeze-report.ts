import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { AnySchemaObject } from 'ajv';
import { run, type RunOptions } from '../src/api/index.ts';
import { digestOf } from '../src/contract/digest.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { type ReferenceOptions, startReference } from '../src/reference/reference-service.ts';
import { REPORT_VERSION } from '../src/report/report.ts';
import { REPORT_SCHEMAS } from '../src/report/read-report.ts';

// npm run freeze: signs example runs of the current version of report.json, and records the digest of its schema. Every
// later suite must verify these runs. After a release, the schema and the examples of its version never change.

/** The folder of the frozen versions. */
export const FROZEN = join(PACKAGE_ROOT, 'test/ship/frozen-reports');

/** The digests of the schemas, by version. */
export const DIGESTS_FILE = join(FROZEN, 'schema-digests.json');

/** Signed runs of one version: the files of each run by name, and the key that signed them. */
export interface FrozenRuns {
  readonly publicKey: string;
  readonly runs: readonly { readonly verdict: string; readonly files: Readonly<Record<string, string>> }[];
}

/** The digest of a schema without its descriptions, because descriptions may change. */
export function schemaDigest(schema: AnySchemaObject): string {
  return digestOf(JSON.stringify(schema, (name, value) => (isDescription(name, value) ? '' : value)));
}

function isDescription(name: string, value: unknown): boolean {
  return name === 'description' && typeof value === 'string';
}

/** Few requests keep the runs small: every version adds its own. */
const RUNS: readonly (readonly [service: ReferenceOptions, options: RunOptions])[] = [
  [{ pets: 25 }, { profile: 'read-only' }],
  [
    { pets: 3, faults: ['name-null-on-get'] },
    { profile: 'read-only', only: ['get/any'] },
  ],
];

async function signRuns(folder: string): Promise<FrozenRuns> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signKeyFile = join(folder, 'sign.pem');
  writeFileSync(signKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const runs: FrozenRuns['runs'][number][] = [];
  for (const [options, settings] of RUNS) {
    const service = await startReference({ seed: 1, ...options });
    const reports = mkdtempSync(join(folder, 'run-'));
    try {
      const { report } = await run({
        baseUrl: service.url,
        apiKey: service.key,
        reports,
        signKeyFile,
        subject: SUBJECT,
        formats: ['json'],
        seed: 1,
        ...settings,
      });
      const files = readdirSync(reports).map((name) => [name, readFileSync(join(reports, name), 'utf8')] as const);
      runs.push({ verdict: report.verdict.outcome, files: Object.fromEntries(files) });
    } finally {
      await service.close();
    }
  }
  return { publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(), runs };
}

const SUBJECT = `registry.example/pets@sha256:${'ab'.repeat(32)}`;

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-freeze-'));
  try {
    const frozen = await signRuns(folder);
    writeFileSync(join(FROZEN, `version-${REPORT_VERSION}.json.br`), brotliCompressSync(JSON.stringify(frozen)));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const digests = [...REPORT_SCHEMAS].map(([version, schema]) => [version, schemaDigest(schema)]);
  writeFileSync(DIGESTS_FILE, `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
}
