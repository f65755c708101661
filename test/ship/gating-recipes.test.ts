import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readActionFile } from './action/action-file.ts';
import { type ReferenceOptions, startReference } from '../../src/reference/reference-service.ts';
import { type ProcessResult, runProcess } from '../support/command-in.ts';
import { targetOf } from '../support/command.ts';
import { readPageBlocks } from './page-blocks.ts';

// docs/gating.md as its readers use it: its files are written, its scripts are run, and nothing of them is changed.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { block } = readPageBlocks('gating.md');
/** Where only report.json is looked at. */
const ONE_FORMAT = { PETSTORE_FORMATS: 'json' };
const DEVIATING = { fault: 'error-code-missing-on-get' };
const SUBJECT = `registry.example/pets@sha256:${'ab'.repeat(32)}`;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipes-'));
  mkdirSync(join(folder, 'bin'));
  const command = join(folder, 'bin', 'petstore-conformance');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/bin/petstore-conformance.js" "$@"\n`);
  chmodSync(command, 0o755);
  for (const file of ['deviations.json', 'policy.json']) writeFileSync(join(folder, file), block(file));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a script line for line against a service, stopping at the first that fails, as a pipeline does. */
async function script(
  text: string,
  options: ReferenceOptions,
  more: Readonly<Record<string, string>> = {},
): Promise<ProcessResult> {
  const service = await startReference(options);
  try {
    return await runProcess('bash', ['-e', '-c', text], folder, {
      PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      SUBJECT,
      // What a run generates is none of the recipes' concern.
      PETSTORE_EXAMPLES: '1',
      ...targetOf(service),
      ...more,
    });
  } finally {
    await service.close();
  }
}

describe('the recipes of a promotion and of an audit', () => {
  it('say yes for the build that was tested, and can be gone over again', async () => {
    expect((await script(block('keys'), {})).code).toBe(0);
    const promotion = await script(block('promotion'), DEVIATING);
    expect(promotion.code).toBe(0);
    expect(promotion.out).toContain('YES: the build may be promoted.');
    expect(promotion.out).toContain('ERROR-CODE is a known deviation');
    const audit = await script(block('audit'), {});
    expect(audit).toMatchObject({ code: 0, error: '' });
    expect(audit.out).toContain('is VERIFIED and signed by the given key');
  });

  it('say no once a file was edited', async () => {
    const page = join(folder, 'reports', 'staging', 'report.html');
    writeFileSync(page, readFileSync(page, 'utf8').replace('deviations', 'Deviations'));
    const audit = await script(block('audit'), {});
    expect([audit.code, audit.out]).toEqual([1, expect.stringContaining('report.html')]);
  });
});

describe('the recipe of a pull request', () => {
  beforeAll(() => renameSync(join(folder, 'reports', 'staging'), join(folder, 'reports', 'base')));

  it.each([
    ['passes for a build like the base', DEVIATING, 0, /no regression/],
    ['fails for a regression, which is named', { fault: 'limit-plus-one' }, 1, /is a regression[^]*LIST-LIMIT-MAX/],
  ])('%s, and leaves a comment', async (_, service, code, comment) => {
    expect(await script(block('pull-request'), service, ONE_FORMAT)).toMatchObject({ code, error: '' });
    expect(readFileSync(join(folder, 'comment.md'), 'utf8')).toMatch(comment);
  });
});

describe('the pipelines', () => {
  it('of GitLab judges and decides as the recipe of a promotion does', () => {
    const { conformance } = parse(block('gitlab')) as {
      readonly conformance: { readonly variables: object; readonly script: readonly string[] };
    };
    expect(conformance.variables).toMatchObject({ PETSTORE_SIGN_KEY_FILE: '$SIGN_KEY', PETSTORE_SUBJECT: '$IMAGE' });
    const commands = conformance.script.map((line) =>
      line
        .replace('petstore-conformance.js', 'petstore-conformance')
        .replaceAll(/(?<= )conformance\b/g, 'reports/staging')
        .replace('$IMAGE', '$SUBJECT'),
    );
    const [run = '', gate = ''] = block('promotion').trim().split('\n');
    expect(commands).toEqual([run.replace(/ --sign-key-file .*/, ''), gate]);
  });

  it('of GitHub gives the action inputs that it has, and asks for no more than to read', () => {
    const workflow = parse(block('github')) as {
      readonly permissions: unknown;
      readonly jobs: { readonly conformance: { readonly steps: readonly { readonly with?: object }[] } };
    };
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const given = Object.keys(workflow.jobs.conformance.steps.at(-1)?.with ?? {});
    const { inputs } = readActionFile();
    expect(given.filter((name) => !Object.hasOwn(inputs, name))).toEqual([]);
    expect(Object.keys(inputs).filter((name) => inputs[name]?.required === true && !given.includes(name))).toEqual([]);
  });
});
