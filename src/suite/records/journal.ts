import type { Addition } from './records.ts';

/** One line of the journal. The later lines of an exchange replace its first line. */
export interface JournalRecord extends Pick<Addition, 'exchange' | 'id' | 'name' | 'sentAt'> {
  /** `rejected`: the request certainly added no pet. */
  readonly outcome: Addition['outcome'] | 'rejected';
}

/**
 * An append-only file that shows what a run added, in case the process ends before the report is written. A record is in the
 * file when its function returns, so a request that may add a pet is there before it is sent.
 */
export interface Journal {
  /** Records a request that may add a pet. Throws if this record or an earlier one could not be written. */
  sent(request: Pick<JournalRecord, 'exchange' | 'name' | 'sentAt'>): void;
  /** Records what came of a request. */
  settled(record: JournalRecord): void;
}
