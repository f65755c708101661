import type { HostileTarget } from './hostile-target.ts';

/** The first target of each family and ending. The others differ in how the answer is broken, not in what comes of it. */
export function oneOfEachKind(targets: readonly HostileTarget[]): readonly HostileTarget[] {
  return [...Map.groupBy(targets, kindOf).values()].flatMap((alike) => alike.slice(0, 1));
}

function kindOf({ id, ending, endingOfSecond }: HostileTarget): string {
  return `${id.split('/')[0]} ${ending} ${endingOfSecond ?? ''}`;
}
