import { ConformanceError, renderReport, run, type RunResult } from 'petstore-conformance';

/** Judges a service and returns the ids of the requirements that it violates. */
export async function violationsOf(baseUrl: string, apiKey: string): Promise<readonly string[]> {
  let result: RunResult;
  try {
    result = await run({ baseUrl, apiKey, profile: 'read-only', signal: AbortSignal.timeout(120_000) });
  } catch (error) {
    if (error instanceof ConformanceError && error.code === 'configuration')
      throw new Error(`Nothing was sent: ${error.message}`, { cause: error });
    throw error;
  }
  const { report, exitCode } = result;
  if (exitCode !== 0) process.stdout.write(await renderReport(report, 'md'));
  return report.requirements.flatMap(({ id, outcome }) => (outcome === 'violated' ? [id] : []));
}
