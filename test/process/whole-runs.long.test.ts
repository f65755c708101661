import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandIn } from '../support/command-in.ts';
import { readValid } from '../support/command.ts';
import { expectAnnounced } from './announced.ts';

describe('a whole run with many examples', () => {
  it.each([['100'], ['200', '--max-creates', '1000']])(
    'sends and adds the announced numbers, within a tenth: --examples %s',
    async (...flags) => {
      const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-many-'));
      const { code, out } = await runCommandIn(folder, ['run', '--format', 'json', '--examples', ...flags]);
      expect(code).toBe(0);
      expectAnnounced(out, readValid(readFileSync(join(folder, 'reports', 'report.json'), 'utf8')));
      rmSync(folder, { recursive: true });
    },
  );
});
