import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FleetRun } from './judge-fleet.ts';

const ENTRY = fileURLToPath(new URL('./fleet-process.ts', import.meta.url));

/** Judges one target of each kind of the hostile fleet, on so many lanes, in a process of its own. */
export async function runFleetProcess(lanes: number): Promise<FleetRun> {
  const child = spawn(process.execPath, [ENTRY, String(lanes)], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`The process of the fleet ended with code ${code}.`);
  return JSON.parse(out) as FleetRun;
}
