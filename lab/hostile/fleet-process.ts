import { fleet, oneOfEachKind } from './fleet.ts';
import { judgeFleet } from './judge-fleet.ts';

// A separate process, in which unhandled errors are visible. Judges one target of each kind on a number of lanes, and
// prints the results as JSON.

const [lanes] = process.argv.slice(2);
const run = await judgeFleet(oneOfEachKind(fleet), Number(lanes));
process.stdout.write(`${JSON.stringify(run)}\n`, () => process.exit(0));
