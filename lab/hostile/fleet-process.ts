import { fleet, oneOfEachKind } from './fleet.ts';
import { judgeFleet } from './judge-fleet.ts';

// A process of its own, so unhandled errors in it are seen. Judges one target of each kind on so many lanes, and
// prints what it found as JSON.

const [lanes] = process.argv.slice(2);
const run = await judgeFleet(oneOfEachKind(fleet), Number(lanes));
process.stdout.write(`${JSON.stringify(run)}\n`, () => process.exit(0));
