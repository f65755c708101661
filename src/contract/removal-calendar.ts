import { operations } from './operations.ts';

/** The calendar date on which reading one pet is removed (part 4.3, part 9 rule 3). */
const REMOVAL_DATE = operations.getPet.removedOn;

const [YEAR, MONTH, DAY_OF_MONTH] = REMOVAL_DATE.split('-');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The same date in prose: "5 December 2030". Formatting by `Intl` would take Node 20 ms at each start. */
export const REMOVAL_DAY = `${Number(DAY_OF_MONTH)} ${MONTHS[Number(MONTH) - 1]} ${YEAR}`;

/** The phase of the removal (part 4.3): on the day itself, both behaviours comply. */
export type RemovalPhase = 'before' | 'on-the-day' | 'after';

/** The date by which a run judges: a calendar date `YYYY-MM-DD`, or an instant in milliseconds since 1970 UTC. */
type AsOf = { readonly kind: 'date'; readonly date: string } | { readonly kind: 'instant'; readonly at: number };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const REMOVAL_MIDNIGHT = Date.parse(REMOVAL_DATE);

// The day starts first at UTC+14 and ends last at UTC-12.
const FIRST_START = REMOVAL_MIDNIGHT - 14 * HOUR;
const LAST_END = REMOVAL_MIDNIGHT + DAY + 12 * HOUR;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/**
 * Reads a configured date: `YYYY-MM-DD`, or a date-time with its offset (RFC 3339 section 5.6). Null if the text is neither,
 * or if the calendar has no such date.
 */
export function parseAsOf(text: string): AsOf | null {
  const [, date = text] = DATE_TIME.exec(text) ?? [];
  if (midnightOf(date) === null) return null;
  if (date === text) return { kind: 'date', date };
  return { kind: 'instant', at: Date.parse(text.toUpperCase()) };
}

/** Midnight UTC of a date, in milliseconds since 1970; null if the calendar has no such date. */
function midnightOf(date: string): number | null {
  const midnight = DATE.test(date) ? Date.parse(date) : Number.NaN;
  // Node reads 30 February as 2 March.
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
  return exists ? midnight : null;
}

/**
 * The phase of the removal (part 4.3) at `asOf`, or at `now` if `asOf` is null. A date is compared as a date. An instant is
 * on the day while any time zone has that day. Throws a RangeError for an `asOf` that `parseAsOf` rejects.
 */
export function removalPhase(asOf: string | null, now: Date): RemovalPhase {
  const moment = momentOf(asOf, now);
  if (moment.kind === 'date') {
    if (moment.date === REMOVAL_DATE) return 'on-the-day';
    return moment.date < REMOVAL_DATE ? 'before' : 'after';
  }
  if (moment.at < FIRST_START) return 'before';
  return moment.at < LAST_END ? 'on-the-day' : 'after';
}

/** Whether an instant falls on the removal day in some time zone, as a Sunset header should (RFC 8594). */
export function isOnRemovalDay(instant: Date): boolean {
  return instant.getTime() >= FIRST_START && instant.getTime() < LAST_END;
}

/** The calendar days until the removal (part 4.3), negative after it. The date of an instant is that in UTC. */
export function daysUntilRemoval(asOf: string | null, now: Date): number {
  const moment = momentOf(asOf, now);
  const at = moment.kind === 'date' ? (midnightOf(moment.date) ?? Number.NaN) : moment.at;
  return (REMOVAL_MIDNIGHT - Math.floor(at / DAY) * DAY) / DAY;
}

function momentOf(asOf: string | null, now: Date): AsOf {
  if (asOf === null) return { kind: 'instant', at: now.getTime() };
  const moment = parseAsOf(asOf);
  if (moment === null) throw new RangeError(`${JSON.stringify(asOf)} is neither a date nor an instant`);
  return moment;
}
