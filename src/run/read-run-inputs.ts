import { type CaseDescription, isAbout } from '../suite/case.ts';
import { RUN_FILES } from '../gate/manifest.ts';
import type { Sealing } from '../gate/attestation.ts';
import { type AttestationKey, readPrivateKey } from '../gate/signatures.ts';
import { parseSubject, type Subject, SUBJECT_FORM } from '../gate/subject.ts';
import type { Deviation } from '../report/report.ts';
import type { CaseSelection } from './describe-run.ts';
import { digestOf } from '../contract/digest.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { SettingSources } from '../settings/read-settings.ts';
import { bad, ok, type Reading } from '../contract/result.ts';
import { runInNewContext } from 'node:vm';
import { isRuleCase } from '../report/verdict/fold-checks.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';
import { didYouMean } from '../contract/nearest-words.ts';
import { findRequirement, requirements } from '../contract/requirements.ts';

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
    return bad(...[list, key, subject].flatMap(problemsOf));
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

/** What selects cases: ids of requirements, cases or checks, and a pattern for ids and titles. */
export interface CaseFilter {
  readonly only: readonly string[] | null;
  readonly grep: string | null;
}

/** The ids of the selected cases. If both selectors are given, a case must match both. Problems are phrases. */
export function selectCases(
  cases: readonly CaseDescription[],
  { only, grep }: CaseFilter,
): Reading<ReadonlySet<string>> {
  const matching = grep === null ? cases : matchingCases(grep, cases);
  if (typeof matching === 'string') return bad(matching);
  const named = (only ?? []).map((id) => casesOf(id, cases));
  const problems = named.flatMap((each) => (typeof each === 'string' ? [each] : []));
  if (problems.length > 0) return bad(...problems);
  const wanted = only === null ? cases : named.flatMap((each) => (typeof each === 'string' ? [] : each));
  const chosen = wanted.filter((each) => matching.includes(each));
  if (chosen.length === 0) return bad('no case is selected');
  return ok(new Set(chosen.map(({ caseId }) => caseId)));
}

/** In milliseconds. A pattern that backtracks without end would hold the process. */
const MATCHING_LIMIT = 2000;

/** The cases whose id or title matches a pattern, or a phrase that says why the pattern is unusable. */
function matchingCases(grep: string, cases: readonly CaseDescription[]): readonly CaseDescription[] | string {
  const pattern = readPattern(grep);
  if (pattern === undefined) return `the pattern ${JSON.stringify(grep)} is not a regular expression`;
  const texts = cases.map(({ caseId, title }) => [caseId, title]);
  const code = 'texts.map((both) => both.some((text) => pattern.test(text)))';
  try {
    const matches: readonly boolean[] = runInNewContext(code, { pattern, texts }, { timeout: MATCHING_LIMIT });
    return cases.filter((_, index) => matches[index]);
  } catch {
    return `the pattern ${JSON.stringify(grep)} takes too long: avoid nested repetitions such as (a+)+`;
  }
}

function readPattern(text: string): RegExp | undefined {
  try {
    return new RegExp(text, 'iu');
  } catch {
    return undefined;
  }
}

/** The cases that an id selects, or a phrase that says why there are none. */
function casesOf(id: string, cases: readonly CaseDescription[]): readonly CaseDescription[] | string {
  const own = cases.filter(({ caseId }) => caseId === id);
  if (own.length > 0) return own;
  const [caseId = '', requirementId = id] = id.includes('#') ? splitAtLast(id) : [];
  const row = findRequirement(requirementId.toUpperCase());
  if (row === undefined) return `there is no requirement, case or check ${JSON.stringify(id)}${hintFor(id, cases)}`;
  if (row.reason !== undefined) return `${row.id} is not testable: ${row.reason}`;
  const isOfOneCase = caseId !== '' && caseId !== FIXTURES_CASE && !isRuleCase(caseId);
  const citing = cases.filter((each) => isAbout(each, row.id) && (!isOfOneCase || each.caseId === caseId));
  if (citing.length > 0) return citing;
  // A rule judges every response, whichever case sends the request.
  if (row.rule !== undefined && !isOfOneCase) return cases;
  return `there is no check ${JSON.stringify(id)}`;
}

function splitAtLast(id: string): readonly [string, string] {
  const at = id.lastIndexOf('#');
  return [id.slice(0, at), id.slice(at + 1)];
}

/** An id with a slash names a case. In the id of a check, the requirement is the unknown part. */
function hintFor(id: string, cases: readonly CaseDescription[]): string {
  const isCase = id.includes('/') && !id.includes('#');
  const known = isCase ? cases.map(({ caseId }) => caseId) : requirements.map((row) => row.id);
  return didYouMean(id.slice(id.lastIndexOf('#') + 1), known);
}
