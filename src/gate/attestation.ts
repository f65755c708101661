import { isRecord, parseJson } from '../contract/json.ts';
import { decodeUtf8 } from '../contract/utf8.ts';
import type { Report, Verdict } from '../report/report.ts';
import { type FinishedFile, REPORT_FILE } from '../report/reports-folder.ts';
import {
  envelopeText,
  readEnvelope,
  signatureProblem,
  signEnvelope,
  statementOf,
  type AttestationKey,
  type NamedKey,
  type Signer,
} from './signatures.ts';
import {
  ATTESTATION_FILE,
  entryOf,
  type Manifest,
  MANIFEST_FILE,
  type ManifestFile,
  manifestText,
  suiteText,
} from './manifest.ts';
import type { RunFiles } from './run-folder.ts';

/** The build that was tested: its name, and the SHA-256 of it in hexadecimal. */
export interface Subject {
  readonly name: string;
  readonly sha256: string;
}

/** What names a build, as the end of a sentence. */
export const SUBJECT_FORM = 'NAME@sha256: and the 64 hexadecimal digits of the build';

/** Reads `NAME@sha256:…`; null for anything else. The name is that of an image, a package or a file, without spaces. */
export function parseSubject(text: string): Subject | null {
  const [, name, sha256] = /^([!-~]{1,300})@sha256:([0-9a-f]{64})$/.exec(text) ?? [];
  return name === undefined || sha256 === undefined ? null : { name, sha256 };
}

/** A build as a setting names it. */
export function subjectText({ name, sha256 }: Subject): string {
  return `${name}@sha256:${sha256}`;
}

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

/** What a test result may be. */
type TestResult = 'PASSED' | 'WARNED' | 'FAILED';

/** The result that attests a verdict. Only a conformant service passes. */
export function resultOf({ outcome, exitCode }: Verdict): TestResult {
  if (exitCode !== 0) return 'FAILED';
  if (outcome === 'conformant') return 'PASSED';
  return outcome === 'conformant with known deviations' ? 'WARNED' : 'FAILED';
}

/**
 * The in-toto statement of a run (test-result v0.1). Its subjects are the build, if the report names one, and every file. The
 * member `conformance` holds facts for which the predicate has no member.
 */
export function statementFor(report: Report, files: readonly ManifestFile[]): string {
  const { run, verdict, requirements } = report;
  const subject = parseSubject(String(run.configuration['subject']));
  const ids = (holds: (requirement: Report['requirements'][number]) => boolean): readonly string[] =>
    requirements.filter(holds).map(({ id }) => id);
  const described = files.map(({ name, sha256 }) => ({ name, digest: { sha256 } }));
  return JSON.stringify({
    _type: STATEMENT_TYPE,
    subject: [...(subject === null ? [] : [{ name: subject.name, digest: { sha256: subject.sha256 } }]), ...described],
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: resultOf(verdict),
      configuration: described.filter(({ name }) => name === REPORT_FILE),
      passedTests: ids(({ outcome }) => outcome === 'verified'),
      warnedTests: ids(
        ({ outcome, level }) => outcome === 'deviating' || (outcome === 'violated' && level !== 'required'),
      ),
      failedTests: ids(({ outcome, level }) => outcome === 'violated' && level === 'required'),
      conformance: {
        verdict: verdict.outcome,
        judged: verdict.judged,
        exitCode: verdict.exitCode,
        profile: verdict.profile,
        selection: run.selection,
        end: run.end,
        signal: run.signal,
        target: run.target,
        run: run.id,
        startedAt: run.startedAt,
        endedAt: run.endedAt,
        suite: run.suite,
        node: run.node,
        platform: run.platform,
        contract: run.contract,
      },
    },
  });
}

/** The files that seal those of a run, report.json first: a manifest of their digests, and an attestation if there is a key. */
export function sealRun(
  report: Report,
  files: readonly FinishedFile[],
  key: AttestationKey | null,
): readonly FinishedFile[] {
  const { run } = report;
  const entries = files.map(entryOf);
  const manifest = {
    name: MANIFEST_FILE,
    data: Buffer.from(manifestText({ manifestVersion: 1, run: run.id, suite: suiteText(run), files: entries })),
  };
  if (key === null) return [manifest];
  const envelope = signEnvelope(statementFor(report, [entryOf(manifest), ...entries]), key);
  return [manifest, { name: ATTESTATION_FILE, data: Buffer.from(envelopeText(envelope)) }];
}

/**
 * What an attestation shows. Problems and notes are sentences, and not inert. `signer` is the given key that signed the run,
 * `subject` the build that the attestation names; null if there is none.
 */
export interface ReadAttestation {
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly signer: Signer | null;
  readonly subject: Subject | null;
}

const NOTHING: ReadAttestation = { problems: [], notes: [], signer: null, subject: null };

/** Reads the attestation of a run, if it has one, and compares it with the files, the report and the public keys. */
export function readAttestation(
  files: RunFiles,
  manifest: Manifest | null,
  report: Report | null,
  publicKeys: readonly NamedKey[],
): ReadAttestation {
  const data = files.get(ATTESTATION_FILE);
  const needsKey = publicKeys.length > 0;
  if (data === undefined) {
    const sentences = [`${ATTESTATION_FILE} is missing: this run is not signed.`];
    return needsKey ? { ...NOTHING, problems: sentences } : { ...NOTHING, notes: sentences };
  }
  const envelope = readEnvelope(decodeUtf8(data) ?? '');
  const statement = envelope === null ? null : readStatement(statementOf(envelope) ?? '');
  if (envelope === null || statement === null) {
    const problem =
      envelope === null
        ? 'is not an envelope in the form that the suite writes'
        : 'contains no statement of a test result';
    return { ...NOTHING, problems: [`${ATTESTATION_FILE} ${problem}.`] };
  }
  const { subject, problems } = compareWithRun(statement, files, manifest, report);
  const signatures = publicKeys.map((key) => ({ key, problem: signatureProblem(envelope, key) }));
  const signed = signatures.find(({ problem }) => problem === null)?.key;
  const all = [...problems, ...(signed === undefined ? signatures.flatMap(({ problem }) => problem ?? []) : [])];
  return {
    problems: all.map((problem) => `${ATTESTATION_FILE} ${problem}.`),
    notes: needsKey ? [] : ['The signature was not checked: no public key was given.'],
    signer: signed === undefined || all.length > 0 ? null : { name: signed.name, keyId: signed.keyId },
    subject,
  };
}

/** The parts of a statement that are compared. `digests` has the SHA-256 of each subject by name. */
interface Statement {
  readonly digests: ReadonlyMap<string, string>;
  readonly result: unknown;
}

function readStatement(text: string): Statement | null {
  const value = parseJson(text);
  if (!isRecord(value) || value['_type'] !== STATEMENT_TYPE || value['predicateType'] !== PREDICATE_TYPE) return null;
  const { subject, predicate } = value;
  if (!Array.isArray(subject) || !isRecord(predicate)) return null;
  const digests = new Map<string, string>();
  for (const each of subject) {
    const { name, digest } = isRecord(each) ? each : {};
    const sha256 = isRecord(digest) ? digest['sha256'] : null;
    if (typeof name !== 'string' || typeof sha256 !== 'string' || digests.has(name)) return null;
    digests.set(name, sha256);
  }
  return { digests, result: predicate['result'] };
}

/** The subjects must be the files of the run, and at most one build. The result must be that of the verdict. */
function compareWithRun(
  { digests, result }: Statement,
  files: RunFiles,
  manifest: Manifest | null,
  report: Report | null,
): Pick<ReadAttestation, 'subject' | 'problems'> {
  const manifestData = files.get(MANIFEST_FILE);
  if (manifest === null || manifestData === undefined) return { subject: null, problems: [] };
  const sealed = [entryOf({ name: MANIFEST_FILE, data: manifestData }), ...manifest.files];
  const builds = [...digests].filter(([name]) => !sealed.some((file) => file.name === name));
  const [build] = builds;
  const subject = build === undefined ? null : { name: build[0], sha256: build[1] };
  const problems = [
    ...sealed.flatMap((file) => {
      if (!digests.has(file.name)) return [`does not list ${file.name}`];
      return digests.get(file.name) === file.sha256 ? [] : [`lists ${file.name} with another SHA-256`];
    }),
    ...(builds.length > 1 ? ['lists more than one build'] : []),
  ];
  if (report === null) return { subject, problems };
  const { run, verdict } = report;
  const named = subject === null ? null : subjectText(subject);
  if (named !== (run.configuration.subject ?? null)) problems.push('does not list the build of the report');
  if (result !== resultOf(verdict)) problems.push(`says ${String(result)}, and the verdict is ${verdict.outcome}`);
  return { subject, problems };
}
