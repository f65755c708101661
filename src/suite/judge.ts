import { findRequirement, type TestableId } from '../contract/requirements.ts';
import type { TransportFailure } from '../http/exchange.ts';
import type { CaseAttempt } from './history.ts';
import { type GivenReason, readReason, unprovenBy } from './reasons.ts';
import type { Difference, Judgement, RunRecord, StopRecord } from './records/records.ts';
import type { Evidence } from './responses/response.ts';

/** What was expected, what was found, and the responses that show it. */
export interface ExpectedAndActual<Response extends Evidence = Evidence> {
  readonly expected: string;
  readonly actual: string;
  readonly difference?: Difference;
  readonly pointer?: string;
  readonly responses: readonly Response[];
}

/** What is wrong with a value, as data. */
export function formDifference(actual: string): Difference {
  return { kind: 'form', expected: null, actual };
}

/** The value is valid, and not the expected one. */
export const ANOTHER_VALUE = formDifference('another value');

/** A wrong status as data. */
export function statusDifference(expected: number, { status }: { readonly status: number }): Difference {
  return { kind: 'status', expected, actual: status };
}

/** The only way to judge: each call records one check, which is one requirement judged in one case. */
export type Judge = ReturnType<typeof createJudge>;

/** A fault of the suite itself. It ends as a harness error, never as a violation. */
export class HarnessFault extends Error {
  override readonly name = 'HarnessFault';
}

/** Thrown to end a case. `stop` says why; null if the case has ended before. */
export class CaseStopped extends Error {
  override readonly name = 'CaseStopped';
  readonly stop: StopRecord | null;

  constructor(stop: StopRecord | null) {
    super(stop?.reason);
    this.stop = stop;
  }
}

/** How work for a case ended: with a result, or because its case was stopped. `failure` is set if a request had no response. */
export type Ended<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'stopped'; readonly stop: StopRecord; readonly failure: TransportFailure | null };

/** Takes the records of a judge. */
export type TakeRecord = (record: RunRecord) => void;

/** The judge of one case. It throws HarnessFault for a requirement that the case does not declare. */
export function createJudge(caseAttempt: CaseAttempt, declared: readonly TestableId[], record: TakeRecord) {
  const { caseId } = caseAttempt;
  function write(requirement: TestableId, judgement: Omit<Judgement, 'requirement'>): void {
    if (!declared.includes(requirement))
      throw new HarnessFault(`The case ${caseId} judged ${requirement}, which it does not declare.`);
    const isUnspecified = findRequirement(requirement)?.level === 'unspecified';
    const { outcome } = judgement;
    const wrong = isUnspecified ? ['satisfied', 'violated'] : ['observed'];
    if (wrong.includes(outcome)) throw new HarnessFault(`${requirement} cannot end as ${outcome}.`);
    record({ type: 'judgement', ...caseAttempt, judgement: { requirement, ...judgement } });
  }

  function stop(outcome: StopRecord['outcome'], reason: GivenReason, responses: readonly Evidence[]): never {
    const shownBy = typeof reason === 'string' ? [] : (reason.exchanges ?? []);
    return stopLike({ type: 'stopped', outcome, ...readReason(reason), exchanges: [...shownBy, ...idsOf(responses)] });
  }

  function stopLike(earlier: Omit<StopRecord, keyof CaseAttempt>): never {
    const ended: StopRecord = { ...earlier, ...caseAttempt };
    record(ended);
    throw new CaseStopped(ended);
  }

  return {
    caseId,
    /** Satisfied if `holds`, violated otherwise. What was read makeshift satisfies nothing: not verified. Returns `holds`. */
    check(requirement: TestableId, holds: boolean, found: ExpectedAndActual): boolean {
      const { makeshift = null } = found.responses.find((response) => response.makeshift) ?? {};
      if (holds && makeshift !== null)
        write(requirement, undecided('not-verified', unprovenBy(makeshift), found.responses));
      else write(requirement, judgementOf(holds ? 'satisfied' : 'violated', asRead(found, makeshift)));
      return holds;
    },
    /** Records what this service does where the contract does not specify it. */
    observe: (requirement: TestableId, found: ExpectedAndActual) => write(requirement, judgementOf('observed', found)),
    notVerified: (requirement: TestableId, reason: GivenReason, responses: readonly Evidence[] = []) =>
      write(requirement, undecided('not-verified', reason, responses)),
    notApplicable: (requirement: TestableId, reason: GivenReason, responses: readonly Evidence[] = []) =>
      write(requirement, undecided('not-applicable', reason, responses)),
    /** Ends the case by throwing `CaseStopped`: what it has not judged yet is not verified. */
    stopNotVerified: (reason: GivenReason, responses: readonly Evidence[] = []): never =>
      stop('not-verified', reason, responses),
    /** The same, but what it has not judged yet does not apply to this run or service. */
    stopNotApplicable: (reason: GivenReason, responses: readonly Evidence[] = []): never =>
      stop('not-applicable', reason, responses),
    /** The same, for the reason that ended something that the case waited for. */
    stopLike,
  };
}

/** A value that was read makeshift stands at another place: what was found says how it was read. */
function asRead(found: ExpectedAndActual, makeshift: string | null): ExpectedAndActual {
  const { pointer, ...other } = found;
  return pointer === undefined || makeshift === null ? found : { ...other, actual: `${found.actual} (${makeshift})` };
}

/** What was found as a judgement, without its requirement. */
export function judgementOf(
  outcome: 'satisfied' | 'violated' | 'observed',
  { expected, actual, difference, pointer, responses }: ExpectedAndActual,
): Omit<Judgement, 'requirement'> {
  const how = difference === undefined || outcome !== 'violated' ? {} : { difference };
  const where = { pointer: pointer ?? null, exchanges: idsOf(responses) };
  return { outcome, expected, actual, ...how, ...where, reason: null, howToResolve: null };
}

/** A judgement that decides nothing, without its requirement. */
export function undecided(
  outcome: 'not-verified' | 'not-applicable',
  reason: GivenReason,
  responses: readonly Evidence[],
): Omit<Judgement, 'requirement'> {
  const blank = { expected: '', actual: '', pointer: null };
  return { outcome, ...blank, exchanges: idsOf(responses), ...readReason(reason) };
}

/** The record of a requirement that a response could show if it were not read makeshift. */
export function unprovenRecord(requirement: TestableId, response: Evidence): RunRecord {
  const reason = unprovenBy(response.makeshift ?? 'The response has a wrong form');
  const judgement = { requirement, ...undecided('not-verified', reason, [response]) };
  return { type: 'rule-undecided', unlessDecided: true, judgement };
}

function idsOf(responses: readonly Evidence[]): readonly string[] {
  return responses.map(({ exchangeId }) => exchangeId);
}
