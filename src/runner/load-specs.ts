import { readdirSync } from 'node:fs';
import { TestRunner } from 'vitest';
import { specsOf, type Stage } from './stages.ts';

const FOLDER = new URL('../../specs/', import.meta.url);
const SPEC_FILE = /^(?<name>[\w-]+)\.spec\.[jt]s$/;

/**
 * Declares the cases of all specs of a stage, as if they stood in the file that calls this. Rejects, naming the spec,
 * where one does not load or holds no case.
 */
export async function loadSpecs(stage: Stage): Promise<void> {
  const files = new Map(
    readdirSync(FOLDER).flatMap((file) => {
      const name = SPEC_FILE.exec(file)?.groups?.['name'];
      return name === undefined ? [] : [[name, file] as const];
    }),
  );
  const { tasks } = TestRunner.getCurrentSuite();
  for (const name of specsOf(stage, [...files.keys()])) {
    const before = tasks.length;
    await loadSpec(files.get(name) ?? name);
    if (tasks.length === before) throw new Error(`specs/${files.get(name) ?? name} holds no case.`);
  }
}

/** A spec is evaluated anew in every run of a thread, for which the test runner gives its own files a time of day. */
async function loadSpec(file: string): Promise<void> {
  try {
    await import(`${new URL(file, FOLDER).href}?vitest=${Date.now()}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`specs/${file} did not load: ${reason}`, { cause: error });
  }
}
