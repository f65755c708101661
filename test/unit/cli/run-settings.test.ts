import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingSources } from '../../../src/cli/run-settings.ts';
import { noteOpenFile } from '../../../src/settings/read-file.ts';
import { fakeConsole } from '../../support/fake-console.ts';

const DOTENV = 'PETSTORE_BASE_URL=http://127.0.0.1:1/v1\nPETSTORE_API_KEY=canary-key-1234\n';

describe.runIf(process.platform !== 'win32')('a .env file', () => {
  it.each([
    [0o644, [expect.stringContaining('chmod 600 .env')]],
    [0o640, [expect.stringContaining('chmod 600 .env')]],
    [0o600, []],
  ])('of mode %o comes with these notes, without the key', (mode, notes) => {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-dotenv-'));
    writeFileSync(join(folder, '.env'), DOTENV);
    chmodSync(join(folder, '.env'), mode);
    const sources = settingSources({}, fakeConsole(folder));
    const found = noteOpenFile(join(folder, '.env'), '.env');
    rmSync(folder, { recursive: true });
    expect(sources.dotenv['PETSTORE_API_KEY']).toBe('canary-key-1234');
    expect(found).toEqual(notes);
    expect(found.join('')).not.toContain('canary');
  });
});
