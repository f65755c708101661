import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { isRuleCase } from '../src/report/verdict/fold-checks.ts';
import { FIXTURES_CASE } from '../src/suite/fixtures/fixture-step.ts';
import type { KillMatrix } from './kill-matrix.ts';

const FILE = join(PACKAGE_ROOT, 'src/suite/first-cases.json');

const MOST = 30;

/** The cases that `--fail-fast` runs first: each catches most of the faults that those before it miss. */
export function chooseFirstCases(matrix: KillMatrix): readonly string[] {
  const caught = new Map<string, Set<string>>();
  const left = new Set<string>();
  for (const [fault, { violated, alone }] of Object.entries(matrix.services)) {
    if (alone === undefined) continue;
    left.add(fault);
    // A response rule is no case, so the case that catches the fault alone counts too.
    for (const id of [...Object.values(violated).flat(), alone.case])
      if (id !== FIXTURES_CASE && !isRuleCase(id) && !id.startsWith('generated/'))
        caught.set(id, (caught.get(id) ?? new Set()).add(fault));
  }
  const chosen: string[] = [];
  const gain = (id: string): number => caught.get(id)?.intersection(left).size ?? 0;
  while (chosen.length < MOST) {
    const [best] = [...caught.keys()].toSorted((one, other) => gain(other) - gain(one) || (one < other ? -1 : 1));
    if (best === undefined || gain(best) === 0) break;
    chosen.push(best);
    for (const fault of caught.get(best) ?? []) left.delete(fault);
  }
  return chosen;
}

/** Writes the cases where a run reads them. */
export function writeFirstCases(cases: readonly string[]): void {
  writeFileSync(FILE, `${JSON.stringify(cases, null, 2)}\n`);
}
