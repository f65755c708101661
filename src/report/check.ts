import type { Judgement } from '../suite/records.ts';
import type { Check } from './report.ts';

/** A check of which nothing is known yet. */
export function blankCheck(caseId: string, requirement: string): Check {
  return {
    id: `${caseId}#${requirement}`,
    requirement,
    case: caseId,
    outcome: 'not-verified',
    expected: '',
    actual: '',
    pointer: null,
    counterexample: null,
    exchanges: [],
    reason: null,
    howToResolve: null,
    furtherViolations: [],
    judgements: 0,
    violations: 0,
    unstable: null,
    repeatExchanges: [],
  };
}

/** A violated check: the first violation speaks for it, the others are named by their last exchange. */
export function checkOfViolations(caseId: string, told: Judgement, violations: readonly Judgement[]): Check {
  const others = violations.filter((violation) => violation !== told);
  return {
    ...blankCheck(caseId, told.requirement),
    outcome: 'violated',
    expected: told.expected,
    actual: told.actual,
    pointer: told.pointer,
    counterexample: told.counterexample ?? null,
    exchanges: [...new Set(told.exchanges)],
    furtherViolations: [...new Set(others.flatMap(({ exchanges }) => exchanges.slice(-1)))],
    judgements: violations.length,
    violations: violations.length,
  };
}
