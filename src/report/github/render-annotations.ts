import type { Report, ReportedDeviation } from '../report.ts';
import { safeText } from '../safe-text.ts';
import { factLines, type Item } from '../section.ts';
import { outdatedDeviations } from '../verdict/deviations.ts';
import { type ReportView, viewOf } from '../view.ts';

/** GitHub shows at most this many annotations of one kind for one step. */
const SHOWN = 10;
const CAUSES_SHOWN = 5;

interface Annotation {
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * The verdict of a report, its violations as errors and its warnings as warnings, in workflow commands of GitHub Actions:
 * one line each, at most ten of a kind.
 */
export function renderAnnotations(report: Report): string {
  const view = viewOf(report);
  const { headline, sections } = view;
  const isYes = headline.exitCode === 0;
  const verdict = verdictAnnotation(view);
  const known = report.deviations.filter(({ state }) => state === 'open');
  return [
    ...commands('notice', isYes ? [verdict] : []),
    ...commands('error', [
      ...(isYes ? [] : [verdict]),
      ...outdatedDeviations(report.deviations).map((text) => ({
        title: 'A known deviation is out of date',
        lines: [safeText(text)],
      })),
      ...(sections.violated.items ?? []).map(findingAnnotation),
    ]),
    ...commands('warning', [
      ...known.map(deviationAnnotation),
      ...(sections.warnings.items ?? []).map(findingAnnotation),
    ]),
  ].join('');
}

/** The verdict with its first reasons: a step that fails must say why. */
function verdictAnnotation({ headline, causes }: ReportView): Annotation {
  const { line, notices, shortReasons } = headline;
  const probable = causes.slice(0, CAUSES_SHOWN).map(({ sentence, explains }) => `${sentence} Explains ${explains}.`);
  return { title: line, lines: [...notices, ...probable, ...shortReasons.slice(0, SHOWN)].map(safeText) };
}

function deviationAnnotation({ id, reason, owner, expires }: ReportedDeviation): Annotation {
  return {
    title: safeText(`${id} is a known deviation`),
    lines: [safeText(reason), safeText(`Owner: ${owner}, until ${expires}`)],
  };
}

function findingAnnotation({ id, subtitle, text, facts }: Item): Annotation {
  return {
    title: safeText(`${id} is violated (${subtitle})`),
    lines: [safeText(text), ...factLines(facts).map(({ label, text: fact }) => `${label}: ${fact}`)],
  };
}

function commands(kind: 'notice' | 'error' | 'warning', annotations: readonly Annotation[]): readonly string[] {
  const left = annotations.length - SHOWN;
  return annotations.slice(0, SHOWN).map(({ title, lines }, position) => {
    const isLast = position === SHOWN - 1 && left > 0;
    const all = isLast
      ? [`${left} more like this are in report.json; GitHub limits what is shown here.`, ...lines]
      : lines;
    return `::${kind} title=${escapeProperty(title)}::${escapeMessage(all.join('\n'))}\n`;
  });
}

/** The runner reads a command to the end of its line, and decodes these escapes. */
function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A property also ends at a comma, and the properties at a colon. */
function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
