import type { TestableId } from '../../contract/requirements.ts';
import type { RequestKind } from '../../contract/operations.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { PacingSummary } from '../../http/pacing.ts';
import type { CaseAttempt } from '../history.ts';
import type { UndecidedCause } from '../reasons.ts';

/** The outcome of one check, before known deviations apply. The fold, not a case, finds harness errors. */
export type CheckOutcome = 'satisfied' | 'violated' | 'observed' | 'not-verified' | 'not-applicable';

/** How actual differs from expected, as data: a status, a number of pets, or what is wrong with a value, without the value. */
export type Difference =
  | { readonly kind: 'status' | 'count'; readonly expected: number; readonly actual: number }
  | { readonly kind: 'form'; readonly expected: null; readonly actual: string };

/** One requirement judged once. `exchanges` are ids. `pointer` is a JSON Pointer (RFC 6901) into the body of the last one. */
export interface Judgement {
  readonly requirement: TestableId;
  readonly outcome: CheckOutcome;
  readonly expected: string;
  readonly actual: string;
  readonly difference?: Difference;
  readonly pointer: string | null;
  readonly exchanges: readonly string[];
  /** Why nothing was decided, how to resolve it, and its cause. Only on `not-verified` and `not-applicable`. */
  readonly reason: string | null;
  readonly howToResolve: string | null;
  readonly cause?: UndecidedCause;
}

/** A pet that was added: the response to the request shows its id, or a later response shows the pet. */
export interface CreatedPet {
  /** Exact decimal text of the id, or the text that stands in its place. Null if no response shows it. */
  readonly id: string | null;
  /** Its first 1,000 characters. */
  readonly name: string | null;
  readonly caseId: string;
  readonly exchange: string;
  /** False if the service may or must reject the request. */
  readonly intended: boolean;
}

/** A pet that a request added or may have added. `claimed`: its status says so, and no response shows the pet. `unknown`: nothing decides it. */
export interface Addition extends CreatedPet {
  /** When the request was sent. Null for a record that only says what a later response shows. */
  readonly sentAt: string | null;
  readonly outcome: 'created' | 'claimed' | 'unknown';
}

/** A pet that the service may have added. */
export interface ClaimedPet extends Addition {
  readonly outcome: 'claimed' | 'unknown';
}

/** What the run learned about the service, apart from its checks. */
export interface RunFacts {
  /** Highest limit proven by a page, by filter (`none` without one). */
  readonly highestLimitProven: Readonly<Record<string, number>>;
  readonly largestPage: number;
  readonly categoriesAccepted: readonly string[];
  /** Delays in milliseconds after which an addition was seen in the list. */
  readonly settlingDelays: readonly number[];
  readonly requests: number;
  readonly creates: number;
  readonly pacing: PacingSummary;
}

/** The result of a soak: after the full run, more requests are sent and judged at a low rate (--soak). */
export interface SoakFacts {
  /** Its duration, and the duration that was configured. */
  readonly minutes: number;
  readonly wantedMinutes: number;
  /** Cases that were repeated, and how many of them had a request without a response. */
  readonly cases: number;
  readonly withoutResponse: number;
  readonly requests: number;
  readonly creates: number;
  /** Why it ended early; null if it did not. */
  readonly endedBy: string | null;
}

/** Ids of exchanges by the response rule that they satisfy. */
export type SatisfiedRules = Readonly<Partial<Record<TestableId, readonly string[]>>>;

/** Why a case ended before it had judged all its requirements. */
export interface StopRecord extends CaseAttempt {
  readonly type: 'stopped';
  readonly outcome: 'not-verified' | 'not-applicable';
  readonly reason: string;
  readonly howToResolve: string | null;
  readonly cause?: UndecidedCause;
  readonly exchanges: readonly string[];
}

/** The stop that counts if a case was stopped several times, for instance by concurrent requests. Not verified weighs more. */
export function decisiveStop<Stop extends Pick<StopRecord, 'outcome'>>(stops: readonly Stop[]): Stop | undefined {
  return stops.find(({ outcome }) => outcome === 'not-verified') ?? stops[0];
}

/** One event of a run. Records are kept in order. */
export type RunRecord =
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  /** An exchange of a soak that the report omits. */
  | { readonly type: 'omitted'; readonly exchange: string; readonly operation: RequestKind }
  | (CaseAttempt & { readonly type: 'judgement'; readonly judgement: Judgement })
  /** What violates a rule. `caseId` is the case that sent the judged request, `subject` what the rule judged. */
  | (CaseAttempt & { readonly type: 'rule-violated'; readonly subject: string; readonly judgement: Judgement })
  /** The exchanges that satisfy rules. */
  | (CaseAttempt & { readonly type: 'rules-satisfied'; readonly subject: string; readonly rules: SatisfiedRules })
  /** What a rule could not decide. `unlessDecided`: it counts only if no response decides the requirement. */
  | { readonly type: 'rule-undecided'; readonly unlessDecided?: true; readonly judgement: Judgement }
  | StopRecord
  | { readonly type: 'addition'; readonly addition: Addition }
  | { readonly type: 'trial'; readonly trial: ControlledTrial }
  | { readonly type: 'soak'; readonly soak: SoakFacts }
  | { readonly type: 'facts'; readonly facts: RunFacts }
  /** The later records of this case belong to its repeat, since a request of it had no response. */
  | { readonly type: 'repeat'; readonly caseId: string };

/** One line of the journal. The later lines of an exchange replace its first line. */
export interface JournalRecord extends Pick<Addition, 'exchange' | 'id' | 'name' | 'sentAt'> {
  /** `rejected`: the request certainly added no pet. */
  readonly outcome: Addition['outcome'] | 'rejected';
}

/** An append-only file of what a run added, in case its process ends early. A record is in the file when its function returns. */
export interface Journal {
  /** Records a request that may add a pet. Throws if this record or an earlier one could not be written. */
  sent(request: Pick<JournalRecord, 'exchange' | 'name' | 'sentAt'>): void;
  /** Records what came of a request. */
  ended(record: JournalRecord): void;
}

/** The requests that the run sent, each once even if it was sent again after a disturbance. */
export function countRequests(records: readonly RunRecord[]): number {
  return records.filter(({ type }) => type === 'exchange' || type === 'omitted').length;
}

/** A record of a violation. */
type ViolationRecord = Extract<RunRecord, { readonly type: 'judgement' | 'rule-violated' }>;

/** Whether a record is a violation. */
export function isViolation(record: RunRecord): record is ViolationRecord {
  return record.type === 'rule-violated' || (record.type === 'judgement' && record.judgement.outcome === 'violated');
}

/** What each exchange asked for, by its id. `target` is its method and address; null if the report omits the exchange. */
export function requestsOf(records: readonly RunRecord[]) {
  const requests = new Map<string, { readonly operation: RequestKind; readonly target: string | null }>();
  for (const record of records) {
    if (record.type === 'omitted') requests.set(record.exchange, { operation: record.operation, target: null });
    if (record.type !== 'exchange') continue;
    const { id, operation, request } = record.exchange;
    requests.set(id, { operation, target: `${request.method} ${request.url}` });
  }
  return requests;
}

/** A trial whether a request causes the disturbances that it met. Exchanges are ids, in the order in which they were sent. */
export interface ControlledTrial {
  readonly case: string;
  /** The value that the request tries and the control does not. */
  readonly tried: string;
  /** All controls got a response that the contract specifies, and the request never did. */
  readonly isProven: boolean;
  readonly requests: readonly string[];
  readonly controls: readonly string[];
  /** Other requests with the same value; none if the trial had failed before. */
  readonly others: readonly string[];
}
