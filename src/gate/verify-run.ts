import type { RequirementRow } from '../contract/requirements.ts';
import { decodeUtf8 } from '../contract/utf8.ts';
import { FORMATS, formatNames, renderFormats } from '../report/formats.ts';
import type { Report, RunDescription } from '../report/report.ts';
import { REPORT_FILE } from '../report/reports-folder.ts';
import { readAttestation } from './attestation.ts';
import { ATTESTATION_FILE, entryOf, type Manifest, MANIFEST_FILE, readManifest } from './manifest.ts';
import { readReport } from './read-report.ts';
import type { RunFiles } from './run-folder.ts';
import type { NamedKey, Signer } from './signing-key.ts';
import type { Subject } from './subject.ts';
import { conclusionProblems, evidenceProblems } from './verify-conclusions.ts';

/** What verifies a run: this suite, its requirements, and public keys of which one must have signed. */
export interface Verifier {
  readonly suite: Pick<RunDescription['suite'], 'version' | 'sources'>;
  readonly table: readonly RequirementRow[];
  readonly publicKeys: readonly NamedKey[];
}

/**
 * What was found. `problems` and `notes` are sentences, and not inert. `report` is null if it cannot be read. `signer` is the
 * given key that signed the run, `subject` the build that the attestation names.
 */
export interface Verification {
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly report: Report | null;
  readonly signer: Signer | null;
  readonly subject: Subject | null;
}

/**
 * Verifies a run by its files alone. The digests of the manifest show whether a file was edited, and the signature shows who
 * sealed the run. The checks of the report show whether its verdict is right.
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

/** Reads one file of a run. The value is null if there is a problem. */
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
  const listed = new Set([...manifest.files.map(({ name }) => name), MANIFEST_FILE, ATTESTATION_FILE]);
  const unlisted = [...files.keys()].filter((name) => !listed.has(name)).sort();
  const formats = formatNames.filter((format) => unlisted.includes(FORMATS[format].file));
  const formatFiles = formats.map((format): string => FORMATS[format].file);
  const rendered = isOwnReport(report, verifier) ? await renderFormats(report, formats) : [];
  const isRendered = (name: string): boolean =>
    rendered.some((file) => file.name === name && Buffer.from(file.text).equals(files.get(name) ?? new Uint8Array()));
  const others = unlisted.filter((name) => !formatFiles.includes(name));
  return {
    problems: formatFiles
      .filter((name) => !isRendered(name))
      .map((name) => `${name} is not in the manifest, and differs from what ${REPORT_FILE} renders to.`),
    notes: [
      ...formatFiles
        .filter(isRendered)
        .map((name) => `${name} was rendered after the run, and is not in the manifest.`),
      ...(others.length === 0 ? [] : [`These files are not of the run, and were not checked: ${others.join(', ')}.`]),
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
      : [`${MANIFEST_FILE} is of the run ${manifest.run} by ${manifest.suite}, and ${REPORT_FILE} is of another run.`]),
  ];
}
