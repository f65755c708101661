import { beforeAll, describe, expect, it } from 'vitest';
import { fleet } from '../../lab/hostile/fleet.ts';
import { judgeAllByCommand, type JudgedByCommand } from '../../lab/hostile/judge-by-command.ts';
import { openRemoteTargets } from '../../lab/hostile/remote-targets.ts';
import { expectTruth, named } from './hostile-truth.ts';

/** Bytes. Node frees memory late, so this is far above what the targets take. It detects a run that keeps what a target sends. */
const MOST_MEMORY = 500_000_000;
const LARGEST_REPORT = 30_000_000;

describe('the command against a hostile target', () => {
  let judged: readonly JudgedByCommand[] = [];

  beforeAll(async () => {
    const remote = openRemoteTargets();
    judged = await judgeAllByCommand(fleet, remote);
    remote.close();
  });

  it.each(named(fleet))('%s leads to the expected verdict, without a leak, and within limits', (id, target) => {
    const found = judged.find((each) => each.id === id);
    expectTruth(target, found);
    expect(found).toMatchObject({ complaint: '', leak: null, actingLine: null });
    expect(found?.reportBytes).toBeLessThan(LARGEST_REPORT);
    expect(found?.peakBytes).toBeLessThan(MOST_MEMORY);
  });
});
