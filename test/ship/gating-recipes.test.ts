import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readActionFile } from './action/action-file.ts';
import { type ReferenceOptions, startReference } from '../../src/reference/reference-service.ts';
import { type ProcessResult, runProcess } from '../support/command-in.ts';
import { runCommandHere } from '../support/command-in-process.ts';
import { targetOf } from '../support/command.ts';
import { readPageBlocks } from './page-blocks.ts';

// docs/gating.md as its readers use it: its files are written, its scripts are run, and nothing of them is changed.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { block } = readPageBlocks('gating.md');
/** Few: what a run generates is none of the recipes' concern. */
const EXAMPLES = ['--examples', '1'] as const;
/** Where only report.json is looked at. */
const ONE_FORMAT = { PETSTORE_FORMATS: 'json' };
const DEVIATING = { fault: 'error-code-missing-on-get' };
const SUBJECT = `registry.example/pets@sha256:${'ab'.repeat(32)}`;

let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recipes-'));
  mkdirSync(join(folder, 'bin'));
  const command = join(folder, 'bin', 'petstore-conformance');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/bin/petstore-conformance.js" "$@"\n`);
  chmodSync(command, 0o755);
  symlinkSync(command, `${command}.js`);
  for (const file of ['deviations.json', 'policy.json']) writeFileSync(join(folder, file), block(file));
  const service = await startReference(DEVIATING);
  const words = ['run', '--reports', 'reports/base', '--deviations', 'deviations.json', ...EXAMPLES];
  const base = await runCommandHere(folder, words, { ...targetOf(service), ...ONE_FORMAT });
  await service.close();
  expect(base.code).toBe(0);
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
      PETSTORE_EXAMPLES: EXAMPLES[1],
      ...targetOf(service),
      ...more,
    });
  } finally {
    await service.close();
  }
}

describe('the recipe of a pull request', () => {
  it('passes for a build like the base, and leaves a comment', async () => {
    expect(await script(block('pull-request'), DEVIATING, ONE_FORMAT)).toMatchObject({ code: 0, error: '' });
    expect(readFileSync(join(folder, 'comment.md'), 'utf8')).toContain('Conformance: no regression');
  });

  it('fails for a regression, and names it in the comment', async () => {
    const worse = await script(block('pull-request'), { fault: 'limit-plus-one' }, ONE_FORMAT);
    expect(worse.code).toBe(1);
    expect(readFileSync(join(folder, 'comment.md'), 'utf8')).toMatch(/there is a regression[^]*LIST-LIMIT-MAX/);
  });
});

describe('the recipes of a promotion and of an audit', () => {
  it('say yes for the build that was tested, and can be gone over again', async () => {
    expect((await script(block('keys'), {})).code).toBe(0);
    const promotion = await script(block('promotion'), DEVIATING);
    expect(promotion.code).toBe(0);
    expect(promotion.out).toContain('YES: the build may be promoted.');
    expect(promotion.out).toContain('ERROR-CODE deviates, as is known');
    const audit = await script(block('audit'), {});
    expect(audit).toMatchObject({ code: 0, error: '' });
    expect(audit.out).toContain('is VERIFIED and signed by the given key');
  });

  it('say no once a file was edited', async () => {
    const page = join(folder, 'reports', 'staging', 'report.html');
    writeFileSync(page, readFileSync(page, 'utf8').replace('deviations', 'Deviations'));
    const audit = await script(block('audit'), {});
    expect(audit.code).toBe(1);
    expect(audit.out).toContain('report.html');
  });
});

interface GitLabJob {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
}

describe('the pipelines', () => {
  it('the job of GitLab judges and decides', async () => {
    const { conformance } = parse(block('gitlab')) as { readonly conformance: GitLabJob };
    expect(Object.keys(conformance.variables)).toEqual([
      'PETSTORE_BASE_URL',
      'PETSTORE_API_KEY',
      'PETSTORE_SIGN_KEY_FILE',
      'PETSTORE_SUBJECT',
    ]);
    const variables = { PETSTORE_SIGN_KEY_FILE: 'sign.pem', PETSTORE_SUBJECT: SUBJECT, IMAGE: SUBJECT };
    const result = await script(conformance.script.join('\n'), DEVIATING, variables);
    expect(result).toMatchObject({ code: 0, error: '' });
    expect(result.out).toContain('YES: the build may be promoted.');
  });

  it('the workflow of GitHub gives the action inputs that it has, and asks for no more than to read', () => {
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
