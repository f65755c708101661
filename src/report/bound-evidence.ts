import { createHash, type Hash } from 'node:crypto';
import { exchangeText, headOf, recordOf, type JournalRecord } from '../conformance/journal.ts';
import type { Exchange } from '../target/exchange.ts';
import type { OmittedExchanges } from './report.ts';

/** The records of a run from which its report is made, and what was left out of them. */
export interface BoundedEvidence {
  readonly records: readonly JournalRecord[];
  readonly omitted: readonly OmittedExchanges[];
}

/** A generated case that sent no more than this keeps all its exchanges. */
export const MOST_EXCHANGES_OF_EXAMPLES = 100;

/** What a journal holds besides exchanges, and which of these stay. */
export interface SurveyedJournal {
  /** All records but exchanges. */
  readonly others: readonly JournalRecord[];
  /** The generated cases that sent more than they may keep. */
  readonly large: ReadonlySet<string>;
  /** The exchanges that a judgement names, or what ended a case. */
  readonly named: ReadonlySet<string>;
}

/**
 * Keeps the evidence of a run within bounds, however many examples it tried: of a generated case that sent very much only
 * the exchanges stay that its judgements name, which are those of the first, the last and the smallest failing example.
 * The others are counted and digested, and never held. `lines` are those of the journal that was surveyed.
 */
export function boundEvidence(lines: Iterable<string>, { others, large, named }: SurveyedJournal): BoundedEvidence {
  const left = new Map<string, { count: number; readonly hash: Hash }>();
  const records: JournalRecord[] = [];
  let next = 0;
  for (const line of lines) {
    const text = exchangeText(line);
    if (text === null) {
      const record = others[next];
      if (record !== undefined) records.push(record);
      next += 1;
      continue;
    }
    const { id, caseId, operation } = headOf(text);
    if (!large.has(caseId) || named.has(id)) {
      records.push({ type: 'exchange', exchange: JSON.parse(text) as Exchange });
      continue;
    }
    const rest = left.get(caseId) ?? { count: 0, hash: createHash('sha256') };
    left.set(caseId, rest);
    rest.count += 1;
    rest.hash.update(`${text}\n`);
    records.push({ type: 'omitted', exchange: id, operation });
  }
  return {
    records,
    omitted: [...left].map(([caseId, { count, hash }]) => ({ case: caseId, count, sha256: hash.digest('hex') })),
  };
}

/** Reads the lines of a journal without holding its exchanges. Of a generated case no more than `most` stay in any event. */
export function surveyJournal(lines: Iterable<string>, most: number = MOST_EXCHANGES_OF_EXAMPLES): SurveyedJournal {
  const others: JournalRecord[] = [];
  const sent = new Map<string, number>();
  const generated = new Set<string>();
  const named = new Set<string>();
  for (const line of lines) {
    const text = exchangeText(line);
    if (text !== null) {
      const { caseId } = headOf(text);
      sent.set(caseId, (sent.get(caseId) ?? 0) + 1);
      continue;
    }
    const record = recordOf(line);
    others.push(record);
    if (record.type === 'examples') generated.add(record.caseId);
    for (const id of namedBy(record)) named.add(id);
  }
  const large = [...generated].filter((caseId) => (sent.get(caseId) ?? 0) > most);
  return { others, large: new Set(large), named };
}

function namedBy(record: JournalRecord): readonly string[] {
  if (record.type === 'judgement') return record.judgement.exchanges;
  return record.type === 'stopped' ? record.exchanges : [];
}
