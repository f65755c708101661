import type { Journal } from '../src/suite/records/records.ts';

/** A journal that stores nothing, for runs that need no record after a kill. */
export const noJournal: Journal = { sent: () => undefined, ended: () => undefined };
