import type { Comparison } from '../lab/compare/comparison.ts';
import type { RequirementRow } from '../src/contract/requirements.ts';
import type { KillMatrix } from '../lab/kill-matrix.ts';
import type { StaleRecords } from '../lab/stale-records.ts';
import { summariseComparison } from './comparison-page.ts';
import { withGeneratedPart } from './generated-part.ts';
import { countFigures, notMeasured } from './measured-figures.ts';

const MARKS = { begin: '<!-- figures: written by npm run generate -->', end: '<!-- end of figures -->' };

/** The sources of the figures. */
export interface Counted {
  readonly rows: readonly RequirementRow[];
  readonly cases: readonly unknown[];
  readonly matrix: KillMatrix;
  readonly stale: StaleRecords;
  readonly comparison: Comparison;
}

/** Updates the figures of a page. Throws if it has no place for them. */
export function withFigures(page: string, counted: Counted): string {
  return withGeneratedPart('README.md', page, MARKS, figures(counted));
}

function figures({ rows, cases, matrix, stale, comparison }: Counted): string {
  const { caught, faults, accused, variants, failing, checks } = countFigures(matrix, stale);
  const required = rows.filter(({ level, reason }) => level === 'required' && reason === undefined);
  return [
    `- **${caught} of ${faults}** broken services are caught, each correct except for one small fault.`,
    `- **${accused} of ${variants}** unusual services are accused.`,
    `- **${failing} of ${checks}** checks have failed on a broken service. ${cases.length} cases make these checks.`,
    `- **${required.length}** required requirements are each broken in at least two ways, of ${rows.length} statements of the contract.`,
    ...notMeasured(stale).map((text) => `- ${text}`),
    '',
    summariseComparison(comparison),
  ].join('\n');
}
