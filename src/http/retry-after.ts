/**
 * The wait in milliseconds that a Retry-After value asks for (RFC 9110 section 10.2.3): seconds or an HTTP date, which
 * is measured from the Date of the same response where there is one, since clocks differ. Null where it asks for none.
 */
export function retryAfterMilliseconds(value: string | undefined, date: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return positive(Number(text) * 1000);
  if (!/^[A-Z][a-z]{2}/.test(text)) return null;
  const sent = Date.parse(date ?? '');
  return positive(Date.parse(text) - (Number.isNaN(sent) ? now.getTime() : sent));
}

function positive(milliseconds: number): number | null {
  return milliseconds > 0 ? milliseconds : null;
}
