import { join } from 'node:path';
import { redactorFor } from '../conformance/redactor-for.ts';
import { ATTESTATION_FILE, entryOf, type ManifestFile } from '../gate/manifest.ts';
import { type Sealing, sealRun } from '../gate/seal-run.ts';
import { statementFor } from '../gate/statement.ts';
import { requirements } from '../contract/requirements.ts';
import { endPhase } from '../runner/phases.ts';
import { exampleReport } from '../report/example-report.ts';
import {
  encodeFormat,
  type FormatName,
  FORMATS,
  filesOfOthers,
  isFormatName,
  loadFormats,
  renderFormats,
} from '../report/formats.ts';
import { renderTerminal } from '../report/render-terminal.ts';
import type { Report } from '../report/report.ts';
import { REPORT_FILE } from '../report/reports-folder.ts';
import { canScan } from '../report/scan-for-secrets.ts';
import { stageFiles, type StagedFiles } from '../report/write-files.ts';
import { safeText } from '../report/terminal-text.ts';
import { verdictLine } from '../report/verdicts.ts';
import { requireValid } from '../report/write-report.ts';
import type { Configuration } from '../target/configuration.ts';
import type { Redactor } from '../target/redaction.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type GitHubTexts, prepareForGitHub, textsOfGitHub } from './github-actions.ts';

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
  const examples = await renderFormats(example, ['json', ...formatsOf(configuration)]);
  const entries = examples.map(({ name, text }) => entryOf(name, Buffer.from(text)));
  const sealed = [sealRun(example, entries, { subject: null, key: null }).files, statementFor(example, [], null)];
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
  const prepared = await preparation;
  const { reportsDirectory } = configuration;
  const staged = stageFiles(reportsDirectory);
  const gitHub = prepareForGitHub(report, console);
  try {
    await stageRun({ report, formats: formatsOf(configuration), sealing, gitHub }, staged, netFor(report, prepared));
    endPhase('formats');
    await staged.publish(staleFiles(configuration, sealing));
  } catch (error) {
    await staged.discard();
    const sentence =
      error instanceof SecretFound
        ? `the report would have shown a secret (${error.label}), so nothing was written. ${prepared.redactor.redactText(describeAdded(report))}`
        : describeLoss(report, error);
    console.error(`petstore-conformance: ${sentence}\n`);
    return { code: EXIT.suiteFault, gitHub: null };
  }
  endPhase('write');
  const reportPath = join(reportsDirectory, REPORT_FILE);
  const pagePath = formatsOf(configuration).includes('html') ? join(reportsDirectory, FORMATS.html.file) : undefined;
  console.out(renderTerminal(report, { colour: console.colour, width: console.columns, reportPath, pagePath }));
  return { code: report.verdict.exitCode, gitHub };
}

/** What is published of a run. */
interface Publication {
  readonly report: Report;
  readonly formats: readonly FormatName[];
  readonly sealing: Sealing;
  readonly gitHub: GitHubTexts | null;
}

/**
 * One file after the other is made, looked through and on its way to the disk before the next is begun. What is looked
 * through are the bytes that will be written.
 */
async function stageRun(publication: Publication, staged: StagedFiles, findSecret: SecretSearch): Promise<void> {
  const { report, formats, sealing, gitHub } = publication;
  const entries: ManifestFile[] = [];
  function refuseSecret(data: Uint8Array): void {
    const label = findSecret(data);
    if (label !== null) throw new SecretFound(label);
  }
  function stage(name: string, data: Uint8Array): void {
    entries.push(entryOf(name, data));
    staged.add(name, data);
  }
  const truth = await encodeFormat(report, 'json');
  refuseSecret(truth);
  requireValid(report);
  stage(REPORT_FILE, truth);
  for (const format of formats) {
    const data = await encodeFormat(report, format);
    refuseSecret(data);
    stage(FORMATS[format].file, data);
  }
  const { files, statement } = sealRun(report, entries, sealing);
  const sealed = files.map(({ name, text }) => ({ name, data: Buffer.from(text) }));
  // What an attestation says stands in base64 in its file, where no search would see it.
  for (const text of [...(statement === null ? [] : [statement]), ...textsOfGitHub(gitHub)]) {
    refuseSecret(Buffer.from(text));
  }
  for (const { data } of sealed) refuseSecret(data);
  for (const { name, data } of sealed) stage(name, data);
}

/** The label of a secret that a file holds, or null. */
type SecretSearch = Redactor['findInFile'];

/** A finished file holds a secret; `label` says which. */
class SecretFound extends Error {
  override readonly name = 'SecretFound';
  readonly label: string;

  constructor(label: string) {
    super(`a secret was found: ${label}`);
    this.label = label;
  }
}

/** What an earlier run may have left and this one does not write. */
function staleFiles(configuration: Configuration, { key }: Sealing): readonly string[] {
  return [...filesOfOthers(['json', ...formatsOf(configuration)]), ...(key === null ? [ATTESTATION_FILE] : [])];
}

/** Where no report can be written, whoever runs the target must at least hear what was added to it. */
function describeLoss(report: Report, error: unknown): string {
  const { verdict } = report;
  const reason = error instanceof Error ? error.message : String(error);
  return safeText(
    `the report could not be written (${reason}), and an earlier one is left as it was. The verdict would have been: ${verdictLine(verdict)}. ${describeAdded(report)}`,
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
 * Every finished file is searched before it is published: evidence is redacted when it is captured, this is the net below.
 * It catches nothing where a find would mean nothing.
 */
function netFor({ cases }: Report, { redactor, canScan: canScanAny }: Preparation): SecretSearch {
  const isMeaningful = canScanAny && redactor.containsSecret(JSON.stringify(cases)) === null;
  return isMeaningful ? redactor.findInFile : () => null;
}
