import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { TestProject } from 'vitest/node';
import type { RunInput } from '../conformance/run-input.ts';
import { startReference } from '../reference/reference-service.ts';
import type { Configuration } from '../target/configuration.ts';
import { resolveConfiguration } from '../target/resolve-configuration.ts';
import { processConsole, type Console } from './console.ts';
import { runIdFor } from './leftovers.ts';
import { settingSources } from './setting-sources.ts';
import { suiteVersion } from './suite-version.ts';
import { waitForTarget } from './wait-for-target.ts';

/**
 * Prepares the project `conformance` before vitest runs its cases: reads the settings from the environment and `.env`,
 * starts the embedded service where no target is configured, and provides the cases with what they need. Every rerun is
 * a run of its own. Throws with one sentence for each setting that is wrong, before anything is sent.
 */
export default async function startTarget(project: TestProject): Promise<() => Promise<void>> {
  const console = processConsole();
  const configured = configurationFrom(console);
  const service = configured.embedded ? await startReference({ seed: configured.seed }) : null;
  const configuration = service === null ? configured : { ...configured, baseUrl: service.url, apiKey: service.key };
  const unreachable = await waitForTarget(configuration, console);
  const journals = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  const inputNow = (): RunInput => inputFor(configuration, journals, console.now());
  project.provide('run', { ...inputNow(), unreachable });
  project.onTestsRerun(() => project.provide('run', inputNow()));
  return async () => {
    rmSync(journals, { recursive: true, force: true });
    await service?.close();
  };
}

function configurationFrom(console: Console): Configuration {
  const resolution = resolveConfiguration(settingSources({}, console));
  if (resolution.kind === 'bad') throw new Error(resolution.problems.join('\n'));
  for (const note of resolution.notes) console.error(`petstore-conformance: ${note}\n`);
  return resolution.configuration;
}

function inputFor(configuration: Configuration, journals: string, now: number): RunInput {
  const runId = runIdFor(now, process.pid, threadId);
  return {
    configuration,
    runId,
    suiteVersion: suiteVersion(),
    journalPath: join(journals, `run-${runId}.journal`),
    startedAt: now,
    deadlineAt: now + configuration.deadlineSeconds * 1000,
    again: false,
  };
}
