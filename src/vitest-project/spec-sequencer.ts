import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { specFiles } from '../runner/spec-files.ts';
import { stagesOf } from '../runner/stages.ts';

const ORDER = stagesOf([...specFiles().keys()]).flatMap(({ specs }) => specs);

/** Runs the spec files in the order of their stages, after whatever other tests the same test runner runs. */
export class SpecSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const specs = files.filter((file) => placeOfSpec(file.moduleId) !== -1);
    const others = files.filter((file) => placeOfSpec(file.moduleId) === -1);
    const ordered = specs.toSorted((left, right) => placeOfSpec(left.moduleId) - placeOfSpec(right.moduleId));
    return others.length === 0 ? ordered : [...(await super.sort(others)), ...ordered];
  }
}

/** Where a file stands among the specs in a run, lower is earlier; -1 where it is none. */
export function placeOfSpec(path: string): number {
  return path.includes('/specs/') ? ORDER.indexOf(basename(path).replace(/\.spec\.ts$/, '')) : -1;
}
