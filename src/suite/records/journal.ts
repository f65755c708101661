import type { Addition } from './records.ts';

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
  settled(record: JournalRecord): void;
}
