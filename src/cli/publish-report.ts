import { mutatedKeys } from '../conformance/generated/mutated-keys.ts';
import { requirements } from '../contract/requirements.ts';
import { renderTerminal } from '../report/render-terminal.ts';
import type { Report } from '../report/report.ts';
import { canScan, findSecretInReport } from '../report/scan-for-secrets.ts';
import { writeReport } from '../report/write-report.ts';
import type { Configuration } from '../target/configuration.ts';
import { credentialsFor, secretsOf } from '../target/credentials.ts';
import { createRedactor } from '../target/redaction.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** Writes the report and shows it on the terminal, unless it would show a secret. Gives the exit code of the run. */
export async function publishReport(report: Report, configuration: Configuration, console: Console): Promise<ExitCode> {
  const leak = findLeak(report, configuration);
  if (leak !== null) {
    console.error(`petstore-conformance: the report would have shown a secret (${leak}), so nothing was written.\n`);
    return EXIT.suiteFault;
  }
  const reportPath = await writeReport(report, configuration.reportsDirectory);
  console.out(renderTerminal(report, { colour: console.colour, width: console.columns, reportPath }));
  return report.verdict.exitCode;
}

/** The finished report is scanned before it is published: evidence is redacted when it is captured, this is the net below. */
function findLeak(report: Report, configuration: Configuration): string | null {
  const credentials = credentialsFor(configuration.apiKey, () => 0.5);
  const redactor = createRedactor([
    ...secretsOf(configuration.apiKey, credentials, configuration.headers),
    ...mutatedKeys(configuration).map(({ secret }) => secret),
  ]);
  const ownText = JSON.stringify([requirements, report.cases]);
  return canScan(redactor, ownText) ? findSecretInReport(report, redactor) : null;
}
