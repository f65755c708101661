import { element, type Markup } from './markup.ts';
import type { ReportIndex } from './report-index.ts';
import { grouped } from './visible-text.ts';

/** One line of the contents; `count` where the section is a list of something. */
type Line = readonly [id: string, title: string, count: number | null];

/** Links to the sections of the page. Warnings, known deviations and faults of the suite are sections only where there are any. */
export function renderContents(index: ReportIndex): Markup {
  return element(
    'nav',
    { 'aria-label': 'Contents' },
    element(
      'ul',
      {},
      ...linesOf(index).map(([id, title, count]) =>
        element(
          'li',
          {},
          element('a', { href: { id } }, title),
          count === null ? null : [' ', element('span', { class: 'count' }, grouped(count))],
        ),
      ),
    ),
  );
}

function linesOf({ report, violations }: ReportIndex): readonly Line[] {
  const required = violations.filter(({ requirement }) => requirement.level === 'required').length;
  const warnings = violations.length - required;
  const faulty = report.checks.filter(({ outcome }) => outcome === 'harness-error').length;
  const suiteFaults = report.suiteFaults.length + faulty;
  const open = report.requirements.filter(({ outcome }) => outcome === 'not-verified').length;
  return [
    ['contract', 'At a glance', null],
    ['violations', 'Violations', required],
    ...when(warnings, ['warnings', 'Warnings', warnings]),
    ...when(report.deviations.length, ['deviations', 'Known deviations', report.deviations.length]),
    ...when(suiteFaults, ['suite-faults', 'Suite faults', suiteFaults]),
    ['not-verified', 'Not verified', open],
    ['requirements', 'Requirements', report.requirements.length],
    ['behaviour', 'Behaviour profile', null],
    ['deprecation', 'Deprecation', null],
    ['latency', 'Latency', null],
    ['created', 'Pets created', report.created.length],
    ['provenance', 'Provenance', null],
    ['exchanges', 'Exchanges', report.exchanges.length],
  ];
}

function when(count: number, line: Line): readonly Line[] {
  return count === 0 ? [] : [line];
}
