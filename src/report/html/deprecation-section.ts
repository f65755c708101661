import { operationRoute } from '../../contract/operations.ts';
import { REMOVAL_DAY } from '../../contract/removal-calendar.ts';
import type { RunDescription } from '../report.ts';
import { outcomeBadge } from './check-entry.ts';
import { element, type Markup } from './markup.ts';
import { markOfRequirement } from './outcome-marks.ts';
import type { ReportIndex } from './report-index.ts';
import { counted } from './visible-text.ts';

const ABOUT = new Set([
  'DEPRECATION-DATE',
  'DEPRECATION-REPLACEMENT',
  'DEPRECATION-SUNSET',
  'OPEN-DEPRECATION-HEADERS',
]);

/** The deprecated operation: how long it has to go, and what was found about it and its replacement (part 4.3, 9 rule 3). */
export function renderDeprecation(index: ReportIndex): Markup {
  const { run, requirements } = index.report;
  const about = requirements.filter(({ id }) => ABOUT.has(id));
  return element(
    'section',
    { id: 'deprecation', 'aria-labelledby': 'deprecation-title' },
    element('h2', { id: 'deprecation-title' }, 'The deprecated operation'),
    element(
      'p',
      { class: 'countdown' },
      element('strong', {}, daysText(run)),
      ' ',
      element('code', {}, operationRoute('getPet')),
      ` is removed on ${REMOVAL_DAY}. ${phaseText(run)} Its replacement is `,
      element('code', {}, operationRoute('listPets')),
      ' with the status filter.',
    ),
    about.length === 0
      ? null
      : element(
          'ul',
          { class: 'plain' },
          ...about.map((requirement) =>
            element(
              'li',
              {},
              outcomeBadge(markOfRequirement(requirement)),
              ' ',
              element('a', { href: index.anchors.of(requirement) }, requirement.id),
              ` ${requirement.statement}`,
            ),
          ),
        ),
  );
}

function daysText({ removalPhase, daysUntilRemoval }: RunDescription): string {
  if (removalPhase === 'before') return `${counted(daysUntilRemoval, 'day')} left.`;
  return removalPhase === 'on-the-day' ? 'Today is the day.' : `Gone for ${counted(-daysUntilRemoval, 'day')}.`;
}

function phaseText({ removalPhase, asOf }: RunDescription): string {
  const judged = `This run judged as of ${asOf.slice(0, 10)}:`;
  if (removalPhase === 'before') return `${judged} it has to work.`;
  return removalPhase === 'on-the-day'
    ? `${judged} both to work and to be gone is right.`
    : `${judged} it must no longer give the pet.`;
}
