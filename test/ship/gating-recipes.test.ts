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
const DEVIATING = { faults: ['error-code-missing-on-get'] };
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
    expect((await script(block('json'), {})).code).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'decision.json'), 'utf8'))).toMatchObject({ promote: true });
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
    ['fails for a regression, which is named', { faults: ['limit-plus-one'] }, 1, /is a regression[^]*LIST-LIMIT-MAX/],
  ])('%s, and leaves a comment', async (_, service, code, comment) => {
    expect(await script(block('pull-request'), service, ONE_FORMAT)).toMatchObject({ code, error: '' });
    expect(readFileSync(join(folder, 'comment.md'), 'utf8')).toMatch(comment);
  });
});

/** The commands of GitLab's job in the words of the recipes. */
function gitLabCommands(): readonly string[] {
  const { conformance } = parse(block('gitlab')) as {
    readonly conformance: { readonly script: readonly string[] };
  };
  return conformance.script.map((line) => line.replace('petstore-conformance.js', 'petstore-conformance'));
}

describe('recipes whose surroundings are incomplete', () => {
  const GIVEN = { PETSTORE_SIGN_KEY_FILE: 'sign.pem', PETSTORE_SUBJECT: SUBJECT, IMAGE: SUBJECT };
  const RECIPES = [
    ['of a pull request', () => block('pull-request')],
    ['of a promotion', () => block('promotion')],
    ['of GitLab', () => gitLabCommands().join('\n')],
  ] as const;
  // The runs of the tests above are there, as those of an earlier job may be.
  const FAILURES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['without an address', { PETSTORE_BASE_URL: '', STAGING_URL: '' }],
    ['without a key', { PETSTORE_API_KEY: '' }],
    ['if the run fails at its start', { PETSTORE_PROFILE: 'no-such-profile' }],
  ];

  it.each(RECIPES.flatMap(([recipe, text]) => FAILURES.map(([why, more]) => [recipe, why, text, more] as const)))(
    'the recipe %s fails %s',
    async (_recipe, _why, text, more) => {
      const result = await script(text(), {}, { ...GIVEN, ...more });
      expect(result.code).toBeGreaterThan(0);
      expect(result.out).not.toContain('YES');
    },
  );

  it('the recipe of a promotion fails without its signing key', async () => {
    const withoutKey = block('promotion').replace('sign.pem', '"$SIGN_KEY"');
    expect((await script(withoutKey, {})).code).toBe(3);
  });
});

describe('the pipelines', () => {
  it('of GitLab judges and decides as the recipe of a promotion does', () => {
    const commands = gitLabCommands().map((line) =>
      line
        .replaceAll(/(?<= )conformance\b/g, 'reports/staging')
        .replace('$IMAGE', '$SUBJECT')
        .replace('$STAGING_URL', '$PETSTORE_BASE_URL'),
    );
    const [run = '', gate = ''] = block('promotion').trim().split('\n');
    expect(commands).toEqual([run.replace(/ --sign-key-file .*/, ''), gate]);
  });

  it('of GitHub gives the action inputs that it has, and what decides from the base branch', () => {
    interface Job {
      readonly environment?: string;
      readonly steps: readonly { readonly with?: Readonly<Record<string, string>> }[];
    }
    const workflow = parse(block('github')) as {
      readonly permissions: unknown;
      readonly jobs: Readonly<Record<string, Job>>;
    };
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const { inputs } = readActionFile();
    const required = Object.keys(inputs).filter((name) => inputs[name]?.required === true);
    for (const { environment, steps } of Object.values(workflow.jobs)) {
      const given = steps.at(-1)?.with ?? {};
      expect(Object.keys(given).filter((name) => !Object.hasOwn(inputs, name))).toEqual([]);
      expect(required.filter((name) => !Object.hasOwn(given, name))).toEqual([]);
      for (const name of ['deviations', 'policy', 'public-key']) expect(given[name] ?? 'base/').toMatch(/^base\//);
      expect(given['sign-key'] === undefined).toBe(environment === undefined);
    }
  });
});
