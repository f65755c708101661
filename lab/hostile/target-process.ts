import { fleet } from './fleet.ts';
import type { Listening } from './hostile-target.ts';
import type { Told } from './remote-targets.ts';

// Holds the targets, away from the process that judges them, whose memory is measured. Told `start` with an id, it gives
// the base address; on `stop`, it closes that target and returns the ids of the pets that were added.

const listening = new Map<string, Listening>();

async function start(id: string): Promise<string> {
  const target = fleet.find((each) => each.id === id);
  if (target === undefined) throw new Error(`There is no target ${id}.`);
  const started = await target.start();
  listening.set(id, started);
  return started.baseUrl;
}

async function stop(id: string): Promise<readonly string[]> {
  const target = listening.get(id);
  await target?.close();
  return target?.added?.() ?? [];
}

async function obey(order: 'start' | 'stop', id: string): Promise<Told> {
  return order === 'start' ? { id, baseUrl: await start(id), added: [] } : { id, baseUrl: '', added: await stop(id) };
}

process.on('message', ({ order, id }: { readonly order: 'start' | 'stop'; readonly id: string }) => {
  void obey(order, id).then((told) => process.send?.(told));
});
