import { quote } from '../../http/curl-command.ts';
import type { Check } from '../report.ts';
import { caseTitle, outcomeBadge, pointerText, secondTry } from './check-entry.ts';
import { differingMiddle, type MarkedText } from './differing-middle.ts';
import { exchangeLink, exchangeLinks } from './exchange-links.ts';
import { cutText, element, type Content, type Markup } from './markup.ts';
import { markOfRequirement } from './outcome-marks.ts';
import { violationPlace, type ReportIndex, type Violation } from './report-index.ts';
import { commandBlock } from './exchange-block.ts';
import { renderRemedyHint } from './remedy-hint.ts';
import { exampleText } from '../violation-facts.ts';
import { violationExchange } from './violation-exchange.ts';
import { counted } from './visible-text.ts';

const LONGEST_VALUE = 4_000;

/** Every violated required requirement, each with the evidence that leads to its fix. */
export function renderViolations(index: ReportIndex): Markup {
  const violations = index.violations.filter(({ requirement }) => requirement.level === 'required');
  return element(
    'section',
    { id: 'violations', 'aria-labelledby': 'violations-title' },
    element('h2', { id: 'violations-title' }, 'Violations'),
    violations.length === 0 ? element('p', { class: 'none' }, 'No required requirement is violated.') : null,
    ...violations.map((violation) => renderViolation(violation, index)),
  );
}

/** Violated recommendations: they warn and never decide. Null where there are none. */
export function renderWarnings(index: ReportIndex): Markup | null {
  const warnings = index.violations.filter(({ requirement }) => requirement.level !== 'required');
  if (warnings.length === 0) return null;
  return element(
    'section',
    { id: 'warnings', 'aria-labelledby': 'warnings-title' },
    element('h2', { id: 'warnings-title' }, 'Warnings'),
    element(
      'p',
      { class: 'lead' },
      'Not in the contract, but in a standard that it stands on. They never decide the verdict.',
    ),
    ...warnings.map((violation) => renderViolation(violation, index)),
  );
}

/** One violated or deviating requirement with the evidence that leads to its fix. */
export function renderViolation(violation: Violation, index: ReportIndex): Markup {
  const { requirement, telling, others } = violation;
  const mark = markOfRequirement(requirement);
  return element(
    'article',
    { class: `violation ${mark}`, id: violationPlace(requirement, index).id },
    element(
      'h3',
      {},
      outcomeBadge(mark),
      ' ',
      element('a', { href: index.anchors.of(requirement) }, requirement.id),
      element('small', {}, ` part ${requirement.part} · ${requirement.level} · ${requirement.operation}`),
    ),
    element('p', { class: 'statement' }, requirement.statement),
    ...(telling === null ? [] : renderTelling(violation, telling, index)),
    renderRemedyHint(requirement.id),
    ...renderAgain(requirement.id, index),
    others.length === 0 ? null : renderOthers(others, index),
  );
}

function renderTelling(violation: Violation, check: Check, index: ReportIndex): readonly Content[] {
  const own = index.caseOf(check);
  const last = check.exchanges.at(-1);
  return [
    renderComparison(check),
    element(
      'dl',
      { class: 'where' },
      row('Case', element('a', { href: index.anchors.of(check) }, caseTitle(check, index))),
      row('Place', own?.place ?? ''),
      check.counterexample === null
        ? null
        : row('Example', element('code', {}, exampleText(check.case, check.counterexample))),
      check.pointer === null
        ? null
        : row('At', element('code', {}, cutText(pointerText(check.pointer), 600)), ...inExchange(last, index)),
      check.unstable === null
        ? null
        : row(
            'Again',
            check.unstable ? element('b', { class: 'unstable' }, 'unstable') : null,
            ' ',
            ...secondTry(check, index),
          ),
      check.violations > 1
        ? row('Found', `${counted(check.violations, 'time')} in this check`, ...furtherIn(check, index))
        : null,
    ),
    ...violationExchange(violation, check, index),
  ];
}

function furtherIn({ furtherViolations }: Check, index: ReportIndex): readonly Content[] {
  return furtherViolations.length === 0 ? [] : [', also in ', exchangeLinks(furtherViolations, index)];
}

function inExchange(last: string | undefined, index: ReportIndex): readonly Content[] {
  return last === undefined ? [] : [' in the body of ', exchangeLink(last, index)];
}

/** Expected above actual, with what differs marked where the two texts are alike. */
function renderComparison({ expected, actual }: Check): Markup {
  const [wanted, found] = differingMiddle(expected.slice(0, LONGEST_VALUE), actual.slice(0, LONGEST_VALUE)) ?? [
    null,
    null,
  ];
  return element(
    'dl',
    { class: 'compare' },
    element(
      'div',
      { class: 'expected' },
      element('dt', {}, 'Expected'),
      element('dd', {}, ...comparisonText(expected, wanted)),
    ),
    element(
      'div',
      { class: 'actual' },
      element('dt', {}, 'Actual'),
      element('dd', {}, ...comparisonText(actual, found)),
    ),
  );
}

function comparisonText(text: string, marked: MarkedText | null): readonly Content[] {
  if (marked === null || marked.middle === '' || text.length > LONGEST_VALUE) return [cutText(text, LONGEST_VALUE)];
  return [marked.before, element('mark', {}, marked.middle), marked.after];
}

/** The command that judges this requirement alone again. The address may hold anything, so it is quoted. */
function renderAgain(requirement: string, index: ReportIndex): readonly Content[] {
  const { run } = index.report;
  const target = run.embedded ? '' : `--base-url ${quote(run.target.replaceAll('\0', ''))} `;
  const words = /^[A-Za-z0-9-]+$/.test(requirement) ? requirement : quote(requirement.replaceAll('\0', ''));
  return [
    element('p', { class: 'label' }, 'This requirement alone, once more'),
    commandBlock(`petstore-conformance run ${target}--only ${words} --seed ${run.seed}`),
  ];
}

function renderOthers(others: readonly Check[], index: ReportIndex): Markup {
  return element(
    'details',
    { class: 'others' },
    element('summary', {}, `${counted(others.length, 'more violated check')} of this requirement`),
    element(
      'ul',
      {},
      ...others.map((check) =>
        element(
          'li',
          {},
          element('a', { href: index.anchors.of(check) }, caseTitle(check, index)),
          check.unstable === true ? [' ', element('b', { class: 'unstable' }, 'unstable')] : null,
          element('small', {}, ' ', cutText(check.actual, 300)),
        ),
      ),
    ),
  );
}

function row(label: string, ...content: readonly Content[]): Markup {
  return element('div', {}, element('dt', {}, label), element('dd', {}, ...content));
}
