import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReference } from '../../../src/reference/reference-service.ts';
import { type ProcessResult, runProcess } from '../../support/command-in.ts';
import { keyPair } from '../../support/keys.ts';
import { readActionFile, ROOT, withInputs } from './action-file.ts';

const SUBJECT = `pets@sha256:${'ab'.repeat(32)}`;
const action = readActionFile();
const judging = action.runs.steps.find(({ id }) => id === 'run') ?? {};

describe('action.yml', () => {
  const text = readFileSync(new URL('action.yml', ROOT), 'utf8');

  it('hands on every input that it has, and no other', () => {
    const named = new Set([...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name = '']) => name));
    expect([...named].toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  });

  it('has no expression in any script, through which an input could become one', () => {
    const scripts = action.runs.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  it.each(['action.yml', 'docs/gating.md'])('names the actions of others by commit and version: %s', (file) => {
    const others = readFileSync(new URL(file, ROOT), 'utf8').match(/uses: actions\/.+$/gm) ?? [];
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((each) => !/^uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(each))).toEqual([]);
  });

  it('keeps the report after a failure too, and passes on the outputs of its step', () => {
    const upload = action.runs.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@') === true);
    expect(upload?.if).toContain('always()');
    expect(upload?.with?.['path']).toBe('${{ inputs.reports }}');
    const script = readFileSync(new URL('action/judge.sh', ROOT), 'utf8');
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
      expect(script).toContain(`output ${name} `);
    }
  });
});

let runner = '';

beforeEach(() => {
  runner = mkdtempSync(join(tmpdir(), 'runner-'));
  for (const name of ['workspace', 'temp', 'home']) mkdirSync(join(runner, name));
  for (const name of ['output', 'summary']) writeFileSync(join(runner, name), '');
});

afterEach(() => {
  rmSync(runner, { recursive: true, force: true });
});

const inRunner = (name: string): string => join(runner, name);

interface StepResult extends ProcessResult {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs the script of the step as a runner does: by its shell, with its variables and nothing else. */
async function runStep(
  inputs: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const [script, workspace] = [inRunner('temp/step.sh'), inRunner('workspace')];
  writeFileSync(script, judging.run ?? '');
  const result = await runProcess('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], workspace, {
    // The node of the tests, as setup-node would put it there.
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: inRunner('home'),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: fileURLToPath(ROOT).replace(/\/$/, ''),
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: inRunner('output'),
    GITHUB_STEP_SUMMARY: inRunner('summary'),
    RUNNER_TEMP: inRunner('temp'),
    PETSTORE_EXAMPLES: '1',
    ...settings,
    ...withInputs(judging, inputs),
  });
  const lines = readFileSync(inRunner('output'), 'utf8').trim().split('\n');
  const outputs = Object.fromEntries(lines.map((line) => line.split('=', 2)));
  return { ...result, outputs, summary: readFileSync(inRunner('summary'), 'utf8') };
}

async function judge(
  fault: string | undefined,
  inputs: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<StepResult & { readonly key: string }> {
  const service = await startReference({ faults: fault === undefined ? [] : [fault] });
  try {
    const target = { 'base-url': service.url, 'api-key': service.key };
    return { ...(await runStep({ ...target, ...inputs }, settings)), key: service.key };
  } finally {
    await service.close();
  }
}

function inWorkspace(...path: readonly string[]): string {
  return join(runner, 'workspace', ...path);
}

describe('the shell of the action', () => {
  it('says no for a good build that the gate refuses, and yes once it is signed and compared', async () => {
    const keys = keyPair('p256');
    writeFileSync(inWorkspace('public.pem'), keys.publicPem);
    const first = await judge(
      undefined,
      { reports: 'base', gate: 'true', subject: SUBJECT },
      { PETSTORE_FORMATS: 'json' },
    );
    expect(first).toMatchObject({
      code: 1,
      outputs: { verdict: 'conformant', 'exit-code': '0', promote: 'no' },
      out: expect.stringContaining('A signature is required'),
      summary: expect.stringContaining('**Gate: NO: the build may not be promoted.'),
    });
    expect(first.out).toContain('::error title=Pet Store conformance::NO: the build may not be promoted.');
    const result = await judge(undefined, {
      'sign-key': keys.privatePem,
      subject: SUBJECT,
      gate: 'true',
      'public-key': 'public.pem',
      'base-report': 'base/report.json',
    });
    const outputs = { verdict: 'conformant', report: 'conformance-report/report.json', promote: 'yes' };
    expect(result).toMatchObject({ code: 0, error: '', outputs });
    expect(result.summary).toContain('Conformance: no regression');
    expect(result.summary).toContain('**Gate: YES: the build may be promoted.**');
    expect(existsSync(inWorkspace('conformance-report', 'attestation.dsse.json'))).toBe(true);
    // Nothing of the key is left.
    expect(readdirSync(join(runner, 'temp')).sort()).toEqual(['conformance-diff.md', 'step.sh']);
    expect(result.out).not.toContain(result.key);
    expect(result.out).not.toContain('PRIVATE KEY');
  });

  it('fails for a broken build, and leaves its report to be kept', async () => {
    const result = await judge(
      'error-code-missing-on-get',
      { gate: 'true', subject: SUBJECT },
      { PETSTORE_ONLY: 'ERROR-CODE' },
    );
    const outputs = { verdict: 'not conformant', 'exit-code': '1', promote: 'no' };
    expect(result).toMatchObject({ code: 1, outputs, out: expect.stringContaining('::error title=ERROR-CODE') });
    expect(existsSync(inWorkspace('conformance-report', 'report.html'))).toBe(true);
  });

  it('refuses to judge without an address, and takes no earlier report for its own', async () => {
    mkdirSync(inWorkspace('conformance-report'));
    writeFileSync(inWorkspace('conformance-report', 'report.json'), '{}');
    const empty = await runStep({ 'base-url': ' ', 'api-key': 'some-key' });
    expect(empty).toMatchObject({ code: 3, out: expect.stringContaining('base-url is empty') });
    const wrong = await runStep({ 'base-url': 'http://127.0.0.1:9/v1', 'api-key': 'some-key', profile: 'none' });
    expect(wrong).toMatchObject({ code: 3, outputs: { 'exit-code': '3' } });
    expect(wrong.outputs['report']).toBeUndefined();
  });

  it.each([
    ['subject', { gate: 'true', subject: ' ' }],
    ['gate', { gate: 'yes', subject: SUBJECT }],
    ['reports', { reports: '' }],
    ['reports', { reports: '--quiet' }],
    ['reports', { reports: 'reports\npromote=yes' }],
    ['deviations', { deviations: '--insecure' }],
    ['base-report', { 'base-report': '-' }],
    ['policy', { gate: 'true', subject: SUBJECT, policy: '--unsigned' }],
    ['public-key', { gate: 'true', subject: SUBJECT, 'public-key': 'a\nb' }],
  ])('rejects a wrong %s before it judges: %j', async (name, inputs) => {
    const result = await runStep({ 'base-url': 'http://127.0.0.1:9/v1', 'api-key': 'some-key', ...inputs });
    expect(result).toMatchObject({ code: 3, summary: '' });
    expect(result.out).toMatch(new RegExp(`^::error title=Pet Store conformance::The input ${name} `));
    expect(readFileSync(inRunner('output'), 'utf8')).toBe('');
  });

  it('says that a base report cannot be compared', async () => {
    writeFileSync(inWorkspace('base.json'), '{}');
    const result = await judge(undefined, { 'base-report': 'base.json' }, { PETSTORE_FORMATS: 'json' });
    expect(result).toMatchObject({
      code: 3,
      out: expect.stringContaining('cannot be compared with the one of base-report'),
    });
  });

  it.each([
    ['without a key', { 'api-key': '' }],
    ['if the run fails at its start', { profile: 'no-such-profile' }],
  ])('never ends in a yes %s', async (_, inputs) => {
    const result = await judge(undefined, { gate: 'true', subject: SUBJECT, ...inputs }, { PETSTORE_FORMATS: 'json' });
    expect(result.code).toBeGreaterThan(0);
    expect(result.outputs['promote'] ?? 'no').toBe('no');
    expect(result.out).not.toContain('YES');
  });

  it('takes nothing in an input for a script', async () => {
    const hostile = '$(touch hacked)`touch hacked`"; touch hacked; "';
    const result = await judge(undefined, { subject: hostile, deviations: hostile, policy: hostile, gate: 'true' });
    expect(result.code).toBe(3);
    expect(readdirSync(inWorkspace())).not.toContain('hacked');
  });
});
