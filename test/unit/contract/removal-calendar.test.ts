import { describe, expect, it } from 'vitest';
import { daysUntilRemoval, parseAsOf, removalPhase } from '../../../src/contract/removal-calendar.ts';

const NOW = new Date('2026-01-01T00:00:00Z');

describe('parseAsOf', () => {
  it.each(['2030-12-05', '2028-02-29', '0001-01-01'])('accepts the date %s', (date) => {
    expect(parseAsOf(date)).toEqual({ kind: 'date', date });
  });

  it.each([
    ['2030-12-05T00:00:00Z', '2030-12-05T00:00:00.000Z'],
    ['2030-12-05t01:30:00.25+01:30', '2030-12-05T00:00:00.250Z'],
    ['2030-12-04T23:00:00-01:00', '2030-12-05T00:00:00.000Z'],
    ['2030-12-04T23:59:59z', '2030-12-04T23:59:59.000Z'],
  ])('accepts the instant %s as %s', (text, iso) => {
    expect(parseAsOf(text)).toEqual({ kind: 'instant', at: Date.parse(iso) });
  });

  it.each([
    '2030-02-30',
    ' 2030-12-05',
    '2030-12-05T00:00:00',
    '2030-12-05T24:00:00Z',
    '2030-02-30T00:00:00Z',
    '2030-12-05T00:60:00Z',
    '2030-12-04T23:59:60Z',
    '2030-12-05T00:00:00+24:00',
  ])('refuses %j', (text) => {
    expect(parseAsOf(text)).toBeNull();
  });
});

describe('removalPhase', () => {
  it.each([
    ['2030-12-04', 'before'],
    ['2030-12-05', 'on-the-day'],
    ['2030-12-06', 'after'],
    ['2030-12-04T09:59:59.999Z', 'before'],
    ['2030-12-04T10:00:00Z', 'on-the-day'],
    ['2030-12-06T11:59:59.999Z', 'on-the-day'],
    ['2030-12-06T12:00:00Z', 'after'],
  ])('puts %s %s', (asOf, phase) => {
    expect(removalPhase(asOf, NOW)).toBe(phase);
  });

  it.each([
    ['2030-12-04T09:59:59.999Z', 'before'],
    ['2030-12-05T12:00:00Z', 'on-the-day'],
    ['2030-12-06T12:00:00Z', 'after'],
  ])('goes by the clock where no date is set: %s is %s', (now, phase) => {
    expect(removalPhase(null, new Date(now))).toBe(phase);
  });

  it('refuses a date that is none', () => {
    expect(() => removalPhase('2030-02-30', NOW)).toThrow(RangeError);
  });
});

describe('daysUntilRemoval', () => {
  it.each([
    ['2030-12-05', 0],
    ['2030-12-04', 1],
    ['2030-12-04T23:59:59Z', 1],
    ['2030-12-05T23:59:59Z', 0],
  ])('counts from %s %i days', (asOf, days) => {
    expect(daysUntilRemoval(asOf, NOW)).toBe(days);
  });

  it('counts from now where no date is set', () => {
    expect(daysUntilRemoval(null, new Date('2030-11-25T18:00:00Z'))).toBe(10);
  });
});
