/** An instant of a report, `2030-01-01T00:00:00.000Z`, as a reader has it: `2030-01-01 00:00:00 UTC`. Other texts stay. */
export function momentText(instant: string): string {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/.exec(instant) ?? [];
  return date === undefined || time === undefined ? instant : `${date} ${time} UTC`;
}

/** How long something took: `1.9 s`, `4 min 3 s`. */
export function durationText(startedAt: string, endedAt: string): string {
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  if (!Number.isFinite(seconds) || seconds < 0) return 'an unknown time';
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
