import { bodiesThatFit } from '../../http/pacing.ts';
import type { ConformanceCase } from '../case.ts';

// The order in which the cases of a stage start, and how many are in progress.

/** Bytes of response bodies that the cases in progress may hold. Read as JSON, a body takes five times as much memory. */
const ROOM_OF_CASES = 8 * 1024 * 1024;

type Ordered = Pick<ConformanceCase, 'description'>;

/**
 * The cases of a stage in the order in which they start, one for each requirement before further ones: a short budget of pets then leaves
 * out repetitions. Invalid bodies come last: they end the process of many first drafts, and others add a pet for each. Those beyond the
 * first of each requirement are apart, because they wait until it is known what became of the first.
 */
export function inTurns<Case extends Ordered>(
  cases: readonly Case[],
): { first: readonly Case[]; further: readonly Case[] } {
  const [others = [], invalid = []] = [false, true].map((isLast) => cases.filter((each) => isInvalid(each) === isLast));
  const [firstBodies = [], ...further] = roundsOf(invalid);
  return { first: [...roundsOf(others).flat().toSorted(compareTurns), ...firstBodies], further: further.flat() };
}

/** Runs cases as `inTurns` orders them. */
export async function runInTurns<Case extends Ordered>(
  cases: readonly Case[],
  atATime: () => number,
  work: (each: Case) => Promise<void>,
): Promise<void> {
  const { first, further } = inTurns(cases);
  const firstBodies: Promise<void>[] = [];
  await runBounded([...first, ...further], atATime, async (each) => {
    const isFurther = further.includes(each);
    if (isFurther) await Promise.all(firstBodies);
    const end = work(each);
    if (isInvalid(each) && !isFurther) firstBodies.push(end);
    await end;
  });
}

/** The cases in rounds, each with the next case of every requirement. */
function roundsOf<Case extends Ordered>(cases: readonly Case[]): readonly (readonly Case[])[] {
  const groups = [...Map.groupBy(cases, ({ description }) => description.judges[0] ?? description.caseId).values()];
  const most = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: most }, (_, round) => groups.flatMap((group) => group.slice(round, round + 1)));
}

function isInvalid({ description }: Ordered): boolean {
  return description.feeds.includes('CREATE-REFUSED-NOT-STORED');
}

/** Compares the places of two cases in their stage. Where they are equal, the longest chain of requests starts first. */
function compareTurns(one: Ordered, other: Ordered): number {
  const [row = 1, otherRow = 1] = [one, other].map(({ description }) => description.requestsInRow);
  return turnOf(one) - turnOf(other) || otherRow - row;
}

/** The place of a case in its stage: those that wait for fixtures come later. */
function turnOf({ description: { needs } }: Ordered): number {
  if (needs.includes('full catalogue')) return 2;
  return needs.some((need) => typeof need === 'string') ? 1 : 0;
}

/** How many cases may be in progress: fewer after a large body (in bytes), which a case may hold until it ends. */
export function casesAtATime(most: number, largestBody: number): number {
  return Math.min(most, bodiesThatFit(ROOM_OF_CASES, largestBody));
}

/** Works on all items, at most `atATime` at a time. If `atATime` falls, work slows down, and does not speed up again. */
export async function runBounded<Item>(
  items: readonly Item[],
  atATime: () => number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  let lanes = Math.min(atATime(), waiting.length);
  async function lane(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await work(next);
      if (lanes <= atATime()) continue;
      lanes -= 1;
      return;
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
}
