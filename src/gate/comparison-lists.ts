import type { ChangedRequirement, Comparison } from './compare-reports.ts';

/** A line of a comparison: what it is about, and what became of it. Its texts are not inert. */
export interface ComparisonLine {
  readonly subject: string;
  readonly text: string;
  /** More about it, one fact each. */
  readonly more: readonly string[];
}

/** A titled list of a comparison. */
export interface ComparisonList {
  readonly title: string;
  readonly lines: readonly ComparisonLine[];
}

const CHECKS_NAMED = 3;

/** What a comparison found as lists, most important first, those that are empty left out. */
export function comparisonLists(comparison: Comparison): readonly ComparisonList[] {
  const lists: readonly ComparisonList[] = [
    { title: 'Newly violated', lines: comparison.newlyViolated.map(requirementLine) },
    { title: 'Newly not verified', lines: comparison.newlyNotVerified.map(requirementLine) },
    { title: 'Newly deviating, as is known', lines: comparison.newlyDeviating.map(requirementLine) },
    { title: 'Newly satisfied', lines: comparison.newlySatisfied.map(requirementLine) },
    { title: 'Otherwise changed', lines: comparison.otherwiseChanged.map(requirementLine) },
    {
      title: 'Changed checks of requirements that ended as before',
      lines: comparison.changedChecks.map(({ id, before, after }) => line(id, `${before} before, ${after} now`)),
    },
    {
      title: 'Changed behaviour',
      lines: comparison.behaviour.map(({ requirement, question, before, after }) =>
        line(requirement, question, [`before: ${before ?? 'not seen'}`, `now: ${after ?? 'not seen'}`]),
      ),
    },
    { title: 'Appeared requirements', lines: comparison.appearedRequirements.map((id) => line(id, '')) },
    { title: 'Vanished requirements', lines: comparison.vanishedRequirements.map((id) => line(id, '')) },
    { title: 'Appeared checks', lines: comparison.appearedChecks.map((id) => line(id, '')) },
    { title: 'Vanished checks', lines: comparison.vanishedChecks.map((id) => line(id, '')) },
    {
      title: 'The runs',
      lines: comparison.facts.map(({ name, before, after }) => line(name, `${before} before, ${after} now`)),
    },
  ];
  return lists.filter(({ lines }) => lines.length > 0);
}

function line(subject: string, text: string, more: readonly string[] = []): ComparisonLine {
  return { subject, text, more };
}

function requirementLine({
  id,
  part,
  level,
  statement,
  before,
  after,
  reason,
  checks,
}: ChangedRequirement): ComparisonLine {
  const left = checks.length - CHECKS_NAMED;
  const shown = checks.slice(0, CHECKS_NAMED).join(', ');
  return line(id, `part ${part}, ${level}: ${statement}`, [
    `${before} before, ${after} now`,
    ...(reason === null ? [] : [reason]),
    ...(shown === '' || after === 'verified' ? [] : [`by ${shown}${left > 0 ? ` and ${left} more checks` : ''}`]),
  ]);
}

/** What a comparison comes to, with both verdicts, in one line. */
export function comparisonHeadline({ regression, verdict }: Comparison): string {
  const change =
    verdict.before === verdict.after
      ? `As before: ${verdict.after}.`
      : `Before: ${verdict.before}. Now: ${verdict.after}.`;
  return `${regression ? 'There is a regression.' : 'No regression.'} ${change}`;
}
