import type { RequirementRow } from '../contract/requirements.ts';
import type { Check, RequirementOutcome, RequirementResult } from './report.ts';

/** What becomes of each row of the table, given all checks of a run. */
export function rollUp(table: readonly RequirementRow[], checks: readonly Check[]): readonly RequirementResult[] {
  const byRequirement = Map.groupBy(checks, (check) => check.requirement);
  return table.map((row) => rollUpRow(row, byRequirement.get(row.id) ?? []));
}

function rollUpRow(row: RequirementRow, checks: readonly Check[]): RequirementResult {
  const outcome = row.reason === undefined ? outcomeOf(checks) : 'not-testable';
  return {
    id: row.id,
    part: row.part,
    level: row.level,
    operation: row.operation,
    statement: row.statement,
    outcome,
    ...explanation(row, checks, outcome),
    checks: checks.map((check) => check.id),
  };
}

/**
 * Violated if any check is; deviating if the only violations are known deviations; verified if one is satisfied and none
 * violated; not applicable if all are; else not
 * verified. What the contract leaves open is observed as soon as one check has seen it.
 */
export function outcomeOf(checks: readonly Pick<Check, 'outcome'>[]): RequirementOutcome {
  const outcomes = new Set(checks.map((check) => check.outcome));
  if (outcomes.has('violated')) return 'violated';
  if (outcomes.has('deviating')) return 'deviating';
  if (outcomes.has('satisfied')) return 'verified';
  if (outcomes.has('observed')) return 'observed';
  if (outcomes.size === 1 && outcomes.has('not-applicable')) return 'not-applicable';
  return 'not-verified';
}

function explanation(
  row: RequirementRow,
  checks: readonly Check[],
  outcome: RequirementOutcome,
): Pick<RequirementResult, 'reason' | 'howToResolve'> {
  if (outcome === 'not-testable') return { reason: row.reason ?? null, howToResolve: null };
  if (outcome !== 'not-verified' && outcome !== 'not-applicable') return { reason: null, howToResolve: null };
  if (checks.length === 0) return { reason: 'Not tested: no check of this run judged it.', howToResolve: null };
  const telling = checks.find((check) => check.outcome !== 'not-applicable' && check.reason !== null) ?? checks[0];
  return { reason: telling?.reason ?? null, howToResolve: telling?.howToResolve ?? null };
}
