import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRunInputs, type RunInputs } from '../../../src/run/read-run-inputs.ts';
import { defaultValues, nameByFlag } from '../../../src/settings/read-settings.ts';
import type { SettingValues } from '../../../src/settings/settings.ts';
import type { Result } from '../../../src/contract/result.ts';
import { filesWith } from '../../support/configuration-under-test.ts';
import { keyPair } from '../../support/keys.ts';

const { privatePem, privateKey } = keyPair('p256');
const SUBJECT = `app@sha256:${'ab'.repeat(32)}`;
const ENTRY = { id: 'LIST-LIMIT-MAX', reason: 'A reason.', owner: 'An owner', expires: '2030-01-31' };

const FILES: Readonly<Record<string, string>> = {
  'key.pem': privatePem,
  'list.json': JSON.stringify({ deviations: [ENTRY] }),
  'checks.json': JSON.stringify({ deviations: [{ ...ENTRY, id: 'list/limit/gone#LIST-LIMIT-MAX' }] }),
};

function read(settings: Partial<SettingValues>, directory = '/nowhere'): Promise<Result<RunInputs>> {
  const sources = { readFile: filesWith(FILES), nameOf: nameByFlag };
  return readRunInputs({ ...defaultValues, ...settings }, sources, directory);
}

describe('the inputs of a run', () => {
  it('are none without flags', async () => {
    expect(await read({})).toEqual({
      kind: 'ok',
      value: { deviations: [], deviationsDigest: null, selection: null, key: null, notes: [] },
    });
  });

  it('are a key, a build and a list', async () => {
    expect(await read({ signKeyFile: 'key.pem', subject: SUBJECT, deviations: 'list.json' })).toMatchObject({
      kind: 'ok',
      value: {
        notes: [],
        deviations: [ENTRY],
        key: { keyId: privateKey.keyId },
      },
    });
  });

  it('are a selection of the cases by one name or several', async () => {
    const [one, both] = await Promise.all([read({ only: ['GET-OK'] }), read({ only: ['GET-OK', 'LIST-LIMIT-MAX'] })]);
    const sizes = [one, both].map((each) => (each.kind === 'ok' ? (each.value.selection?.size ?? 0) : 0));
    expect(sizes[0]).toBeGreaterThan(0);
    expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0);
  });

  it.runIf(process.platform !== 'win32')('come with a note where others can read the key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'read-run-inputs-'));
    writeFileSync(join(folder, 'key.pem'), privatePem, { mode: 0o640 });
    const inputs = await read({ signKeyFile: 'key.pem' }, folder);
    rmSync(folder, { recursive: true });
    expect(inputs.kind === 'ok' ? inputs.value.notes.join(' ') : '').toContain(
      'Other users of this machine can read the file of --sign-key-file',
    );
  });

  it.each<[Partial<SettingValues>, string]>([
    [{ signKeyFile: 'nowhere.pem' }, '--sign-key-file (PETSTORE_SIGN_KEY_FILE)'],
    [{ signKeyFile: 'list.json' }, 'holds no private key'],
    [{ subject: 'app' }, '--subject (PETSTORE_SUBJECT) must be NAME@sha256:'],
    [{ subject: SUBJECT.replace('app', 'report.json') }, 'must not have the name of a file of the run'],
    [{ deviations: 'nowhere.json' }, '--deviations (PETSTORE_DEVIATIONS) cannot be read'],
    [{ deviations: 'key.pem' }, 'the list is not JSON'],
    [{ deviations: 'checks.json' }, 'there is no check list/limit/gone#LIST-LIMIT-MAX'],
    [{ only: ['NO-SUCH'] }, '--only (PETSTORE_ONLY)'],
  ])('are refused: %j, %s', async (given, problem) => {
    const inputs = await read(given);
    expect(inputs.kind === 'bad' ? inputs.problems.join(' ') : 'ok').toContain(problem);
  });
});
