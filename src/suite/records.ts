import { createHash, type Hash } from 'node:crypto';
import type { TestableId } from '../contract/requirements.ts';
import type { RequestKind } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import type { PacingSummary } from '../http/pacing/pacer.ts';
import type { Redactor } from '../http/redaction.ts';

/** The outcome of one check, before known deviations apply. The fold, not a case, finds harness errors. */
export type CheckOutcome = 'satisfied' | 'violated' | 'observed' | 'not-verified' | 'not-applicable';

/** The example of a generated case that found a violation: `--seed` and `--example-path` try it again. */
export interface Counterexample {
  readonly seed: number;
  readonly path: string;
}

/**
 * One requirement judged once. `exchanges` are ids, `pointer` is a JSON Pointer (RFC 6901) into the response body of the
 * last of them.
 */
export interface Judgement {
  readonly requirement: TestableId;
  readonly outcome: CheckOutcome;
  readonly expected: string;
  readonly actual: string;
  readonly pointer: string | null;
  readonly exchanges: readonly string[];
  /** Why nothing was settled, and how to resolve it. Only on `not-verified` and `not-applicable`. */
  readonly reason: string | null;
  readonly howToResolve: string | null;
  /** Only on violations of generated cases. */
  readonly counterexample?: Counterexample;
  /** The judgement does not apply if the service cuts pages as it likes. */
  readonly restsOnCompletePage?: true;
}

/** A pet that the service answered as added: the response to the request holds a valid pet. */
export interface CreatedPet {
  /** Exact decimal text of the id, or null if the response gave none. */
  readonly id: string | null;
  readonly name: string | null;
  readonly caseId: string;
  readonly exchange: string;
  /** False if the service may or must reject the request. */
  readonly intended: boolean;
}

/**
 * A pet that the service may have added. `claimed`: a response or a list says so, and shows no valid pet for the request.
 * `unknown`: no response settles it.
 */
export interface ClaimedPet extends CreatedPet {
  /** When the request was sent, or null if only a list shows the pet. */
  readonly sentAt: string | null;
  readonly outcome: 'claimed' | 'unknown';
}

/** A pet that a request added or may have added. */
export type Addition = ClaimedPet | (Omit<ClaimedPet, 'outcome'> & { readonly outcome: 'created' });

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
  /** Examples of properties that were not tried because the run may not add more pets. */
  readonly examplesDropped: number;
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
export interface StopRecord {
  readonly type: 'stopped';
  readonly caseId: string;
  readonly outcome: 'not-verified' | 'not-applicable';
  readonly reason: string;
  readonly howToResolve: string | null;
  readonly exchanges: readonly string[];
  /** A request of the case had no response that can be judged. */
  readonly isUnanswered?: true;
}

/** One event of a run. Records are kept in order. */
export type RunRecord =
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  /** An exchange of a property or of a soak that the report omits. */
  | { readonly type: 'omitted'; readonly exchange: string; readonly operation: RequestKind }
  | { readonly type: 'judgement'; readonly caseId: string; readonly judgement: Judgement }
  /** A response that violates a rule, judged under the rule and not in the case that sent the request. */
  | { readonly type: 'rule-violated'; readonly caseId: string; readonly judgement: Judgement }
  /** The rules that the responses to a case satisfy, judged under the rule. */
  | { readonly type: 'rules-satisfied'; readonly caseId: string; readonly rules: SatisfiedRules }
  | StopRecord
  | { readonly type: 'addition'; readonly addition: Addition }
  | { readonly type: 'trial'; readonly trial: ControlledTrial }
  | { readonly type: 'soak'; readonly soak: SoakFacts }
  | { readonly type: 'facts'; readonly facts: RunFacts }
  /** The service cuts pages as it likes, so none of its pages is complete. */
  | { readonly type: 'pages-cut-at-will' }
  /** The later records of this case belong to its repeat, since a request of it had no response. */
  | { readonly type: 'repeat'; readonly caseId: string }
  /** The records after this one belong to the second try of the cases that found a violation. */
  | { readonly type: 'second-try' };

/** Whether a record is a violation. */
export function isViolation(
  record: RunRecord,
): record is Extract<RunRecord, { readonly type: 'judgement' | 'rule-violated' }> {
  return record.type === 'rule-violated' || (record.type === 'judgement' && record.judgement.outcome === 'violated');
}

/** The operation of each exchange, by its id. */
export function operationsOf(records: readonly RunRecord[]): ReadonlyMap<string, RequestKind> {
  return new Map(
    records.flatMap((record): [string, RequestKind][] => {
      if (record.type === 'omitted') return [[record.exchange, record.operation]];
      return record.type === 'exchange' ? [[record.exchange.id, record.exchange.operation]] : [];
    }),
  );
}

/** A trial whether a request causes the disturbances that it met. Exchanges are ids, in the order in which they were sent. */
export interface ControlledTrial {
  readonly case: string;
  /** The value that the request tries and the control does not. */
  readonly tried: string;
  /** All controls were answered as the contract says, and the request never. */
  readonly isProven: boolean;
  readonly requests: readonly string[];
  readonly controls: readonly string[];
  /** Another request with the same value; null if the trial had failed before. */
  readonly second: string | null;
}

/** The exchanges of a property or of a soak that the report omits. */
export interface OmittedExchanges {
  readonly case: string;
  readonly count: number;
  /** SHA-256 (hex) of the omitted exchanges in order, each as a line of JSON. */
  readonly sha256: string;
}

/** The records of a run, in memory. Evidence has a maximum size. */
export interface RunRecords {
  append(record: RunRecord): void;
  /**
   * Omits exchanges of a case from the report: these, or all since the case started. They are counted and digested. Exchanges
   * that show a violation stay.
   */
  omit(caseId: string, exchanges?: readonly string[]): void;
  /** Bounds the evidence of a case that has ended. */
  caseEnded(caseId: string): void;
  all(): readonly RunRecord[];
  omitted(): readonly OmittedExchanges[];
}

/**
 * How many characters of response bodies a report keeps: twice what an ordinary run has, and as many again for violations.
 * Later bodies are shortened, so a service cannot make a report of any size.
 */
const MOST_CHARACTERS = 2_000_000;

/** Characters of a shortened body: complete groups of base64. */
const SHORT_BEGINNING = 1024;

/** The records of a new run. `mostCharacters` is for tests. */
export function createRecords(mostCharacters: number = MOST_CHARACTERS): RunRecords {
  const records: RunRecord[] = [];
  const left = new Map<string, { count: number; readonly hash: Hash }>();
  const characters = { violating: 0, other: 0 };
  /** The indexes of the exchanges of cases that have not ended. */
  const open = new Map<string, number[]>();
  const violating = new Set<string>();

  function exchangeAt(place: number): Exchange | null {
    const record = records[place];
    return record?.type === 'exchange' ? record.exchange : null;
  }

  return {
    append(record) {
      const place = records.push(record) - 1;
      if (record.type === 'exchange') {
        const { caseId } = record.exchange;
        const places = open.get(caseId);
        if (places === undefined) open.set(caseId, [place]);
        else places.push(place);
      }
      if (isViolation(record)) for (const id of record.judgement.exchanges) violating.add(id);
    },
    omit(caseId, exchanges) {
      const rest = left.get(caseId) ?? { count: 0, hash: createHash('sha256') };
      left.set(caseId, rest);
      const stays: number[] = [];
      for (const place of open.get(caseId) ?? []) {
        const exchange = exchangeAt(place);
        if (exchange === null || violating.has(exchange.id) || exchanges?.includes(exchange.id) === false) {
          stays.push(place);
          continue;
        }
        rest.count += 1;
        rest.hash.update(`${JSON.stringify(exchange)}\n`);
        records[place] = { type: 'omitted', exchange: exchange.id, operation: exchange.operation };
      }
      open.set(caseId, stays);
    },
    caseEnded(caseId) {
      for (const place of open.get(caseId) ?? []) {
        const exchange = exchangeAt(place);
        if (exchange === null || exchange.response === null) continue;
        const kind = violating.has(exchange.id) ? 'violating' : 'other';
        characters[kind] += exchange.response.body.text.length;
        if (characters[kind] > mostCharacters) records[place] = { type: 'exchange', exchange: shortened(exchange) };
      }
      open.delete(caseId);
    },
    all: () => records,
    omitted: () =>
      [...left].flatMap(([caseId, { count, hash }]) =>
        count === 0 ? [] : [{ case: caseId, count, sha256: hash.copy().digest('hex') }],
      ),
  };
}

/** Shortens a long response body. Its length and digest stay those of the complete body. */
function shortened(exchange: Exchange): Exchange {
  const { response } = exchange;
  if (response === null || response.body.text.length <= SHORT_BEGINNING) return exchange;
  // Copy the text: a slice would keep the complete text in memory.
  const text = Buffer.from(response.body.text.slice(0, SHORT_BEGINNING), 'utf16le').toString('utf16le');
  return { ...exchange, response: { ...response, body: { ...response.body, text, capped: true } } };
}

const MOST_KNOWN = 2000;
const LONGEST_KNOWN = 200;

/**
 * Redacts what cases record: a finding may quote a name or a header in which a service echoed the key. Exchanges are already
 * redacted.
 */
export function redactRecord(redactor: Pick<Redactor, 'redactText'>): (record: RunRecord) => RunRecord {
  /** The same few texts occur thousands of times. */
  const known = new Map<string, string>();

  function redact(text: string): string {
    const before = known.get(text);
    if (before !== undefined) return before;
    const clean = redactor.redactText(text);
    if (known.size < MOST_KNOWN && text.length < LONGEST_KNOWN) known.set(text, clean);
    return clean;
  }

  return (record) => {
    if (record.type === 'judgement' || record.type === 'rule-violated') {
      const { judgement } = record;
      const pointer = judgement.pointer === null ? null : redact(judgement.pointer);
      const [expected, actual] = [redact(judgement.expected), redact(judgement.actual)];
      const reason = judgement.reason === null ? null : redact(judgement.reason);
      return { ...record, judgement: { ...judgement, expected, actual, pointer, reason } };
    }
    if (record.type === 'stopped') return { ...record, reason: redact(record.reason) };
    if (record.type === 'soak' && record.soak.endedBy !== null)
      return { ...record, soak: { ...record.soak, endedBy: redact(record.soak.endedBy) } };
    if (record.type === 'trial') return { ...record, trial: { ...record.trial, tried: redact(record.trial.tried) } };
    if (record.type === 'facts') {
      const { facts } = record;
      return { ...record, facts: { ...facts, categoriesAccepted: facts.categoriesAccepted.map(redact) } };
    }
    if (record.type !== 'addition') return record;
    const { id, name } = record.addition;
    // A service may echo a numeric key as an id.
    const shown = { id: id === null || redact(id) === id ? id : null, name: name === null ? null : redact(name) };
    return { ...record, addition: { ...record.addition, ...shown } };
  };
}
