import { FORMATS, formatNames, renderFormats } from '../report/formats.ts';
import type { Report } from '../report/report.ts';
import { REPORT_FILE } from '../report/reports-folder.ts';
import { readAttestation } from './attestation-problems.ts';
import { ATTESTATION_FILE, entryOf, type Manifest, MANIFEST_FILE } from './manifest.ts';
import { readManifest } from './read-manifest.ts';
import { readReport } from './read-report.ts';
import { conclusionProblems } from './redraw-conclusions.ts';
import { type RunFiles, textOfFile } from './run-files.ts';
import type { Subject } from './subject.ts';
import type { Verifier } from './verifier.ts';

/**
 * What was found. `problems` and `notes` have a sentence for each thing and are not inert; `report` is null where none can
 * be read. `signed` says whether the given key signed this run, `subject` which build an attestation names.
 */
export interface Verification {
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly report: Report | null;
  readonly signed: boolean;
  readonly subject: Subject | null;
}

/** Verifies a run by its files alone: that it is whole and unedited, and that its verdict follows from its checks. */
export async function verifyRun(files: RunFiles, verifier: Verifier): Promise<Verification> {
  const problems: string[] = [];
  const notes: string[] = [];
  const manifest = manifestIn(files, problems);
  if (manifest !== null) problems.push(...fileProblems(files, manifest));
  const report = reportIn(files, problems);
  if (report !== null) await examine(report, files, verifier, manifest, problems, notes);
  const attestation = readAttestation({ files, manifest, report, verifier });
  problems.push(...attestation.problems);
  notes.push(...attestation.notes);
  return { problems, notes, report, signed: attestation.signed, subject: attestation.subject };
}

function manifestIn(files: RunFiles, problems: string[]): Manifest | null {
  const data = files.get(MANIFEST_FILE);
  if (data === undefined) {
    problems.push(`${MANIFEST_FILE} is missing.`);
    return null;
  }
  const text = textOfFile(data);
  const read = text === null ? ({ kind: 'bad', problem: 'is not UTF-8' } as const) : readManifest(text);
  if (read.kind === 'ok') return read.manifest;
  problems.push(`${MANIFEST_FILE} ${read.problem}.`);
  return null;
}

function fileProblems(files: RunFiles, manifest: Manifest): readonly string[] {
  const own = manifest.files.some(({ name }) => name === REPORT_FILE)
    ? []
    : [`${MANIFEST_FILE} does not list ${REPORT_FILE}.`];
  return [
    ...own,
    ...manifest.files.flatMap(({ name, bytes, sha256 }) => {
      const data = files.get(name);
      if (data === undefined) return [`${name} is missing.`];
      const found = entryOf(name, data);
      if (found.bytes !== bytes) return [`${name} has ${found.bytes} bytes, and the manifest says ${bytes}.`];
      return found.sha256 === sha256 ? [] : [`${name} is not the file of the manifest: its SHA-256 differs.`];
    }),
  ];
}

function reportIn(files: RunFiles, problems: string[]): Report | null {
  const data = files.get(REPORT_FILE);
  if (data === undefined) {
    problems.push(`${REPORT_FILE} is missing.`);
    return null;
  }
  const text = textOfFile(data);
  const read = text === null ? ({ kind: 'bad', problem: 'it is not UTF-8' } as const) : readReport(text);
  if (read.kind === 'ok') return read.report;
  problems.push(`${REPORT_FILE} cannot be read as a report: ${read.problem}.`);
  return null;
}

async function examine(
  report: Report,
  files: RunFiles,
  { suiteVersion, table }: Verifier,
  manifest: Manifest | null,
  problems: string[],
  notes: string[],
): Promise<void> {
  const { suite, id } = report.run;
  const isOwn = suite.version === suiteVersion;
  problems.push(...conclusionProblems(report, isOwn ? table : null).map((problem) => `${REPORT_FILE}: ${problem}.`));
  if (manifest !== null && (manifest.run !== id || manifest.suite !== `${suite.name} ${suite.version}`)) {
    problems.push(
      `${MANIFEST_FILE} is of the run ${manifest.run} by ${manifest.suite}, and ${REPORT_FILE} of another one.`,
    );
  }
  if (!isOwn) {
    notes.push(
      `The report was made by version ${suite.version} and this is ${suiteVersion}: the other formats were not rendered again, their digests decide.`,
    );
  } else problems.push(...(await renderingProblems(report, files)));
  const listed = new Set(manifest?.files.map(({ name }) => name));
  for (const name of formatNames.map((format) => FORMATS[format].file)) {
    if (manifest === null || listed.has(name) || !files.has(name)) continue;
    if (isOwn) notes.push(`${name} was rendered after the run, and is not in the manifest.`);
    else problems.push(`${name} is not in the manifest.`);
  }
  const known = new Set([
    ...listed,
    ...formatNames.map((format) => FORMATS[format].file),
    MANIFEST_FILE,
    ATTESTATION_FILE,
  ]);
  const strangers = [...files.keys()].filter((name) => !known.has(name)).sort();
  if (strangers.length > 0)
    notes.push(`These files are no part of the run, and were not looked at: ${strangers.join(', ')}.`);
}

/** Every format that is there, report.json too, must be what is rendered from the report. */
async function renderingProblems(report: Report, files: RunFiles): Promise<readonly string[]> {
  const present = formatNames.filter((format) => files.has(FORMATS[format].file));
  const rendered = await renderFormats(report, present);
  return rendered
    .filter(({ name, text }) => !Buffer.from(text).equals(files.get(name) ?? new Uint8Array()))
    .map(({ name }) => `${name} is not what is rendered from ${REPORT_FILE}.`);
}
