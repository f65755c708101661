import { describe, expect, it } from 'vitest';
import { renderBadge } from '../../../../src/report/badge/render-badge.ts';
import type { Report, RunDescription, VerdictName } from '../../../../src/report/report.ts';
import { VERDICTS } from '../../../../src/report/verdict/verdict.ts';
import { fullReport } from '../../../support/full-report.ts';

interface Badge {
  readonly schemaVersion: number;
  readonly label: string;
  readonly message: string;
  readonly color: string;
  readonly isError: boolean;
}

/** The badge of a whole run with this outcome, and with these differences. */
function badgeOf(outcome: VerdictName, run: Partial<RunDescription> = {}): Badge {
  const base = fullReport();
  const report: Report = {
    ...base,
    run: { ...base.run, selection: 'all', end: 'complete', embedded: false, startedAt: '2030-01-02T03:04:05Z', ...run },
    verdict: {
      ...base.verdict,
      outcome,
      judged: run.embedded === true ? 'embedded reference service' : 'service',
      exitCode: VERDICTS[outcome].exitCode,
    },
  };
  return JSON.parse(renderBadge(report));
}

describe('the badge', () => {
  it('names contract, outcome, profile, suite and day, and is green', () => {
    expect(badgeOf('conformant')).toEqual({
      schemaVersion: 1,
      label: 'Contract 1.0.0',
      message: 'conformant, profile full, suite 1.2.3, 2030-01-02',
      color: 'brightgreen',
      isError: false,
    });
  });

  it.each<[string, VerdictName, Partial<RunDescription>, color: string, words: string]>([
    ['a violation', 'not conformant', {}, 'red', 'not conformant'],
    ['a stale deviation', 'deviations out of date', {}, 'red', 'deviations out of date'],
    ['known deviations', 'conformant with known deviations', {}, 'yellow', 'conformant with known deviations'],
    ['an inconclusive run', 'inconclusive', {}, 'yellow', 'inconclusive'],
    ['a part of the suite', 'conformant', { selection: 'part' }, 'lightgrey', 'a part of the suite'],
    ['an interrupted run', 'conformant', { end: 'interrupted' }, 'lightgrey', 'a part of the suite'],
    ['the embedded service', 'conformant', { embedded: true }, 'lightgrey', 'embedded reference service'],
  ])('is not green for %s, and an address of it cannot name another colour', (_, outcome, run, color, words) => {
    const badge = badgeOf(outcome, run);
    expect(badge).toMatchObject({ color, isError: true });
    expect(badge.message.split(', ')).toContain(words);
  });
});
