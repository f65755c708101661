import { fleet } from './fleet.ts';
import { judgeFleet } from './judge-fleet.ts';
import { oneOfEachKind } from './one-of-each-kind.ts';

// A process of its own, so that its memory is that of the suite. Takes `some` or a family, and the number of lanes; prints
// what it found as JSON. A family is named by the first part of its ids.

const [which, lanes] = process.argv.slice(2);
const run = await judgeFleet(
  which === 'some' ? oneOfEachKind(fleet) : fleet.filter(({ id }) => id.startsWith(`${which}/`)),
  Number(lanes),
);
process.stdout.write(`${JSON.stringify(run)}\n`, () => process.exit(0));
