import type { Journal } from '../src/suite/journal.ts';

/** The journal of a run that nobody needs to read if it is killed. */
export const noJournal: Journal = { sent: () => undefined, settled: () => undefined, close: () => undefined };
