import { setImmediate as turn } from 'node:timers/promises';
import { TestRunner } from 'vitest';
import { loadSpec, type LoadedSpec } from '../conformance/conformance-test.ts';

/** What a spec declares, and what else it had handed to the test runner when it was evaluated. */
export interface KnownSpec extends LoadedSpec {
  /** Names of tests that are no conformance cases, and that the test runner does not know of yet. */
  readonly strays: readonly string[];
}

const known = new Map<string, KnownSpec>();

/**
 * Loads specs before the test runner is ready, in turns with whatever else goes on. One that fails is not known afterwards:
 * it may have asked for the test runner, and will be loaded again when that is there to tell of it.
 */
export async function loadAhead(addresses: Iterable<string>): Promise<void> {
  for (const address of addresses) {
    const loaded = await loadSpec(address);
    if (loaded.failed === null) known.set(address, { ...loaded, strays: [] });
    await turn();
  }
}

/**
 * The cases of a spec, which is evaluated once in this thread: it has no state of its own, and to evaluate all of them anew
 * for every run costs as much as a tenth of the requests of a run. Called while the test runner collects, once at a time.
 */
export async function casesOf(address: string): Promise<KnownSpec> {
  const before = known.get(address);
  if (before !== undefined) return before;
  const { tasks } = TestRunner.getCurrentSuite();
  const length = tasks.length;
  const loaded = await loadSpec(`${address}?collected`);
  known.set(address, { ...loaded, strays: tasks.slice(length).map(({ name }) => name) });
  return { ...loaded, strays: [] };
}
