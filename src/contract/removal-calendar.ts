import { operations } from './operations.ts';

/** The calendar date on which reading one pet is removed (part 4.3, part 9 rule 3). */
const REMOVAL_DATE = operations.getPet.removedOn;

/** The same date in prose: "5 December 2030". */
export const REMOVAL_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
  new Date(REMOVAL_DATE),
);

/** Where a moment stands to the removal (part 4.3): on the day itself both behaviours are right. */
export type RemovalPhase = 'before' | 'on-the-day' | 'after';

/** What a run is judged by: a calendar date `YYYY-MM-DD`, or an instant in milliseconds since 1970 UTC. */
export type AsOf = { readonly kind: 'date'; readonly date: string } | { readonly kind: 'instant'; readonly at: number };

/** Whether a configured date is one. `problem` is a phrase about the text. */
export type AsOfReading =
  | { readonly kind: 'ok'; readonly asOf: AsOf }
  | { readonly kind: 'bad'; readonly problem: string };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const REMOVAL_MIDNIGHT = Date.parse(REMOVAL_DATE);

// The date begins first at UTC+14 and ends last at UTC-12.
const FIRST_BEGIN = REMOVAL_MIDNIGHT - 14 * HOUR;
const LAST_END = REMOVAL_MIDNIGHT + DAY + 12 * HOUR;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Reads a configured date: `YYYY-MM-DD`, or a date-time with its offset (RFC 3339 section 5.6). Only real dates are. */
export function parseAsOf(text: string): AsOfReading {
  if (DATE.test(text)) {
    return midnightOf(text) === null
      ? bad('is no date of the calendar')
      : { kind: 'ok', asOf: { kind: 'date', date: text } };
  }
  const parts = DATE_TIME.exec(text);
  if (parts === null) return bad('is neither YYYY-MM-DD nor a date-time with its offset, such as 2030-12-05T00:00:00Z');
  const [, date = '', hour, minute, second, fraction = '0', sign, offsetHour = '0', offsetMinute = '0'] = parts;
  const midnight = midnightOf(date);
  if (midnight === null) return bad('is no date of the calendar');
  // A minute may end with a leap second, which is counted as the first second of the next one.
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return bad('is no time of the day');
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return bad('has no possible offset');
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -60_000 : 60_000);
  const time =
    ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Math.floor(Number(fraction) * 1000);
  return { kind: 'ok', asOf: { kind: 'instant', at: midnight + time - offset } };
}

function bad(problem: string): AsOfReading {
  return { kind: 'bad', problem };
}

/** Midnight UTC of a date, in milliseconds since 1970; null where the calendar has no such date. */
function midnightOf(date: string): number | null {
  const [, year = '', month = '', day = ''] = DATE.exec(date) ?? [];
  const midnight = new Date(0);
  // Date.UTC would take the years 0 to 99 for those of the twentieth century.
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return midnight.toISOString().startsWith(`${date}T`) ? midnight.getTime() : null;
}

/**
 * Where a run stands to the removal (part 4.3): by `asOf`, or by `now` where it is null. A date is compared as a date; an
 * instant is on the day while it is that day in any time zone. Throws a RangeError for an `asOf` that `parseAsOf` refuses.
 */
export function removalPhase(asOf: string | null, now: Date): RemovalPhase {
  const moment = momentOf(asOf, now);
  if (moment.kind === 'date') {
    if (moment.date === REMOVAL_DATE) return 'on-the-day';
    return moment.date < REMOVAL_DATE ? 'before' : 'after';
  }
  if (moment.at < FIRST_BEGIN) return 'before';
  return moment.at < LAST_END ? 'on-the-day' : 'after';
}

/** Whether an instant falls on the removal day in some time zone, as a Sunset header should (RFC 8594). */
export function isOnRemovalDay(instant: Date): boolean {
  return instant.getTime() >= FIRST_BEGIN && instant.getTime() < LAST_END;
}

/** How many calendar days are left until the removal (part 4.3), an instant's date being that of UTC; negative afterwards. */
export function daysUntilRemoval(asOf: string | null, now: Date): number {
  const moment = momentOf(asOf, now);
  const at = moment.kind === 'date' ? (midnightOf(moment.date) ?? Number.NaN) : moment.at;
  return (REMOVAL_MIDNIGHT - Math.floor(at / DAY) * DAY) / DAY;
}

function momentOf(asOf: string | null, now: Date): AsOf {
  if (asOf === null) return { kind: 'instant', at: now.getTime() };
  const reading = parseAsOf(asOf);
  if (reading.kind === 'bad') throw new RangeError(`the date ${JSON.stringify(asOf)} ${reading.problem}`);
  return reading.asOf;
}
