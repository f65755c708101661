import { describe, it } from 'vitest';
import { useRunFolder } from './run-folder.ts';
import { expectNothingLost, measureRun, MOMENTS, type RunLength } from './signal-moments.ts';

const { path } = useRunFolder();
let length: RunLength | null = null;

describe.runIf(process.platform !== 'win32')('a run that is ended', () => {
  it.each(MOMENTS)('by $signals at $share of its $clock loses no addition and damages no report', async (moment) => {
    length ??= await measureRun(path());
    await expectNothingLost(path(), moment, length);
  });
});
