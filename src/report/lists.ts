import { counted } from '../contract/describe.ts';
import { type Exchange, requestLine } from '../http/exchange.ts';
import type { Blockage } from './blockages.ts';
import type { ProbableCause } from './causes/cause.ts';
import type { Check, DeviationState, Report, ReportedDeviation, RequirementResult } from './report.ts';
import { NOT_SETTLED } from './verdict/verdict.ts';
import { type Lookup, violationOf } from './violation.ts';

/** A labelled fact of an item: a text that may hold anything, and what it names. Formats leave out a fact without either. */
interface ItemFact {
  readonly label: string;
  readonly text?: string | undefined;
  /** Shown as they are, such as requests. */
  readonly values?: readonly string[];
  readonly requirements?: readonly RequirementResult[];
  readonly exchanges?: readonly string[];
}

/** One cause, deviation, reason or fault. Formats lay it out: its text as an item, and the facts below. */
export interface ReportItem {
  /** The requirement, check or fact that it is about; null if it is about none or several. */
  readonly id: string | null;
  /** May hold anything, or nothing. */
  readonly text: string;
  readonly facts: readonly ItemFact[];
  readonly isBad?: boolean;
  /** A command that shows it again. It is inert. */
  readonly command?: string | null;
}

/** Items under a title, which is the same in every format. `noun` is what a sentence calls one of them. */
export interface ReportList {
  readonly title: string;
  readonly noun: string;
  /** The number beside the title: items, or the requirements that they are about. */
  readonly count: number;
  readonly items: readonly ReportItem[];
}

/** Mistakes that would explain several violations. */
export function listCauses(
  causes: readonly (ProbableCause & { readonly explains: string })[],
  requirement: (id: string) => RequirementResult | undefined,
): ReportList {
  const items = causes.map(({ sentence, fix, explains, requirements, partly, exchanges }) => ({
    id: null,
    text: sentence,
    facts: [
      { label: 'Fix', text: fix },
      { label: 'Explains', text: explains, requirements: requirements.flatMap((id) => requirement(id) ?? []) },
      { label: 'In part', requirements: partly.flatMap((id) => requirement(id) ?? []) },
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
): ReportList {
  const items = deviations.map(({ id, reason, owner, expires, state, checks: covered }): ReportItem => {
    const check = checks.get(covered[0] ?? '');
    const violations = check === undefined ? [] : [violationOf(check, lookup)];
    return {
      id,
      text: STATES[state],
      isBad: state === 'stale' || state === 'expired',
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
): ReportList {
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
export function listNotApplicable({ requirements, counts }: Report): ReportList {
  const items = itemsByReason(
    requirements.filter(({ outcome }) => outcome === 'not-applicable'),
    () => [],
  );
  return { title: 'Not applicable', noun: 'reason', count: counts.requirements['not-applicable'], items };
}

/** The controlled trials: what each showed, and the requests that show it, with the status or the failure of each. */
export function listTrials({ trials = [] }: Report, exchanges: ReadonlyMap<string, Exchange>): ReportList {
  const resultOf = (id: string): string => {
    const last = exchanges.get(id)?.attempts.at(-1);
    return String(last?.status ?? last?.failure?.kind ?? 'unknown');
  };
  const sent = (label: string, ids: readonly string[]) => ({ label, values: ids.map(resultOf), exchanges: ids });
  const items = trials.map(({ tried, case: caseId, isProven, requests, controls, others }): ReportItem => {
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

/** Faults of the suite itself. `check` is the one that a fault ended; null if a fault belongs to none. */
export function listSuiteFaults(
  faults: readonly { readonly text: string; readonly check: Check | null }[],
): ReportList {
  const items = faults.map(({ text, check }) => ({ id: check?.id ?? null, text, facts: [] }));
  return { title: 'Suite faults', noun: 'fault', count: items.length, items };
}

/** One item for each reason that requirements share. */
function itemsByReason(
  requirements: readonly RequirementResult[],
  requestsOf: (requirement: RequirementResult) => readonly string[],
): readonly ReportItem[] {
  return [...Map.groupBy(requirements, ({ reason }) => reason ?? NOT_SETTLED)].map(([reason, group]) => {
    const requests = [...new Set(group.flatMap(requestsOf))];
    const remedies = new Set(group.flatMap(({ howToResolve }) => howToResolve ?? []));
    const resolve = [...remedies].map((text) => ({ label: 'Resolve', text }));
    return about(reason, [{ label: 'Requests', values: requests }, ...resolve], group);
  });
}

/** Required requirements come first, because they prevent a verdict. */
function about(
  text: string,
  facts: ReportItem['facts'] = [],
  requirements: readonly RequirementResult[] = [],
): ReportItem {
  const named = [
    ...requirements.filter(({ level }) => level === 'required'),
    ...requirements.filter(({ level }) => level !== 'required'),
  ];
  return { id: null, text, facts: [...facts, { label: 'Concerns', requirements: named }] };
}

/** The id of a requirement, with its level unless it is required: only these decide the verdict. */
export function nameOf({ id, level }: RequirementResult): string {
  return level === 'required' ? id : `${id} (${level})`;
}
