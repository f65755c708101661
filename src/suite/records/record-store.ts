import type { Exchange } from '../../http/exchange.ts';
import { isViolation, type RunRecord } from './records.ts';

/** The records of a run, in memory. Evidence has a maximum size. */
export type RunRecords = ReturnType<typeof createRecords>;

/** The most characters of response bodies in a report, for violations and for the rest: each twice what an ordinary run has. */
const MOST_CHARACTERS = 2_000_000;

/** Characters of a shortened body: complete groups of base64. */
const SHORT_BEGINNING = 1024;

/** What happens to each record before and after it is kept. */
interface RecordHooks {
  readonly redact: (record: RunRecord) => RunRecord;
  readonly kept: (record: RunRecord) => void;
}

const NO_HOOKS: RecordHooks = { redact: (record) => record, kept: () => undefined };

/** The records of a new run. `mostCharacters` is for tests. */
export function createRecords({ redact, kept } = NO_HOOKS, mostCharacters: number = MOST_CHARACTERS) {
  const records: RunRecord[] = [];
  const violated = new Set<string>();
  const evidence = createEvidence(records, mostCharacters);

  return {
    /** Redacts and keeps what happened. */
    add(given: RunRecord): void {
      // The full run has decided what a soak repeats.
      if ('attempt' in given && given.attempt === 'soak' && !isViolation(given)) return;
      const record = redact(given);
      const index = records.push(record) - 1;
      if (record.type === 'exchange') evidence.add(record.exchange, index);
      if (isViolation(record)) {
        violated.add(record.judgement.requirement);
        evidence.shows(record.judgement.exchanges);
      }
      kept(record);
    },
    /** Omits from the report the exchanges of the cases that have not ended, and ends them. Those that show a violation stay. */
    omitSoak: () => evidence.omitSoak(),
    /** Whether a requirement was violated so far. */
    hasViolated: (requirement: string) => violated.has(requirement),
    /** Bounds the evidence of a case that has ended. */
    caseEnded: evidence.bound,
    all: (): readonly RunRecord[] => records,
  };
}

/** Bounds the exchanges among the records: those that show violations, and the others. */
function createEvidence(records: RunRecord[], mostCharacters: number) {
  const characters = { violating: 0, other: 0 };
  /** The indexes of the exchanges of cases that have not ended. */
  const running = new Map<string, readonly number[]>();
  /** The ids of the exchanges that show violations. */
  const violating = new Set<string>();

  function exchangeAt(index: number): Exchange | null {
    const record = records[index];
    return record?.type === 'exchange' ? record.exchange : null;
  }

  function bound(caseId: string): void {
    for (const index of running.get(caseId) ?? []) {
      const exchange = exchangeAt(index);
      if (exchange === null || exchange.response === null) continue;
      const kind = violating.has(exchange.id) ? 'violating' : 'other';
      characters[kind] += exchange.response.body.text.length;
      if (characters[kind] > mostCharacters) records[index] = { type: 'exchange', exchange: shortened(exchange) };
    }
    running.delete(caseId);
  }

  return {
    add: ({ caseId }: Exchange, index: number): void =>
      void running.set(caseId, [...(running.get(caseId) ?? []), index]),
    shows(exchangeIds: readonly string[]): void {
      for (const id of exchangeIds) violating.add(id);
    },
    bound,
    omitSoak(): void {
      for (const index of [...running.values()].flat()) {
        const exchange = exchangeAt(index);
        if (exchange === null || violating.has(exchange.id)) continue;
        records[index] = { type: 'omitted', exchange: exchange.id, operation: exchange.operation };
      }
      for (const caseId of running.keys()) bound(caseId);
    },
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
