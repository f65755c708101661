import type { CaseDescription } from '../suite/case.ts';
import { RUN_FILES } from '../gate/manifest.ts';
import type { Sealing } from '../gate/seal-run.ts';
import { selectCases } from '../gate/select-cases.ts';
import { type RerunPlan, planRerun } from '../gate/rerun-violations.ts';
import { type AttestationKey, readPrivateKey } from '../gate/signing-key.ts';
import { parseSubject, type Subject, SUBJECT_FORM } from '../gate/subject.ts';
import { isViolated } from '../report/deviations.ts';
import type { Deviation, Report } from '../report/report.ts';
import type { CaseSelection } from './describe-run.ts';
import { digestOf } from '../contract/digest.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { SettingSources } from '../settings/read-settings.ts';

/** The inputs of a run in addition to its configuration. */
export interface PreparedInputs {
  readonly deviations: readonly Deviation[];
  /** The SHA-256 of the file of known deviations; null if there is none. */
  readonly deviationsDigest: string | null;
  /** The selected cases; null if all are. */
  readonly selection: CaseSelection | null;
  readonly sealing: Sealing;
  /** The violations of an earlier run to judge again; null without `--again`. */
  readonly rerun: RerunPlan | null;
}

/** The inputs of a run with notes for its operator, or every problem at once. */
export type ReadInputs =
  | { readonly kind: 'ok'; readonly inputs: PreparedInputs; readonly notes: readonly string[] }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/** The settings that name files and cases, and what reads them. */
export interface InputSources extends Pick<SettingSources, 'readFile' | 'nameOf'> {
  readonly settings: Pick<Configuration, 'only' | 'grep' | 'examplePath' | 'deviations' | 'subject' | 'signKeyFile'>;
  /** The permission bits of a file, or null if the system has none. */
  readonly mode: (path: string) => number | null;
  readonly loadCases: () => Promise<readonly CaseDescription[]>;
  /** The report whose violations are judged again. */
  readonly earlier?: Report;
}

/** Reads the inputs of a run. Sends nothing. */
export async function readRunInputs(sources: InputSources): Promise<ReadInputs> {
  const problems: string[] = [];
  const notes: string[] = [];
  const { deviations, digest: deviationsDigest } = await readList(sources, problems);
  const key = readKey(sources, problems, notes);
  const subject = readSubject(sources, problems);
  problems.push(...rerunProblems(sources));
  const choice = problems.length > 0 ? ALL_CASES : await chooseCases(sources, deviations, problems);
  if (problems.length > 0) return { kind: 'bad', problems };
  return { kind: 'ok', inputs: { deviations, deviationsDigest, sealing: { subject, key }, ...choice }, notes };
}

const ALL_CASES: Pick<PreparedInputs, 'selection' | 'rerun'> = { selection: null, rerun: null };

/** Selects the cases of a run, and checks the ids in the list of deviations. Loads the cases only if it needs their ids. */
async function chooseCases(
  sources: InputSources,
  deviations: readonly Deviation[],
  problems: string[],
): Promise<typeof ALL_CASES> {
  const {
    earlier,
    settings: { only, grep },
    nameOf,
  } = sources;
  const isPart = only !== null || grep !== null || earlier !== undefined;
  if (!isPart && !deviations.some(({ id }) => id.includes('#'))) return ALL_CASES;
  const cases = await sources.loadCases();
  if (deviations.length > 0) {
    const { unknownChecks } = await import('../gate/known-deviations.ts');
    problems.push(...unknownChecks(deviations, cases).map((problem) => inList(problem, sources)));
  }
  if (!isPart || problems.length > 0) return ALL_CASES;
  if (earlier !== undefined) return chooseRerun(earlier, cases, problems);
  const selected = selectCases(cases, { only, grep });
  if (selected.kind === 'ok') {
    return { selection: { cases: selected.cases, only: only?.join(',') ?? null, grep }, rerun: null };
  }
  const names = (['only', 'grep'] as const).filter((name) => sources.settings[name] !== null).map(nameOf);
  problems.push(...selected.problems.map((problem) => `${names.join(' with ')}: ${ended(problem)}`));
  return ALL_CASES;
}

function chooseRerun(earlier: Report, cases: readonly CaseDescription[], problems: string[]): typeof ALL_CASES {
  const rerun = planRerun(earlier, cases);
  if (rerun.cases.size === 0)
    problems.push('This suite has none of the violated cases in the report that --again names.');
  const { id } = earlier.run;
  const earlierRun = isRunId(id) ? id : 'unknown';
  return { selection: { cases: rerun.cases, only: null, grep: null, earlierRun }, rerun };
}

/** The new report quotes the id, and anyone may have written the earlier report. */
function isRunId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** Why the violations of an earlier report cannot be judged again, one sentence each. */
function rerunProblems({ earlier, settings, nameOf }: InputSources): readonly string[] {
  if (earlier === undefined) return [];
  const others = (['only', 'grep', 'examplePath'] as const).filter((name) => settings[name] !== null);
  if (others.length > 0) {
    const names = others.map(nameOf).join(', ');
    return [`--again selects the cases, so ${names} must not be set with it.`];
  }
  const hasViolation = earlier.checks.some(isViolated);
  return hasViolation ? [] : ['The report that --again names has no violation, so no case needs a second try.'];
}

/** A problem may end in a question. */
function ended(problem: string): string {
  return problem.endsWith('?') ? problem : `${problem}.`;
}

function inList(problem: string, sources: InputSources): string {
  return `The list of ${sources.nameOf('deviations')} is rejected: ${problem}.`;
}

interface ReadList {
  readonly deviations: readonly Deviation[];
  readonly digest: string | null;
}

const NO_LIST: ReadList = { deviations: [], digest: null };

/** The reader of a list takes long to load, so it is loaded only if there is a list. */
async function readList(sources: InputSources, problems: string[]): Promise<ReadList> {
  const path = sources.settings.deviations;
  if (path === null) return NO_LIST;
  const file = sources.readFile(path);
  if (file.kind === 'bad') {
    problems.push(`The file of ${sources.nameOf('deviations')} ${file.problem}.`);
    return NO_LIST;
  }
  const { readDeviations } = await import('../gate/known-deviations.ts');
  const read = readDeviations(file.text);
  if (read.kind === 'ok') return { deviations: read.deviations, digest: digestOf(file.text) };
  problems.push(...read.problems.map((problem) => inList(problem, sources)));
  return NO_LIST;
}

/** If others can read the key, a note says so, but the key is used: the pipeline may be safe by other means. */
function readKey(sources: InputSources, problems: string[], notes: string[]): AttestationKey | null {
  const path = sources.settings.signKeyFile;
  if (path === null) return null;
  const name = sources.nameOf('signKeyFile');
  const file = sources.readFile(path);
  if (file.kind === 'bad') {
    problems.push(`The file of ${name} ${file.problem}; it must hold a private key in PEM.`);
    return null;
  }
  const read = readPrivateKey(file.text);
  if (read.kind === 'bad') {
    problems.push(`The file of ${name} ${read.problem}.`);
    return null;
  }
  const mode = sources.mode(path);
  if (mode !== null && (mode & OTHERS_MAY_READ) !== 0) {
    notes.push(`The file of ${name} can be read by other users. Run chmod 600 on it.`);
  }
  return read.key;
}

const OTHERS_MAY_READ = 0o044;

function readSubject(sources: InputSources, problems: string[]): Subject | null {
  const text = sources.settings.subject;
  if (text === null) return null;
  const subject = parseSubject(text.trim());
  // An attestation lists the files of the run and the build by name.
  if (subject !== null && RUN_FILES.includes(subject.name)) {
    problems.push(`${sources.nameOf('subject')} must not have the name of a file of the run.`);
  }
  if (subject === null) {
    problems.push(`${sources.nameOf('subject')} must be ${SUBJECT_FORM}.`);
  }
  return subject;
}
