import { readFileSync } from 'node:fs';
import type { CliOptions } from 'vitest/node';
import { startReference } from '../src/reference/reference-service.ts';
import type { Report } from '../src/report/report.ts';
import { PACKAGE_ROOT } from '../src/runner/package-root.ts';
import { caseOptions } from '../src/vitest-project/vitest-options.ts';

// What remains of a run where nothing is judged, but vitest runs it: as many cases as the run had, which send its requests
// again by undici, from a thread of their own. Arguments: the report, the concurrency. Throws unless every case passed.

const [report = '', concurrency] = process.argv.slice(2);
const { counts } = JSON.parse(readFileSync(report, 'utf8')) as Report;
const service = await startReference({ seed: 1 });
const { createVitest } = await import('vitest/node');
const options = {
  ...caseOptions(Number(concurrency)),
  root: PACKAGE_ROOT,
  config: false,
  include: ['bench/replayed-cases.ts'],
  watch: false,
  pool: 'threads',
  fsModuleCache: false,
  sequence: { concurrent: true },
  reporters: [{}],
} satisfies CliOptions & Record<string, unknown>;
const vitest = await createVitest('test', options, { server: { watch: null } });
vitest.provide('replay', {
  report,
  cases: counts.cases,
  concurrency: Number(concurrency),
  url: service.url,
  key: service.key,
});
const { testModules } = await vitest.start();
const ended = testModules.flatMap((testModule) => [...testModule.children.allTests('passed')]);
if (ended.length !== counts.cases) throw new Error(`${ended.length} of ${counts.cases} cases passed.`);
await vitest.close();
await service.close();
