import { counted } from '../contract/describe.ts';
import { type Exchange, requestLine } from '../http/exchange.ts';
import type { Item, Section } from './section.ts';
import type { Blockage } from './blockages.ts';
import type { ProbableCause } from './causes/cause.ts';
import { type Mark, markOfCheck, markOfRequirement, MARKS, OUTCOMES } from './outcomes.ts';
import type { Check, DeviationState, Report, ReportedCase, ReportedDeviation, RequirementResult } from './report.ts';
import { NOT_SETTLED } from './verdict/verdict.ts';
import { type Finding, itemOfFinding, requirementCount } from './findings.ts';
import { type Lookup, violationOf } from './violation.ts';

/** Violated or deviating requirements. The number counts all of them, and each item is a finding. */
export function listFindings(title: string, noun: string, findings: readonly Finding[]): Section {
  return { title, noun, count: requirementCount(findings), items: findings.map(itemOfFinding) };
}

/** Mistakes that would explain several violations. */
export function listCauses(
  causes: readonly (ProbableCause & { readonly explains: string; readonly blocked: number })[],
  requirement: (id: string) => RequirementResult | undefined,
): Section {
  const items = causes.map(({ sentence, fix, explains, requirements, partly, exchanges, blocked }) => ({
    id: null,
    text: sentence,
    facts: [
      { label: 'Fix', own: fix },
      { label: 'Explains', text: explains, requirements: requirements.flatMap((id) => requirement(id) ?? []) },
      { label: 'In part', requirements: partly.flatMap((id) => requirement(id) ?? []) },
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
export function listDeviations(
  deviations: readonly ReportedDeviation[],
  checks: ReadonlyMap<string, Check>,
  lookup: Lookup,
): Section {
  const items = deviations.map(({ id, reason, owner, expires, state, checks: covered }): Item => {
    const check = checks.get(covered[0] ?? '');
    const violations = check === undefined ? [] : [violationOf(check, lookup)];
    return {
      id,
      text: STATES[state],
      tone: state === 'stale' || state === 'expired' ? 'bad' : 'doubt',
      facts: [
        { label: 'Reason', text: reason },
        { label: 'Owner', text: `${owner}, until ${expires}` },
        { label: 'Expected', values: violations.map(({ expected }) => expected) },
        { label: 'Actual', values: violations.map(({ actual }) => actual) },
        { label: 'Checks', text: covered.length > 1 ? `${counted(covered.length, 'check')} by it` : undefined },
      ],
    };
  });
  return { title: 'Known deviations', noun: 'known deviation', count: items.length, items };
}

/** What could not be verified: what violations block, then the rest by reason, with the requests that got no response. */
export function listUnsettled(
  { requirements, checks, run }: Report,
  blockages: readonly Blockage[],
  exchanges: ReadonlyMap<string, Exchange>,
): Section {
  const open = requirements.filter(({ outcome }) => outcome === 'not-verified');
  const unsettled = checks.filter(({ outcome }) => outcome === 'not-verified');
  const ids = new Set(open.map(({ id }) => id));
  const extra = unsettled.filter(({ requirement }) => !ids.has(requirement)).length;
  const blocked = new Set(blockages.flatMap((each) => each.requirements));
  const byRequirement = Map.groupBy(unsettled, ({ requirement }) => requirement);
  const failedRequests = (requirement: RequirementResult): readonly string[] =>
    (byRequirement.get(requirement.id) ?? [])
      .flatMap((check) => check.exchanges.flatMap((id) => exchanges.get(id) ?? []))
      .flatMap((exchange) => (exchange.failure === null ? [] : [requestLine(exchange, run.target)]));
  const items = [
    ...blockages.map((each) => about(each.sentence, [], each.requirements)),
    ...itemsByReason(
      open.filter((each) => !blocked.has(each)),
      failedRequests,
    ),
    ...(extra === 0
      ? []
      : [
          about(
            `Other checks decided the ${extra === 1 ? 'requirement' : 'requirements'} of ${counted(extra, 'skipped check')}. report.json has the reasons.`,
          ),
        ]),
  ];
  return { title: 'Not verified', noun: 'reason', count: open.length, items };
}

/** What cannot be tested on this service, by reason. */
export function listNotApplicable({ requirements, counts }: Report): Section {
  const items = itemsByReason(
    requirements.filter(({ outcome }) => outcome === 'not-applicable'),
    () => [],
  );
  return { title: 'Not applicable', noun: 'reason', count: counts.requirements['not-applicable'], items };
}

/** The controlled trials: what each showed, and the requests that show it, with the status or the failure of each. */
export function listTrials({ trials = [] }: Report, exchanges: ReadonlyMap<string, Exchange>): Section {
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
export function listSuiteFaults({ suiteFaults, checks }: Report): Section {
  const ended = checks.filter(({ outcome }) => outcome === 'harness-error');
  const items = [
    ...suiteFaults.map((text) => ({ id: null, text, facts: [] })),
    ...ended.map(({ id, reason }) => ({ id, text: reason ?? 'no message', facts: [] })),
  ];
  return { title: 'Suite faults', noun: 'fault', count: items.length, items };
}

/** One item for each reason that requirements share. */
function itemsByReason(
  requirements: readonly RequirementResult[],
  requestsOf: (requirement: RequirementResult) => readonly string[],
): readonly Item[] {
  return [...Map.groupBy(requirements, ({ reason }) => reason ?? NOT_SETTLED)].map(([reason, group]) => {
    const requests = [...new Set(group.flatMap(requestsOf))];
    const remedies = new Set(group.flatMap(({ howToResolve }) => howToResolve ?? []));
    const resolve = [...remedies].map((text) => ({ label: 'Resolve', text }));
    return about(reason, [{ label: 'Requests', values: requests }, ...resolve], group);
  });
}

/** Required requirements come first, because they prevent a verdict. */
function about(text: string, facts: Item['facts'] = [], requirements: readonly RequirementResult[] = []): Item {
  const named = [
    ...requirements.filter(({ level }) => level === 'required'),
    ...requirements.filter(({ level }) => level !== 'required'),
  ];
  return { id: null, text, facts: [...facts, { label: 'Concerns', requirements: named }] };
}

/** Every outcome that occurs, with its meaning, and how many requirements, required ones and checks have it. */
export function legendOf({ requirements, checks }: Report, known: ReadonlyMap<string, RequirementResult>) {
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
export function questionsOf({ behaviour }: Report, cases: ReadonlyMap<string, ReportedCase>) {
  return [...Map.groupBy(behaviour, ({ requirement }) => requirement)].map(([requirement, entries]) => ({
    requirement,
    question: entries[0]?.question ?? '',
    entries: entries.map((entry) => ({ title: cases.get(entry.case)?.title ?? entry.case, entry })),
    answers: [...new Set(entries.map(({ seen }) => seen))],
  }));
}

const ANSWERS_SHOWN = 4;

/** What this service does where the contract leaves it open. */
export function listBehaviour(questions: ReturnType<typeof questionsOf>): Section {
  const items = questions.map(({ question, answers }) => {
    const text = answers.length > ANSWERS_SHOWN ? `${answers.length} answers, such as` : null;
    return { id: null, text: question, facts: [{ label: 'Seen', text, values: answers.slice(0, ANSWERS_SHOWN) }] };
  });
  return { title: 'Behaviour profile', noun: 'question', items };
}

/** How many requirements and checks have each outcome. */
export function countsSection(legend: ReturnType<typeof legendOf>): Section {
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
