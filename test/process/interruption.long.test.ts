import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN, FORMER, RUN, useRunFolder } from './run-folder.ts';

const KILLS = 50;
const { path, isSound, runIn } = useRunFolder();

describe('a run that is killed', () => {
  it(`leaves a whole report at ${KILLS} moments, and no file of a run is lost`, async () => {
    const startedAt = performance.now();
    const whole = await runIn(process.execPath, [BIN, ...RUN], () => undefined);
    const milliseconds = performance.now() - startedAt;
    expect([whole.code, isSound()]).toEqual([2, true]);
    for (let kill = 0; kill < KILLS; kill += 1) {
      writeFileSync(join(path(), 'reports', 'report.json'), FORMER);
      const after = (milliseconds * (kill + Math.random())) / KILLS;
      await runIn(process.execPath, [BIN, ...RUN], (child) => setTimeout(() => child.kill('SIGKILL'), after));
      expect(isSound(), `killed after ${after} ms`).toBe(true);
    }
  });
});
