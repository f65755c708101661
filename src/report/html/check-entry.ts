import type { Check } from '../report.ts';
import { renderEntry } from './entry.ts';
import { exchangeLinks } from './exchange-links.ts';
import { cutText, element, type Content, type Markup } from './markup.ts';
import { markOfCheck, wordOf, type Mark } from './outcome-marks.ts';
import type { ReportIndex } from './report-index.ts';
import { counted } from './visible-text.ts';

const LONGEST_LINE = 2_000;

/** The word of an outcome, with the sign and the colour that the style gives it. */
export function outcomeBadge(mark: Mark): Markup {
  return element('b', { class: `mark ${mark}` }, wordOf(mark));
}

/** One check: its case and outcome in a line, and the evidence when it is opened. */
export function checkEntry(check: Check, index: ReportIndex): Markup {
  const mark = markOfCheck(check, index.requirement(check.requirement));
  const unstable = check.unstable === true ? [' ', element('b', { class: 'unstable' }, 'unstable')] : null;
  return renderEntry(
    {
      kind: 'check',
      outcome: check.outcome,
      id: index.anchors.of(check).id,
      line: [outcomeBadge(mark), ' ', caseTitle(check, index), unstable],
      evidence: checkEvidence(check, index),
    },
    index,
  );
}

/** The title of a check's case, or the id of a case that the report does not name. */
export function caseTitle(check: Check, index: ReportIndex): Content {
  const title = index.caseOf(check)?.title ?? '';
  return cutText(title === '' ? check.case : title, 300);
}

/**
 * What a check says: expected, actual, and the exchanges that it rests on. A page holds thousands of checks, so that each
 * line is one element.
 */
function checkEvidence(check: Check, index: ReportIndex): readonly Content[] {
  const place = index.caseOf(check)?.place ?? '';
  return [
    line('Expected', check.expected),
    line('Actual', check.actual),
    check.pointer === null ? null : line('At', pointerText(check.pointer)),
    line('Reason', check.reason),
    line('Resolve', check.howToResolve),
    check.furtherViolations.length === 0
      ? null
      : element('p', {}, 'Further violations: ', exchangeLinks(check.furtherViolations, index)),
    check.unstable === null ? null : element('p', {}, 'Again: ', ...secondTry(check, index)),
    element(
      'p',
      {},
      'Evidence: ',
      exchangeLinks(check.exchanges, index),
      countText(check),
      place === '' ? null : ['; ', cutText(place, LONGEST_LINE)],
    ),
  ];
}

/** What the second try of a violated check came to. */
export function secondTry(check: Check, index: ReportIndex): readonly Content[] {
  return [
    check.unstable === true ? 'a second try did not show it again' : 'a second try showed it again',
    check.repeatExchanges.length === 0 ? null : [': ', exchangeLinks(check.repeatExchanges, index)],
  ];
}

/** A JSON Pointer as a reader knows it. */
export function pointerText(pointer: string): string {
  return pointer === '' ? 'the whole body' : pointer;
}

function line(label: string, text: string | null): Markup | null {
  return text === null || text === '' ? null : element('p', {}, `${label}: `, cutText(text, LONGEST_LINE));
}

function countText({ judgements, violations }: Check): string | null {
  if (judgements <= 1) return null;
  const violated = violations === 0 ? '' : `, ${violations} of them violated`;
  return ` (${counted(judgements, 'judgement')}${violated})`;
}
