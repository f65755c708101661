import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { redactorFor } from '../suite/records/run-redactor.ts';
import { sealRun } from '../gate/attestation.ts';
import type { AttestationKey } from '../gate/signatures.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { sourceFiles } from './suite-identity.ts';
import { describeAdditions } from './journal-file.ts';
import { type FormatName, FORMATS, isFormatName, renderFile } from '../report/formats.ts';
import { renderTerminal } from '../report/terminal/render-terminal.ts';
import type { Report } from '../report/report.ts';
import { type FinishedFile, REPORT_FILE, writeFiles } from '../report/reports-folder.ts';
import { safeText } from '../report/safe-text.ts';
import { verdictLine } from '../report/verdict/verdict.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { BodyRecord } from '../http/exchange.ts';
import type { Redactor } from '../http/redaction.ts';
import type { RunConsole } from './run-console.ts';
import { type GitHubTexts, prepareForGitHub } from './github-actions.ts';
import { messageOf } from '../contract/errors.ts';

/** The report of a run, whether it was published, and the texts for GitHub Actions. */
export interface Published {
  /** False if the report could not be written or would have shown a secret. The console says which. */
  readonly isWritten: boolean;
  /** Texts that would show a secret are withheld. */
  readonly report: Report;
  readonly gitHub: GitHubTexts | null;
}

/**
 * Writes the report in the configured formats and shows it on the terminal. If a file would show a secret, it withholds the
 * texts that show it. If a file still shows a secret, it writes nothing.
 */
export async function publishReport(
  found: Report,
  configuration: Configuration,
  key: AttestationKey | null,
  console: RunConsole,
): Promise<Published> {
  const redactor = redactorFor(configuration);
  const formats = configuration.formats.filter(isFormatName);
  const findSecret = secretSearch(found, redactor);
  let report = found;

  async function write(): Promise<GitHubTexts | null> {
    const gitHub = prepareForGitHub(report, console);
    await writeFiles(configuration.reports, await filesOf(report, formats, key, gitHub, findSecret));
    return gitHub;
  }

  let gitHub: GitHubTexts | null;
  try {
    gitHub = await write().catch((error: unknown) => {
      if (!(error instanceof SecretFound)) throw error;
      report = withholdTexts(found, (text) => redactor.containsSecret(text) !== null);
      return write();
    });
  } catch (error) {
    console.error(describeLoss(error, report, redactor));
    return { isWritten: false, report, gitHub: null };
  }
  if (report !== found) console.error(SOME_WITHHELD);
  showReport(report, formats, configuration, console);
  return { isWritten: true, report, gitHub };
}

/** Without a report, the operator must still learn which pets were added. */
function describeLoss(error: unknown, report: Report, redactor: Redactor): string {
  if (error instanceof SecretFound)
    return `the report would have shown a secret (${error.label}), so nothing was written. ${redactor.redactText(describeAdded(report))}`;
  const verdict = `The verdict would have been: ${verdictLine(report.verdict)}.`;
  const loss = `the report could not be written (${messageOf(error)}). ${verdict}`;
  return `${safeText(loss)} ${describeAdded(report)}`;
}

function describeAdded({ created, claimed = [] }: Report): string {
  const certain = created.map((pet) => ({ ...pet, sentAt: null, outcome: 'created' as const }));
  return describeAdditions([...certain, ...claimed]);
}

function showReport(
  report: Report,
  formats: readonly FormatName[],
  { reports }: Configuration,
  console: RunConsole,
): void {
  const reportPath = join(reports, REPORT_FILE);
  const pagePath = formats.includes('html') ? join(reports, FORMATS.html.file) : undefined;
  console.out(renderTerminal(report, { colour: console.colour, width: console.width, reportPath, pagePath }));
}

const SOME_WITHHELD = 'the report withholds texts of the service that would show a secret. Search it for "withheld".';

/** The files of a run: its report in each format, and their seal. Throws if a file or a text for GitHub Actions holds a secret. */
async function filesOf(
  report: Report,
  formats: readonly FormatName[],
  key: AttestationKey | null,
  gitHub: GitHubTexts | null,
  findSecret: SecretSearch,
): Promise<readonly FinishedFile[]> {
  function requireNoSecret(data: Uint8Array): void {
    const label = findSecret(data);
    if (label !== null) throw new SecretFound(label);
  }
  for (const text of [gitHub?.annotations, gitHub?.summary?.text]) requireNoSecret(Buffer.from(text ?? ''));
  const files: FinishedFile[] = [];
  // One after another: only one text is in memory at a time.
  for (const name of formats) {
    const file = await renderFile(report, name);
    requireNoSecret(file.data);
    files.push(file);
  }
  // The attestation holds its statement in base64, where no search finds a secret. All its texts are in the report too.
  const seal = sealRun(report, files, key);
  for (const { data } of seal) requireNoSecret(data);
  return [...files, ...seal];
}

/** The label of a secret that a file holds, or null. */
type SecretSearch = (data: Uint8Array) => string | null;

/** A finished file holds a secret; `label` says which. */
class SecretFound extends Error {
  override readonly name = 'SecretFound';
  readonly label: string;

  constructor(label: string) {
    super(`a secret was found: ${label}`);
    this.label = label;
  }
}

/**
 * Searches every file before it is published. Evidence was redacted when it was captured, so this is a second line of defence. A
 * secret such as `available` is also a word of the suite: it is in every report and reveals nothing.
 */
function secretSearch({ cases }: Report, redactor: Redactor): SecretSearch {
  let ownWords: ReadonlySet<string> | null = null;
  return (data) => {
    const labels = redactor.findInFile(data);
    if (labels.length === 0) return null;
    ownWords ??= new Set([...redactor.findInFile(Buffer.from(JSON.stringify(cases))), ...inSources(redactor)]);
    return labels.find((label) => ownWords?.has(label) === false) ?? null;
  };
}

/** The labels of secrets in the sources of the suite. They hold all its words, and nothing that a service sent. */
function inSources(redactor: Redactor): readonly string[] {
  return sourceFiles().flatMap((path) => redactor.findInFile(readFileSync(join(PACKAGE_ROOT, path))));
}

/** Replaces a text that holds a secret. */
const WITHHELD = '(withheld: this text would show a secret)';

/** Replaces each text of a report that shows a secret. The description of the run and its cases stay as they are. */
function withholdTexts(report: Report, showsSecret: (text: string) => boolean): Report {
  const { run, verdict, counts, cases, casesDigest, ...evidence } = report;
  return { ...(replaceTexts(evidence, showsSecret) as typeof evidence), run, verdict, counts, cases, casesDigest };
}

function replaceTexts(value: unknown, showsSecret: (text: string) => boolean): unknown {
  if (typeof value === 'string') return showsSecret(value) ? WITHHELD : value;
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, showsSecret));
  if (typeof value !== 'object' || value === null) return value;
  const replaced = Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const shown = replaceTexts(each, showsSecret);
      // A sentence is neither the id of a pet nor a JSON Pointer.
      return [name, shown === WITHHELD && (name === 'id' || name === 'pointer') ? null : shown];
    }),
  );
  return replaced['text'] === WITHHELD && 'encoding' in replaced ? { ...replaced, ...withheldBody } : replaced;
}

const withheldBody: Pick<BodyRecord, 'text' | 'encoding' | 'capped'> = {
  text: WITHHELD,
  encoding: 'utf8',
  capped: true,
};
