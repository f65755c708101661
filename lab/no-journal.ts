import type { Journal } from '../src/suite/records/journal.ts';

/** A journal that keeps nothing, for runs that need no record if they are killed. */
export const noJournal: Journal = { sent: () => undefined, settled: () => undefined, close: () => undefined };
