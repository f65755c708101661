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
const MOST_EXCHANGES_OF_EXAMPLES = 100;

/**
 * So many characters of exchanges, as the journal has them, stay as they are: twice what an ordinary run comes to, and as
 * many again of those that show a violation. Of the answers after them a shorter beginning is kept, or a service that sends
 * much, all of it wrong, could make reports of any size.
 */
const MOST_CHARACTERS = 4_000_000;

/** Characters that are kept of such an answer; whole groups of base64. */
const SHORT_BEGINNING = 1024;

/** What a journal holds besides exchanges, and which of these stay. */
export interface SurveyedJournal {
  /** All records but exchanges. */
  readonly others: readonly JournalRecord[];
  /** The generated cases that sent more than they may keep. */
  readonly large: ReadonlySet<string>;
  /** The exchanges that a judgement names, or what ended a case. */
  readonly named: ReadonlySet<string>;
  /** Those of them that show a violation. */
  readonly violating: ReadonlySet<string>;
}

/**
 * Keeps the evidence of a run within bounds, however many examples it tried: of a generated case that sent very much only
 * the exchanges stay that its judgements name, which are those of the first, the last and the smallest failing example.
 * The others are counted and digested, and never held. `lines` are those of the journal that was surveyed. After
 * `mostCharacters` of exchanges, and as many of those that show a violation, answers are kept with a short beginning of
 * their bodies.
 */
export function boundEvidence(
  lines: Iterable<string>,
  { others, large, named, violating }: SurveyedJournal,
  mostCharacters: number = MOST_CHARACTERS,
): BoundedEvidence {
  const characters = { violating: 0, other: 0 };
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
      const kind = violating.has(id) ? 'violating' : 'other';
      characters[kind] += text.length;
      const exchange = JSON.parse(text) as Exchange;
      records.push({ type: 'exchange', exchange: characters[kind] > mostCharacters ? shortened(exchange) : exchange });
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
  const violating = new Set<string>();
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
    const isViolation = record.type === 'judgement' && record.judgement.outcome === 'violated';
    for (const id of namedBy(record)) {
      named.add(id);
      if (isViolation) violating.add(id);
    }
  }
  const large = [...generated].filter((caseId) => (sent.get(caseId) ?? 0) > most);
  return { others, large: new Set(large), named, violating };
}

/** With less of the body of its answer, where there is much of it. Its length and digest are those of the whole still. */
function shortened(exchange: Exchange): Exchange {
  const { response } = exchange;
  if (response === null || response.body.text.length <= SHORT_BEGINNING) return exchange;
  // Copied: a part of a text would keep the whole of it in memory.
  const text = Buffer.from(response.body.text.slice(0, SHORT_BEGINNING), 'utf16le').toString('utf16le');
  return { ...exchange, response: { ...response, body: { ...response.body, text, capped: true } } };
}

function namedBy(record: JournalRecord): readonly string[] {
  if (record.type === 'judgement') return record.judgement.exchanges;
  return record.type === 'stopped' ? record.exchanges : [];
}
