import type { Cost, Judged } from './comparison.ts';
import { type CountedService, startCounted } from './counted-service.ts';
import { type Installation, runTool, type ToolRun } from './run-tool.ts';
import type { Tool } from './tools.ts';

/** A service to be judged by all. */
export type Drawn = Pick<Judged, 'kind' | 'id'>;

/**
 * What each tool takes for the correct service: the median of `runs` processes, one after another. Throws where a tool
 * accuses it, since its configuration would then be wrong and no other figure of it worth anything.
 */
export async function measureCosts(
  tools: readonly Tool[],
  versions: ReadonlyMap<Tool, string>,
  installation: Installation,
  runs: number,
): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (const tool of tools) {
    const done: ToolRun[] = [];
    while (done.length < runs) done.push(await onService({}, (service) => runTool(tool, service, installation)));
    const wrong = done.find(({ outcome }) => outcome !== 'accepted');
    if (wrong !== undefined) {
      throw new Error(`${tool.name} does not accept the correct service (${wrong.outcome}):\n${wrong.said}`);
    }
    const times = done.map(({ milliseconds }) => milliseconds).toSorted((left, right) => left - right);
    costs.push({
      id: tool.id,
      version: versions.get(tool) ?? '',
      requests: Math.max(...done.map(({ requests }) => requests)),
      milliseconds: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    });
  }
  return costs;
}

/** Has every tool judge every service, each on one of its own, `lanes` services at a time. */
export async function judgeAll(
  tools: readonly Tool[],
  drawn: readonly Drawn[],
  installation: Installation,
  lanes: number,
  tell: (judged: Judged) => void,
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
      tell(entry);
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
    fault: drawn.kind === 'fault' ? drawn.id : undefined,
    lawful: drawn.kind === 'lawful' && drawn.id !== undefined ? [drawn.id] : [],
  });
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}
