import { isRecord, parseJson } from '../contract/parse-json.ts';
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
  manifestOf,
  manifestText,
} from './manifest.ts';
import type { RunFiles } from './run-folder.ts';
import { type Subject, subjectText } from './subject.ts';

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
 * The in-toto statement of a run (test-result v0.1). Its subjects are the build, if one is named, and every file. The member
 * `conformance` holds facts for which the predicate has no member.
 */
export function statementFor(report: Report, files: readonly ManifestFile[], subject: Subject | null): string {
  const { run, verdict, requirements } = report;
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

/** How a run is sealed: the build that it judged, and the key to sign with; null if none was given. */
export interface Sealing {
  readonly subject: Subject | null;
  readonly key: AttestationKey | null;
}

/**
 * Seals the files of a run, report.json first: a manifest of their digests, and an attestation if there is a key. The caller
 * searches `statement`, the text of the attestation, for secrets; null if unsigned.
 */
export function sealRun(report: Report, files: readonly ManifestFile[], { subject, key }: Sealing) {
  const manifest = manifestOf(report, files);
  const manifestFile: FinishedFile = { name: MANIFEST_FILE, text: manifestText(manifest) };
  if (key === null) return { files: [manifestFile], statement: null };
  const sealed = [entryOf(MANIFEST_FILE, Buffer.from(manifestFile.text)), ...manifest.files];
  const statement = statementFor(report, sealed, subject);
  const attestation = { name: ATTESTATION_FILE, text: envelopeText(signEnvelope(statement, key)) };
  return { files: [manifestFile, attestation], statement };
}

/** The content of an attestation, and the given key that signed it; null if none did. */
interface ReadAttestation {
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly signer: Signer | null;
  readonly subject: Subject | null;
}

interface Described {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** The parts of a statement that are compared. */
interface Statement {
  readonly subject: readonly Described[];
  readonly result: string;
}

/** Reads the attestation of a run, if it has one, and compares it with the files, the report and the public keys. */
export function readAttestation(
  files: RunFiles,
  manifest: Manifest | null,
  report: Report | null,
  publicKeys: readonly NamedKey[],
): ReadAttestation {
  const data = files.get(ATTESTATION_FILE);
  if (data === undefined) {
    const sentence = `${ATTESTATION_FILE} is missing: this run is not signed.`;
    return publicKeys.length === 0
      ? { problems: [], notes: [sentence], signer: null, subject: null }
      : { problems: [sentence], notes: [], signer: null, subject: null };
  }
  const envelope = readEnvelope(decodeUtf8(data) ?? '');
  if (envelope === null) return bad('is not an envelope in the form that the suite writes');
  const statement = readStatement(statementOf(envelope) ?? '');
  if (statement === null) return bad('contains no statement of a test result');
  const { subject, problems } = compareWithRun(statement, files, manifest, report);
  const signatures = publicKeys.map((key) => ({ key, problem: signatureProblem(envelope, key) }));
  const signed = signatures.find(({ problem }) => problem === null)?.key;
  const unsigned = signed === undefined ? signatures.flatMap(({ problem }) => problem ?? []) : [];
  const all = [...problems, ...unsigned];
  return {
    problems: all.map((problem) => `${ATTESTATION_FILE} ${problem}.`),
    notes: publicKeys.length === 0 ? ['The signature was not checked: no public key was given.'] : [],
    signer: signed === undefined || all.length > 0 ? null : { name: signed.name, keyId: signed.keyId },
    subject,
  };
}

function bad(problem: string): ReadAttestation {
  return { problems: [`${ATTESTATION_FILE} ${problem}.`], notes: [], signer: null, subject: null };
}

function readStatement(text: string): Statement | null {
  const value = parseJson(text);
  if (!isRecord(value) || value['_type'] !== STATEMENT_TYPE || value['predicateType'] !== PREDICATE_TYPE) return null;
  const { subject, predicate } = value;
  if (!Array.isArray(subject) || !subject.every((each) => isDescribed(each)) || !isRecord(predicate)) return null;
  return typeof predicate['result'] === 'string' ? { subject, result: predicate['result'] } : null;
}

function isDescribed(value: unknown): value is Described {
  return (
    isRecord(value) &&
    typeof value['name'] === 'string' &&
    isRecord(value['digest']) &&
    typeof value['digest']['sha256'] === 'string'
  );
}

/** The subjects must be the files of the run and at most one build before them. The result must be that of the verdict. */
function compareWithRun(
  statement: Statement,
  files: RunFiles,
  manifest: Manifest | null,
  report: Report | null,
): { readonly subject: Subject | null; readonly problems: readonly string[] } {
  const manifestData = files.get(MANIFEST_FILE);
  if (manifest === null || manifestData === undefined) return { subject: null, problems: [] };
  const sealed = [entryOf(MANIFEST_FILE, manifestData), ...manifest.files];
  const names = new Set(sealed.map(({ name }) => name));
  const builds = statement.subject.filter(({ name }) => !names.has(name));
  const [build] = builds;
  const subject = build === undefined ? null : { name: build.name, sha256: build.digest.sha256 };
  const problems = [
    ...sealed.flatMap(({ name, sha256 }) => {
      const listed = statement.subject.find((each) => each.name === name);
      if (listed === undefined) return [`does not list ${name}`];
      return listed.digest.sha256 === sha256 ? [] : [`lists ${name} with another SHA-256`];
    }),
    ...(builds.length > 1 ? ['lists more than one build'] : []),
    ...(report === null ? [] : reportProblems(statement, subject, report)),
  ];
  return { subject, problems };
}

function reportProblems({ result }: Statement, subject: Subject | null, { run, verdict }: Report): readonly string[] {
  const isSameBuild = (run.configuration.subject ?? null) === (subject === null ? null : subjectText(subject));
  return [
    ...(isSameBuild ? [] : ['does not list the build of the report']),
    ...(result === resultOf(verdict) ? [] : [`says ${result}, and the verdict is ${verdict.outcome}`]),
  ];
}
