import { type DeclaredCase, loadSpec } from '../conformance/conformance-test.ts';
import { specFiles } from './spec-files.ts';
import { stagesOf } from './stages.ts';

/** The cases of all specs, by the stages of a run, and the faults that keep others from being among them. */
export interface LoadedSuite {
  readonly stages: readonly (readonly DeclaredCase[])[];
  readonly faults: readonly string[];
}

let loading: Promise<LoadedSuite> | null = null;

/** Loads every spec, once in a process. One that does not load is a fault, and leaves the others as they are. */
export function loadSuite(): Promise<LoadedSuite> {
  loading ??= load();
  return loading;
}

async function load(): Promise<LoadedSuite> {
  const files = specFiles();
  const stages: DeclaredCase[][] = [];
  const faults: string[] = [];
  for (const { specs } of stagesOf([...files.keys()])) {
    const stage: DeclaredCase[] = [];
    for (const spec of specs) {
      const { cases, failed } = await loadSpec(String(files.get(spec)));
      stage.push(...cases);
      if (failed !== null) faults.push(`The spec ${spec} does not load: ${messageOf(failed.error)}`);
      else if (cases.length === 0) faults.push(`The spec ${spec} holds no case.`);
    }
    stages.push(stage);
  }
  return { stages, faults };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
