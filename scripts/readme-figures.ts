import type { Comparison } from '../lab/compare/comparison.ts';
import type { RequirementRow } from '../src/contract/requirements.ts';
import { countCaught, idleChecks, type KillMatrix, violatedOn } from '../lab/kill-matrix.ts';
import { summariseComparison } from './comparison-page.ts';
import { withGeneratedPart } from './generated-part.ts';

const MARKS = { begin: '<!-- figures: written by npm run generate -->', end: '<!-- end of figures -->' };

/** The sources of the figures. */
export interface Counted {
  readonly rows: readonly RequirementRow[];
  readonly cases: readonly unknown[];
  readonly faults: readonly { readonly id: string }[];
  readonly compliant: readonly { readonly id: string }[];
  readonly matrix: KillMatrix;
  readonly comparison: Comparison;
}

/** Updates the figures of a page. Throws if it has no place for them. */
export function withFigures(page: string, counted: Counted): string {
  return withGeneratedPart('README.md', page, MARKS, figures(counted));
}

function figures({ rows, cases, faults, compliant, matrix, comparison }: Counted): string {
  const { judged, caught, unjudged } = countCaught(faults, matrix);
  const required = rows.filter(({ level, reason }) => level === 'required' && reason === undefined);
  const gating = new Set(required.map(({ id }) => id));
  const accused = compliant.filter(({ id }) => !violatedOn(`compliant/${id}`, matrix).isDisjointFrom(gating));
  return [
    `- **${caught} of ${judged}** broken services are caught, each correct except for one small fault.${unmeasured(unjudged)}`,
    `- **${accused.length} of ${compliant.length}** unusual services are accused.`,
    `- **${matrix.checks.length - idleChecks(matrix).length} of ${matrix.checks.length}** checks have failed on a broken service. ${cases.length} cases make these checks.`,
    `- **${required.length}** required requirements are each broken in at least two ways, of ${rows.length} statements of the contract.`,
    '',
    summariseComparison(comparison),
  ].join('\n');
}

/** A sentence for faults that no run has judged yet. */
export function unmeasured(count: number): string {
  return count === 0 ? '' : ` Not measured: ${count} more. \`npm run detection\` measures them.`;
}
