import type { JournalRecord } from '../conformance/journal.ts';
import type { Exchange } from '../target/exchange.ts';
import { safeText } from '../report/terminal-text.ts';

/** What the journal of a run that never reported tells of its doing. */
export interface LeftBehind {
  readonly requests: number;
  /** Ids of the animals that it added, null for one whose id is not known. */
  readonly added: readonly (string | null)[];
  /** Additions that had no answer, or a server error: nobody knows whether they were made. */
  readonly unsettled: number;
}

/** Reads from the records of a journal what a run had sent, and what it had added as far as that was known. */
export function leftBehindIn(records: readonly JournalRecord[]): LeftBehind {
  const created = new Map(records.flatMap((each) => (each.type === 'created' ? [[each.animal.exchange, each]] : [])));
  const exchanges = new Map(records.flatMap((each) => (each.type === 'exchange' ? [[each.exchange.id, each]] : [])));
  const sent = records.filter((record) => record.type === 'sent');
  const fates = sent
    .filter(({ method, exchange }) => method === 'POST' || created.has(exchange))
    .map(({ exchange }) => {
      const known = created.get(exchange);
      return known === undefined ? fateOf(exchanges.get(exchange)?.exchange) : { added: known.animal.id };
    });
  return {
    requests: sent.length,
    added: fates.flatMap((fate) => (typeof fate === 'object' ? [fate.added] : [])),
    unsettled: fates.filter((fate) => fate === 'unsettled').length,
  };
}

type Fate = { readonly added: string | null } | 'unsettled' | 'refused';

/** An answer may be in the journal though the run had no time to note the animal that it shows. */
function fateOf(exchange: Exchange | undefined): Fate {
  const response = exchange?.response ?? null;
  if (response === null || response.status >= 500) return 'unsettled';
  if (response.status < 200 || response.status > 299) return 'refused';
  return { added: /"id"\s*:\s*(-?\d+)/.exec(response.body.text)?.[1] ?? null };
}

/** The same in words that are fit for a terminal; `most` bounds how many animals are named. */
export function describeLeftBehind({ requests, added, unsettled }: LeftBehind, most: number = Infinity): string {
  const named = added.slice(0, most).map((id) => id ?? 'one whose id is not known');
  const more = added.length > named.length ? ` and ${added.length - named.length} more` : '';
  const animals =
    added.length === 0 ? 'no animal that is known' : `these animals: ${safeText(named.join(', '))}${more}`;
  const open = unsettled === 0 ? '' : `; of ${unsettled} more additions nobody knows whether they were made`;
  return `It had sent ${requests} requests and added ${animals}${open}.`;
}
