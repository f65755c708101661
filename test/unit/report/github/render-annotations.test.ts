import { expect, it } from 'vitest';
import { renderAnnotations } from '../../../../src/report/github/render-annotations.ts';
import { findRequirement } from '../../../../src/contract/requirements.ts';
import type { Report } from '../../../../src/report/report.ts';
import { reportOf, doubt } from '../../../support/fake-records.ts';
import { requirement, violatedReport } from '../../../support/terminal-reports.ts';

/** The annotations as GitHub's runner reads them: kind, title and the lines of the message. */
type Annotation = readonly [kind: string, title: string, ...lines: string[]];

function read(report: Report): readonly Annotation[] {
  const commands = renderAnnotations(report).trimEnd().split('\n');
  return commands.map((line) => {
    const [, kind = '', title = '', message = ''] = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line) ?? [];
    return [kind, unescaped(title), ...unescaped(message).split('\n')];
  });
}

const ESCAPES = { '%0A': '\n', '%0D': '\r', '%3A': ':', '%2C': ',', '%25': '%' } as const;

function unescaped(text: string): string {
  return Object.entries(ESCAPES).reduce((left, [escape, character]) => left.replaceAll(escape, character), text);
}

const NOT_CONFORMANT = [
  'error',
  'The service is NOT CONFORMANT, profile full',
  '1 of 1 required requirement is violated.',
] as const;
const CONFORMANT = {
  outcome: 'conformant',
  judged: 'service',
  profile: 'full',
  exitCode: 0,
  reasons: [doubt('All is well.')],
} as const;
const EVIDENCE = [
  'Expected: at most 7',
  'Actual: 8 pets',
  'Pointer: /7',
  `Fix: ${findRequirement('LIST-LIMIT-MAX')?.remedy ?? ''}`,
  'Request: GET http://h/v1/pets?limit=7',
  'Response: 200',
  'Body: []',
  'Case: a limit of 7',
  'Place: specs/some.spec.ts:1',
  'Evidence: exchange x1, in report.json',
  "Reproduce: curl 'http://h/v1/pets?limit=7'",
];

it.each<[string, Report, readonly Annotation[]]>([
  [
    'each violation with what leads to the fix',
    violatedReport(),
    [
      NOT_CONFORMANT,
      ['error', 'LIST-LIMIT-MAX is violated (part 4.1, required)', 'The statement of LIST-LIMIT-MAX.', ...EVIDENCE],
    ],
  ],
  [
    'a violated recommendation as a warning',
    violatedReport({
      verdict: CONFORMANT,
      requirements: [requirement('A', 'violated', { level: 'recommended' })],
      checks: [],
    }),
    [
      ['notice', 'The service is CONFORMANT, profile full', 'All is well.'],
      ['warning', 'A is violated (part 4.1, recommended)', 'The statement of A.'],
    ],
  ],
  [
    'percent signs, colons and commas as they are',
    violatedReport({ requirements: [requirement('A:B,C%0A', 'violated')], checks: [] }),
    [NOT_CONFORMANT, ['error', 'A:B,C%0A is violated (part 4.1, required)', 'The statement of A:B,C%0A.']],
  ],
])('annotations tell %s', (_, report, annotations) => {
  expect(read(report)).toEqual(annotations);
});

it('annotations say why a run is inconclusive', () => {
  const [kind, title, ...lines] = read(reportOf({ suiteFaults: ['50% broke: a, b'] }))[0] ?? [];
  expect([kind, title]).toEqual(['error', 'The run is INCONCLUSIVE, profile full']);
  expect(lines).toContain('A fault of the suite itself: 50% broke: a, b');
});

it('annotations are at most ten of a kind, and the last one says how many are left', () => {
  const ids = Array.from({ length: 13 }, (_, index) => `R-${index}`);
  const requirements = [
    ...ids.map((id) => requirement(id, 'violated')),
    ...ids.slice(0, 10).map((id) => requirement(`W-${id}`, 'violated', { level: 'recommended' })),
  ];
  const annotations = read(violatedReport({ requirements, checks: [] }));
  const left = annotations.map(([kind, , first]) => `${kind} ${/^\d+ more like this/.exec(first ?? '')?.[0] ?? ''}`);
  expect(left).toEqual([
    ...Array.from({ length: 9 }, () => 'error '),
    'error 4 more like this',
    ...Array.from({ length: 10 }, () => 'warning '),
  ]);
});
