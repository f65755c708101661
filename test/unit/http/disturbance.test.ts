import { describe, expect, it } from 'vitest';
import { retryAfterMilliseconds } from '../../../src/http/disturbance.ts';

const now = new Date('2030-01-01T00:00:00Z');

describe('Retry-After', () => {
  it.each([
    ['7', undefined, 7_000],
    [' 120 ', undefined, 120_000],
    ['Tue, 01 Jan 2030 00:00:30 GMT', undefined, 30_000],
    ['Tue, 01 Jan 2030 01:00:30 GMT', 'Tue, 01 Jan 2030 01:00:00 GMT', 30_000],
    ['Tue, 01 Jan 2030 00:00:30 GMT', 'not a date', 30_000],
  ])('%s with Date %s asks for a wait of %d ms', (value, date, expected) => {
    expect(retryAfterMilliseconds(value, date, now)).toBe(expected);
  });

  it.each([undefined, '', '0', '-1', '1.5', 'soon', 'Mon, 31 Dec 2029 23:59:59 GMT', 'Xyz'])(
    '%s asks for none',
    (value) => {
      expect(retryAfterMilliseconds(value, undefined, now)).toBeNull();
    },
  );
});
