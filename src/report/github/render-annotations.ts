import { outdatedDeviations } from '../deviations.ts';
import type { Report, ReportedDeviation, RequirementResult } from '../report.ts';
import { indexReport, type ReportIndex } from '../report-index.ts';
import { representativeCheck } from '../representative-check.ts';
import { isWarning } from '../terminal/terminal-counts.ts';
import { safeText } from '../terminal/terminal-text.ts';
import { verdictLine, VERDICTS } from '../verdicts.ts';
import { violationFacts } from '../violation-facts.ts';

/** GitHub shows no more annotations of one kind from one step. */
const SHOWN = 10;

interface Annotation {
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * The verdict of a report, its violations as errors and its warnings as warnings, in workflow commands of GitHub Actions:
 * one line each, at most ten of a kind.
 */
export function renderAnnotations(report: Report): string {
  const index = indexReport(report);
  const violated = report.requirements.filter((each) => each.outcome === 'violated' && !isWarning(each));
  const warnings = report.requirements.filter(isWarning);
  const outdated = outdatedDeviations(report.deviations).map(outdatedAnnotation);
  const open = report.deviations.filter(({ state }) => state === 'open').map(deviationAnnotation);
  const verdict = verdictAnnotation(report);
  const isYes = VERDICTS[report.verdict.outcome].exitCode === 0;
  return [
    ...commands('notice', isYes ? [verdict] : []),
    ...commands('error', [
      ...(isYes ? [] : [verdict]),
      ...outdated,
      ...violated.map((each) => annotationOf(each, index)),
    ]),
    ...commands('warning', [...open, ...warnings.map((each) => annotationOf(each, index))]),
  ].join('');
}

/** The verdict with its first reasons: a step that fails must say why. */
function verdictAnnotation({ verdict }: Report): Annotation {
  return { title: verdictLine(verdict), lines: verdict.reasons.slice(0, SHOWN).map(({ text }) => safeText(text)) };
}

function outdatedAnnotation(sentence: string): Annotation {
  return { title: 'A known deviation is out of date', lines: [safeText(sentence)] };
}

function deviationAnnotation({ id, reason, owner, expires }: ReportedDeviation): Annotation {
  return {
    title: safeText(`${id} deviates, as is known`),
    lines: [safeText(reason), safeText(`Owner: ${owner}, until ${expires}`)],
  };
}

function annotationOf(requirement: RequirementResult, index: ReportIndex): Annotation {
  const checks = (index.checks.get(requirement.id) ?? []).filter(({ outcome }) => outcome === 'violated');
  const told = representativeCheck(checks, (id) => index.cases.get(id));
  const { facts, command } = told === undefined ? { facts: [], command: null } : violationFacts(told, index);
  return {
    title: safeText(`${requirement.id} is violated (part ${requirement.part}, ${requirement.level})`),
    lines: [
      safeText(requirement.statement),
      ...facts.map(({ label, text }) => `${label}: ${text}`),
      ...(command === null ? [] : [`Again by: ${command}`]),
    ],
  };
}

function commands(kind: 'notice' | 'error' | 'warning', annotations: readonly Annotation[]): readonly string[] {
  const left = annotations.length - SHOWN;
  return annotations.slice(0, SHOWN).map(({ title, lines }, position) => {
    const isLast = position === SHOWN - 1 && left > 0;
    const all = isLast ? [`${left} more like this are in report.json; GitHub shows no more here.`, ...lines] : lines;
    return `::${kind} title=${escapeProperty(title)}::${escapeMessage(all.join('\n'))}\n`;
  });
}

/** The runner reads a command to the end of its line and takes these escapes back. */
function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A property also ends at a comma, and the properties at a colon. */
function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
