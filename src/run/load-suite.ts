import { readdirSync } from 'node:fs';
import { type CaseDescription, type SpecCases, STAGES } from '../suite/case.ts';
import { settings } from '../settings/settings.ts';
import { messageOf } from '../contract/errors.ts';

const SPECS = new URL('../../specs/', import.meta.url);

/** A spec is TypeScript in a checkout and JavaScript in the package. */
const ENDING = /\.spec\.[jt]s$/;

/** Specs are loaded once per process. */
let loading: ReturnType<typeof loadSpecs> | null = null;

/**
 * The cases of all specs, in the order of their stages, and the faults of specs that did not load, which do not affect the others.
 * `examples`: see `--examples`.
 */
export async function loadSuite(examples: number = settings.examples.default) {
  loading ??= loadSpecs();
  const { specs, faults } = await loading;
  const unsorted = specs.flatMap((cases) => cases(examples));
  const cases = STAGES.flatMap((stage) => unsorted.filter(({ description }) => description.stage === stage));
  return { cases, faults };
}

async function loadSpecs() {
  const specs: SpecCases[] = [];
  const faults: string[] = [];
  for (const file of readdirSync(SPECS)
    .filter((name) => ENDING.test(name))
    .toSorted()) {
    const spec = file.replace(ENDING, '');
    try {
      const loaded = (await import(new URL(file, SPECS).href)) as { readonly cases?: SpecCases };
      if (typeof loaded.cases !== 'function' || loaded.cases(1).length === 0)
        faults.push(`The spec ${spec} has no cases.`);
      else specs.push(loaded.cases);
    } catch (error) {
      faults.push(`The spec ${spec} does not load: ${messageOf(error)}`);
    }
  }
  return { specs, faults };
}

/** Loads the cases of the suite. Throws if one of its specs does not load. */
export async function loadCases(): Promise<readonly CaseDescription[]> {
  const { cases, faults } = await loadSuite();
  if (faults.length > 0) throw new Error(faults[0]);
  return cases.map(({ description }) => description);
}
