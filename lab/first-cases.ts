import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { FIXTURES_CASE } from '../src/suite/fixtures/fixture-step.ts';
import { checksOn, type KillMatrix } from './kill-matrix.ts';

const FILE = join(PACKAGE_ROOT, 'src/suite/first-cases.json');

const MOST = 30;

/** The cases that `--fail-fast` runs first: each catches most of the faults that those before it miss. */
export function chooseFirstCases(matrix: KillMatrix): readonly string[] {
  const faults = Object.keys(matrix.services).filter((id) => matrix.services[id]?.alone !== undefined);
  const aloneOn = (fault: string): readonly string[] => {
    const alone = matrix.services[fault]?.alone;
    return alone === undefined ? [] : [alone.case];
  };
  const caught = new Map<string, Set<string>>();
  for (const fault of faults) {
    // The checks of response rules name no case, the row of the fault does.
    const cases = checksOn(fault, matrix).map((check) => check.slice(0, check.lastIndexOf('#')));
    for (const id of [...cases, ...aloneOn(fault)])
      if (id !== FIXTURES_CASE && !/^(rules|generated)\//.test(id))
        caught.set(id, (caught.get(id) ?? new Set()).add(fault));
  }
  const chosen: string[] = [];
  const left = new Set(faults);
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
