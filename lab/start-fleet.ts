import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/runner/package-root.ts';
import { startProcess } from '../test/support/child-process.ts';
import type { Summary } from './summary.ts';

/** A fleet that is being judged in a process of its own. */
export interface StartedFleet {
  /** How a service was judged, as soon as it is. Rejects where the process ends before. */
  readonly summaryOf: (id: string) => Promise<Summary>;
  /** All of them, when the process has ended. Rejects where it did not end well. */
  readonly all: () => Promise<readonly Summary[]>;
}

/** Megabytes: with as little as Node sets aside by itself, a tenth of the time of so many runs goes to collecting. */
const ROOM_FOR_SHORT_LIVED = '--max-semi-space-size=32';

/** Has a fleet judged by a process, which the test runner does not slow down, and which ends with this one. */
export function startFleet(which: 'quick' | 'repeat'): StartedFleet {
  const child = startProcess(process.execPath, [
    ROOM_FOR_SHORT_LIVED,
    join(PACKAGE_ROOT, 'lab/fleet-process.ts'),
    which,
  ]);
  child.stderr.pipe(process.stderr);
  const judged = new Map<string, PromiseWithResolvers<Summary>>();
  const entryOf = (id: string): PromiseWithResolvers<Summary> => {
    const entry = judged.get(id) ?? Promise.withResolvers<Summary>();
    judged.set(id, entry);
    return entry;
  };
  const summaries: Summary[] = [];
  let begun = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (begun + text).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) {
      const summary = JSON.parse(line) as Summary;
      summaries.push(summary);
      entryOf(summary.id).resolve(summary);
    }
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The fleet ended with exit code ${code}.`)),
    );
  });
  ended.catch(() => undefined);
  const notJudged = async (id: string): Promise<never> => {
    await ended;
    throw new Error(`${id} was not judged.`);
  };
  return {
    summaryOf: (id) => Promise.race([entryOf(id).promise, notJudged(id)]),
    all: async () => {
      await ended;
      return summaries;
    },
  };
}
