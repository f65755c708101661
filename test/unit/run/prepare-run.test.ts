import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareRun, type ResolvedSettings } from '../../../src/run/prepare-run.ts';
import type { ReadText } from '../../../src/settings/read-file.ts';
import { configured, filesWith, sourcesWith, target } from '../../support/configuration-under-test.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-run-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function settingsWith(readFile: (path: string) => ReadText): ResolvedSettings {
  const sources = sourcesWith({ given: { deviations: 'known.json', reports: folder }, environment: target, readFile });
  return { configuration: configured(sources), sources, notes: [] };
}

describe('a run that cannot be prepared leaves its folder to the next run', () => {
  it('because a file is wrong', async () => {
    expect(await prepareRun(settingsWith(filesWith({})), folder, Date.now())).toMatchObject({ kind: 'bad' });
    expect(isLocked()).toBe(false);
  });

  it('because reading a file fails', async () => {
    const failing = settingsWith(() => {
      throw new Error('broken');
    });
    await expect(prepareRun(failing, folder, Date.now())).rejects.toThrow('broken');
    expect(isLocked()).toBe(false);
  });
});

/** Whether a file names this process as the one that runs in the folder. */
function isLocked(): boolean {
  return readdirSync(folder).some((name) => name.includes(`-${process.pid}-`));
}
