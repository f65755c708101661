import { isDeepStrictEqual } from 'node:util';
import { type RequirementRow, requirements as ownTable } from '../contract/requirements.ts';
import { bad, problemsOf, type Result } from '../contract/result.ts';
import { decodeUtf8 } from '../contract/utf8.ts';
import { conclude, type Conclusions, digestOfCases } from '../report/verdict/conclude.ts';
import { isViolated, withoutDeviations } from '../report/verdict/deviations.ts';
import { verdictLine } from '../report/verdict/verdict.ts';
import { FORMATS, formatNames, renderFile } from '../report/formats.ts';
import type { Check, Report, RunDescription } from '../report/report.ts';
import { REPORT_FILE } from '../report/reports-folder.ts';
import { type ReadAttestation, readAttestation } from './attestation.ts';
import { entryOf, type Manifest, MANIFEST_FILE, readManifest, RUN_FILES, suiteText } from './manifest.ts';
import { readReport } from '../report/read-report.ts';
import type { RunFiles } from './run-folder.ts';
import type { NamedKey } from './signatures.ts';

/** What verifies a run: this suite, and public keys. One of the keys must have signed the run. */
export interface Verifier {
  readonly suite: Pick<RunDescription['suite'], 'version' | 'sources'>;
  readonly publicKeys: readonly NamedKey[];
}

/** The result of a verification. `report` is null if it cannot be read. */
export interface Verification extends ReadAttestation {
  readonly report: Report | null;
}

/**
 * Verifies a run by its files alone. The digests of the manifest show whether a file was edited, and the signature shows who
 * sealed the run. The checks of the report show whether its verdict is right.
 */
export async function verifyRun(files: RunFiles, verifier: Verifier): Promise<Verification> {
  const read = {
    manifest: readFile(files, MANIFEST_FILE, readManifest),
    report: readFile(files, REPORT_FILE, readReport),
  };
  const manifest = read.manifest.kind === 'ok' ? read.manifest.value : null;
  const report = read.report.kind === 'ok' ? read.report.value : null;
  const attestation = readAttestation(files, manifest, report, verifier.publicKeys);
  const unlisted = await unlistedFiles(files, manifest, report, verifier);
  return {
    problems: [
      ...problemsOf(read.manifest),
      ...(manifest === null ? [] : digestProblems(files, manifest)),
      ...problemsOf(read.report),
      ...(report === null ? [] : reportProblems(report, manifest, verifier)),
      ...unlisted.problems,
      ...attestation.problems,
    ],
    notes: [...versionNotes(report, verifier), ...unlisted.notes, ...attestation.notes],
    report,
    signer: attestation.signer,
    subject: attestation.subject,
  };
}

/** Reads one file of a run. A problem is a sentence. */
function readFile<T>(files: RunFiles, name: string, read: (text: string) => Result<T>): Result<T> {
  const data = files.get(name);
  if (data === undefined) return bad(`${name} is missing.`);
  const text = decodeUtf8(data);
  const result = text === null ? bad('it is not UTF-8') : read(text);
  return result.kind === 'ok' ? result : bad(`${name} cannot be read: ${result.problems.join(' ')}.`);
}

function digestProblems(files: RunFiles, manifest: Manifest): readonly string[] {
  const hasReport = manifest.files.some(({ name }) => name === REPORT_FILE);
  return [
    ...(hasReport ? [] : [`${MANIFEST_FILE} does not list ${REPORT_FILE}.`]),
    ...manifest.files.flatMap(({ name, bytes, sha256 }) => {
      const data = files.get(name);
      if (data === undefined) return [`${name} is missing.`];
      const found = entryOf({ name, data });
      if (found.bytes !== bytes) return [`${name} has ${found.bytes} bytes, and the manifest says ${bytes}.`];
      return found.sha256 === sha256 ? [] : [`${name} differs from the manifest in its SHA-256.`];
    }),
  ];
}

function isOwnReport({ run }: Report, { suite }: Verifier): boolean {
  return run.suite.version === suite.version && run.suite.sources === suite.sources;
}

function versionNotes(report: Report | null, verifier: Verifier): readonly string[] {
  if (report === null || isOwnReport(report, verifier)) return [];
  const { version, sources } = report.run.suite;
  return [
    `Another suite (${version}, sources ${sources}) made the report. Its verdict was checked by the requirements in the report.`,
  ];
}

/** Files that the manifest does not list. The same suite can render a format again, and compare it with the file. */
async function unlistedFiles(
  files: RunFiles,
  manifest: Manifest | null,
  report: Report | null,
  verifier: Verifier,
): Promise<{ readonly problems: readonly string[]; readonly notes: readonly string[] }> {
  if (manifest === null || report === null) return { problems: [], notes: [] };
  const listed = new Set(manifest.files.map(({ name }) => name));
  const problems: string[] = [];
  const notes: string[] = [];
  for (const format of formatNames) {
    const name = FORMATS[format].file;
    const data = files.get(name);
    if (data === undefined || listed.has(name)) continue;
    const isSame = isOwnReport(report, verifier) && Buffer.compare((await renderFile(report, format)).data, data) === 0;
    if (isSame) notes.push(`${name} was rendered after the run, and is not in the manifest.`);
    else problems.push(`${name} is not in the manifest, and differs from what ${REPORT_FILE} renders to.`);
  }
  const others = [...files.keys()].filter((name) => !listed.has(name) && !RUN_FILES.includes(name)).toSorted();
  if (others.length > 0) notes.push(`These files are not of the run, and were not checked: ${others.join(', ')}.`);
  return { problems, notes };
}

function reportProblems(report: Report, manifest: Manifest | null, verifier: Verifier): readonly string[] {
  const { run } = report;
  const isOfManifest = manifest === null || (manifest.run === run.id && manifest.suite === suiteText(run));
  const table = isOwnReport(report, verifier) ? ownTable : null;
  const problems = [...conclusionProblems(report, table), ...evidenceProblems(report)];
  return [
    ...problems.map((problem) => `${REPORT_FILE}: ${problem}.`),
    ...(isOfManifest
      ? []
      : [`${MANIFEST_FILE} is of the run ${manifest.run} by ${manifest.suite}, and ${REPORT_FILE} is of another run.`]),
  ];
}

/**
 * Draws the conclusions of a report from its checks again. Returns a phrase for each that differs. Without a table, it uses the
 * requirements in the report.
 */
export function conclusionProblems(report: Report, table: readonly RequirementRow[] | null): readonly string[] {
  const drawn = conclude({
    ...report,
    table: table ?? report.requirements.map(rowOf),
    checks: withoutDeviations(report.checks),
  });
  return [
    ...violationProblems(report.checks),
    ...requirementProblems(report, drawn),
    ...verdictProblems(report, drawn),
    ...(table === null ? [] : partProblems(report, drawn)),
  ];
}

function rowOf({ outcome, reason, ...row }: Report['requirements'][number]): RequirementRow {
  const fields = { id: row.id, part: row.part, level: row.level, operation: row.operation, statement: row.statement };
  return (outcome === 'not-testable' ? { ...fields, reason: reason ?? '' } : fields) as RequirementRow;
}

/** A check must be violated exactly if it found a violation. */
function violationProblems(checks: readonly Check[]): readonly string[] {
  return checks
    .filter((check) => isViolated(check) !== check.violations > 0)
    .map(({ id, outcome, violations }) => `the check ${id} is ${outcome}, and it found ${violations} violations`);
}

function requirementProblems({ requirements }: Report, drawn: Conclusions): readonly string[] {
  const given = new Map(requirements.map((each) => [each.id, each]));
  const knownIds = new Set(drawn.requirements.map(({ id }) => id));
  return [
    ...drawn.requirements.flatMap(({ id, level, outcome }) => {
      const row = given.get(id);
      if (row === undefined) return [`the requirement ${id} is missing`];
      if (row.level !== level) return [`${id} is ${level}, and the report says ${row.level}`];
      return row.outcome === outcome ? [] : [`${id} is ${outcome} by its checks, and the report says ${row.outcome}`];
    }),
    ...requirements.filter(({ id }) => !knownIds.has(id)).map(({ id }) => `the requirement ${id} is not known`),
  ];
}

function verdictProblems({ verdict }: Report, drawn: Conclusions): readonly string[] {
  const [right, given] = [drawn.verdict, verdict].map((each) => `"${verdictLine(each)}", exit ${each.exitCode}`);
  return right === given ? [] : [`the verdict by its checks is ${right}, and the report says ${given}`];
}

/** The cases must have their digest, each check must have its case, and each satisfied check an exchange as evidence. */
function evidenceProblems({ cases, casesDigest, checks, exchanges }: Report): readonly string[] {
  const caseIds = new Set(cases.map(({ id }) => id));
  const exchangeIds = new Set(exchanges.map(({ id }) => id));
  const isOwnList = digestOfCases(cases) === casesDigest;
  const problems = checks.flatMap((check) => [
    ...(caseIds.has(check.case) ? [] : [`the check ${check.id} is of a case that the report does not list`]),
    ...(check.outcome === 'satisfied' && !check.exchanges.some((id) => exchangeIds.has(id))
      ? [`the check ${check.id} is satisfied, and the report holds no evidence for it`]
      : []),
  ]);
  return [...(isOwnList ? [] : ['its casesDigest is not that of its cases']), ...problems];
}

const PARTS = ['verdict', 'counts', 'requirements', 'checks', 'deviations', 'behaviour'] as const;

/** The same suite must draw exactly the same conclusions. */
function partProblems(report: Report, drawn: Conclusions): readonly string[] {
  return PARTS.filter((part) => !isDeepStrictEqual(plain(report[part]), plain(drawn[part]))).map(
    (part) => `its ${part} do not follow from its checks`,
  );
}

/** JSON has no order of members, and none that are undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
