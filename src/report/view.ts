import { counted, dayOf, describePets } from '../contract/describe.ts';
import { partNumberOf, parts } from '../contract/parts.ts';
import { operationRoute } from '../contract/operations.ts';
import { type Exchange, requestLine } from '../http/exchange.ts';
import { runTag } from '../suite/execution/run-names.ts';
import { explainsText, probableCauses } from './causes/probable-causes.ts';
import type { ProbableCause } from './causes/cause.ts';
import { outdatedDeviations } from './deviations.ts';
import { type TrialView, trialViews } from './trial-table.ts';
import type { Blockage } from './blockages.ts';
import { type Finding, findingsOf, requirementCount } from './findings.ts';
import type {
  BehaviourEntry,
  Check,
  DeviationState,
  Report,
  ReportedCase,
  ReportedDeviation,
  RequirementResult,
  Verdict,
} from './report.ts';
import { type Mark, markOfCheck, markOfRequirement, MARKS, meaningOf } from './outcomes.ts';
import { sameResponseNotice, neverResponded, stoppedResponding } from './target-notices.ts';
import { NOT_SETTLED, verdictHeadline, verdictLine, VERDICTS, type VerdictTone } from './verdict.ts';
import { type Violation, violationOf } from './violation.ts';

/**
 * A report as every format shows it: grouped, counted and worded once. Formats only lay it out.
 * Texts are raw: each format makes them safe in its own way.
 */
export interface ReportView {
  readonly report: Report;
  readonly headline: Headline;
  /** Advice: mistakes that would explain several violations, the one that explains most first. */
  readonly causes: readonly CauseView[];
  /** What violates requirements of level required. */
  readonly violated: readonly Finding[];
  /** Violated recommendations: they never decide. */
  readonly warnings: readonly Finding[];
  /** Requirements whose only violations are known deviations. */
  readonly deviating: readonly Finding[];
  readonly deviations: readonly DeviationView[];
  /** A sentence for each known deviation that is out of date. */
  readonly outdated: readonly string[];
  readonly unsettled: Unsettled;
  readonly notApplicable: readonly UnsettledGroup[];
  /** Every outcome that occurs, with its meaning and its counts. */
  readonly legend: readonly LegendEntry[];
  /** The controlled trials whether a request causes its disturbance. */
  readonly trials: readonly TrialView[];
  /** The faults that the report lists, and those that ended a check. */
  readonly allSuiteFaults: readonly SuiteFault[];
  /** Requirements and checks by part of the contract, in its order; those of no part come last. */
  readonly parts: readonly PartView[];
  readonly behaviour: readonly Question[];
  readonly created: CreatedView;
  /** "of 2026-11-01: GET /pets/{petId} is deprecated and removed in 1495 days. It must work." */
  readonly removal: string;
  readonly run: RunSummary;
  readonly requirement: (id: string) => RequirementResult | undefined;
  readonly exchange: (id: string) => Exchange | undefined;
  readonly checksOf: (requirement: string) => readonly Check[];
  readonly violationOf: (check: Check) => Violation;
  /** The known deviation that covers the violated check. */
  readonly deviationOf: (check: Check) => ReportedDeviation | undefined;
}

/** What a reader sees first. */
export interface Headline {
  /** "The service is CONFORMANT", and the same with the profile. Without a full stop. */
  readonly sentence: string;
  readonly line: string;
  readonly tone: VerdictTone;
  readonly exitCode: Verdict['exitCode'];
  /** What a reader must know about the target before the verdict, most important first. */
  readonly notices: readonly string[];
  /** The reasons of the verdict in brief: violated and blocked requirements first, then what prevents a verdict. */
  readonly shortReasons: readonly string[];
}

/** A probable cause, and what it explains in words: "21 of 35 violated checks". */
export interface CauseView extends ProbableCause {
  readonly explains: string;
}

/** A known deviation, its state in words, and the violation that it covers. */
export interface DeviationView {
  readonly deviation: ReportedDeviation;
  readonly state: string;
  readonly isOutdated: boolean;
  readonly violation: Violation | null;
}

/** What could not be verified, grouped by reason. */
interface Unsettled {
  readonly requirements: readonly RequirementResult[];
  readonly blockages: readonly Blockage[];
  /** Without those that violations block. */
  readonly groups: readonly UnsettledGroup[];
  /** A sentence about skipped checks of requirements that other checks decided; null if there are none. */
  readonly extraChecks: string | null;
}

/** An outcome, and how many requirements, required requirements and checks have it. */
interface LegendEntry {
  readonly mark: Mark;
  readonly meaning: string;
  readonly counts: { readonly requirements: number; readonly required: number; readonly checks: number };
}

/** Requirements that have the same outcome for the same reason. */
export interface UnsettledGroup {
  readonly reason: string;
  readonly howToResolve: readonly string[];
  readonly things: readonly RequirementResult[];
  /** The requests that had no response that can be judged, each once: "GET /pets?limit=52". */
  readonly requests: readonly string[];
}

/** A fault of the suite itself, never of the service. `check` is the check that it ended, if there is one. */
interface SuiteFault {
  readonly text: string;
  readonly check: Check | null;
}

/** A part of the contract. `strays` are checks of requirements that the report does not list. */
export interface PartView {
  readonly number: string;
  readonly title: string;
  readonly requirements: readonly RequirementResult[];
  readonly strays: readonly Check[];
}

/** A question that the contract does not answer, with what this service does. */
export interface Question {
  readonly requirement: string;
  readonly question: string;
  readonly entries: readonly { readonly title: string; readonly entry: BehaviourEntry }[];
  /** Each different answer once. */
  readonly answers: readonly string[];
}

/** The pets that the run added to the target. */
interface CreatedView {
  /** Whether the report lists any pet. */
  readonly isListed: boolean;
  /** The number of pets, such as "3 pets", and notes about them. */
  readonly count: string;
  readonly notes: readonly string[];
}

/** How the run went, in words. */
interface RunSummary {
  readonly end: string;
  readonly asOf: string;
  readonly seconds: number;
  readonly requests: number;
  readonly limits: string;
  /** Null if there were no disturbances. */
  readonly pacing: string | null;
}

/** Composes what formats show. Pure. */
export function viewOf(report: Report): ReportView {
  const [requirements, cases, exchanges, deviations] = [
    byId(report.requirements),
    byId(report.cases),
    byId(report.exchanges),
    byId(report.deviations),
  ];
  const checks = Map.groupBy(report.checks, ({ requirement }) => requirement);
  const checksById = byId(report.checks);
  const lookup = { cases, exchanges };

  const { violated, warnings, deviating, blockages } = findingsOf(report, checks, lookup);
  return {
    report,
    headline: headlineOf(report, violated, blockages),
    causes: probableCauses(report).map((cause) => ({ ...cause, explains: explainsText(cause, report) })),
    violated,
    warnings,
    deviating,
    deviations: report.deviations.map((deviation) => {
      const check = checksById.get(deviation.checks[0] ?? '');
      return {
        deviation,
        state: STATES[deviation.state],
        isOutdated: deviation.state === 'stale' || deviation.state === 'expired',
        violation: check === undefined ? null : violationOf(check, lookup),
      };
    }),
    outdated: outdatedDeviations(report.deviations),
    unsettled: unsettledOf(report, blockages, exchanges),
    notApplicable: groupByReason(
      report.requirements.filter(({ outcome }) => outcome === 'not-applicable'),
      () => [],
    ),
    trials: trialViews(report, (id) => exchanges.get(id)),
    allSuiteFaults: [
      ...report.suiteFaults.map((text) => ({ text, check: null })),
      ...report.checks
        .filter(({ outcome }) => outcome === 'harness-error')
        .map((check) => ({ text: check.reason ?? 'no message', check })),
    ],
    parts: partsOf(report, requirements),
    legend: legendOf(report, requirements),
    behaviour: questionsOf(report, cases),
    created: createdOf(report),
    removal: removalOf(report.run),
    run: runOf(report),
    requirement: (id) => requirements.get(id),
    exchange: (id) => exchanges.get(id),
    checksOf: (requirement) => checks.get(requirement) ?? [],
    violationOf: (check) => violationOf(check, lookup),
    deviationOf: ({ id, requirement }) => deviations.get(id) ?? deviations.get(requirement),
  };
}

/** If an id occurs twice, which a valid report never has, the first one counts. */
function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.toReversed().map((item) => [item.id, item]));
}

const INSECURE = 'TLS certificates were not checked (--insecure), so the responses may not be those of the target.';

const NAMES_CASES = 'Each request named its case (--name-cases), so the target could recognise the cases.';

function headlineOf(
  { verdict, run, requirements, exchanges }: Report,
  findings: readonly Finding[],
  blockages: readonly Blockage[],
): Headline {
  const unreachable = neverResponded(exchanges);
  const open = requirements.filter(({ outcome }) => outcome === 'not-verified');
  // An unreachable target is the one reason why nothing is verified.
  const explained = new Set(
    (unreachable === null ? blockages.flatMap((each) => each.requirements) : open).map(({ id }) => id),
  );
  return {
    sentence: verdictHeadline(verdict),
    line: verdictLine(verdict),
    tone: VERDICTS[verdict.outcome].tone,
    exitCode: VERDICTS[verdict.outcome].exitCode,
    notices: [
      sameResponseNotice(exchanges) ?? unreachable ?? stoppedResponding(exchanges, run.target),
      run.configuration.insecure === true ? INSECURE : null,
      run.configuration.nameCases === true ? NAMES_CASES : null,
    ].filter((notice) => notice !== null),
    shortReasons: [
      ...violatedText(findings),
      ...blockages.map(({ sentence }) => sentence),
      ...verdict.reasons.flatMap(({ kind, text, requirements: named }) =>
        kind === 'violated' || (named.length > 0 && named.every((id) => explained.has(id))) ? [] : [text],
      ),
    ],
  };
}

/** "Violated: 6 required requirements, 1 finding." */
function violatedText(findings: readonly Finding[]): readonly string[] {
  const violated = requirementCount(findings);
  if (violated === 0) return [];
  const found = violated === findings.length ? '' : `, ${counted(findings.length, 'finding')}`;
  return [`Violated: ${counted(violated, 'required requirement')}${found}.`];
}

const STATES: Readonly<Record<DeviationState, string>> = {
  open: 'open',
  stale: 'stale: the requirement holds now',
  expired: 'expired: it has no effect',
  unsettled: 'not decided by this run',
};

function unsettledOf(
  { requirements, checks, run }: Report,
  blockages: readonly Blockage[],
  exchanges: ReadonlyMap<string, Exchange>,
): Unsettled {
  const open = requirements.filter(({ outcome }) => outcome === 'not-verified');
  const unsettled = checks.filter(({ outcome }) => outcome === 'not-verified');
  const ids = new Set(open.map(({ id }) => id));
  const extra = unsettled.filter(({ requirement }) => !ids.has(requirement)).length;
  const blocked = new Set(blockages.flatMap((each) => each.requirements));
  const byRequirement = Map.groupBy(unsettled, ({ requirement }) => requirement);
  const requestsOf = (check: Check): readonly string[] =>
    check.exchanges.flatMap((id) => {
      const exchange = exchanges.get(id);
      return exchange === undefined || exchange.failure === null ? [] : [requestLine(exchange, run.target)];
    });
  return {
    requirements: open,
    blockages,
    groups: groupByReason(
      open.filter((requirement) => !blocked.has(requirement)),
      ({ id }) => (byRequirement.get(id) ?? []).flatMap(requestsOf),
    ),
    extraChecks:
      extra === 0
        ? null
        : `${counted(extra, 'extra check was', 'extra checks were')} skipped; other checks already decided ${extra === 1 ? 'its requirement' : 'their requirements'}.`,
  };
}

function groupByReason(
  things: readonly RequirementResult[],
  requestsOf: (thing: RequirementResult) => readonly string[],
): readonly UnsettledGroup[] {
  return [...Map.groupBy(things, ({ reason }) => reason ?? NOT_SETTLED)].map(([reason, group]) => ({
    reason,
    howToResolve: [...new Set(group.flatMap(({ howToResolve }) => (howToResolve === null ? [] : [howToResolve])))],
    things: group,
    requests: [...new Set(group.flatMap(requestsOf))],
  }));
}

function partsOf({ requirements, checks }: Report, known: ReadonlyMap<string, RequirementResult>): readonly PartView[] {
  const groups = Map.groupBy(requirements, ({ part }) => partNumberOf(part));
  const strays = checks.filter(({ requirement }) => !known.has(requirement));
  const numbers = new Set(parts.map(({ number }) => number));
  const others = [...groups].flatMap(([number, each]) => (numbers.has(number) ? [] : each));
  return [
    ...parts.map(({ number, title }) => ({ number, title, requirements: groups.get(number) ?? [], strays: [] })),
    ...(others.length === 0 && strays.length === 0
      ? []
      : [{ number: '–', title: 'outside the contract', requirements: others, strays }]),
  ];
}

function legendOf(
  { requirements, checks }: Report,
  known: ReadonlyMap<string, RequirementResult>,
): readonly LegendEntry[] {
  const required = requirements.filter(({ level }) => level === 'required');
  const marks = {
    requirements: requirements.map(markOfRequirement),
    required: required.map(markOfRequirement),
    checks: checks.map((check) => markOfCheck(check, known.get(check.requirement))),
  };
  return MARKS.map((mark): LegendEntry => {
    const count = (all: readonly Mark[]): number => all.filter((each) => each === mark).length;
    const counts = {
      requirements: count(marks.requirements),
      required: count(marks.required),
      checks: count(marks.checks),
    };
    return { mark, meaning: meaningOf(mark), counts };
  }).filter(({ counts }) => Math.max(counts.requirements, counts.checks) > 0);
}

function questionsOf({ behaviour }: Report, cases: ReadonlyMap<string, ReportedCase>): readonly Question[] {
  return [...Map.groupBy(behaviour, ({ requirement }) => requirement)].map(([requirement, entries]) => ({
    requirement,
    question: entries[0]?.question ?? '',
    entries: entries.map((entry) => ({ title: cases.get(entry.case)?.title ?? entry.case, entry })),
    answers: [...new Set(entries.map(({ seen }) => seen))],
  }));
}

function createdOf({ created, claimed = [], run }: Report): CreatedView {
  const rejectable = created.filter(({ intended }) => !intended).length;
  const start = `cf${runTag(run.seed)}-`;
  const named = created.filter(({ name }) => name?.startsWith(start) === true).length;
  return {
    isListed: created.length + claimed.length > 0,
    count: created.length === 0 ? 'no pets' : describePets(created.length),
    notes: [
      ...(rejectable === 0
        ? []
        : [`${rejectable} by ${rejectable === 1 ? 'a request' : 'requests'} that a service may or must reject`]),
      ...(named === 0
        ? []
        : [`${named === created.length ? 'all names' : `the names of ${named}`} start with ${start}`]),
      ...(claimed.length === 0 ? [] : [`${claimed.length} more may have been added`]),
    ],
  };
}

/** The date of the verdict, and what the deprecated operation must do on it (part 4.3, part 9 rule 3). */
function removalOf({ removalPhase: phase, daysUntilRemoval: days, asOf }: Report['run']): string {
  const count = counted(Math.abs(days), 'day');
  const demand = {
    before: `removed in ${count}. It must work`,
    'on-the-day': 'removed today. It may work or be gone',
    after: `removed ${count} ago. It must no longer return the pet`,
  }[phase];
  return `of ${dayOf(asOf)}: ${operationRoute('getPet')} is deprecated and ${demand}.`;
}

const ENDS = {
  complete: 'complete',
  interrupted: 'interrupted before it was complete',
  deadline: 'stopped by its deadline',
  'first-violation': 'ended at the first violation',
} as const;

function runOf({ run, facts, exchanges }: Report): RunSummary {
  const proven = inOrder(facts?.highestLimitProven ?? {}).map(
    ([filter, limit]) => `${limit} ${filter === 'none' ? 'without a filter' : `with status ${filter}`}`,
  );
  const { waits, waitedMilliseconds, disturbances } = facts?.pacing ?? NO_PACING;
  return {
    end: ENDS[run.end],
    asOf: dayOf(run.asOf),
    seconds: (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000,
    requests: facts?.requests ?? exchanges.length,
    limits: proven.length === 0 ? 'none proven by a page' : `proven up to ${proven.join(', ')}`,
    pacing:
      Object.keys(disturbances).length === 0
        ? null
        : `${disturbancesText(disturbances)}; the run paused ${waits === 1 ? 'once' : `${waits} times`}, ${(waitedMilliseconds / 1000).toFixed(1)} s in all`,
  };
}

const NO_PACING = { waits: 0, waitedMilliseconds: 0, disturbances: {} } as const;

/** Disturbances by status or kind of failure, in words: "2 responses 503, 1 refused". */
function disturbancesText(disturbances: Readonly<Record<string, number>>): string {
  const counts = Object.entries(disturbances).map(([label, count]) =>
    /^\d/.test(label) ? `${counted(count, 'response')} ${label}` : `${count} ${label}`,
  );
  return `disturbances: ${counts.join(', ')}`;
}

/** The members of an object in the order of their names, which does not depend on the file. */
export function inOrder<Value>(members: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] {
  return Object.entries(members).sort(([left], [right]) => (left < right ? -1 : 1));
}
