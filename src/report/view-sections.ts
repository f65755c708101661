import { counted } from '../contract/describe.ts';
import { requestLine } from '../http/exchange.ts';
import type { Item, Section } from './section.ts';
import type { Blockage } from './blockages.ts';
import type { ProbableCause } from './causes/cause.ts';
import { type Mark, markOfCheck, markOfRequirement, MARKS, OUTCOMES } from './outcomes.ts';
import type { Check, DeviationState, Report, RequirementResult } from './report.ts';
import type { ReportIndex } from './report-index.ts';
import { UNDECIDED_REASON } from './verdict/verdict.ts';
import { type Finding, type findingsOf, itemOfFinding, requirementCount } from './findings.ts';
import { runSection } from './run-section.ts';

/** A cause with what it explains in words, and how many requirements it blocks. */
type ExplainingCause = ProbableCause & { readonly explains: string; readonly blocked: number };

/** What the sections are made of, beside the report. */
interface Parts {
  readonly causes: readonly ExplainingCause[];
  readonly found: ReturnType<typeof findingsOf>;
  readonly behaviour: ReturnType<typeof questionsOf>;
  readonly legend: ReturnType<typeof legendOf>;
}

/** The sections of a report, in their order. */
export function sectionsOf(index: ReportIndex, { causes, found, behaviour, legend }: Parts) {
  const { violated, warnings, deviating, blockages } = found;
  return {
    causes: causesSection(causes, index),
    violated: findingsSection('Violated', 'finding', violated),
    warnings: findingsSection('Warnings', 'warning', warnings),
    deviations: deviationsSection(index),
    deviating: findingsSection('Deviating', 'deviating requirement', deviating),
    notVerified: notVerifiedSection(index, blockages),
    notApplicable: notApplicableSection(index),
    trials: trialsSection(index),
    suiteFaults: suiteFaultsSection(index.report),
    behaviour: behaviourSection(behaviour),
    counts: countsSection(legend),
    run: runSection(index.report),
  };
}

/** Violated or deviating requirements. The number counts all of them, and each item is a finding. */
function findingsSection(title: string, noun: string, findings: readonly Finding[]): Section {
  return { title, noun, count: requirementCount(findings), items: findings.map(itemOfFinding) };
}

/** Mistakes that would explain several violations. */
function causesSection(causes: readonly ExplainingCause[], { requirements: known }: ReportIndex): Section {
  const named = (ids: readonly string[]): readonly RequirementResult[] => ids.flatMap((id) => known.get(id) ?? []);
  const items = causes.map(({ sentence, fix, explains, requirements, partly, exchanges, blocked }) => ({
    id: null,
    text: sentence,
    facts: [
      { label: 'Fix', own: fix },
      { label: 'Explains', text: explains, requirements: named(requirements) },
      { label: 'In part', requirements: named(partly) },
      { label: 'Blocks', own: blocked === 0 ? null : `${counted(blocked, 'requirement')} until it is fixed` },
      { label: 'Seen in', exchanges },
    ],
  }));
  return { title: 'Probable causes', noun: 'cause', count: items.length, items };
}

const STATES: Readonly<Record<DeviationState, string>> = {
  open: 'open',
  stale: 'stale: the requirement holds now',
  expired: 'expired: it has no effect',
  unsettled: 'not decided by this run',
};

/** The known deviations, each with its state and the first violation that it covers. */
function deviationsSection({ report: { deviations, checks } }: ReportIndex): Section {
  const items = deviations.map(({ id, reason, owner, expires, state, checks: covered }): Item => {
    const first = checks.filter((check) => check.id === covered[0]).slice(0, 1);
    return {
      id,
      text: STATES[state],
      tone: state === 'stale' || state === 'expired' ? 'bad' : 'doubt',
      facts: [
        { label: 'Reason', text: reason },
        { label: 'Owner', text: `${owner}, until ${expires}` },
        { label: 'Expected', values: first.map(({ expected }) => expected) },
        { label: 'Actual', values: first.map(({ actual }) => actual) },
        { label: 'Checks', text: covered.length > 1 ? `${counted(covered.length, 'check')} by it` : undefined },
      ],
    };
  });
  return { title: 'Known deviations', noun: 'known deviation', count: items.length, items };
}

/** What could not be verified: what violations block, then the rest by reason, with the requests that got no response. */
function notVerifiedSection(index: ReportIndex, blockages: readonly Blockage[]): Section {
  const { requirements, checks } = index.report;
  const undecided = requirements.filter(({ outcome }) => outcome === 'not-verified');
  const notVerified = checks.filter(({ outcome }) => outcome === 'not-verified');
  const ids = new Set(undecided.map(({ id }) => id));
  const further = notVerified.filter(({ requirement }) => !ids.has(requirement));
  const blocked = new Set(blockages.flatMap((each) => each.requirements));
  const items = [
    ...blockages.map((each) => itemNaming(each.sentence, [], each.requirements)),
    ...itemsByReason(
      undecided.filter((each) => !blocked.has(each)),
      index,
    ),
    ...(further.length === 0 ? [] : [itemNaming(furtherText(further))]),
  ];
  return { title: 'Not verified', noun: 'reason', count: undecided.length, items };
}

/** Names the requirements of undecided checks that other checks have decided. */
function furtherText(checks: readonly Check[]): string {
  const [verb, whose] = checks.length === 1 ? ['check', 'its requirement'] : ['checks', 'their requirements'];
  const names = [...Map.groupBy(checks, ({ requirement }) => requirement)].map(([id, own]) => `${id} (${own.length})`);
  return `${checks.length} further ${verb} could not be decided. Other checks decided ${whose}: ${names.join(', ')}. report.json has the reasons.`;
}

/** What cannot be tested on this service, by reason. */
function notApplicableSection(index: ReportIndex): Section {
  const own = index.report.requirements.filter(({ outcome }) => outcome === 'not-applicable');
  return { title: 'Not applicable', noun: 'reason', count: own.length, items: itemsByReason(own, index) };
}

/** The controlled trials: what each showed, and the requests that show it, with the status or the failure of each. */
function trialsSection({ report: { trials = [] }, exchanges }: ReportIndex): Section {
  const resultOf = (id: string): string => {
    const last = exchanges.get(id)?.attempts.at(-1);
    return String(last?.status ?? last?.failure?.kind ?? 'unknown');
  };
  const sent = (label: string, ids: readonly string[]) => ({ label, values: ids.map(resultOf), exchanges: ids });
  const items = trials.map(({ tried, case: caseId, isProven, requests, controls, others }): Item => {
    const shown = isProven
      ? `causes its disturbance: none of ${requests.length + others.length} requests got a response, but all ${controls.length} controls did`
      : 'is not proven to cause its disturbance';
    return {
      id: null,
      text: `In ${caseId}, ${tried} ${shown}.`,
      // Other requests have the tried value too.
      facts: [sent('Requests', requests), sent('Controls', controls), sent('Others', others)],
    };
  });
  return { title: 'Controlled trials', noun: 'trial', count: items.length, items };
}

/** Faults of the suite itself: those that the report lists, and those that ended a check. */
function suiteFaultsSection({ suiteFaults, checks }: Report): Section {
  const ended = checks.filter(({ outcome }) => outcome === 'harness-error');
  const items = [
    ...suiteFaults.map((text) => ({ id: null, text, facts: [] })),
    ...ended.map(({ id, reason }) => ({ id, text: reason ?? 'no message', facts: [] })),
  ];
  return { title: 'Suite faults', noun: 'fault', count: items.length, items };
}

/** One item for each reason that requirements share, with the requests of undecided checks that failed. */
function itemsByReason(
  requirements: readonly RequirementResult[],
  { report, exchanges, checksOf }: ReportIndex,
): readonly Item[] {
  return [...Map.groupBy(requirements, ({ reason }) => reason ?? UNDECIDED_REASON)].map(([reason, group]) => {
    const undecided = group.flatMap(({ id }) => checksOf(id)).filter(({ outcome }) => outcome === 'not-verified');
    const sent = undecided.flatMap((check) => check.exchanges.flatMap((id) => exchanges.get(id) ?? []));
    const failed = sent.filter(({ failure }) => failure !== null);
    const requests = [...new Set(failed.map((exchange) => requestLine(exchange, report.run.target)))];
    const remedies = new Set(group.flatMap(({ howToResolve }) => howToResolve ?? []));
    const resolve = [...remedies].map((text) => ({ label: 'Resolve', text }));
    return itemNaming(reason, [{ label: 'Requests', values: requests }, ...resolve], group);
  });
}

/** Required requirements come first, because they prevent a verdict. */
function itemNaming(text: string, facts: Item['facts'] = [], requirements: readonly RequirementResult[] = []): Item {
  const named = [
    ...requirements.filter(({ level }) => level === 'required'),
    ...requirements.filter(({ level }) => level !== 'required'),
  ];
  return { id: null, text, facts: [...facts, { label: 'Concerns', requirements: named }] };
}

/** Every outcome that occurs, with its meaning, and how many requirements, required ones and checks have it. */
export function legendOf({ report: { requirements, checks }, requirements: known }: ReportIndex) {
  const required = requirements.filter(({ level }) => level === 'required');
  const marks = {
    requirements: requirements.map(markOfRequirement),
    required: required.map(markOfRequirement),
    checks: checks.map((check) => markOfCheck(check, known.get(check.requirement))),
  };
  return MARKS.map((mark) => {
    const count = (all: readonly Mark[]): number => all.filter((each) => each === mark).length;
    const counts = {
      requirements: count(marks.requirements),
      required: count(marks.required),
      checks: count(marks.checks),
    };
    return { mark, counts };
  }).filter(({ counts }) => Math.max(counts.requirements, counts.checks) > 0);
}

/** Each question that the contract does not answer once, with what this service does, and each different answer. */
export function questionsOf({ report, cases }: ReportIndex) {
  return [...Map.groupBy(report.behaviour, ({ requirement }) => requirement)].map(([requirement, entries]) => ({
    requirement,
    question: entries[0]?.question ?? '',
    entries: entries.map((entry) => ({ title: cases.get(entry.case)?.title ?? entry.case, entry })),
    answers: [...new Set(entries.map(({ seen }) => seen))],
  }));
}

const ANSWERS_SHOWN = 4;

/** What this service does where the contract leaves it open. */
function behaviourSection(questions: ReturnType<typeof questionsOf>): Section {
  const items = questions.map(({ question, answers }) => {
    const text = answers.length > ANSWERS_SHOWN ? `${answers.length} answers, such as` : null;
    return { id: null, text: question, facts: [{ label: 'Seen', text, values: answers.slice(0, ANSWERS_SHOWN) }] };
  });
  return { title: 'Behaviour profile', noun: 'question', items };
}

/** How many requirements and checks have each outcome. */
function countsSection(legend: ReturnType<typeof legendOf>): Section {
  const textOf = (kind: 'requirements' | 'required' | 'checks'): string =>
    legend
      .flatMap(({ mark, counts }) => (counts[kind] === 0 ? [] : `${counts[kind]} ${OUTCOMES[mark].word}`))
      .join(', ');
  return {
    title: 'Counts',
    facts: [
      { label: 'Required', own: textOf('required') },
      { label: 'All', own: textOf('requirements') },
      { label: 'Checks', own: textOf('checks') },
    ],
  };
}
