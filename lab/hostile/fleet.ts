import { bodies } from './bodies.ts';
import { codings } from './codings.ts';
import { connecting } from './connecting.ts';
import { keptAlive, turnedAway } from './connections.ts';
import { contents } from './contents.ts';
import { heads, interim } from './heads.ts';
import type { HostileTarget } from './hostile-target.ts';
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
];
