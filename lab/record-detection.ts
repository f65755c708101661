import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '../src/reference/faults/index.ts';
import { PACKAGE_ROOT } from '../src/runner/package-root.ts';
import { idleChecks, idleSites, killMatrixOf, uncaughtFaults, type KillMatrix } from './kill-matrix.ts';
import type { Summary } from './summary.ts';

// Draws docs/kill-matrix.json from what a run of the whole fleet has come to: node lab/record-detection.ts FILE

const [file = 'reports/detection.json'] = process.argv.slice(2);
const summaries = JSON.parse(readFileSync(file, 'utf8')) as readonly Summary[];
const matrix = killMatrixOf(summaries);
writeFileSync(join(PACKAGE_ROOT, 'docs/kill-matrix.json'), textOf(matrix));
const gaps = [
  ...idleChecks(matrix).map((id) => `The check ${id} catches no fault.`),
  ...uncaughtFaults(matrix, faults).map((id) => `The fault ${id} is caught by no check.`),
  ...idleSites(summaries).map((site) => `${site} was never seen to find a violation.`),
];
for (const gap of gaps) process.stderr.write(`${gap}\n`);
process.exitCode = gaps.length === 0 ? 0 : 1;

function list(items: readonly string[]): string {
  return items.map((item) => `    ${JSON.stringify(item)}`).join(',\n');
}

/** A line for each check and each service, so that two matrices can be compared line by line. */
function textOf({ checks, kills, sites }: KillMatrix): string {
  const services = Object.entries(kills).map(([id, places]) => `    ${JSON.stringify(id)}: ${JSON.stringify(places)}`);
  return `{\n  "checks": [\n${list(checks)}\n  ],\n  "kills": {\n${services.join(',\n')}\n  },\n  "sites": [\n${list(sites)}\n  ]\n}\n`;
}
