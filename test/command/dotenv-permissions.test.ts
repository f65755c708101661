import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandHere } from '../support/command-in-process.ts';
import { runPreloaded } from '../support/preloaded-command.ts';

/** What a run says that finds a `.env` of these permissions; its target refuses connections. */
async function complaintsWith(mode: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-dotenv-'));
  try {
    writeFileSync(join(folder, '.env'), 'PETSTORE_BASE_URL=http://127.0.0.1:1/v1\nPETSTORE_API_KEY=canary-key-1234\n');
    chmodSync(join(folder, '.env'), mode);
    return (await runCommandHere(folder, ['run'])).error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Has reading `.env` fail with an error code of the system. */
function unreadable(code: string): string {
  return `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { readFileSync } = fs;
    fs.readFileSync = (path, ...rest) => {
      if (String(path).endsWith('.env')) throw Object.assign(new Error('${code}: .env'), { code: '${code}' });
      return readFileSync(path, ...rest);
    };
    syncBuiltinESMExports();`;
}

describe('a .env file that cannot be read', () => {
  it.each([
    ['EACCES', 3, /\.env cannot be read\. Make it readable to this user, or remove it\.\n$/],
    ['EMFILE', 4, /a fault of the suite itself: EMFILE: \.env\n$/],
  ])('never leads to a verdict on the embedded service: %s', async (code, exit, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-dotenv-'));
    const end = await runPreloaded(folder, ['run'], unreadable(code));
    rmSync(folder, { recursive: true });
    expect(end).toMatchObject({ code: exit, out: '', error: expect.stringMatching(sentence) });
  });
});

describe.runIf(process.platform !== 'win32')('a .env file', () => {
  it('that others can read is told of, without the key', async () => {
    const text = await complaintsWith(0o644);
    expect(text).toContain('chmod 600 .env');
    expect(text).not.toContain('canary-key-1234');
  });

  it('that only its owner can read is not', async () => {
    expect(await complaintsWith(0o600)).not.toContain('chmod');
  });
});
