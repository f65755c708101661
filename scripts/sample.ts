import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Console, processConsole } from '../src/cli/console.ts';
import { loadCases } from '../src/run/load-cases.ts';
import { main } from '../src/cli/main.ts';
import { suiteVersion } from '../src/run/suite-version.ts';
import { requirements } from '../src/contract/requirements.ts';
import type { Variant } from '../src/reference/behaviour.ts';
import { faults } from '../src/reference/faults/index.ts';
import { startReference } from '../src/reference/reference-service.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { sampleProblems } from './sample-problems.ts';

// Writes reports/sample, the report of a service that is broken in several ways; with --check it writes nothing and fails
// where the sample is not current.

/** One broken thing in each of listing, adding, reading and authentication, and a warning. */
const FAULTS = [
  'limit-seventeen-fails',
  'category-through-double',
  'error-code-missing-on-get',
  'key-last-character-ignored',
];
const LAWFUL = ['no-challenge'];
const DIRECTORY = join(PACKAGE_ROOT, 'reports', 'sample');

const problems = process.argv.includes('--check') ? await check() : await write();
for (const problem of problems) process.stderr.write(`reports/sample is not current, run npm run sample: ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function check(): Promise<readonly string[]> {
  const cases = await loadCases();
  return sampleProblems(read, { version: suiteVersion(), table: requirements, cases });
}

function read(file: string): string | null {
  const path = join(DIRECTORY, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

async function write(): Promise<readonly string[]> {
  mkdirSync(DIRECTORY, { recursive: true });
  const service = await startReference({ seed: 1, compliant: LAWFUL, variants: FAULTS.map(variantOf) });
  try {
    const console: Console = {
      ...processConsole(),
      // No .env of whoever makes the sample is read.
      directory: DIRECTORY,
      environment: { PETSTORE_BASE_URL: service.url, PETSTORE_API_KEY: service.key },
    };
    const code = await main(['run', '--seed', '1', '--examples', '1', '--reports', DIRECTORY], console);
    return code === 1 ? check() : [`the run ended with exit code ${code}.`];
  } finally {
    await service.close();
  }
}

function variantOf(id: string): Variant {
  const fault = faults.find((each) => each.id === id);
  if (fault === undefined) throw new Error(`There is no fault ${id}.`);
  return fault.apply;
}
