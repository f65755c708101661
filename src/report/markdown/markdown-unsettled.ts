import type { Report, RequirementResult } from '../report.ts';
import type { Section } from './fit-sections.ts';
import { codeSpan, proseOrCode } from './markdown-text.ts';

/** What could not be verified, like reasons told once, and how to resolve it. */
export function unsettledSection({ requirements, checks }: Report): Section {
  const open = requirements.filter(({ outcome }) => outcome === 'not-verified');
  const openIds = new Set(open.map(({ id }) => id));
  const single = checks.filter((check) => check.outcome === 'not-verified' && !openIds.has(check.requirement)).length;
  const groups = [...Map.groupBy(open, ({ reason }) => reason ?? 'It was not settled.')];
  return {
    heading: `## Not verified (${open.length})`,
    entries: [
      ...groups.map(([reason, concerned]) => groupEntry(reason, concerned)),
      ...(single === 0 ? [] : [`- Single checks of requirements that other checks settled: ${single}, in report.json`]),
    ],
    between: '\n',
    things: 'reasons',
  };
}

function groupEntry(reason: string, concerned: readonly RequirementResult[]): string {
  const resolutions = new Set(concerned.flatMap(({ howToResolve }) => (howToResolve === null ? [] : [howToResolve])));
  return [
    `- ${proseOrCode(reason)}`,
    ...[...resolutions].map((howToResolve) => `  - Resolve: ${proseOrCode(howToResolve)}`),
    `  - Concerns: ${concerned.map(({ id, level }) => `${codeSpan(id)} (${level})`).join(', ')}`,
  ].join('\n');
}

/** Faults of the suite's own: they are never the service's. */
export function faultsSection({ suiteFaults, checks }: Report): Section {
  const failed = checks.filter(({ outcome }) => outcome === 'harness-error');
  const entries = [
    ...suiteFaults.map((fault) => `- ${proseOrCode(fault)}`),
    ...failed.map(({ id, reason }) => `- ${codeSpan(id)}: ${proseOrCode(reason ?? 'no message')}`),
  ];
  return {
    heading: `## Faults of the suite itself (${entries.length})`,
    entries,
    between: '\n',
    things: 'faults',
  };
}

/** What the contract leaves open and what this service does: each question once, with its different answers. */
export function behaviourSection({ behaviour }: Report): Section {
  const questions = [...Map.groupBy(behaviour, ({ question }) => question)];
  return {
    heading: '## Behaviour profile',
    entries: questions.map(([question, entries]) => behaviourEntry(question, [...new Set(entries.map(seenOf))])),
    between: '\n',
    things: 'questions',
  };
}

function seenOf({ seen }: Report['behaviour'][number]): string {
  return seen;
}

const ANSWERS_SHOWN = 4;

function behaviourEntry(question: string, answers: readonly string[]): string {
  const left = answers.length - ANSWERS_SHOWN;
  const shown = answers.slice(0, ANSWERS_SHOWN).map(codeSpan).join('; ');
  return `- ${proseOrCode(question)} ${shown}${left > 0 ? `; and ${left} more` : ''}`;
}
