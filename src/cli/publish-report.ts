import { redactorFor } from '../conformance/redactor-for.ts';
import { ATTESTATION_FILE } from '../gate/manifest.ts';
import { type Seal, type Sealing, sealRun } from '../gate/seal-run.ts';
import { statementFor } from '../gate/statement.ts';
import { requirements } from '../contract/requirements.ts';
import { endPhase } from '../runner/phases.ts';
import { exampleReport } from '../report/example-report.ts';
import { type FormatName, filesOfOthers, isFormatName, loadFormats, renderFormats } from '../report/formats.ts';
import { renderTerminal } from '../report/render-terminal.ts';
import type { Report } from '../report/report.ts';
import { canScan, findSecretInReport } from '../report/scan-for-secrets.ts';
import type { FinishedFile } from '../report/write-files.ts';
import { safeText } from '../report/terminal-text.ts';
import { reportFile, writeReport } from '../report/write-report.ts';
import type { Configuration } from '../target/configuration.ts';
import type { Redactor } from '../target/redaction.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { filesOfGitHub, type GitHubTexts, prepareForGitHub } from './github-actions.ts';

/** What publishing needs and no report is needed for: how secrets are found, and whether a find would mean anything. */
export interface Preparation {
  readonly redactor: Redactor;
  /** False where a secret is also a word of the suite's own, which stands in every report. */
  readonly canScan: boolean;
}

/** Does ahead of time what publishing needs, while the cases run. */
export async function prepareToPublish(configuration: Configuration): Promise<Preparation> {
  await loadFormats(formatsOf(configuration));
  const redactor = redactorFor(configuration);
  const example = exampleReport();
  const examples = await renderFormats(example, formatsOf(configuration));
  const sealed = [sealRun(example, examples, { subject: null, key: null }).files, statementFor(example, [], null)];
  return { redactor, canScan: canScan(redactor, JSON.stringify([requirements, examples, sealed])) };
}

/** What came of publishing: the exit code, and what is still to be shown where GitHub runs the command. */
export interface Published {
  readonly code: ExitCode;
  readonly gitHub: GitHubTexts | null;
}

/** Writes the report in the configured formats and shows it on the terminal, unless one of them would show a secret. */
export async function publishReport(
  report: Report,
  configuration: Configuration,
  sealing: Sealing,
  console: Console,
  preparation: Promise<Preparation> = prepareToPublish(configuration),
): Promise<Published> {
  const formats = formatsOf(configuration);
  const rendered = await renderFormats(report, formats);
  const gitHub = prepareForGitHub(report, console);
  const own = reportFile(report);
  const seal = sealRun(report, [own, ...rendered], sealing);
  endPhase('formats');
  const scanned = [...rendered, ...seal.files, ...statementFile(seal), ...filesOfGitHub(gitHub)];
  const leak = findLeak(report, scanned, await preparation);
  endPhase('scan');
  if (leak !== null) {
    const { redactor } = await preparation;
    console.error(
      `petstore-conformance: the report would have shown a secret (${leak}), so nothing was written. ${redactor.redactText(describeAdded(report))}\n`,
    );
    return { code: EXIT.suiteFault, gitHub: null };
  }
  const { reportsDirectory } = configuration;
  let reportPath: string;
  try {
    reportPath = await writeReport(
      report,
      reportsDirectory,
      [own, ...rendered, ...seal.files],
      [...filesOfOthers(['json', ...formats]), ...(sealing.key === null ? [ATTESTATION_FILE] : [])],
    );
  } catch (error) {
    console.error(`petstore-conformance: ${describeLoss(report, error)}\n`);
    return { code: EXIT.suiteFault, gitHub: null };
  }
  endPhase('write');
  console.out(renderTerminal(report, { colour: console.colour, width: console.columns, reportPath }));
  return { code: report.verdict.exitCode, gitHub };
}

/** What an attestation says stands in base64 in its file, where no search would see it. */
function statementFile({ statement }: Seal): readonly FinishedFile[] {
  return statement === null ? [] : [{ name: 'statement.json', text: statement }];
}

/** Where no report can be written, whoever runs the target must at least hear what was added to it. */
function describeLoss(report: Report, error: unknown): string {
  const { verdict } = report;
  const reason = error instanceof Error ? error.message : String(error);
  return safeText(
    `the report could not be written (${reason}), and an earlier one is left as it was. The verdict would have been: ${verdict.outcome}. ${describeAdded(report)}`,
  );
}

/** The ids are numbers, or redacted where they are the key. */
function describeAdded({ created }: Report): string {
  const ids = created.map(({ id }) => id ?? 'one whose id is not known').join(', ');
  return `Animals added: ${ids === '' ? 'none' : ids}.`;
}

/** Those besides report.json, which is always written. */
function formatsOf({ formats }: Configuration): readonly FormatName[] {
  return formats.filter(isFormatName).filter((name) => name !== 'json');
}

/**
 * The finished report, and all that was made from it, is scanned before it is published: evidence is redacted when it is
 * captured, this is the net below.
 */
function findLeak(report: Report, files: readonly FinishedFile[], preparation: Preparation): string | null {
  const { redactor } = preparation;
  const isMeaningful = preparation.canScan && canScan(redactor, JSON.stringify(report.cases));
  return isMeaningful ? findSecretInReport(report, redactor, files) : null;
}
