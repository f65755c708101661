import { readdirSync } from 'node:fs';
import { type ConformanceCase, STAGES } from './case.ts';
import { messageOf } from '../contract/errors.ts';

const SPECS = new URL('../../specs/', import.meta.url);

/** A spec is TypeScript in a checkout and JavaScript in the package. */
const ENDING = /\.spec\.[jt]s$/;

/** The cases of all specs, in the order of their stages, and the faults of specs that did not load. */
interface LoadedSuite {
  readonly cases: readonly ConformanceCase[];
  readonly faults: readonly string[];
}

let loading: Promise<LoadedSuite> | null = null;

/** Loads every spec once per process. A spec that does not load is a fault and does not affect the others. */
export function loadSuite(): Promise<LoadedSuite> {
  loading ??= load();
  return loading;
}

async function load(): Promise<LoadedSuite> {
  const cases: ConformanceCase[] = [];
  const faults: string[] = [];
  for (const file of readdirSync(SPECS)
    .filter((name) => ENDING.test(name))
    .toSorted()) {
    const spec = file.replace(ENDING, '');
    try {
      const loaded = (await import(new URL(file, SPECS).href)) as { readonly cases?: readonly ConformanceCase[] };
      if (loaded.cases === undefined || loaded.cases.length === 0) faults.push(`The spec ${spec} has no cases.`);
      else cases.push(...loaded.cases);
    } catch (error) {
      faults.push(`The spec ${spec} does not load: ${messageOf(error)}`);
    }
  }
  return { cases: sortByStage(cases), faults };
}

function sortByStage(cases: readonly ConformanceCase[]): readonly ConformanceCase[] {
  return STAGES.flatMap((stage) => cases.filter(({ description }) => description.stage === stage));
}
