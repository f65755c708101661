import { fileURLToPath } from 'node:url';
import { resultOf, startProcess } from '../child-process.ts';
import type { FleetRun } from './judge-fleet.ts';

const ENTRY = fileURLToPath(new URL('./fleet-process.ts', import.meta.url));

/** Judges one target of each kind of the hostile fleet, on so many lanes, in a process of its own. */
export async function runFleetProcess(lanes: number): Promise<FleetRun> {
  const child = startProcess(process.execPath, [ENTRY, String(lanes)], { env: { PATH: process.env['PATH'] ?? '' } });
  const { code, out, error } = await resultOf(child);
  if (code !== 0) throw new Error(`The process of the fleet ended with code ${code}: ${error}`);
  return JSON.parse(out) as FleetRun;
}
