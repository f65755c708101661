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
  it('hands every input on, and each as a variable or to an action', () => {
    const text = readFileSync(new URL('action.yml', ROOT), 'utf8');
    for (const name of Object.keys(action.inputs))
      expect([name, text.includes(`inputs.${name}`)]).toEqual([name, true]);
    const named = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !Object.hasOwn(action.inputs, name))).toEqual([]);
  });

  it('has no expression in any script, through which an input could become one', () => {
    const scripts = action.runs.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  it.each(['action.yml', 'docs/gating.md'])('names the actions of others by commit and version: %s', (file) => {
    const named = [...readFileSync(new URL(file, ROOT), 'utf8').matchAll(/uses: (.+)$/gm)].map(([, text = '']) => text);
    const others = named.filter((text) => text.startsWith('actions/'));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((text) => !/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(text))).toEqual([]);
  });

  it('keeps the report after a failure too', () => {
    const upload = action.runs.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@') === true);
    expect(upload?.if).toContain('always()');
    expect(upload?.with?.['path']).toBe('${{ inputs.reports }}');
  });

  it('tells what its step tells', () => {
    const script = readFileSync(new URL('action/judge.sh', ROOT), 'utf8');
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
      expect(script).toContain(`tell ${name} `);
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

interface StepResult extends ProcessResult {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs the script of the step as a runner does: by its shell, with its variables and nothing else. */
async function runStep(
  inputs: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const script = join(runner, 'temp', 'step.sh');
  writeFileSync(script, judging.run ?? '');
  const result = await runProcess(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', script],
    join(runner, 'workspace'),
    {
      // The node of the tests, as setup-node would put it there.
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: join(runner, 'home'),
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: fileURLToPath(ROOT).replace(/\/$/, ''),
      GITHUB_WORKSPACE: join(runner, 'workspace'),
      GITHUB_OUTPUT: join(runner, 'output'),
      GITHUB_STEP_SUMMARY: join(runner, 'summary'),
      RUNNER_TEMP: join(runner, 'temp'),
      PETSTORE_EXAMPLES: '1',
      ...settings,
      ...withInputs(judging, inputs),
    },
  );
  const lines = readFileSync(join(runner, 'output'), 'utf8').trim().split('\n');
  const outputs = Object.fromEntries(lines.map((line) => line.split('=', 2)));
  return { ...result, outputs, summary: readFileSync(join(runner, 'summary'), 'utf8') };
}

async function judge(
  fault: string | undefined,
  inputs: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<StepResult & { readonly key: string }> {
  const service = await startReference({ fault });
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
    const first = await judge(undefined, { reports: 'base', gate: 'true' });
    expect(first).toMatchObject({
      code: 1,
      outputs: { verdict: 'conformant', 'exit-code': '0', promote: 'no' },
      out: expect.stringContaining('A signature is required'),
    });
    const result = await judge(undefined, {
      'sign-key': keys.privatePem,
      subject: SUBJECT,
      gate: 'true',
      'public-key': 'public.pem',
      'base-report': 'base/report.json',
    });
    expect(result.error).toBe('');
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({
      verdict: 'conformant',
      report: 'conformance-report/report.json',
      promote: 'yes',
    });
    expect(result.summary).toContain('Conformance: no regression');
    expect(existsSync(inWorkspace('conformance-report', 'attestation.dsse.json'))).toBe(true);
    // Nothing of the key is left.
    expect(readdirSync(join(runner, 'temp')).sort()).toEqual(['conformance-diff.md', 'step.sh']);
    expect(result.out).not.toContain(result.key);
    expect(result.out).not.toContain('PRIVATE KEY');
  });

  it('fails for a broken build, and leaves its report to be kept', async () => {
    const result = await judge('error-code-missing-on-get', { gate: 'true' }, { PETSTORE_ONLY: 'ERROR-CODE' });
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'not conformant', 'exit-code': '1', promote: 'no' });
    expect(result.out).toContain('::error title=ERROR-CODE');
    expect(existsSync(inWorkspace('conformance-report', 'report.html'))).toBe(true);
  });

  it('refuses to judge without an address, and takes no earlier report for its own', async () => {
    mkdirSync(inWorkspace('conformance-report'));
    writeFileSync(inWorkspace('conformance-report', 'report.json'), '{}');
    for (const address of ['', ' ']) {
      const empty = await runStep({ 'base-url': address, 'api-key': 'some-key' });
      expect(empty).toMatchObject({ code: 3, out: expect.stringContaining('base-url is empty') });
    }
    const wrong = await runStep({ 'base-url': 'http://127.0.0.1:9/v1', 'api-key': 'some-key', profile: 'none' });
    expect(wrong).toMatchObject({ code: 3, outputs: { 'exit-code': '3' } });
    expect(wrong.outputs['report']).toBeUndefined();
  });

  it('takes nothing in an input for a script', async () => {
    const hostile = '$(touch hacked)`touch hacked`"; touch hacked; "';
    const result = await judge(undefined, { subject: hostile, deviations: hostile, policy: hostile, gate: 'true' });
    expect(result.code).toBe(3);
    expect(readdirSync(inWorkspace())).not.toContain('hacked');
  });
});
