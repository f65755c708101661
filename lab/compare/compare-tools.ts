import type { Cost, Judged } from './comparison.ts';
import { type CountedService, startCounted } from './counted-service.ts';
import { type Installation, runTool, type ToolRun } from './run-tool.ts';
import type { Tool } from './tools.ts';

/** A service that every tool judges. */
export type Drawn = Pick<Judged, 'kind' | 'id'>;

/**
 * Measures each tool on the correct service. Every tool runs once in each round, so other load on the machine affects all
 * tools alike. Throws if a tool accuses the correct service: its configuration is wrong, and so are its other figures.
 */
export async function measureCosts(
  tools: readonly Tool[],
  versions: ReadonlyMap<Tool, string>,
  installation: Installation,
  rounds: number,
): Promise<readonly Cost[]> {
  const done: (readonly ToolRun[])[] = [];
  while (done.length < rounds) done.push(await runRound(tools, installation));
  return tools.map((tool, place) => {
    const runs = done.flatMap((round) => round[place] ?? []);
    return {
      id: tool.id,
      version: versions.get(tool) ?? '',
      requests: Math.max(...runs.map(({ requests }) => requests)),
      milliseconds: Math.round(median(runs.map(({ milliseconds }) => milliseconds))),
      ratio: median(done.map((round) => (round[place]?.milliseconds ?? 0) / (round[0]?.milliseconds ?? 1))),
    };
  });
}

async function runRound(tools: readonly Tool[], installation: Installation): Promise<readonly ToolRun[]> {
  const runs: ToolRun[] = [];
  for (const tool of tools) {
    const run = await onService({}, (service) => runTool(tool, service, installation));
    if (run.outcome !== 'accepted') {
      throw new Error(`${tool.name} does not accept the correct service (${run.outcome}):\n${run.output}`);
    }
    runs.push(run);
  }
  return runs;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Runs every tool on every service, each on a fresh instance, with `lanes` services at a time. */
export async function judgeAll(
  tools: readonly Tool[],
  drawn: readonly Drawn[],
  installation: Installation,
  lanes: number,
  done: (judged: Judged) => void,
): Promise<readonly Judged[]> {
  const judged = new Map<Drawn, Judged>();
  const queue = drawn.values();
  const lane = async (): Promise<void> => {
    for (const each of queue) {
      const runs: ToolRun[] = [];
      for (const tool of tools) {
        runs.push(await onService(each, (service) => runTool(tool, service, installation)));
      }
      const entry = { ...each, outcomes: runs.map(({ outcome }) => outcome) };
      judged.set(each, entry);
      done(entry);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return drawn.flatMap((each) => judged.get(each) ?? []);
}

async function onService<Result>(
  drawn: Partial<Drawn>,
  use: (service: CountedService) => Promise<Result>,
): Promise<Result> {
  const service = await startCounted({
    faults: drawn.kind === 'fault' && drawn.id !== undefined ? [drawn.id] : [],
    compliant: drawn.kind === 'compliant' && drawn.id !== undefined ? [drawn.id] : [],
  });
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}
