import type { Check, Report } from '../report.ts';
import { caseTitle } from './check-entry.ts';
import { cutText, element, type Content, type Markup } from './markup.ts';
import type { ReportIndex } from './report-index.ts';
import { counted } from './visible-text.ts';

const CHECKS_SHOWN = 50;

/** What could not be verified, like reasons together, each with how to resolve it. */
export function renderUnsettled(index: ReportIndex): Markup {
  const open = index.report.requirements.filter(({ outcome }) => outcome === 'not-verified');
  const checks = index.report.checks.filter(({ outcome }) => outcome === 'not-verified');
  return element(
    'section',
    { id: 'not-verified', 'aria-labelledby': 'not-verified-title' },
    element('h2', { id: 'not-verified-title' }, 'Not verified'),
    open.length === 0 && checks.length === 0
      ? element('p', { class: 'none' }, 'Everything that was tried was settled.')
      : null,
    open.length === 0 ? null : renderOpen(open, index),
    checks.length === 0 ? null : renderChecks(checks, open.length, index),
  );
}

function renderOpen(open: Report['requirements'], index: ReportIndex): Markup {
  const groups = Map.groupBy(open, ({ reason, howToResolve }) => JSON.stringify([reason, howToResolve]));
  return element(
    'ul',
    { class: 'reasons-list' },
    ...[...groups.values()].map((group) =>
      element(
        'li',
        {},
        ...group.map((requirement, place) => [
          place === 0 ? '' : ', ',
          element('a', { href: index.anchors.of(requirement) }, requirement.id),
        ]),
        ...because(group[0]?.reason ?? null, group[0]?.howToResolve ?? null),
      ),
    ),
  );
}

/** Checks that settled nothing; most often another check settled their requirement. */
function renderChecks(checks: readonly Check[], openRequirements: number, index: ReportIndex): Markup {
  const groups = Map.groupBy(checks, ({ reason, howToResolve }) => JSON.stringify([reason, howToResolve]));
  const note = openRequirements === 0 ? '; other checks settled their requirements' : '';
  return element(
    'details',
    { class: 'others', open: openRequirements > 0 && checks.length <= CHECKS_SHOWN },
    element('summary', {}, `${counted(checks.length, 'check')} could not be verified${note}`),
    element(
      'ul',
      { class: 'reasons-list' },
      ...[...groups.values()].map((group) =>
        element(
          'li',
          {},
          ...because(group[0]?.reason ?? null, group[0]?.howToResolve ?? null),
          renderGroup(group, index),
        ),
      ),
    ),
  );
}

function renderGroup(group: readonly Check[], index: ReportIndex): Markup {
  const left = group.length - CHECKS_SHOWN;
  return element(
    'ul',
    {},
    ...group
      .slice(0, CHECKS_SHOWN)
      .map((check) =>
        element(
          'li',
          {},
          element('a', { href: index.anchors.of(check) }, caseTitle(check, index)),
          element('small', {}, ` ${check.requirement}`),
        ),
      ),
    left > 0 ? element('li', {}, `and ${counted(left, 'more check')} of the same reason`) : null,
  );
}

function because(reason: string | null, howToResolve: string | null): readonly Content[] {
  return [
    element('p', {}, cutText(reason ?? 'It was not settled.', 1_000)),
    howToResolve === null ? null : element('p', {}, element('b', {}, 'Resolve'), ' ', cutText(howToResolve, 1_000)),
  ];
}

/** Faults of the suite's own, apart from what is said of the service. Null where there are none. */
export function renderSuiteFaults(index: ReportIndex): Markup | null {
  const faulty = index.report.checks.filter(({ outcome }) => outcome === 'harness-error');
  if (index.report.suiteFaults.length === 0 && faulty.length === 0) return null;
  return element(
    'section',
    { id: 'suite-faults', 'aria-labelledby': 'suite-faults-title' },
    element('h2', { id: 'suite-faults-title' }, 'Faults of the suite itself'),
    element('p', { class: 'lead' }, 'They say nothing about the service, and keep the verdict from being conformant.'),
    element(
      'ul',
      {},
      ...index.report.suiteFaults.map((fault) => element('li', {}, cutText(fault, 2_000))),
      ...faulty.map((check) =>
        element(
          'li',
          {},
          element('a', { href: index.anchors.of(check) }, caseTitle(check, index)),
          ` (${check.requirement}): `,
          cutText(check.reason ?? '', 2_000),
        ),
      ),
    ),
  );
}
