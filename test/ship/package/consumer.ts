import { createRequire } from 'node:module';
import {
  conformanceCases,
  ConformanceError,
  openConformance,
  run,
  type Report,
  type RunProgress,
  type RunResult,
} from 'petstore-conformance';
import type { conformanceTests } from 'petstore-conformance/vitest';
import { violationsOf } from './example.ts';

// A program that embeds the package. It is compiled against the installed package, and judges the service
// whose address and key are its arguments; its last line reports what it saw.

const [, , baseUrl = '', apiKey = ''] = process.argv;
const before = [JSON.stringify(process.env), process.listenerCount('SIGINT'), process.listenerCount('exit')].join();

const violations = await violationsOf(baseUrl, apiKey);
const progress: RunProgress[] = [];
const part: RunResult = await run({
  baseUrl,
  apiKey,
  only: ['LIST-LIMIT-DEFAULT'],
  seed: 7,
  categoryId: 1n,
  onProgress: (each) => progress.push(each),
});
const report: Report = part.report;

const target: Parameters<typeof conformanceTests>[0] = () => ({ baseUrl, apiKey });
const session = openConformance(await target());
const first = (await conformanceCases()).find(({ requirements }) => requirements.includes('LIST-LIMIT-DEFAULT'));
const { kind } = await session.outcome(first?.id ?? '');
await session.finish();

// @ts-expect-error A misspelt option does not compile, and is refused where there are no types.
const problems = await run({ baseURL: baseUrl }).then(
  () => [],
  (error: unknown) => (error instanceof ConformanceError ? [error.code, ...error.problems] : ['another error']),
);

const after = [JSON.stringify(process.env), process.listenerCount('SIGINT'), process.listenerCount('exit')].join();
const required: unknown = createRequire(import.meta.url)('petstore-conformance');
const isOne = typeof required === 'object' && required !== null && 'run' in required && required.run === run;
const seen = {
  violations,
  verdict: report.verdict.outcome,
  seed: report.run.seed,
  directory: part.directory,
  problems,
  last: progress.at(-1),
  cases: progress.length,
  case: kind,
  isUntouched: before === after && process.exitCode === undefined,
  isOne,
};
process.stdout.write(`${JSON.stringify(seen)}\n`);
