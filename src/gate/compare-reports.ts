import type { TestableId } from '../contract/requirements.ts';
import type { BehaviourEntry, Check, Report, RequirementResult } from '../report/report.ts';
import { byId } from '../report/report-index.ts';
import { checkDetailsOf } from '../report/check-details.ts';
import { verdictLine } from '../report/verdict/verdict.ts';

/** `worse` is a regression. `suite` is a change because another version of the suite has other checks. */
type ChangeKind = 'worse' | 'better' | 'suite' | 'other';

/** An outcome that changed: of a requirement, or of a violated check whose requirement ended as before. */
export interface Change {
  readonly kind: ChangeKind;
  /** Id of the requirement or of the check. */
  readonly id: string;
  readonly part: string;
  readonly level: RequirementResult['level'];
  readonly statement: string;
  /** The outcomes; `absent` if a report does not have it. */
  readonly before: string;
  readonly after: string;
  readonly reason: string | null;
  /** The first violation that head shows; null if it shows none. */
  readonly violation: {
    readonly check: string;
    readonly expected: string;
    readonly actual: string;
    readonly curl: string;
  } | null;
}

/** A change of behaviour that the contract leaves unspecified. */
interface ChangedBehaviour {
  readonly requirement: string;
  readonly case: string;
  readonly question: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A fact or a setting of the runs that differs. */
interface ChangedFact {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** How two reports differ. */
export interface Comparison {
  /** Whether a required requirement is newly violated or no longer verified, or a conformant service became inconclusive. */
  readonly regression: boolean;
  readonly verdict: { readonly before: string; readonly after: string };
  /** Whether the base is newer than the head: the two may be in the wrong order. */
  readonly isReversed: boolean;
  /** How the runs themselves differ. */
  readonly runs: readonly ChangedFact[];
  readonly changes: readonly Change[];
  readonly behaviour: readonly ChangedBehaviour[];
}

/** Why two reports cannot be compared, one sentence each; empty if they can. */
export function comparisonProblems(base: Report, head: Report): readonly string[] {
  const contracts = [base, head].map(({ run }) => `${run.contract.title} ${run.contract.version}`);
  return [
    ...(contracts[0] === contracts[1] ? [] : [`The reports have different contracts: ${contracts.join(' and ')}.`]),
    ...(base.run.profile === head.run.profile
      ? []
      : [`The reports have different profiles: ${base.run.profile} and ${head.run.profile}.`]),
    ...(base.run.selection === 'all' ? [] : ['The base ran only a part of the suite.']),
    ...(head.run.selection === 'all' ? [] : ['The head ran only a part of the suite.']),
  ];
}

/** Compares a report with an earlier one. Call `comparisonProblems` first. */
export function compareReports(base: Report, head: Report): Comparison {
  const changes = [...changedRequirements(base, head), ...changedViolations(base, head)];
  const becameInconclusive = base.verdict.exitCode === 0 && head.verdict.outcome === 'inconclusive';
  return {
    regression: becameInconclusive || changes.some(({ kind }) => kind === 'worse'),
    verdict: { before: verdictLine(base.verdict), after: verdictLine(head.verdict) },
    isReversed: Date.parse(base.run.startedAt) > Date.parse(head.run.startedAt),
    runs: changedFacts(base, head),
    changes,
    behaviour: changedBehaviour(base, head),
  };
}

function changedRequirements(base: Report, head: Report): readonly Change[] {
  return pairsOf(base.requirements, head.requirements, ({ id }) => id).flatMap(
    ([earlier, later]): readonly Change[] => {
      const row = later ?? earlier;
      const [before, after] = [earlier?.outcome ?? ABSENT, later?.outcome ?? ABSENT];
      if (row === undefined || before === after) return [];
      const { id, part, level, statement } = row;
      const violated = head.checks.filter((check) => check.requirement === id && check.outcome === 'violated');
      const kind = kindOf([before, after], level, violated, base, head);
      const violation = firstViolation(violated, head);
      return [{ kind, id, part, level, statement, before, after, reason: later?.reason ?? null, violation }];
    },
  );
}

const ABSENT = 'absent';

/** The items of two lists in pairs by a key, in the order of the first list. An item that a list does not have is undefined. */
function pairsOf<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): readonly (readonly [earlier: Item | undefined, later: Item | undefined])[] {
  const byKey = (items: readonly Item[]): ReadonlyMap<string, Item> =>
    new Map(items.map((item) => [keyOf(item), item]));
  const [earlier, later] = [byKey(before), byKey(after)];
  return [...new Set([...earlier.keys(), ...later.keys()])].map((key) => [earlier.get(key), later.get(key)]);
}

/** The kind of a change. `violated` are the violated checks of head. */
function kindOf(
  [before, after]: readonly [before: string, after: string],
  level: RequirementResult['level'],
  violated: readonly Check[],
  base: Report,
  head: Report,
): ChangeKind {
  if (after === 'verified') return 'better';
  const isWorse = after === 'violated' || (before === 'verified' && after !== 'deviating');
  if (level !== 'required' || !isWorse) return 'other';
  const knownIds = new Set(base.checks.map(({ id }) => id));
  const isNew = after === 'violated' ? violated.every(({ id }) => !knownIds.has(id)) : after === ABSENT;
  return isNew && !isSameSuite(base, head) ? 'suite' : 'worse';
}

function isSameSuite(...reports: readonly Report[]): boolean {
  return new Set(reports.map(({ run: { suite } }) => `${suite.version} ${suite.sources}`)).size === 1;
}

/** The checks that are newly violated, of requirements that were violated before. */
function changedViolations(base: Report, head: Report): readonly Change[] {
  const earlier = new Map(base.checks.map((check) => [check.id, check.outcome]));
  const stillViolated = new Set(base.requirements.flatMap(({ id, outcome }) => (outcome === 'violated' ? [id] : [])));
  const rows = new Map(head.requirements.map((each) => [each.id, each]));
  return head.checks.flatMap((check): readonly Change[] => {
    const before = earlier.get(check.id) ?? ABSENT;
    const row = rows.get(check.requirement);
    const isNew = check.outcome === 'violated' && before !== 'violated' && stillViolated.has(check.requirement);
    if (!isNew || row === undefined) return [];
    const { part, level, statement } = row;
    const kind = kindOf([before, 'violated'], level, [check], base, head);
    const violation = firstViolation([check], head);
    return [{ kind, id: check.id, part, level, statement, before, after: 'violated', reason: null, violation }];
  });
}

function firstViolation([check]: readonly Check[], { exchanges }: Report): Change['violation'] {
  if (check === undefined) return null;
  const { exchange } = checkDetailsOf(check, { cases: new Map(), exchanges: byId(exchanges) });
  return { check: check.id, expected: check.expected, actual: check.actual, curl: exchange?.request.curl ?? '' };
}

/** What these observe is often a page, whose length depends on the catalogue. */
const OBSERVE_PAGES: ReadonlySet<string> = new Set([
  'OPEN-LIST-LIMIT-OUTSIDE',
  'OPEN-LIST-STATUS-UNKNOWN',
  'OPEN-LIST-PARAMETERS',
  'OPEN-AUTH-FORMS',
] satisfies readonly TestableId[]);

/** Of two catalogues, only the statuses of pages are compared. */
function changedBehaviour(base: Report, head: Report): readonly ChangedBehaviour[] {
  const isSameCatalogue = base.facts?.largestPage === head.facts?.largestPage;
  function comparable(entry: BehaviourEntry | undefined, { exchanges }: Report): string | undefined {
    if (entry === undefined || isSameCatalogue || !OBSERVE_PAGES.has(entry.requirement)) return entry?.seen;
    const shown = exchanges.filter(({ id }) => entry.exchanges.includes(id));
    return shown.map(({ response }) => response?.status).join();
  }
  return pairsOf(base.behaviour, head.behaviour, (entry) => `${entry.case}#${entry.requirement}`).flatMap(
    ([earlier, later]): readonly ChangedBehaviour[] => {
      const entry = later ?? earlier;
      if (entry === undefined || comparable(earlier, base) === comparable(later, head)) return [];
      const { requirement, question } = entry;
      return [{ requirement, case: entry.case, question, before: earlier?.seen ?? null, after: later?.seen ?? null }];
    },
  );
}

/** What identifies a run. `subject`, the build, is one of its settings. */
const FACTS: readonly (readonly [name: string, of: (report: Report) => string])[] = [
  ['suite', ({ run }) => `${run.suite.name} ${run.suite.version}`],
  ['sources of the suite', ({ run }) => run.suite.sources],
  ['Node.js', ({ run }) => run.node],
  ['target', ({ run }) => run.target],
  ['pets on the largest page', ({ facts }) => String(facts?.largestPage ?? 'not known')],
  ['end of the run', ({ run }) => run.end],
  ['removal of GET /pets/{petId}', ({ run }) => run.removalPhase],
];

function changedFacts(base: Report, head: Report): readonly ChangedFact[] {
  const settings = new Set([base, head].flatMap(({ run }) => Object.keys(run.configuration)));
  const all = [
    ...FACTS,
    ...[...settings].map((name) => [name, ({ run }: Report) => String(run.configuration[name] ?? 'not set')] as const),
  ];
  return all.flatMap(([name, of]) => {
    const [before, after] = [of(base), of(head)];
    return before === after ? [] : [{ name, before, after }];
  });
}
