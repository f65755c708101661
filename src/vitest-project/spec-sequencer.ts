import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { specFiles } from '../runner/spec-files.ts';
import { stagesOf } from '../runner/stages.ts';

const ORDER = stagesOf([...specFiles().keys()]).flatMap(({ specs }) => specs);

/** Runs the spec files in the order of their stages, after whatever other tests the same test runner runs. */
export class SpecSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const specs = files.filter((file) => placeOf(file) !== -1);
    const others = files.filter((file) => placeOf(file) === -1);
    const ordered = specs.toSorted((left, right) => placeOf(left) - placeOf(right));
    return others.length === 0 ? ordered : [...(await super.sort(others)), ...ordered];
  }
}

/** Where a file stands among the specs; -1 where it is none. */
function placeOf({ moduleId }: TestSpecification): number {
  return moduleId.includes('/specs/') ? ORDER.indexOf(basename(moduleId).replace(/\.spec\.ts$/, '')) : -1;
}
