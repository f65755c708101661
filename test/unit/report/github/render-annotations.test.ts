import { describe, expect, it } from 'vitest';
import { renderAnnotations } from '../../../../src/report/github/render-annotations.ts';
import { reportOf } from '../../../support/fake-records.ts';
import { requirement, violatedReport, violation } from '../../../support/terminal-reports.ts';

interface Annotation {
  readonly kind: string;
  readonly title: string;
  readonly message: string;
}

/** Reads workflow commands as GitHub's runner does. */
function read(text: string): readonly Annotation[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, kind = '', title = '', message = ''] = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line) ?? [];
      return { kind, title: unescape(title), message: unescape(message) };
    });
}

function unescape(text: string): string {
  return text
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}

const CONFORMANT = {
  outcome: 'conformant',
  judged: 'service',
  profile: 'full',
  exitCode: 0,
  reasons: ['All is well.'],
} as const;

describe('annotations', () => {
  it('tell each violation in one line, with what leads to the fix', () => {
    const text = renderAnnotations(violatedReport());
    expect(text.match(/\n/g)).toHaveLength(2);
    const [verdict, annotation] = read(text);
    expect(verdict).toMatchObject({ kind: 'error', title: 'The service is NOT CONFORMANT, profile full' });
    expect(annotation).toMatchObject({ kind: 'error', title: 'LIST-LIMIT-MAX is violated (part 4.1, required)' });
    for (const line of ['Expected: at most 7', 'Actual: 8 animals', "Again by: curl 'http://h/v1/pets?limit=7'"]) {
      expect(annotation?.message.split('\n')).toContain(line);
    }
  });

  it('are warnings where a recommendation is violated', () => {
    const requirements = [requirement('LIST-LIMIT-MAX', 'violated', { level: 'recommended' })];
    const report = violatedReport({ verdict: CONFORMANT, requirements });
    expect(read(renderAnnotations(report)).map(({ kind }) => kind)).toEqual(['notice', 'warning']);
  });

  it('are the verdict alone for a conformant service', () => {
    expect(read(renderAnnotations(violatedReport({ verdict: CONFORMANT, requirements: [], checks: [] })))).toEqual([
      { kind: 'notice', title: 'The service is CONFORMANT, profile full', message: 'All is well.' },
    ]);
  });

  it('say why a run is inconclusive', () => {
    const [annotation] = read(renderAnnotations(reportOf({ suiteFaults: ['50% broke: a, b'] })));
    expect(annotation).toMatchObject({ kind: 'error', title: 'The run is INCONCLUSIVE, profile full' });
    expect(annotation?.message).toContain('50% broke: a, b');
  });

  it('take percent signs, colons and commas through', () => {
    const checks = [violation('A:B,C%0A', { actual: '100%0A: a, b' })];
    const [, annotation] = read(
      renderAnnotations(violatedReport({ requirements: [requirement('A:B,C%0A', 'violated')], checks })),
    );
    expect(annotation?.title).toContain('A:B,C%0A');
    expect(annotation?.message).toContain('\nActual: 100%0A: a, b\n');
  });

  it('are at most ten of a kind, and the last one says how many are left', () => {
    const ids = Array.from({ length: 13 }, (_, index) => `R-${index}`);
    const requirements = [
      ...ids.map((id) => requirement(id, 'violated')),
      ...ids.slice(0, 10).map((id) => requirement(`W-${id}`, 'violated', { level: 'recommended' })),
    ];
    const read13 = read(renderAnnotations(violatedReport({ requirements, checks: [] })));
    const errors = read13.filter(({ kind }) => kind === 'error');
    const warnings = read13.filter(({ kind }) => kind === 'warning');
    expect([errors.length, warnings.length]).toEqual([10, 10]);
    expect(errors[9]?.message).toContain('4 more like this are in report.json');
    expect(errors[8]?.message).not.toContain('more like this');
    expect(warnings[9]?.message).not.toContain('more like this');
  });
});
