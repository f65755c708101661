import type { DeviationState, ReportedDeviation } from '../report.ts';
import { cutText, element, type Content, type Markup } from './markup.ts';
import type { ReportIndex } from './report-index.ts';
import { counted } from './visible-text.ts';
import { renderViolation } from './violations-section.ts';

const STATES: Readonly<Record<DeviationState, string>> = {
  open: 'open',
  stale: 'stale: what it lists holds now',
  expired: 'expired: it counts no longer',
  unsettled: 'not settled by this run',
};

/** The list of known deviations, then each deviating requirement with its evidence. Null where no list was given. */
export function renderDeviations(index: ReportIndex): Markup | null {
  const { deviations } = index.report;
  if (deviations.length === 0 && index.deviations.length === 0) return null;
  return element(
    'section',
    { id: 'deviations', 'aria-labelledby': 'deviations-title' },
    element('h2', { id: 'deviations-title' }, 'Known deviations'),
    element(
      'p',
      { class: 'lead' },
      'Violations that are listed with a reason, an owner and a last day: they do not gate.',
    ),
    element('ul', { class: 'reasons-list' }, ...deviations.map((deviation) => renderEntry(deviation, index))),
    ...index.deviations.map((violation) => renderViolation(violation, index)),
  );
}

function renderEntry(deviation: ReportedDeviation, index: ReportIndex): Markup {
  const { state, owner, expires, reason, checks } = deviation;
  const isOutdated = state === 'stale' || state === 'expired';
  return element(
    'li',
    {},
    nameOf(deviation, index),
    ' ',
    element('b', isOutdated ? { class: 'unstable' } : {}, STATES[state]),
    element('p', {}, cutText(reason, 2_000)),
    element(
      'p',
      {},
      element('b', {}, 'Owner'),
      ' ',
      cutText(owner, 200),
      ', ',
      element('b', {}, 'until'),
      ` ${expires}`,
    ),
    checks.length === 0 ? null : element('p', {}, `${counted(checks.length, 'check')} by it`),
  );
}

function nameOf({ id }: ReportedDeviation, index: ReportIndex): Content {
  const requirement = index.requirement(id);
  if (requirement !== undefined) return element('a', { href: index.anchors.of(requirement) }, id);
  const check = index.report.checks.find((each) => each.id === id);
  return check === undefined ? element('code', {}, id) : element('a', { href: index.anchors.of(check) }, id);
}
