import type { RequirementResult } from '../report.ts';
import { checkEntry, outcomeBadge } from './check-entry.ts';
import { requirementsByPart, type PartRow } from './contract-picture.ts';
import { renderFilter } from './filter.ts';
import { cutText, element, longElement, type Content } from './markup.ts';
import { markOfRequirement } from './outcome-marks.ts';
import { violationPlace, type ReportIndex } from './report-index.ts';
import { counted } from './visible-text.ts';

/** Every requirement with what became of it, by part; each opens to its checks, and each check to its evidence. */
export function renderRequirements(index: ReportIndex): Content {
  return longElement(
    'section',
    { id: 'requirements', 'aria-labelledby': 'requirements-title' },
    element('h2', { id: 'requirements-title' }, 'Requirements and their checks'),
    renderFilter(),
    requirementsByPart(index.report.requirements).map((row) => renderPart(row, index)),
    renderStrays(index),
  );
}

/** Checks of requirements that the table of the report does not hold: nothing that was judged is left out. */
function renderStrays(index: ReportIndex): Content {
  const strays = index.report.checks.filter(({ requirement }) => index.requirement(requirement) === undefined);
  if (strays.length === 0) return null;
  return longElement(
    'div',
    { class: 'part' },
    element('h3', {}, 'Checks of other requirements'),
    strays.values().map((check) => checkEntry(check, index)),
  );
}

function renderPart(row: PartRow, index: ReportIndex): Content {
  return longElement(
    'div',
    { class: 'part' },
    element('h3', {}, element('span', { class: 'number' }, row.number), ' ', row.title),
    row.requirements.values().map((requirement) => renderRequirement(requirement, index)),
  );
}

function renderRequirement(requirement: RequirementResult, index: ReportIndex): Content {
  const { id, part, level, operation, outcome, statement } = requirement;
  const mark = markOfRequirement(requirement);
  const checks = index.checksOf(id);
  return longElement(
    'details',
    { class: 'requirement', 'data-outcome': outcome, 'data-level': level, 'data-operation': operation },
    element(
      'summary',
      {},
      outcomeBadge(mark),
      ' ',
      element('strong', {}, id),
      ' ',
      element('span', { class: 'says' }, statement),
      ' ',
      element('small', {}, `part ${part} · ${level} · ${operation} · ${counted(checks.length, 'check')}`),
    ),
    longElement(
      'div',
      { id: index.anchors.of(requirement).id },
      ...explanation(requirement, index),
      checks.values().map((check) => checkEntry(check, index)),
    ),
  );
}

function explanation(requirement: RequirementResult, index: ReportIndex): readonly Content[] {
  const { outcome, reason, howToResolve } = requirement;
  return [
    outcome === 'violated' || outcome === 'deviating'
      ? element('p', {}, element('a', { href: violationPlace(requirement, index) }, 'The violation in full'))
      : null,
    reason === null ? null : element('p', {}, element('b', {}, 'Reason'), ' ', cutText(reason, 2_000)),
    howToResolve === null ? null : element('p', {}, element('b', {}, 'Resolve'), ' ', cutText(howToResolve, 2_000)),
  ];
}
