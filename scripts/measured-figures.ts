import { counted } from '../src/contract/describe.ts';
import { findRequirement } from '../src/contract/requirements.ts';
import { checksOf, idleChecks, type KillMatrix } from '../lab/kill-matrix.ts';
import type { StaleRecords } from '../lab/stale-records.ts';

/** Figures of the fleet. Services count only if they were judged as they are now. */
interface Figures {
  readonly faults: number;
  readonly caught: number;
  readonly variants: number;
  readonly accused: number;
  readonly checks: number;
  /** The checks that found a violation. */
  readonly failing: number;
}

/** Counts what runs of the fleet found. Services that changed or disappeared since then do not count. */
export function countFigures(matrix: KillMatrix, stale: StaleRecords): Figures {
  const rows = Object.entries(matrix.services)
    .filter(([id]) => ![...stale.services, ...stale.gone].includes(id))
    .map(([id, { violated }]) => ({ id, isViolated: Object.keys(violated).some(isRequired) }));
  const [faults, variants] = [rows.filter(isFault), rows.filter((row) => !isFault(row))];
  const checks = checksOf(matrix).length;
  return {
    faults: faults.length,
    caught: faults.filter(({ isViolated }) => isViolated).length,
    variants: variants.length,
    accused: variants.filter(({ isViolated }) => isViolated).length,
    checks,
    failing: checks - idleChecks(matrix).length,
  };
}

/** Sentences for what a page cannot show, because no run has measured it. */
export function notMeasured({ services, cases, rules }: StaleRecords): readonly string[] {
  const parts = [
    ...(services.length === 0 ? [] : [counted(services.length, 'service')]),
    ...(cases.length === 0 ? [] : [`${counted(cases.length, 'case')} on every service`]),
    ...(rules ? ['everything with the current shared sources'] : []),
  ];
  return parts.length === 0 ? [] : [`Not measured: ${parts.join(', ')}.`];
}

function isRequired(id: string): boolean {
  return findRequirement(id)?.level === 'required';
}

function isFault({ id }: { readonly id: string }): boolean {
  return id.startsWith('fault/');
}
