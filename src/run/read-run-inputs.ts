import type { CaseDescription } from '../suite/case.ts';
import { RUN_FILES } from '../gate/manifest.ts';
import type { Sealing } from '../gate/attestation.ts';
import { selectCases } from './select-cases.ts';
import { type AttestationKey, readPrivateKey } from '../gate/signing-key.ts';
import { parseSubject, type Subject, SUBJECT_FORM } from '../gate/subject.ts';
import type { Deviation } from '../report/report.ts';
import type { CaseSelection } from './describe-run.ts';
import { digestOf } from '../contract/digest.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { SettingSources } from '../settings/read-settings.ts';
import type { Reading } from '../settings/value-types.ts';

/** The inputs of a run in addition to its configuration. */
export interface PreparedInputs {
  readonly deviations: readonly Deviation[];
  /** The SHA-256 of the file of known deviations; null if there is none. */
  readonly deviationsDigest: string | null;
  /** The selected cases; null if all are. */
  readonly selection: CaseSelection | null;
  readonly sealing: Sealing;
  /** Notes for the operator. */
  readonly notes: readonly string[];
}

/** The settings that name files and cases, and what reads them. */
export interface InputSources extends Pick<SettingSources, 'readFile' | 'nameOf'> {
  readonly settings: Pick<Configuration, 'only' | 'grep' | 'deviations' | 'subject' | 'signKeyFile'>;
  /** The permission bits of a file, or null if the system has none. */
  readonly mode: (path: string) => number | null;
  readonly loadCases: () => Promise<readonly CaseDescription[]>;
}

/** Reads the inputs of a run, or gives every problem at once. Sends nothing. */
export async function readRunInputs(sources: InputSources): Promise<Reading<PreparedInputs>> {
  const list = await readList(sources);
  const key = readKey(sources);
  const subject = readSubject(sources);
  if (list.kind === 'bad' || key.kind === 'bad' || subject.kind === 'bad')
    return { kind: 'bad', problems: [list, key, subject].flatMap(problemsOf) };
  const choice = await chooseCases(sources, list.value.deviations);
  if (choice.kind === 'bad') return choice;
  return ok({
    ...list.value,
    selection: choice.value,
    sealing: { subject: subject.value, key: key.value },
    notes: notesOnKey(sources),
  });
}

function problemsOf(reading: Reading<unknown>): readonly string[] {
  return reading.kind === 'ok' ? [] : reading.problems;
}

function ok<Value>(value: Value): Reading<Value> {
  return { kind: 'ok', value };
}

function bad(...problems: readonly string[]): Reading<never> {
  return { kind: 'bad', problems };
}

type ListInputs = Pick<PreparedInputs, 'deviations' | 'deviationsDigest'>;

/** The reader of a list takes long to load, so it is loaded only if there is a list. */
async function readList(sources: InputSources): Promise<Reading<ListInputs>> {
  const path = sources.settings.deviations;
  if (path === null) return ok({ deviations: [], deviationsDigest: null });
  const file = sources.readFile(path);
  if (file.kind === 'bad') return bad(`The file of ${sources.nameOf('deviations')} ${file.problem}.`);
  const { readDeviations } = await import('../gate/known-deviations.ts');
  const read = readDeviations(file.value);
  if (read.kind === 'bad') return rejectList(read.problems, sources);
  return ok({ deviations: read.value, deviationsDigest: digestOf(file.value) });
}

function rejectList(problems: readonly string[], { nameOf }: InputSources): Reading<never> {
  return bad(...problems.map((problem) => `The list of ${nameOf('deviations')} is rejected: ${problem}.`));
}

function readKey({ settings, nameOf, readFile }: InputSources): Reading<AttestationKey | null> {
  if (settings.signKeyFile === null) return ok(null);
  const name = nameOf('signKeyFile');
  const file = readFile(settings.signKeyFile);
  if (file.kind === 'bad') return bad(`The file of ${name} ${file.problem}; it must hold a private key in PEM.`);
  const read = readPrivateKey(file.value);
  return read.kind === 'ok' ? read : bad(`The file of ${name} ${read.problem}.`);
}

const OTHERS_MAY_READ = 0o044;

/** A key that others can read is used, because the pipeline may be safe by other means. */
function notesOnKey({ settings, nameOf, mode }: InputSources): readonly string[] {
  const bits = settings.signKeyFile === null ? null : mode(settings.signKeyFile);
  if (bits === null || (bits & OTHERS_MAY_READ) === 0) return [];
  return [`The file of ${nameOf('signKeyFile')} can be read by other users. Run chmod 600 on it.`];
}

function readSubject({ settings, nameOf }: InputSources): Reading<Subject | null> {
  if (settings.subject === null) return ok(null);
  const subject = parseSubject(settings.subject.trim());
  if (subject === null) return bad(`${nameOf('subject')} must be ${SUBJECT_FORM}.`);
  // An attestation lists the files of the run and the build by name.
  return RUN_FILES.includes(subject.name)
    ? bad(`${nameOf('subject')} must not have the name of a file of the run.`)
    : ok(subject);
}

/** Selects the cases of a run, and checks the ids in the list of deviations. Loads the cases only if it needs their ids. */
async function chooseCases(
  sources: InputSources,
  deviations: readonly Deviation[],
): Promise<Reading<CaseSelection | null>> {
  const { only, grep } = sources.settings;
  const isPart = only !== null || grep !== null;
  if (!isPart && !deviations.some(({ id }) => id.includes('#'))) return ok(null);
  const cases = await sources.loadCases();
  if (deviations.length > 0) {
    const { unknownChecks } = await import('../gate/known-deviations.ts');
    const unknown = unknownChecks(deviations, cases);
    if (unknown.length > 0) return rejectList(unknown, sources);
  }
  return isPart ? chooseSelected(sources, cases) : ok(null);
}

function chooseSelected(
  { settings, nameOf }: InputSources,
  cases: readonly CaseDescription[],
): Reading<CaseSelection | null> {
  const { only, grep } = settings;
  const selected = selectCases(cases, { only, grep });
  if (selected.kind === 'ok') return ok({ cases: selected.value, only: only?.join(',') ?? null, grep });
  const names = (['only', 'grep'] as const).filter((name) => settings[name] !== null).map(nameOf);
  return bad(...selected.problems.map((problem) => `${names.join(' with ')}: ${asSentence(problem)}`));
}

/** A problem may end in a question. */
function asSentence(problem: string): string {
  return problem.endsWith('?') ? problem : `${problem}.`;
}
