import { processConsole } from '../src/cli/console.ts';
import { loadCases } from '../src/cli/list-command.ts';
import { runFleet } from './fleet.ts';
import { readKillMatrix } from './kill-matrix-file.ts';
import { repeatedJobs } from './repeated-jobs.ts';
import { fleetServices, jobFor, quickCases } from './services.ts';
import { summarise, type Summary } from './summary.ts';

// What the tests of detection and fairness start: judges the fleet, and prints a summary on each line.
// node lab/fleet-process.ts quick    each service by the cases that catch it, or by all
// node lab/fleet-process.ts repeat   some lawful services ten times each, while another client adds

function tell(summary: Summary): void {
  process.stdout.write(`${JSON.stringify(summary)}\n`);
}

if (process.argv[2] === 'repeat') {
  // Runs that slow each other down would meet larger catalogues.
  await runFleet(repeatedJobs(), (finished) => tell(summarise(finished)), { lanes: 2 });
} else {
  const [matrix, cases] = [readKillMatrix(), await loadCases(processConsole())];
  const jobs = fleetServices.map((service) => jobFor(service, quickCases(service, matrix, cases)));
  await runFleet(jobs, (finished) => tell(summarise(finished)));
}
