import { describe, expect, it } from 'vitest';
import { type InputSources, type PreparedInputs, readRunInputs } from '../../../src/run/read-run-inputs.ts';
import { defaultValues, nameByFlag } from '../../../src/settings/read-settings.ts';
import type { Reading } from '../../../src/contract/result.ts';
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

/** Reads inputs, and counts how often the cases had to be loaded. */
async function read(
  settings: Partial<InputSources['settings']>,
  rest: { readonly mode?: () => number } = {},
): Promise<{ readonly inputs: Reading<PreparedInputs>; readonly loads: number }> {
  let loads = 0;
  const inputs = await readRunInputs({
    settings: { ...defaultValues, ...settings },
    readFile: filesWith(FILES),
    nameOf: nameByFlag,
    mode: () => 0o600,
    ...rest,
    loadCases() {
      loads += 1;
      const own = {
        caseId: 'list/limit/a-case',
        title: 'a case',
        place: '',
        feeds: [],
        mayCreate: 0,
        needs: [],
        stage: 'main' as const,
        repeatGroup: 'list/limit/a-case',
      };
      return Promise.resolve([{ ...own, requirements: ['LIST-LIMIT-MAX' as const] }]);
    },
  });
  return { inputs, loads };
}

describe('the inputs of a run', () => {
  it('are none without flags, and need no case', async () => {
    const sealing = { subject: null, key: null };
    expect(await read({})).toEqual({
      loads: 0,
      inputs: {
        kind: 'ok',
        value: { deviations: [], deviationsDigest: null, selection: null, sealing, notes: [] },
      },
    });
  });

  it('are a key, a build and a list, which need no case either', async () => {
    const { inputs, loads } = await read({ signKeyFile: 'key.pem', subject: SUBJECT, deviations: 'list.json' });
    expect(loads).toBe(0);
    expect(inputs).toMatchObject({
      kind: 'ok',
      value: {
        notes: [],
        deviations: [ENTRY],
        sealing: { key: { keyId: privateKey.keyId }, subject: { name: 'app' } },
      },
    });
  });

  it('are a selection of the cases', async () => {
    const { inputs, loads } = await read({ only: ['LIST-LIMIT-MAX'] });
    expect(loads).toBe(1);
    expect(inputs).toMatchObject({
      value: { selection: { cases: new Set(['list/limit/a-case']), only: 'LIST-LIMIT-MAX', grep: null } },
    });
  });

  it('choose cases by several names', async () => {
    const { inputs } = await read({ only: ['LIST-LIMIT-MAX', 'list/limit/a-case'] });
    expect(inputs).toMatchObject({ value: { selection: { only: 'LIST-LIMIT-MAX,list/limit/a-case' } } });
  });

  it('come with a note where others can read the key', async () => {
    const { inputs } = await read({ signKeyFile: 'key.pem' }, { mode: () => 0o640 });
    expect(inputs.kind === 'ok' ? inputs.value.notes.join(' ') : '').toContain('can be read by other users');
  });

  it.each<[Partial<InputSources['settings']>, string]>([
    [{ signKeyFile: 'nowhere.pem' }, '--sign-key-file (PETSTORE_SIGN_KEY_FILE)'],
    [{ signKeyFile: 'list.json' }, 'holds no private key'],
    [{ subject: 'app' }, '--subject (PETSTORE_SUBJECT) must be NAME@sha256:'],
    [{ subject: SUBJECT.replace('app', 'report.json') }, 'must not have the name of a file of the run'],
    [{ deviations: 'nowhere.json' }, '--deviations (PETSTORE_DEVIATIONS) cannot be read'],
    [{ deviations: 'key.pem' }, 'the list is not JSON'],
    [{ deviations: 'checks.json' }, 'there is no check list/limit/gone#LIST-LIMIT-MAX'],
    [{ only: ['NO-SUCH'] }, '--only (PETSTORE_ONLY)'],
    [{ only: ['LIST-LIMIT-MAX'], grep: 'nothing' }, 'with --grep (PETSTORE_GREP): no case is selected'],
  ])('are refused: %j, %s', async (given, problem) => {
    const { inputs } = await read(given);
    expect(inputs.kind === 'bad' ? inputs.problems.join(' ') : 'ok').toContain(problem);
  });
});
