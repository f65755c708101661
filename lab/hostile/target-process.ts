import { fleet } from './fleet.ts';
import type { Listening } from './hostile-target.ts';
import type { TargetReply } from './remote-targets.ts';

// Holds the targets outside the judging process, because the memory of that process is measured. `start` with an id
// returns the base address. `stop` closes the target, and returns the ids of the added pets.

const listening = new Map<string, Listening>();

async function start(id: string): Promise<string> {
  const target = fleet.find((each) => each.id === id);
  if (target === undefined) throw new Error(`Unknown target: ${id}.`);
  const started = await target.start();
  listening.set(id, started);
  return started.baseUrl;
}

async function stop(id: string): Promise<readonly string[]> {
  const target = listening.get(id);
  await target?.close();
  return target?.added?.() ?? [];
}

async function execute(order: 'start' | 'stop', id: string): Promise<TargetReply> {
  return order === 'start' ? { id, baseUrl: await start(id), added: [] } : { id, baseUrl: '', added: await stop(id) };
}

process.on('message', ({ order, id }: { readonly order: 'start' | 'stop'; readonly id: string }) => {
  void execute(order, id).then((reply) => process.send?.(reply));
});
