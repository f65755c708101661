import { decodeUtf8 } from '../contract/utf8.ts';
import { isRuleCase } from '../report/fold-checks.ts';
import { isDeepStrictEqual } from 'node:util';
import type { RequirementRow } from '../contract/requirements.ts';
import { conclude, type Conclusions, digestOfCases } from '../report/conclude.ts';
import { withoutDeviations } from '../report/deviations.ts';
import { FORMATS, formatNames, renderFormats } from '../report/formats.ts';
import type { Check, Report, RunDescription } from '../report/report.ts';
import { REPORT_FILE } from '../report/reports-folder.ts';
import { verdictLine } from '../report/verdict.ts';
import { FIXTURES_CASE } from '../suite/fixture-step.ts';
import { readAttestation } from './attestation.ts';
import { ATTESTATION_FILE, entryOf, type Manifest, MANIFEST_FILE, readManifest } from './manifest.ts';
import { readReport } from './read-report.ts';
import type { RunFiles } from './run-folder.ts';
import type { NamedKey, Signer } from './signing-key.ts';
import type { Subject } from './subject.ts';

/** What a run is verified by: this suite and its requirements, and public keys of which one must have signed. */
export interface Verifier {
  readonly suite: Pick<RunDescription['suite'], 'version' | 'sources'>;
  readonly table: readonly RequirementRow[];
  readonly publicKeys: readonly NamedKey[];
}

/**
 * What was found. `problems` and `notes` have a sentence for each thing and are not inert; `report` is null if none can
 * be read. `signer` is the given key that signed this run, `subject` the build that an attestation names.
 */
export interface Verification {
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly report: Report | null;
  readonly signer: Signer | null;
  readonly subject: Subject | null;
}

/**
 * Verifies a run by its files alone. The digests of the manifest show whether a file was edited, the signature who sealed it,
 * and the checks of the report whether its verdict is right.
 */
export async function verifyRun(files: RunFiles, verifier: Verifier): Promise<Verification> {
  const manifest = readFile(files, MANIFEST_FILE, readManifest);
  const report = readFile(files, REPORT_FILE, readReport);
  const attestation = readAttestation(files, manifest.value, report.value, verifier.publicKeys);
  const unlisted = await unlistedFiles(files, manifest.value, report.value, verifier);
  return {
    problems: [
      ...manifest.problems,
      ...(manifest.value === null ? [] : digestProblems(files, manifest.value)),
      ...report.problems,
      ...(report.value === null ? [] : reportProblems(report.value, manifest.value, verifier)),
      ...unlisted.problems,
      ...attestation.problems,
    ],
    notes: [...versionNotes(report.value, verifier), ...unlisted.notes, ...attestation.notes],
    report: report.value,
    signer: attestation.signer,
    subject: attestation.subject,
  };
}

type ReadResult<T> = { readonly kind: 'ok'; readonly value: T } | { readonly kind: 'bad'; readonly problem: string };

/** Reads one file of a run. Gives null with a problem if it is missing or is not what it must be. */
function readFile<T>(
  files: RunFiles,
  name: string,
  read: (text: string) => ReadResult<T>,
): { readonly value: T | null; readonly problems: readonly string[] } {
  const data = files.get(name);
  if (data === undefined) return { value: null, problems: [`${name} is missing.`] };
  const text = decodeUtf8(data);
  const result: ReadResult<T> = text === null ? { kind: 'bad', problem: 'it is not UTF-8' } : read(text);
  return result.kind === 'ok'
    ? { value: result.value, problems: [] }
    : { value: null, problems: [`${name} cannot be read: ${result.problem}.`] };
}

function digestProblems(files: RunFiles, manifest: Manifest): readonly string[] {
  const hasReport = manifest.files.some(({ name }) => name === REPORT_FILE);
  return [
    ...(hasReport ? [] : [`${MANIFEST_FILE} does not list ${REPORT_FILE}.`]),
    ...manifest.files.flatMap(({ name, bytes, sha256 }) => {
      const data = files.get(name);
      if (data === undefined) return [`${name} is missing.`];
      const found = entryOf(name, data);
      if (found.bytes !== bytes) return [`${name} has ${found.bytes} bytes, and the manifest says ${bytes}.`];
      return found.sha256 === sha256 ? [] : [`${name} is not the file of the manifest: its SHA-256 differs.`];
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
    `Another suite (${version}, sources ${sources}) made the report, so the verdict was checked by the report's own requirements.`,
  ];
}

/**
 * Files that the manifest does not list. A format that was rendered later has no digest, so it must be what the report
 * renders to, which only the same suite can tell.
 */
async function unlistedFiles(
  files: RunFiles,
  manifest: Manifest | null,
  report: Report | null,
  verifier: Verifier,
): Promise<{ readonly problems: readonly string[]; readonly notes: readonly string[] }> {
  if (manifest === null || report === null) return { problems: [], notes: [] };
  const listed = new Set([...manifest.files.map(({ name }) => name), MANIFEST_FILE, ATTESTATION_FILE]);
  const unlisted = [...files.keys()].filter((name) => !listed.has(name)).sort();
  const formats = formatNames.filter((format) => unlisted.includes(FORMATS[format].file));
  const rendered = isOwnReport(report, verifier) ? await renderFormats(report, formats) : [];
  const isRendered = (name: string): boolean =>
    rendered.some((file) => file.name === name && Buffer.from(file.text).equals(files.get(name) ?? new Uint8Array()));
  const names = formats.map((format): string => FORMATS[format].file);
  const strangers = unlisted.filter((name) => !names.includes(name));
  return {
    problems: names
      .filter((name) => !isRendered(name))
      .map((name) => `${name} is not in the manifest and is not what is rendered from ${REPORT_FILE}.`),
    notes: [
      ...names.filter(isRendered).map((name) => `${name} was rendered after the run, and is not in the manifest.`),
      ...(strangers.length === 0
        ? []
        : [`These files belong to no run and were not checked: ${strangers.join(', ')}.`]),
    ],
  };
}

function reportProblems(report: Report, manifest: Manifest | null, verifier: Verifier): readonly string[] {
  const { suite, id } = report.run;
  const isOfManifest = manifest?.run === id && manifest.suite === `${suite.name} ${suite.version}`;
  const table = isOwnReport(report, verifier) ? verifier.table : null;
  return [
    ...[...conclusionProblems(report, table), ...evidenceProblems(report)].map(
      (problem) => `${REPORT_FILE}: ${problem}.`,
    ),
    ...(manifest === null || isOfManifest
      ? []
      : [`${MANIFEST_FILE} is of the run ${manifest.run} by ${manifest.suite}, and ${REPORT_FILE} of another one.`]),
  ];
}

/**
 * Draws the conclusions of a report again from its checks, and gives a phrase for each that does not follow. Without a
 * table, the report's own requirements are used.
 */
export function conclusionProblems(report: Report, table: readonly RequirementRow[] | null): readonly string[] {
  const drawn = conclude({
    run: report.run,
    table: table ?? report.requirements.map(rowOf),
    checks: withoutDeviations(report.checks),
    exchanges: report.exchanges,
    deviations: report.deviations,
    suiteFaults: report.suiteFaults,
    soak: report.soak,
    totals: totalsOf(report),
  });
  return [
    ...violationProblems(report.checks),
    ...requirementProblems(report, drawn),
    ...verdictProblems(report, drawn),
    ...(table === null ? [] : partProblems(report, drawn)),
  ];
}

function rowOf({ outcome, reason, ...row }: Report['requirements'][number]): RequirementRow {
  const known = { id: row.id, part: row.part, level: row.level, operation: row.operation, statement: row.statement };
  return (outcome === 'not-testable' ? { ...known, reason: reason ?? '' } : known) as RequirementRow;
}

function totalsOf({ cases, exchanges, created }: Report): Report['counts'] {
  const collected = cases.filter(({ id, place }) => id !== FIXTURES_CASE && place !== 'unknown' && !isRuleCase(id));
  return { cases: collected.length, exchanges: exchanges.length, created: created.length } as Report['counts'];
}

/** A check is violated or deviating if it found a violation, and only then. */
function violationProblems(checks: readonly Check[]): readonly string[] {
  return checks
    .filter(({ outcome, violations }) => (outcome === 'violated' || outcome === 'deviating') !== violations > 0)
    .map(({ id, outcome, violations }) => `the check ${id} is ${outcome}, and it found ${violations} violations`);
}

function requirementProblems({ requirements }: Report, drawn: Conclusions): readonly string[] {
  const given = new Map(requirements.map((each) => [each.id, each]));
  const known = new Set(drawn.requirements.map(({ id }) => id));
  return [
    ...drawn.requirements.flatMap(({ id, level, outcome }) => {
      const row = given.get(id);
      if (row === undefined) return [`the requirement ${id} is missing`];
      if (row.level !== level) return [`${id} is ${level}, and the report says ${row.level}`];
      return row.outcome === outcome ? [] : [`${id} is ${outcome} by its checks, and the report says ${row.outcome}`];
    }),
    ...requirements.filter(({ id }) => !known.has(id)).map(({ id }) => `the requirement ${id} is not known`),
  ];
}

function verdictProblems({ verdict }: Report, drawn: Conclusions): readonly string[] {
  const [right, given] = [drawn.verdict, verdict].map((each) => `"${verdictLine(each)}", exit ${each.exitCode}`);
  return right === given ? [] : [`the verdict by its checks is ${right}, and the report says ${given}`];
}

/** The case list has its digest. Each check belongs to a case of it, and a satisfied one rests on exchanges that the report holds. */
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
  return [...(isOwnList ? [] : ['its cases are not those of its casesDigest']), ...problems];
}

const PARTS = ['verdict', 'counts', 'requirements', 'checks', 'deviations', 'behaviour'] as const;

/** The same suite draws the same conclusions to the last word. */
function partProblems(report: Report, drawn: Conclusions): readonly string[] {
  return PARTS.filter((part) => !isDeepStrictEqual(plain(report[part]), plain(drawn[part]))).map(
    (part) => `its ${part} are not what follows from its checks`,
  );
}

/** JSON has no order of members, and none that are undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
