import type { Report, RequirementResult } from '../report.ts';
import { trustNotice } from '../trust-notice.ts';
import { verdictHeadline, VERDICTS } from '../verdicts.ts';
import { cutText, element, type Content, type Markup } from './markup.ts';
import { durationText, momentText } from './moment.ts';
import { violationPlace, type ReportIndex } from './report-index.ts';
import { counted } from './visible-text.ts';

const REASONS_SHOWN = 3;

/** The verdict in words, the profile, the target, when and by what: what a reader sees first. */
export function renderFirstSight(index: ReportIndex): Markup {
  const { report } = index;
  const { run, verdict } = report;
  const notice = trustNotice(report);
  return element(
    'header',
    { id: 'top', class: `verdict ${VERDICTS[verdict.outcome].tone} ${verdict.outcome.replaceAll(' ', '-')}` },
    element('p', { class: 'kicker' }, `${run.contract.title} ${run.contract.version} · conformance report`),
    element('h1', {}, verdictHeadline(verdict)),
    element(
      'p',
      { class: 'profile' },
      'Profile ',
      element('strong', {}, verdict.profile),
      `, exit code ${verdict.exitCode}`,
    ),
    notice === null ? null : element('p', { class: 'notice', role: 'note' }, element('strong', {}, notice)),
    element(
      'dl',
      { class: 'facts' },
      fact('Target', element('code', {}, run.target), run.embedded ? ' (the embedded reference service)' : null),
      fact(
        'When',
        element('time', { datetime: run.startedAt }, momentText(run.startedAt)),
        ', ',
        element('span', { class: 'one-line' }, durationText(run.startedAt, run.endedAt)),
        run.end === 'complete' ? null : `, ${run.end === 'deadline' ? 'cut by its deadline' : 'interrupted'}`,
      ),
      fact('By', `${run.suite.name} ${run.suite.version}`, run.selection === 'part' ? ', a part of the suite' : null),
      fact('Judged as of', run.asOf.slice(0, 10)),
    ),
    ...renderReasons(report, index),
  );
}

function renderReasons(report: Report, index: ReportIndex): readonly Content[] {
  const reasons = reasonsOf(report, index);
  const rest = reasons.slice(REASONS_SHOWN);
  return [
    reasons.length === 0 ? null : reasonList(reasons.slice(0, REASONS_SHOWN)),
    rest.length === 0
      ? null
      : element(
          'details',
          { class: 'others' },
          element('summary', {}, `and ${counted(rest.length, 'more reason')}`),
          reasonList(rest),
        ),
  ];
}

function reasonList(reasons: readonly Content[]): Markup {
  return element('ul', { class: 'reasons' }, ...reasons.map((reason) => element('li', {}, reason)));
}

/** The violated requirements are told in full further down, so that here they are only named. */
function reasonsOf(report: Report, index: ReportIndex): readonly Content[] {
  const violated = report.requirements.filter(({ level, outcome }) => level === 'required' && outcome === 'violated');
  const others = report.verdict.reasons.flatMap(({ kind, text }) => (kind === 'violated' ? [] : [text]));
  const told = others.map((reason) => cutText(reason, 600));
  if (violated.length === 0) return told;
  const names = violated.map((requirement, place) => [place === 0 ? '' : ', ', violationLink(requirement, index)]);
  return [[`${counted(violated.length, 'required requirement')} violated: `, ...names], ...told];
}

function violationLink(requirement: RequirementResult, index: ReportIndex): Markup {
  return element('a', { href: violationPlace(requirement, index) }, requirement.id);
}

function fact(label: string, ...content: readonly Content[]): Markup {
  return element('div', {}, element('dt', {}, label), element('dd', {}, ...content));
}
