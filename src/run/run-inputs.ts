import { readProblem } from '../contract/read-bounded.ts';
import type { CaseDescription } from '../suite/case.ts';
import { ATTESTATION_FILE, MANIFEST_FILE } from '../gate/manifest.ts';
import type { Sealing } from '../gate/seal-run.ts';
import { type CaseChoice, type CaseWish, selectCases } from '../gate/select-cases.ts';
import { type AgainPlan, planAgain } from '../gate/try-again.ts';
import { type AttestationKey, readPrivateKey } from '../gate/signing-key.ts';
import { parseSubject, type Subject, subjectText } from '../gate/subject.ts';
import { FORMATS, formatNames } from '../report/formats.ts';
import type { Deviation, Report } from '../report/report.ts';
import type { CaseSelection } from './describe-run.ts';
import { digestOf } from '../contract/digest.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { NameSetting, SettingSources } from '../settings/sources.ts';

/** The inputs of a run in addition to its configuration. `subject` is the build as the report names it. */
export interface RunOptions {
  readonly deviations: readonly Deviation[];
  /** The SHA-256 of the file of known deviations; null if there is none. */
  readonly deviationsDigest: string | null;
  readonly selection: CaseSelection | null;
  readonly sealing: Sealing;
  readonly subject: string | null;
  /** What of an earlier run is tried again; null without `--again`. */
  readonly again: AgainPlan | null;
}

/** The options of a run with notes for its operator, or every problem at once. */
export type ReadOptions =
  | { readonly kind: 'ok'; readonly options: RunOptions; readonly notes: readonly string[] }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/** The settings that name files and cases, and what reads them. */
export interface OptionSources extends Pick<SettingSources, 'readFile' | 'nameOf'> {
  readonly settings: Pick<Configuration, 'only' | 'grep' | 'examplePath' | 'deviations' | 'subject' | 'signKeyFile'>;
  /** The permission bits of a file, or null if the system has none. */
  readonly mode: (path: string) => number | null;
  readonly loadCases: () => Promise<readonly CaseDescription[]>;
  /** The report whose violations are tried again. */
  readonly earlier?: Report;
}

/** Reads the inputs of a run. Nothing is sent. The cases are loaded only if settings name their ids. */
export async function readRunOptions(sources: OptionSources): Promise<ReadOptions> {
  const problems: string[] = [];
  const notes: string[] = [];
  const { deviations, digest: deviationsDigest } = await readList(sources, problems);
  const key = readKey(sources, problems, notes);
  const subject = readSubject(sources, problems);
  const {
    earlier,
    settings: { only, grep },
  } = sources;
  const isPart = only !== null || grep !== null || earlier !== undefined;
  if (earlier !== undefined) problems.push(...againProblems(earlier, sources));
  const cases =
    (isPart || deviations.some(({ id }) => id.includes('#'))) && problems.length === 0 ? await sources.loadCases() : [];
  if (deviations.length > 0 && problems.length === 0) {
    const { unknownChecks } = await import('../gate/known-deviations.ts');
    problems.push(...unknownChecks(deviations, cases).map((problem) => inList(problem, sources)));
  }
  const again = earlier === undefined || problems.length > 0 ? null : planAgain(earlier, cases);
  if (again?.cases.size === 0) problems.push('The report that --again names has cases that this suite does not have.');
  const choice = isPart && again === null && problems.length === 0 ? selectCases(cases, { only, grep }) : null;
  if (choice?.kind === 'bad')
    problems.push(...choice.problems.map((problem) => `${selectors(only, grep, sources.nameOf)}: ${ended(problem)}`));
  if (problems.length > 0) return { kind: 'bad', problems };
  const selection = selectionOf(choice, again, { only, grep, again: earlier?.run.id });
  const named = subject === null ? null : subjectText(subject);
  return {
    kind: 'ok',
    options: { deviations, deviationsDigest, selection, sealing: { subject, key }, subject: named, again },
    notes,
  };
}

function selectionOf(
  choice: CaseChoice | null,
  plan: AgainPlan | null,
  { only: names, grep, again = '' }: CaseWish & { readonly again: string | undefined },
): CaseSelection | null {
  const only = names?.join(',') ?? null;
  if (plan !== null) return { cases: plan.cases, only, grep, again: isRunId(again) ? again : 'unknown' };
  return choice?.kind === 'ok' ? { cases: choice.cases, only, grep } : null;
}

/** The new report quotes the id, and the file of the earlier report may come from anyone. */
function isRunId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** Why the violations of a report cannot be tried again, one sentence each. */
function againProblems({ checks }: Report, { settings, nameOf }: OptionSources): readonly string[] {
  const others = (['only', 'grep', 'examplePath'] as const).filter((name) => settings[name] !== null);
  if (others.length > 0) {
    const names = others.map(nameOf).join(', ');
    return [`--again selects the cases, so ${names} must not be set with it.`];
  }
  const isViolated = checks.some(({ outcome }) => outcome === 'violated' || outcome === 'deviating');
  return isViolated ? [] : ['The report that --again names has no violation, so no case needs a second try.'];
}

function selectors(only: CaseWish['only'], grep: string | null, nameOf: NameSetting): string {
  return [...(only === null ? [] : [nameOf('only')]), ...(grep === null ? [] : [nameOf('grep')])].join(' with ');
}

/** A problem may end in a question. */
function ended(problem: string): string {
  return problem.endsWith('?') ? problem : `${problem}.`;
}

function inList(problem: string, sources: OptionSources): string {
  return `The list that ${sources.nameOf('deviations')} names is rejected: ${problem}.`;
}

interface ReadList {
  readonly deviations: readonly Deviation[];
  readonly digest: string | null;
}

const NO_LIST: ReadList = { deviations: [], digest: null };

/** The reader of a list takes long to load, so it is loaded only if there is a list. */
async function readList(sources: OptionSources, problems: string[]): Promise<ReadList> {
  const path = sources.settings.deviations;
  if (path === null) return NO_LIST;
  const file = readText(path, sources);
  if (file.kind === 'bad') {
    problems.push(`The file that ${sources.nameOf('deviations')} names ${file.problem}.`);
    return NO_LIST;
  }
  const { readDeviations } = await import('../gate/known-deviations.ts');
  const read = readDeviations(file.text);
  if (read.kind === 'ok') return { deviations: read.deviations, digest: digestOf(file.text) };
  problems.push(...read.problems.map((problem) => inList(problem, sources)));
  return NO_LIST;
}

/** A key that others can read is noted and used: the pipeline may be safe by other means. */
function readKey(sources: OptionSources, problems: string[], notes: string[]): AttestationKey | null {
  const path = sources.settings.signKeyFile;
  if (path === null) return null;
  const name = sources.nameOf('signKeyFile');
  const file = readText(path, sources);
  if (file.kind === 'bad') {
    problems.push(`The file that ${name} names ${file.problem}; it must hold a private key in PEM.`);
    return null;
  }
  const read = readPrivateKey(file.text);
  if (read.kind === 'bad') {
    problems.push(`The file that ${name} names ${read.problem}.`);
    return null;
  }
  const mode = sources.mode(path);
  if (mode !== null && (mode & OTHERS_MAY_READ) !== 0) {
    notes.push(`The file that ${name} names can be read by other users. Run chmod 600 on it.`);
  }
  return read.key;
}

const OTHERS_MAY_READ = 0o044;

/** An attestation lists the files of the run by these names. */
const OWN_FILES = new Set<string>([...formatNames.map((name) => FORMATS[name].file), MANIFEST_FILE, ATTESTATION_FILE]);

function readSubject(sources: OptionSources, problems: string[]): Subject | null {
  const text = sources.settings.subject;
  if (text === null) return null;
  const subject = parseSubject(text.trim());
  if (subject !== null && OWN_FILES.has(subject.name)) {
    problems.push(`${sources.nameOf('subject')} must not have the name of a file of the run.`);
  }
  if (subject === null) {
    problems.push(`${sources.nameOf('subject')} must be NAME@sha256: and the 64 hexadecimal digits of the build.`);
  }
  return subject;
}

type ReadText = { readonly kind: 'ok'; readonly text: string } | { readonly kind: 'bad'; readonly problem: string };

function readText(path: string, { readFile }: OptionSources): ReadText {
  try {
    return { kind: 'ok', text: readFile(path) };
  } catch (error) {
    return { kind: 'bad', problem: readProblem(error) };
  }
}
