import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirements } from '../src/contract/requirements.ts';
import { faults } from '../src/reference/faults/index.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { runFleet } from './fleet.ts';
import { readKillMatrix } from './kill-matrix-file.ts';
import { fleetServices } from './services.ts';
import { drawExample, exampleJob, exampleServices, type ViolationExample } from './violation-examples.ts';

// Judges one service for each requirement that can be violated, one request at a time, and writes what a reader is told
// of the violation to docs/violations.json, from which docs/requirements/ is made: node lab/record-violations.ts
// Takes about two minutes; with a file and the id of a service, it writes what that one shows to the file.

const [file = join(PACKAGE_ROOT, 'docs/violations.json'), only] = process.argv.slice(2);
const all = exampleServices(requirements, faults, readKillMatrix());
const shown = new Map([...all].filter(([service]) => only === undefined || service === only));
const jobs = fleetServices.filter(({ id }) => shown.has(id)).map(exampleJob);
const examples = new Map<string, ViolationExample>();
await runFleet(jobs, ({ summary: { id }, report }) => {
  if (report === null) return;
  for (const requirement of shown.get(id) ?? []) {
    const example = drawExample(requirement, id, report);
    if (example === null) process.stderr.write(`No violation of ${requirement} was found on ${id}.\n`);
    else examples.set(requirement, example);
  }
});
const sorted = requirements.flatMap(({ id }) => {
  const example = examples.get(id);
  return example === undefined ? [] : [[id, example] as const];
});
writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
process.exit([...shown.values()].flat().length === examples.size ? 0 : 1);
