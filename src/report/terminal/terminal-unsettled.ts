import type { Report, RequirementResult } from '../report.ts';
import type { Page } from './terminal-layout.ts';
import { safeText } from './terminal-text.ts';

const FAULTS_SHOWN = 5;
const IDS_SHOWN = 15;

/** What could not be verified, like reasons told once, and how to resolve it. */
export function renderUnsettled(report: Report, page: Page): readonly string[] {
  const open = report.requirements.filter(({ outcome }) => outcome === 'not-verified');
  const openIds = new Set(open.map(({ id }) => id));
  const single = report.checks.filter(
    (check) => check.outcome === 'not-verified' && !openIds.has(check.requirement),
  ).length;
  if (open.length === 0 && single === 0) return [];
  const groups = [...Map.groupBy(open, ({ reason }) => reason ?? 'It was not settled.')];
  return [
    page.paint('title', open.length === 0 ? 'Not verified' : `Not verified (${open.length})`),
    ...groups.flatMap(([reason, requirements]) => renderGroup(reason, requirements, page)),
    ...(single === 0 ? [] : page.item(singleChecks(single))),
  ];
}

function renderGroup(reason: string, requirements: readonly RequirementResult[], page: Page): readonly string[] {
  const resolutions = new Set(
    requirements.flatMap(({ howToResolve }) => (howToResolve === null ? [] : [howToResolve])),
  );
  return [
    ...page.item(safeText(reason)),
    ...[...resolutions].flatMap((howToResolve) => page.field('Resolve', safeText(howToResolve))),
    ...page.field('Concerns', nameRequirements(requirements)),
  ];
}

function singleChecks(count: number): string {
  const subject = count === 1 ? 'One check' : `${count} checks`;
  return `${subject} of requirements that other checks settled could not be verified; report.json names the reasons.`;
}

/** The required ones first, since the verdict waits for them. */
function nameRequirements(requirements: readonly RequirementResult[]): string {
  const names = [
    ...requirements.filter(isRequired).map(({ id }) => id),
    ...requirements.filter((each) => !isRequired(each)).map(({ id, level }) => `${id} (${level})`),
  ];
  const left = names.length - IDS_SHOWN;
  return names.slice(0, IDS_SHOWN).join(', ') + (left > 0 ? ` and ${left} more` : '');
}

function isRequired({ level }: RequirementResult): boolean {
  return level === 'required';
}

/** Faults of the suite's own: they are never the service's. */
export function renderSuiteFaults(report: Report, page: Page): readonly string[] {
  const checks = report.checks.filter(({ outcome }) => outcome === 'harness-error');
  const faults = [...report.suiteFaults, ...checks.map(({ id, reason }) => `${id}: ${reason ?? 'no message'}`)];
  if (faults.length === 0) return [];
  const left = faults.length - FAULTS_SHOWN;
  return [
    page.paint('title', `Faults of the suite itself (${faults.length})`),
    ...faults.slice(0, FAULTS_SHOWN).flatMap((fault) => page.item(safeText(fault))),
    ...(left > 0 ? page.paragraph(`and ${left} more in report.json`, 2) : []),
  ];
}
