import { createHash, type Hash } from 'node:crypto';
import type { JournalRecord } from '../conformance/journal.ts';
import type { OmittedExchanges } from './report.ts';

/** The records of a run from which its report is made, and what was left out of them. */
export interface BoundedEvidence {
  readonly records: readonly JournalRecord[];
  readonly omitted: readonly OmittedExchanges[];
}

/** A generated case that sent no more than this keeps all its exchanges. */
export const MOST_EXCHANGES_OF_EXAMPLES = 100;

/**
 * Keeps the evidence of a run within bounds, however many examples it tried: of a generated case that sent very much only
 * the exchanges stay that its judgements name, which are those of the first, the last and the smallest failing example.
 * The others are counted and digested. `read` gives all records each time that it is called.
 */
export function boundEvidence(
  read: () => Iterable<JournalRecord>,
  most: number = MOST_EXCHANGES_OF_EXAMPLES,
): BoundedEvidence {
  const { large, named } = surveyExamples(read(), most);
  if (large.size === 0) return { records: [...read()], omitted: [] };
  const left = new Map<string, { count: number; readonly hash: Hash }>();
  const records: JournalRecord[] = [];
  for (const record of read()) {
    if (record.type !== 'exchange' || !large.has(record.exchange.caseId) || named.has(record.exchange.id)) {
      records.push(record);
      continue;
    }
    const { id, caseId, operation } = record.exchange;
    const others = left.get(caseId) ?? { count: 0, hash: createHash('sha256') };
    left.set(caseId, others);
    others.count += 1;
    others.hash.update(`${JSON.stringify(record.exchange)}\n`);
    records.push({ type: 'omitted', exchange: id, operation });
  }
  return {
    records,
    omitted: [...left].map(([caseId, { count, hash }]) => ({ case: caseId, count, sha256: hash.digest('hex') })),
  };
}

interface Examples {
  /** The generated cases that sent more than they may keep. */
  readonly large: ReadonlySet<string>;
  /** The exchanges that a judgement names, or what ended a case. */
  readonly named: ReadonlySet<string>;
}

function surveyExamples(records: Iterable<JournalRecord>, most: number): Examples {
  const sent = new Map<string, number>();
  const named = new Set<string>();
  for (const record of records) {
    if (record.type === 'examples') sent.set(record.caseId, sent.get(record.caseId) ?? 0);
    if (record.type === 'exchange') {
      const { caseId } = record.exchange;
      const count = sent.get(caseId);
      if (count !== undefined) sent.set(caseId, count + 1);
    }
    const naming = record.type === 'judgement' ? record.judgement : record.type === 'stopped' ? record : null;
    if (naming !== null) for (const id of naming.exchanges) named.add(id);
  }
  const large = [...sent].filter(([, count]) => count > most).map(([caseId]) => caseId);
  return { large: new Set(large), named };
}
