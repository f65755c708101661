import { type CaseDescription, isAbout } from '../suite/case.ts';
import { readDeviations, unknownChecks } from '../gate/known-deviations.ts';
import { RUN_FILES } from '../gate/manifest.ts';
import { type AttestationKey, readPrivateKey } from '../gate/signatures.ts';
import { parseSubject, SUBJECT_FORM } from '../gate/attestation.ts';
import type { Deviation } from '../report/report.ts';
import { loadSuite } from './load-suite.ts';
import { digestOf } from '../contract/digest.ts';
import type { SettingValues } from '../settings/settings.ts';
import { noteOpenFile, readNamedFile } from '../settings/read-file.ts';
import type { SettingSources } from '../settings/read-settings.ts';
import { bad, ok, problemsOf, type Result } from '../contract/result.ts';
import { resolve } from 'node:path';
import { isRuleCase, partsOfCheck } from '../report/verdict/fold-checks.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';
import { didYouMean } from '../contract/nearest-words.ts';
import { findRequirement, requirements } from '../contract/requirements.ts';

/** The inputs of a run in addition to its configuration. */
export interface RunInputs {
  readonly deviations: readonly Deviation[];
  /** The SHA-256 of the file of known deviations; null if there is none. */
  readonly deviationsDigest: string | null;
  /** The ids of the selected cases; null if all are. */
  readonly selection: ReadonlySet<string> | null;
  /** The key that signs the attestation; null if nothing is signed. */
  readonly key: AttestationKey | null;
  /** Notes for the operator. */
  readonly notes: readonly string[];
}

type Sources = Pick<SettingSources, 'readFile' | 'nameOf'>;

/** Reads the inputs of a run, or returns all problems together. Sends nothing. Paths are relative to `directory`. */
export async function readRunInputs(
  settings: SettingValues,
  sources: Sources,
  directory: string,
): Promise<Result<RunInputs>> {
  const list = readList(settings.deviations, sources);
  const key = readKey(settings.signKeyFile, sources);
  const problems = [...problemsOf(list), ...problemsOf(key), ...subjectProblems(settings.subject, sources)];
  if (list.kind === 'bad' || key.kind === 'bad' || problems.length > 0) return bad(...problems);
  const selection = await chooseCases(settings, list.value.deviations, sources);
  if (selection.kind === 'bad') return selection;
  return ok({
    ...list.value,
    selection: selection.value,
    key: key.value,
    notes: noteOpenKey(settings.signKeyFile, sources, directory),
  });
}

function readList(
  path: string | null,
  { readFile, nameOf }: Sources,
): Result<Pick<RunInputs, 'deviations' | 'deviationsDigest'>> {
  if (path === null) return ok({ deviations: [], deviationsDigest: null });
  const file = readNamedFile(nameOf('deviations'), readFile(path), ok);
  if (file.kind === 'bad') return file;
  const read = readDeviations(file.value);
  if (read.kind === 'bad') return rejectList(read.problems, nameOf);
  return ok({ deviations: read.value, deviationsDigest: digestOf(file.value) });
}

function rejectList(problems: readonly string[], nameOf: Sources['nameOf']): Result<never> {
  return bad(...problems.map((problem) => `The list of ${nameOf('deviations')} is rejected: ${problem}.`));
}

function readKey(path: string | null, { nameOf, readFile }: Sources): Result<AttestationKey | null> {
  return path === null ? ok(null) : readNamedFile(nameOf('signKeyFile'), readFile(path), readPrivateKey);
}

/** The run uses a key that other users can read: the pipeline may protect it in another way. */
function noteOpenKey(path: string | null, { nameOf }: Sources, directory: string): readonly string[] {
  return path === null ? [] : noteOpenFile(resolve(directory, path), `the file of ${nameOf('signKeyFile')}`);
}

function subjectProblems(text: string | null, { nameOf }: Sources): readonly string[] {
  if (text === null) return [];
  const subject = parseSubject(text.trim());
  if (subject === null) return [`${nameOf('subject')} must be ${SUBJECT_FORM}.`];
  // An attestation lists the files of the run and the build by name.
  return RUN_FILES.includes(subject.name) ? [`${nameOf('subject')} must not have the name of a file of the run.`] : [];
}

/** Selects the cases of a run, and checks the ids in the list of deviations. Loads the cases only if it needs their ids. */
async function chooseCases(
  { only, examples }: SettingValues,
  deviations: readonly Deviation[],
  { nameOf }: Sources,
): Promise<Result<RunInputs['selection']>> {
  if (only === null && !deviations.some(({ id }) => id.includes('#'))) return ok(null);
  const { cases: loaded, faults } = await loadSuite(examples);
  // The run itself reports specs that do not load.
  if (loaded.length === 0) throw new Error(faults[0]);
  const cases = loaded.map(({ description }) => description);
  const unknown = unknownChecks(deviations, cases);
  if (unknown.length > 0) return rejectList(unknown, nameOf);
  if (only === null) return ok(null);
  const selected = selectCases(cases, only);
  if (selected.kind === 'ok') return selected;
  return bad(...selected.problems.map((problem) => `${nameOf('only')}: ${asSentence(problem)}`));
}

/** A problem may end in a question. */
function asSentence(problem: string): string {
  return problem.endsWith('?') ? problem : `${problem}.`;
}

/** The ids of the cases that ids of requirements, cases, topics or checks select. Problems are phrases. */
export function selectCases(cases: readonly CaseDescription[], only: readonly string[]): Result<ReadonlySet<string>> {
  const chosen = only.map((id) => casesOf(id, cases));
  const problems = chosen.flatMap(problemsOf);
  if (problems.length > 0) return bad(...problems);
  const ids = chosen.flatMap((each) => (each.kind === 'ok' ? each.value.map(({ caseId }) => caseId) : []));
  return ids.length === 0 ? bad('no case is selected') : ok(new Set(ids));
}

/** The cases that an id selects. */
function casesOf(id: string, cases: readonly CaseDescription[]): Result<readonly CaseDescription[]> {
  // The ids of a topic start with its words.
  const own = cases.filter(({ caseId }) => caseId === id || caseId.startsWith(`${id}/`));
  if (own.length > 0) return ok(own);
  const { caseId, requirement } = partsOfCheck(id);
  const row = findRequirement(requirement.toUpperCase());
  if (row === undefined)
    return bad(`there is no requirement, check, case or topic ${JSON.stringify(id)}${hintFor(id, cases)}`);
  if (row.reason !== undefined) return bad(`${row.id} is not testable: ${row.reason}`);
  const isOfOneCase = caseId !== '' && caseId !== FIXTURES_CASE && !isRuleCase(caseId);
  const citing = cases.filter((each) => isAbout(each, row.id) && (!isOfOneCase || each.caseId === caseId));
  if (citing.length > 0) return ok(citing);
  // A rule judges every response, whichever case sends the request.
  return row.rule !== undefined && !isOfOneCase ? ok(cases) : bad(`there is no check ${JSON.stringify(id)}`);
}

/** An id with a slash names a case or a topic. In the id of a check, the requirement is the unknown part. */
function hintFor(id: string, cases: readonly CaseDescription[]): string {
  const isCase = id.includes('/') && !id.includes('#');
  const known = isCase ? cases.flatMap(topicsAndId) : requirements.map((row) => row.id);
  return didYouMean(partsOfCheck(id).requirement, [...new Set(known)]);
}

/** The topics of a case and its id: `list`, `list/status` and `list/status/sold` for `list/status/sold`. */
function topicsAndId({ caseId }: CaseDescription): readonly string[] {
  const words = caseId.split('/');
  return words.map((_, index) => words.slice(0, index + 1).join('/'));
}
