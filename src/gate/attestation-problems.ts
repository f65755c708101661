import type { Report } from '../report/report.ts';
import { type Envelope, readEnvelope, signatureProblem, statementOf } from './dsse.ts';
import { ATTESTATION_FILE, entryOf, type Manifest, MANIFEST_FILE, type ManifestFile } from './manifest.ts';
import { type RunFiles, textOfFile } from './run-files.ts';
import { PREDICATE_TYPE, resultOf, STATEMENT_TYPE, statementFor } from './statement.ts';
import { type Subject, subjectText } from './subject.ts';
import type { Verifier } from './verifier.ts';

/** What is known of a run when its attestation is read. */
export interface AttestedRun {
  readonly files: RunFiles;
  readonly manifest: Manifest | null;
  readonly report: Report | null;
  readonly verifier: Verifier;
}

/** What an attestation says, and whether the given key signed it. */
export interface ReadAttestation {
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly signed: boolean;
  readonly subject: Subject | null;
}

interface Described {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

interface Statement {
  readonly subject: readonly Described[];
  readonly result: string;
}

/** Reads the attestation of a run, where it has one, and holds it against the files, the report and the public key. */
export function readAttestation(run: AttestedRun): ReadAttestation {
  const { files, verifier } = run;
  const data = files.get(ATTESTATION_FILE);
  if (data === undefined) {
    const sentence = `${ATTESTATION_FILE} is missing: nobody signed this run.`;
    const isWanted = verifier.publicKey !== null;
    return { problems: isWanted ? [sentence] : [], notes: isWanted ? [] : [sentence], signed: false, subject: null };
  }
  const envelope = readEnvelope(textOfFile(data) ?? '');
  if (envelope === null) return bad('is no envelope as the suite writes it');
  const text = statementOf(envelope) ?? '';
  const statement = readStatement(text);
  if (statement === null) return bad('holds no statement of a test result');
  const { subject, problems } = holdAgainst(statement, text, run);
  const signature = signatureOf(envelope, verifier);
  return {
    problems: [...problems, ...signature.problems].map((problem) => `${ATTESTATION_FILE} ${problem}.`),
    notes: signature.notes,
    signed: signature.signed && problems.length === 0,
    subject,
  };
}

function bad(problem: string): ReadAttestation {
  return { problems: [`${ATTESTATION_FILE} ${problem}.`], notes: [], signed: false, subject: null };
}

function signatureOf(
  envelope: Envelope,
  { publicKey }: Verifier,
): Pick<ReadAttestation, 'problems' | 'notes' | 'signed'> {
  if (publicKey === null) {
    return { problems: [], notes: ['The signature was not looked at: no public key was given.'], signed: false };
  }
  const problem = signatureProblem(envelope, publicKey);
  return problem === null
    ? { problems: [], notes: [], signed: true }
    : { problems: [problem], notes: [], signed: false };
}

function readStatement(text: string): Statement | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value) || value['_type'] !== STATEMENT_TYPE || value['predicateType'] !== PREDICATE_TYPE) return null;
  const { subject, predicate } = value;
  if (!Array.isArray(subject) || !subject.every((each) => isDescribed(each)) || !isRecord(predicate)) return null;
  return typeof predicate['result'] === 'string' ? { subject, result: predicate['result'] } : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDescribed(value: unknown): value is Described {
  return (
    isRecord(value) &&
    typeof value['name'] === 'string' &&
    isRecord(value['digest']) &&
    typeof value['digest']['sha256'] === 'string'
  );
}

/** The subjects must be the files of the run and at most one build before them; the result must be that of the verdict. */
function holdAgainst(
  statement: Statement,
  text: string,
  { files, manifest, report, verifier }: AttestedRun,
): { readonly subject: Subject | null; readonly problems: readonly string[] } {
  if (manifest === null) return { subject: null, problems: [] };
  const sealed = sealedFiles(files, manifest);
  const names = new Set(sealed.map(({ name }) => name));
  const builds = statement.subject.filter(({ name }) => !names.has(name));
  const [build] = builds;
  const subject = build === undefined ? null : { name: build.name, sha256: build.digest.sha256 };
  const problems = [
    ...sealed.flatMap(({ name, sha256 }) => {
      const told = statement.subject.find((each) => each.name === name);
      if (told === undefined) return [`does not speak of ${name}`];
      return told.digest.sha256 === sha256 ? [] : [`speaks of another ${name}: its SHA-256 differs`];
    }),
    ...(builds.length > 1 ? ['speaks of more than one build'] : []),
    ...(report !== null && subjectInReport(report) !== (subject === null ? null : subjectText(subject))
      ? ['speaks of another build than the report']
      : []),
    ...(report !== null && statement.result !== resultOf(report.verdict)
      ? [`says ${statement.result}, and the verdict is ${report.verdict.outcome}`]
      : []),
  ];
  if (problems.length > 0 || report === null || report.run.suite.version !== verifier.suiteVersion) {
    return { subject, problems };
  }
  return {
    subject,
    problems: statementFor(report, sealed, subject) === text ? [] : ['does not say what the report says'],
  };
}

/** The build that a report was told of, as NAME@sha256:…; null where it was told of none. */
function subjectInReport({ run }: Report): unknown {
  return run.configuration['subject'] ?? null;
}

function sealedFiles(files: RunFiles, manifest: Manifest): readonly ManifestFile[] {
  const data = files.get(MANIFEST_FILE);
  if (data === undefined) return [];
  return [entryOf(MANIFEST_FILE, data), ...manifest.files];
}
