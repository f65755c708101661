import { counted, dayOf, describePets } from '../contract/describe.ts';
import { partNumberOf, parts } from '../contract/requirements.ts';
import { operationRoute } from '../contract/operations.ts';
import { runTag } from '../suite/execution/run-names.ts';
import { explainsText, probableCauses } from './causes/probable-causes.ts';
import { outdatedDeviations } from './verdict/deviations.ts';
import type { Blockage } from './blockages.ts';
import { listCauses, listDeviations, listNotApplicable, listSuiteFaults, listTrials, listUnsettled } from './lists.ts';
import { type Finding, findingsOf, requirementCount } from './findings.ts';
import type { Check, Report, ReportedCase, RequirementResult } from './report.ts';
import { type Mark, markOfCheck, markOfRequirement, MARKS } from './outcomes.ts';
import { NAMES_CASES, neverResponded, sameResponseNotice, stoppedResponding } from './target-notices.ts';
import { verdictHeadline, verdictLine, VERDICTS } from './verdict/verdict.ts';
import { byId, violationOf } from './violation.ts';

/** A report as every format shows it. */
export type ReportView = ReturnType<typeof makeView>;
export type Headline = ReportView['headline'];
export type PartView = ReportView['parts'][number];
export type Question = ReportView['behaviour'][number];

const views = new WeakMap<Report, ReportView>();

/** The view of a report, which is made once for all formats. */
export function viewOf(report: Report): ReportView {
  const view = views.get(report) ?? makeView(report);
  views.set(report, view);
  return view;
}

/**
 * Groups, counts and words a report, for every format. Formats only lay it out. Texts are raw: each format makes them safe in its
 * own way.
 */
function makeView(report: Report) {
  const [requirements, cases, exchanges, deviations] = [
    byId(report.requirements),
    byId(report.cases),
    byId(report.exchanges),
    byId(report.deviations),
  ];
  const checks = Map.groupBy(report.checks, ({ requirement }) => requirement);
  const checksById = byId(report.checks);
  const lookup = { cases, exchanges };

  const causes = probableCauses(report).map((cause) => ({ ...cause, explains: explainsText(cause, report) }));
  const { violated, warnings, deviating, blockages } = findingsOf(report, checks, lookup, causes);
  // The faults that the report lists, and those that ended a check.
  const allSuiteFaults = [
    ...report.suiteFaults.map((text) => ({ text, check: null })),
    ...report.checks
      .filter(({ outcome }) => outcome === 'harness-error')
      .map((check) => ({ text: check.reason ?? 'no message', check })),
  ];
  return {
    report,
    headline: headlineOf(report, violated, blockages),
    // Mistakes that would explain several violations, the one that explains most first. They are advice.
    causes,
    violated,
    warnings,
    deviating,
    // Requirements that violations block.
    blockages,
    // A sentence for each known deviation that is out of date.
    outdated: outdatedDeviations(report.deviations),
    // What a report lists beside its findings.
    lists: {
      causes: listCauses(causes, (id) => requirements.get(id)),
      deviations: listDeviations(report.deviations, checksById, lookup),
      unsettled: listUnsettled(report, blockages, exchanges),
      notApplicable: listNotApplicable(report),
      trials: listTrials(report, exchanges),
      suiteFaults: listSuiteFaults(allSuiteFaults),
    },
    allSuiteFaults,
    parts: partsOf(report, requirements),
    legend: legendOf(report, requirements),
    behaviour: questionsOf(report, cases),
    created: createdOf(report),
    removal: removalOf(report.run),
    run: runOf(report),
    requirement: (id: string) => requirements.get(id),
    exchange: (id: string) => exchanges.get(id),
    checksOf: (requirement: string) => checks.get(requirement) ?? [],
    violationOf: (check: Check) => violationOf(check, lookup),
    // The known deviation that covers a violated check.
    deviationOf: ({ id, requirement }: Check) => deviations.get(id) ?? deviations.get(requirement),
  };
}

const INSECURE = 'TLS certificates were not checked (--insecure), so the responses may not be those of the target.';

/** What a reader sees first: notices are about the target, and short reasons name violated and blocked requirements first. */
function headlineOf(
  { verdict, run, requirements, exchanges }: Report,
  findings: readonly Finding[],
  blockages: readonly Blockage[],
) {
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
    sign: VERDICTS[verdict.outcome].sign,
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

/** Requirements by part of the contract. Last come those of no part, with the checks of requirements that the report does not list. */
function partsOf({ requirements, checks }: Report, known: ReadonlyMap<string, RequirementResult>) {
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

/** Every outcome that occurs, with its meaning, and how many requirements, required ones and checks have it. */
function legendOf({ requirements, checks }: Report, known: ReadonlyMap<string, RequirementResult>) {
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
function questionsOf({ behaviour }: Report, cases: ReadonlyMap<string, ReportedCase>) {
  return [...Map.groupBy(behaviour, ({ requirement }) => requirement)].map(([requirement, entries]) => ({
    requirement,
    question: entries[0]?.question ?? '',
    entries: entries.map((entry) => ({ title: cases.get(entry.case)?.title ?? entry.case, entry })),
    answers: [...new Set(entries.map(({ seen }) => seen))],
  }));
}

/** The pets that the run added, counted, with notes about them. */
function createdOf({ created, claimed = [], run }: Report) {
  const rejectable = created.filter(({ intended }) => !intended).length;
  const start = `cf${runTag(run.seed)}-`;
  const named = created.filter(({ name }) => name?.startsWith(start) === true).length;
  const unknown = claimed.filter(({ outcome }) => outcome === 'unknown').length;
  const silent = claimed.length - unknown;
  const none = claimed.length > 0 ? 'no pets that a response showed' : 'no pets';
  const notes = [
    rejectable === 0
      ? null
      : `${rejectable} by ${rejectable === 1 ? 'a request' : 'requests'} that a service may or must reject`,
    named === 0 ? null : `${named === created.length ? 'all names' : `the names of ${named}`} start with ${start}`,
    silent === 0 ? null : `${silent} more by the status of the response alone`,
    unknown === 0 ? null : `${unknown} more may have been added`,
  ];
  return {
    isListed: created.length + claimed.length > 0,
    count: created.length > 0 ? describePets(created.length) : none,
    notes: notes.filter((note) => note !== null),
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

/** How the run went, in words. `pacing` is null without disturbances. */
function runOf({ run, facts, exchanges }: Report) {
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
