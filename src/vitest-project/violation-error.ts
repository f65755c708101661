import { join } from 'node:path';
import type { CaseDescription } from '../conformance/case.ts';
import { findRequirement } from '../contract/requirements.ts';
import type { Check } from '../report/report.ts';
import { safeText } from '../report/terminal-text.ts';
import { violationFacts } from '../report/violation-facts.ts';
import type { Exchange } from '../target/exchange.ts';

/** Thrown where a case has found the service to violate the contract, or the suite itself to be at fault. */
export class ContractViolated extends Error {
  override readonly name = 'ContractViolated';
}

/**
 * An error that tells of every failing check what the report would. It points to the line of the spec that judged, so
 * that an editor shows it there. `root` is the folder of the specs.
 */
export function violationError(
  checks: readonly Check[],
  own: CaseDescription,
  exchanges: ReadonlyMap<string, Exchange>,
  root: string,
): ContractViolated {
  const error = new ContractViolated(checks.map((check) => describeCheck(check, own, exchanges)).join('\n\n'));
  const place = checks.map(({ callSite }) => callSite).find((site) => /:\d+$/.test(site)) ?? own.place;
  error.stack = `${error.name}: ${error.message}\n    at ${join(root, place)}:1`;
  return error;
}

/** What a report tells of a failing check, over several lines that are inert on a terminal. There is no file with its evidence. */
function describeCheck(check: Check, own: CaseDescription, exchanges: ReadonlyMap<string, Exchange>): string {
  const row = findRequirement(check.requirement);
  const named = `${check.requirement}${row === undefined ? '' : ` (part ${row.part})`}`;
  if (check.outcome === 'harness-error') {
    return `${named} could not be judged, by a fault of the suite itself: ${safeText(check.reason ?? '')}`;
  }
  const cases = new Map([[own.caseId, { ...own, id: own.caseId }]]);
  const { facts, command } = violationFacts({ ...check, case: own.caseId }, { cases, exchanges });
  return [
    `${named} is violated${row === undefined ? '' : `: ${row.statement}`}`,
    ...facts.filter(({ label }) => label !== 'Evidence').map(({ label, text }) => `  ${label}: ${text}`),
    ...(command === null ? [] : [`  Again by: ${command}`]),
  ].join('\n');
}
