import { type TestableId, testableRequirements } from '../../contract/requirements.ts';
import type { CaseAttempt, HistoryEntry, History } from '../history.ts';
import { judgementOf, unprovenRecord, undecided } from '../judge.ts';
import type { RunRecord } from '../records/records.ts';
import { type Catalogue, readCatalogue, type Terms } from './catalogue.ts';
import { judgeNoCompletePage } from './no-complete-page.ts';
import { judgeIds } from './ids.ts';
import { judgeDefaultLimit, judgeLimits } from './limits.ts';
import { judgeFiltered, judgeListed } from './listed.ts';
import { judgeReads } from './reads.ts';
import { judgeRemoved } from './removed.ts';
import { judgeRejectedBodies } from './rejected-bodies.ts';
import { NO_CONTENT } from './response-rules.ts';
import { type CatalogueRule, type Doubt, notApplicable, type RuleResult } from './rule.ts';
import { judgeOtherPetsSame, judgeOwnPetsSame } from './same.ts';
import { judgeStale } from './stale.ts';
import { judgeValidKey } from './valid-key.ts';

/** The rules that judge the whole history of a run. */
const CATALOGUE_RULES: readonly CatalogueRule[] = [
  judgeValidKey,
  judgeIds,
  judgeListed,
  judgeFiltered,
  judgeStale,
  judgeOwnPetsSame,
  judgeOtherPetsSame,
  judgeReads,
  judgeRejectedBodies,
  judgeLimits,
  judgeDefaultLimit,
  judgeNoCompletePage,
  judgeNoContent,
  // Such as DELETE-GONE. No operation of the contract removes pets yet.
  ...testableRequirements
    .filter(({ id }) => id.endsWith('-GONE'))
    .map(
      ({ id }): CatalogueRule =>
        (catalogue) =>
          judgeRemoved(catalogue, id),
    ),
];

/** The contract names no response with status 204, so most runs get none. A response rule judges those that come. */
function* judgeNoContent({ entries }: Catalogue): Iterable<RuleResult> {
  if (entries.length > 0 && !entries.some(({ status }) => status === NO_CONTENT))
    yield notApplicable('ANSWER-NO-CONTENT', `No response of this run had status ${NO_CONTENT}.`);
}

/** What the catalogue rules find in a history. */
export type JudgedHistory = ReturnType<typeof judgeHistory>;

/** They rest on complete pages, and a later page may show that the service cuts pages as it likes. Until then they are undecided. */
const DECIDED_AT_END: ReadonlySet<TestableId> = new Set([
  'LIST-COMPLETE',
  'LIST-STATUS-COMPLETE',
  'LIST-LIMIT-DEFAULT',
  'CREATE-STORED',
  'DEPRECATION-REPLACEMENT',
]);

/** The violated requirements that no later request can change. */
export function finalViolations({ violated }: Pick<JudgedHistory, 'violated'>): readonly TestableId[] {
  return [...violated].filter((requirement) => !DECIDED_AT_END.has(requirement));
}

/** Judges a history by all catalogue rules. Pure: the same history gives the same results. */
export function judgeHistory(entries: readonly HistoryEntry[], terms: Terms) {
  const catalogue = readCatalogue(entries, terms);
  const all = CATALOGUE_RULES.flatMap((rule) => [...rule(catalogue)]);
  const results = all.filter((each) => each.kind !== 'doubt');
  const violated: ReadonlySet<TestableId> = new Set(
    results.flatMap((each) => (each.kind === 'violated' ? [each.requirement] : [])),
  );
  // A violated requirement needs no further requests.
  const doubts: readonly Doubt[] = all
    .filter((each) => each.kind === 'doubt')
    .filter(({ requirement }) => !violated.has(requirement));
  return { catalogue, results, doubts, violated };
}

/** Judges a history that grows. Several parts of a run ask for the result, so the same history is judged once. */
export function judgeOnce(history: Pick<History, 'entries'>, terms: Terms): () => JudgedHistory {
  let entries: readonly HistoryEntry[] = [];
  let length = -1;
  let judged: JudgedHistory | null = null;
  return () => {
    // A history that grows keeps its list. After a soak it has another one, which may be as long.
    const isJudged = entries === history.entries && length === entries.length;
    if (judged === null || !isJudged) judged = judgeHistory(history.entries, terms);
    entries = history.entries;
    length = entries.length;
    return judged;
  };
}

/** The results of the catalogue rules as records, those that satisfy together for each case and subject. */
export function recordsOf({ results }: Pick<JudgedHistory, 'results'>): readonly RunRecord[] {
  const satisfied = results.filter((each) => each.kind === 'satisfied');
  const groups = Map.groupBy(satisfied, ({ subject, entry }) => JSON.stringify([subject, entry.caseId, entry.attempt]));
  return [...[...groups.values()].flatMap(satisfiedRecord), ...results.flatMap(recordOf)];
}

function satisfiedRecord(group: readonly Extract<RuleResult, { kind: 'satisfied' }>[]): readonly RunRecord[] {
  const rules: Partial<Record<TestableId, string[]>> = {};
  for (const { requirement, entry } of group) (rules[requirement] ??= []).push(entry.exchangeId);
  const [first] = group;
  return first === undefined
    ? []
    : [{ type: 'rules-satisfied', ...sender(first.entry), subject: first.subject, rules }];
}

function recordOf(result: RuleResult): readonly RunRecord[] {
  const { kind, requirement } = result;
  if (kind === 'unproven') return [unprovenRecord(requirement, result.entry)];
  if (kind === 'undecided') {
    const { outcome, reason, evidence } = result;
    return [{ type: 'rule-undecided', judgement: { requirement, ...undecided(outcome, reason, evidence) } }];
  }
  const judged = kind === 'violated' ? result.responses.at(-1) : undefined;
  if (kind !== 'violated' || judged === undefined) return [];
  const judgement = { requirement, ...judgementOf('violated', result) };
  return [{ type: 'rule-violated', ...sender(judged), subject: result.subject, judgement }];
}

function sender({ caseId, attempt }: HistoryEntry): CaseAttempt {
  return { caseId, attempt };
}
