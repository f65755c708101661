import type { TestSpecification } from 'vitest/node';
import { SpecSequencer } from '../../src/vitest-project/spec-sequencer.ts';

/**
 * Files that take longest, by their names below `test/` without ending, the longest first: what begins last is what a worker
 * is left alone with at the end.
 */
export const LONGEST: readonly string[] = [
  'ship/package/package',
  'process/whole-runs',
  'ship/gating-recipes',
  'ship/contributing-steps',
  'process/interruption',
  'command/gating',
  'process/folders',
  'ship/action/action',
  'command/trusted-routes',
  'command/reference',
  'command/mutated-files',
  'command/calendar',
  'ship/browser/accessibility',
  'ship/browser/report-page',
  'process/watch',
  'command/client-on-fleet',
  'process/secrets',
  'command/broken-services',
];

/** Runs the files that take longest before all others: a fresh clone knows nothing of how long each took before. */
export class LongestFirst extends SpecSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => placeAmongLongest(left.moduleId) - placeAmongLongest(right.moduleId));
  }
}

/** Where a test file stands among the longest, lower is earlier; behind all of them where it is not one. */
export function placeAmongLongest(path: string): number {
  const place = LONGEST.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}
