import type { JournalRecord } from '../suite/journal.ts';
import { safeText } from '../report/terminal/terminal-text.ts';

/** What the journal of a run that never reported tells of its doing. */
export interface LeftBehind {
  readonly requests: number;
  /** Ids of the pets that it added, null for one whose id is not known. */
  readonly added: readonly (string | null)[];
  /** Additions that had no answer, or a server error: nobody knows whether they were made. */
  readonly unsettled: number;
}

/** Reads from the records of a journal what a run had sent, and what it had added as far as that was known. */
export function leftBehindIn(records: readonly JournalRecord[]): LeftBehind {
  const created = new Map(records.flatMap((each) => (each.type === 'created' ? [[each.pet.exchange, each]] : [])));
  const answered = new Map(records.flatMap((each) => (each.type === 'response' ? [[each.exchange, each.status]] : [])));
  const sent = records.filter((record) => record.type === 'sent');
  const additions = sent.filter(({ method }) => method === 'POST').map(({ exchange }) => exchange);
  // A client error is a rejection; after a server error nobody knows whether the pet was stored before it.
  const isRejected = (exchange: string): boolean => {
    const status = answered.get(exchange) ?? null;
    return status !== null && (status < 200 || (status > 299 && status < 500));
  };
  return {
    requests: sent.length,
    added: [...created.values()].map(({ pet }) => pet.id),
    unsettled: additions.filter((exchange) => !created.has(exchange) && !isRejected(exchange)).length,
  };
}

/** The same in words that are fit for a terminal; `most` bounds how many pets are named. */
export function describeLeftBehind({ requests, added, unsettled }: LeftBehind, most: number = Infinity): string {
  const named = added.slice(0, most).map((id) => id ?? 'one whose id is not known');
  const more = added.length > named.length ? ` and ${added.length - named.length} more` : '';
  const pets = added.length === 0 ? 'no pet that is known' : `these pets: ${safeText(named.join(', '))}${more}`;
  const open = unsettled === 0 ? '' : `; of ${unsettled} more additions nobody knows whether they were made`;
  return `It had sent ${requests} requests and added ${pets}${open}.`;
}
