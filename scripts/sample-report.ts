import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../src/api/index.ts';
import type { StepChange } from '../src/reference/service-steps.ts';
import { faults } from '../src/reference/faults/index.ts';
import { startReference } from '../src/reference/reference-service.ts';
import type { Report } from '../src/report/report.ts';

/** One fault each in listing, adding, reading and authentication, and a warning. */
const FAULTS = [
  'limit-seventeen-fails',
  'category-through-double',
  'error-code-missing-on-get',
  'key-last-character-ignored',
];
const VARIANTS = ['no-challenge'];
/** A selection keeps the sample small, and the same when cases are added. */
const CASES = [
  'auth/create/key-last-character-changed',
  'auth/create/none',
  'auth/get/none',
  'auth/list/none',
  'create/category/no-double',
  'create/status/none',
  'get/added',
  'get/unknown/small',
  'list/array',
  'list/limit/17',
  'list/limit/20',
];
const ADDRESS = 'https://staging.example/v1';
const KEY = 'sample-key-5d0f1c7a9e3b2846';
const MOMENT = '2026-11-01T12:00:00.000Z';
const END = '2026-11-01T12:00:03.000Z';
const DAYS_UNTIL_REMOVAL = 1495;
const DIGEST = `sha256:${'0'.repeat(64)}`;

/**
 * The report of a service with several faults, for some cases or for all. The run sends one request at a time. Fixed values
 * replace the address, times and run id, and locations have no line numbers, so every call returns the same report.
 */
export async function sampleReport(cases: 'some' | 'all' = 'some'): Promise<Report> {
  const service = await startReference({ seed: 1, key: KEY, compliant: VARIANTS, changes: FAULTS.map(variantOf) });
  const reports = mkdtempSync(join(tmpdir(), 'petstore-conformance-sample-'));
  try {
    const { report } = await run({
      baseUrl: service.url,
      apiKey: service.key,
      reports,
      formats: ['json'],
      only: cases === 'all' ? undefined : CASES,
      seed: 1,
      examples: 1,
      concurrency: 1,
      environment: {},
    });
    return steady(JSON.stringify(report), service.url);
  } finally {
    await service.close();
    rmSync(reports, { recursive: true, force: true });
  }
}

/** Removes the parts of a report that differ between runs. */
function steady(text: string, address: string): Report {
  const { id }: Report['run'] = (JSON.parse(text) as Report).run;
  const replaced = text
    .replaceAll(address, ADDRESS)
    .replaceAll(new URL(address).host, new URL(ADDRESS).host)
    .replaceAll(id, 'sample')
    .replaceAll(/("Date",)"\w{3}, \d\d [^"]* GMT"/g, `$1${JSON.stringify(new Date(MOMENT).toUTCString())}`);
  return JSON.parse(replaced, (key, value: unknown) => {
    if (value === null) return value;
    if (key === 'startedAt' || key === 'asOf') return MOMENT;
    if (key === 'endedAt') return END;
    if (key === 'milliseconds') return 1;
    if (key === 'place' && typeof value === 'string') return value.replace(/:\d+$/, '');
    if (key === 'commit') return null;
    if (key === 'sources' || key === 'lockfile') return DIGEST;
    if (key === 'platform') return 'linux-x64';
    if (key === 'daysUntilRemoval') return DAYS_UNTIL_REMOVAL;
    return value;
  }) as Report;
}

function variantOf(id: string): StepChange {
  const fault = faults.find((each) => each.id === id);
  if (fault === undefined) throw new Error(`Unknown fault: ${id}.`);
  return fault.apply;
}
