import { actingTexts } from './acting-texts.ts';
import { responses } from './responses.ts';
import { bodies } from './bodies.ts';
import { codings } from './codings.ts';
import { connecting, spellings } from './connecting.ts';
import { keptAlive, turnedAway } from './connections.ts';
import { contents } from './contents.ts';
import { heads, interim } from './heads.ts';
import type { HostileTarget } from './hostile-target.ts';
import { reflections } from './reflections.ts';
import { tlsTargets } from './tls-targets.ts';

/** Every hostile, slow or broken target. */
export const fleet: readonly HostileTarget[] = [
  ...connecting,
  ...tlsTargets,
  ...heads,
  ...interim,
  ...bodies,
  ...codings,
  ...keptAlive,
  ...turnedAway,
  ...contents,
  ...spellings,
  ...responses,
  ...actingTexts,
  ...reflections,
];

/** The first target of each family and ending. */
export function oneOfEachKind(targets: readonly HostileTarget[]): readonly HostileTarget[] {
  return [...Map.groupBy(targets, kindOf).values()].flatMap((alike) => alike.slice(0, 1));
}

function kindOf({ id, ending, endingOfSecond }: HostileTarget): string {
  return `${id.split('/')[0]} ${ending} ${endingOfSecond ?? ''}`;
}
