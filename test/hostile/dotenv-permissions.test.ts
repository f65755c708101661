import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandHere } from '../end-to-end/command-in-process.ts';

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
