import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runPreloaded } from '../support/preloaded-command.ts';

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

it.each([
  ['EACCES', 3, /\.env cannot be read\. Make it readable to this user, or remove it\.\n$/],
  ['EMFILE', 4, /a fault of the suite itself: EMFILE: \.env\n$/],
])('a .env file that fails with %s never leads to a verdict on the embedded service', async (code, exit, sentence) => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-dotenv-'));
  const end = await runPreloaded(folder, ['run'], unreadable(code));
  rmSync(folder, { recursive: true });
  expect(end).toMatchObject({ code: exit, out: '', error: expect.stringMatching(sentence) });
});
