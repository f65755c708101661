import type { Configuration } from '../settings/configuration.ts';
import { announceRun, EMBEDDED_PETS } from './run-cost.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { Published } from './publish-report.ts';
import { withoutSecretsInErrors, judgeCases, type RunCases } from './judge-cases.ts';
import type { Interruption, RunConsole } from './run-console.ts';
import { buildServerRun } from './describe-run.ts';
import { withProgress } from './live-progress.ts';
import { suiteIdentity } from './suite-identity.ts';

/** Judges the target, publishes the report, and closes the journal. */
export async function executeRun(
  prepared: PreparedRun,
  console: RunConsole,
  interruption: Interruption,
  runCases?: RunCases,
): Promise<Published> {
  let hasReport = false;
  try {
    const published = await withTarget(prepared.configuration, console, (configuration) =>
      withoutSecretsInErrors(configuration, () =>
        judgeAndPublish({ ...prepared, configuration }, console, interruption, runCases),
      ),
    );
    hasReport = published.isWritten;
    return published;
  } finally {
    prepared.journal.close(hasReport);
  }
}

/** Does some work with the configured target, or with the embedded service if there is none. */
async function withTarget<T>(
  configuration: Configuration,
  console: RunConsole,
  work: (configuration: Configuration) => Promise<T>,
): Promise<T> {
  if (!configuration.embedded) return work(configuration);
  const [{ startReference }, { seeds }] = await Promise.all([
    import('../reference/reference-service.ts'),
    import('../reference/shared-changes.ts'),
  ]);
  const changes = [seeds(EMBEDDED_PETS, () => undefined)];
  const service = await startReference({ seed: configuration.seed, changes });
  try {
    console.out('No target is configured: running against the embedded reference service.\n');
    return await work({ ...configuration, baseUrl: service.url, apiKey: service.key });
  } finally {
    await service.close();
  }
}

async function judgeAndPublish(
  prepared: PreparedRun,
  console: RunConsole,
  interruption: Interruption,
  runCases: RunCases | undefined,
): Promise<Published> {
  const { configuration, key } = prepared;
  announceRun(prepared, console);
  const { waitForTarget } = await import('./wait-for-target.ts');
  const unreachable = await waitForTarget(configuration, console, interruption.stop);
  const report = await withProgress(console, interruption, (events) =>
    judgeCases({
      ...prepared,
      suite: suiteIdentity(),
      now: console.now,
      secondTry: true,
      interruption,
      runCases,
      buildServer: buildServerRun(console.environment),
      unreachable,
      events,
    }),
  );
  const { publishReport } = await import('./publish-report.ts');
  return publishReport(report, configuration, key, console);
}
