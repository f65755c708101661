import { judgeFleet } from './judge-fleet.ts';

// A process of its own, so that its memory is that of the suite alone. Prints what it found as JSON.

const only = process.argv[2];
const { fleet } = await import('./fleet.ts');
const run = await judgeFleet(only === undefined ? fleet : fleet.filter(({ id }) => id.startsWith(only)));
process.stdout.write(`${JSON.stringify(run)}\n`, () => process.exit(0));
