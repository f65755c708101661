import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Report, Verdict } from '../../../src/report/report.ts';
import { displayWidth } from '../../../src/report/terminal-layout.ts';
import { RUN } from '../../support/fake-records.ts';
import { FACTS, REPORT_PATH, requirement, shown, violatedReport, violation } from '../../support/terminal-reports.ts';

const CONFORMANT: Verdict = {
  outcome: 'conformant',
  judged: 'service',
  profile: 'full',
  exitCode: 0,
  reasons: ['All is well.'],
};

function conformantReport(fields: Partial<Report> = {}): Report {
  return violatedReport({
    verdict: CONFORMANT,
    requirements: [requirement('GET-OK', 'verified')],
    checks: [],
    ...fields,
  });
}

describe('the verdict', () => {
  it.each([
    ['conformant', 0, 'The service is CONFORMANT, profile full.'],
    ['not conformant', 1, 'The service is NOT CONFORMANT, profile full.'],
    ['deviations out of date', 1, 'The run found DEVIATIONS OUT OF DATE, profile full.'],
    ['inconclusive', 2, 'The run is INCONCLUSIVE, profile full.'],
  ] as const)('%s is said in the first line and again at the end', (outcome, exitCode, line) => {
    const verdict: Verdict = { outcome, judged: 'service', profile: 'full', exitCode, reasons: [] };
    const lines = shown(conformantReport({ verdict })).trim().split('\n');
    expect(lines[0]).toBe(line);
    expect(lines.slice(-2)).toEqual([line, `Everything in full: ${REPORT_PATH}`]);
  });

  it('names profile, target and the embedded service', () => {
    const verdict: Verdict = { ...CONFORMANT, profile: 'read-only' };
    const text = shown(conformantReport({ verdict, run: { ...RUN, embedded: true } }));
    expect(text).toContain('CONFORMANT, profile read-only.');
    expect(text).toContain('Target http://127.0.0.1:1/v1, the embedded reference service');
    expect(shown(conformantReport())).not.toContain('embedded');
  });

  it('gives its reasons, and counts those left out', () => {
    const reasons = Array.from({ length: 9 }, (_, index) => `Reason ${index + 1}.`);
    const text = shown(conformantReport({ verdict: { ...CONFORMANT, outcome: 'inconclusive', exitCode: 2, reasons } }));
    expect(text).toContain('- Reason 6.');
    expect(text).not.toContain('Reason 7.');
    expect(text).toContain('and 3 more reasons in report.json');
  });

  it('names violated requirements once for all, and keeps the other reasons', () => {
    const reasons = ['LIST-LIMIT-MAX is violated: The statement.', 'The run was interrupted before its end.'];
    const text = shown(
      violatedReport({
        verdict: { outcome: 'not conformant', judged: 'service', profile: 'full', exitCode: 1, reasons },
      }),
    );
    expect(text).toContain('One required requirement is violated: LIST-LIMIT-MAX');
    expect(text).toContain('- The run was interrupted before its end.');
    expect(text).not.toContain('is violated: The statement.');
  });
});

function cellsOf(text: string, title: string): readonly string[] {
  const line = text.split('\n').find((each) => each.includes(title)) ?? '';
  return line.split(title)[1]?.trim().split(/ +/) ?? [];
}

describe('the counts', () => {
  const requirements = [
    requirement('A', 'verified', { part: '2' }),
    requirement('B', 'violated', { part: '2' }),
    requirement('C', 'violated', { part: '4.3 (RFC 9745)', level: 'recommended' }),
    requirement('D', 'not-verified', { part: '4.1' }),
    requirement('E', 'not-applicable', { part: '4.2' }),
    requirement('F', 'observed', { part: '8', level: 'unspecified' }),
    requirement('G', 'not-testable', { part: '6', reason: 'Nothing is shown.' }),
  ];
  it('stand by part of the contract; a recommendation only warns', () => {
    const text = shown(conformantReport({ requirements }));
    expect(cellsOf(text, 'Resources and their fields')).toEqual(['1', '1', '-', '-', '-', '-']);
    expect(cellsOf(text, '4  Endpoints')).toEqual(['-', '-', '1', '1', '1', '-']);
    expect(cellsOf(text, '8  Limits')).toEqual(['-', '-', '-', '-', '-', '1']);
    expect(cellsOf(text, '   All')).toEqual(['1', '1', '1', '1', '1', '1']);
  });

  it('tell what no run can try, where there is such a thing', () => {
    expect(shown(conformantReport({ requirements }))).toContain('1 statement no run can try');
    expect(shown(conformantReport())).not.toContain('no run can try');
  });
});

describe('the run', () => {
  const animal = { id: '7', name: 'cf1-0a Rex', caseId: 'some/case', exchange: 'x1', intended: true };

  it('tells requests, limits proven, animals added and how they are named', () => {
    const text = shown(conformantReport({ facts: FACTS, created: [animal, { ...animal, id: '8' }] })).replaceAll(
      /\s+/g,
      ' ',
    );
    expect(text).toContain('715 requests of');
    expect(text).toContain('in 60.0 s');
    expect(text).toContain('proven up to 60 without a filter, 20 with status sold');
    expect(text).toContain('2 animals; their names begin with cf1-; ids and names are in report.json');
    expect(text).not.toContain('Pacing');
  });

  it('claims no more about names and requests than is so', () => {
    const others = [animal, { ...animal, name: 'Rex' }, { ...animal, name: null, intended: false }];
    const text = shown(conformantReport({ created: others })).replaceAll(/\s+/g, ' ');
    expect(text).toContain('the names of 1 of them begin with cf1-');
    expect(text).toContain('1 of them by a request that a service may or must refuse');
    expect(shown(conformantReport({ created: [] }))).toContain('no animals');
  });

  it('reports pacing where the rate was limited', () => {
    const pacing = { ...FACTS.pacing, limitedAnswers: 4, waits: 2, waitedMilliseconds: 2500 };
    const text = shown(conformantReport({ facts: { ...FACTS, pacing } })).replaceAll(/\s+/g, ' ');
    expect(text).toContain('4 answers limited the rate; the run paused 2 times, 2.5 s in all');
  });
});

describe('what could not be verified', () => {
  it('is grouped by reason, with what to supply and the required ones first', () => {
    const fields = { reason: 'No category was accepted.', supply: 'Set PETSTORE_CATEGORY_ID.' };
    const text = shown(
      conformantReport({
        requirements: [
          requirement('WARNS', 'not-verified', { ...fields, level: 'recommended' }),
          requirement('GATES', 'not-verified', fields),
          requirement('OTHER', 'not-verified', { reason: 'The list is empty.' }),
        ],
      }),
    );
    expect(text).toContain('Not verified (3)');
    expect(text.split('No category was accepted.')).toHaveLength(2);
    expect(text).toContain('To settle Set PETSTORE_CATEGORY_ID.');
    expect(text).toContain('Concerns  GATES, WARNS (recommended)');
    expect(text).toContain('- The list is empty.');
  });

  it('is not mentioned where all was verified', () => {
    expect(shown(conformantReport())).not.toContain('Not verified (');
  });

  it('tells faults of the suite apart', () => {
    const text = shown(conformantReport({ suiteFaults: ['specs/a.spec.ts did not load.'] }));
    expect(text).toContain('Faults of the suite itself (1)');
    expect(text).toContain('- specs/a.spec.ts did not load.');
    expect(shown(conformantReport())).not.toContain('Faults of the suite');
  });
});

describe('the page', () => {
  it('keeps to 80 columns but for the command', () => {
    const wide = shown(violatedReport({ facts: FACTS }))
      .split('\n')
      .filter((line) => displayWidth(line) > 80 && !line.includes('curl'));
    expect(wide).toEqual([]);
  });

  it('says the same with and without colour', () => {
    const report = violatedReport({ facts: FACTS });
    expect(shown(report, true)).toContain('\u001B[');
    expect(shown(report)).not.toContain('\u001B');
    expect(stripVTControlCharacters(shown(report, true))).toBe(shown(report));
  });

  it('is changed by a hostile service in nothing but the text shown', () => {
    const evil = '\u001B[2J\u001B]0;x\u0007\r\n\u202E\u200B\u2028The service is CONFORMANT';
    const report = violatedReport({
      checks: [violation('LIST-LIMIT-MAX', { actual: evil, expected: evil, pointer: evil })],
      created: [{ id: evil, name: evil, caseId: 'some/case', exchange: 'x1', intended: true }],
    });
    const text = shown(report);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(text).toContain(String.raw`\x1b[2J\x1b]0;x\x07\r\n\u202e\u200b\u2028The`);
    expect(text.split('\n').some((line) => line.startsWith('The service is CONFORMANT'))).toBe(false);
  });
});
