import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fleet } from './fleet.ts';
import type { FleetRun } from './judge-fleet.ts';

const ENTRY = fileURLToPath(new URL('./fleet-process.ts', import.meta.url));

/** Megabytes; a leak that is larger ends the process of the fleet, and so is loud. */
const HEAP = 256;

/** Judges one family of the hostile fleet, or `some`, one target of each kind, in a process of its own. */
export async function runFleetProcess(which: string, lanes: number): Promise<FleetRun> {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP}`, ENTRY, which, String(lanes)], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`The process of the fleet ended with code ${code}.`);
  return JSON.parse(out) as FleetRun;
}

/** Judges the whole fleet, a process for each family. */
export async function runAllFamilies(lanes: number): Promise<readonly FleetRun[]> {
  const families = [...new Set(fleet.map(({ id }) => id.split('/')[0] ?? ''))];
  const runs: FleetRun[] = [];
  for (const family of families) runs.push(await runFleetProcess(family, lanes));
  return runs;
}
