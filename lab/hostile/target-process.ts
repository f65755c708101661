import { fleet } from './fleet.ts';
import type { Listening } from './hostile-target.ts';

// Holds the targets, away from the process that judges them, whose memory is measured. Told `start` with an id, it gives
// the base address; told `stop`, it closes that target.

const listening = new Map<string, Listening>();

async function start(id: string): Promise<string> {
  const target = fleet.find((each) => each.id === id);
  if (target === undefined) throw new Error(`There is no target ${id}.`);
  const started = await target.start();
  listening.set(id, started);
  return started.baseUrl;
}

process.on('message', ({ order, id }: { readonly order: 'start' | 'stop'; readonly id: string }) => {
  if (order === 'start') {
    void start(id).then((baseUrl) => process.send?.({ id, baseUrl }));
  } else {
    void listening
      .get(id)
      ?.close()
      .then(() => process.send?.({ id, baseUrl: '' }));
  }
});
