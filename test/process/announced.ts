import { expect } from 'vitest';
import type { Report } from '../../src/report/report.ts';

/** Compares the announcement of a run with the counts of its report. */
export function expectAnnounced(out: string, { facts }: Report): void {
  const [, requests, creates] = /sends about (\d+) requests, .*\nIt adds about (\d+) pets/.exec(out) ?? [];
  const share = [Number(requests) / (facts?.requests ?? 0), Number(creates) / (facts?.creates ?? 0)];
  for (const each of share) expect(Math.abs(each - 1)).toBeLessThan(0.1);
}
