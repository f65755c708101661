import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { specFiles } from '../runner/spec-files.ts';
import { stagesOf } from '../runner/stages.ts';

/** The name of a spec file without its ending; null for any other file. */
function specOf(path: string): string | null {
  return /([\w-]+)\.spec\.[jt]s$/.exec(path)?.[1] ?? null;
}

/** Runs specs one after another in the order of their stages, after whatever other tests the same test runner runs. */
export class SpecSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = stagesOf([...specFiles().keys()]).flatMap((stage) => stage.specs);
    const placeOf = ({ moduleId }: TestSpecification): number => order.indexOf(specOf(moduleId) ?? '');
    const specs = files.filter(({ moduleId }) => specOf(moduleId) !== null);
    const others = files.filter(({ moduleId }) => specOf(moduleId) === null);
    const ordered = specs.toSorted((left, right) => placeOf(left) - placeOf(right));
    return others.length === 0 ? ordered : [...(await super.sort(others)), ...ordered];
  }
}
