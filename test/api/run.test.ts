import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ConfigurationError,
  diff,
  parseReport,
  renderReport,
  run,
  RunAborted,
  type RunResult,
  UnfitReport,
  verify,
} from '../../src/api/index.ts';
import { startReference, type ReferenceService } from '../../src/reference/reference-service.ts';
import { PACKAGE_ROOT } from '../../src/runner/package-root.ts';

let service: ReferenceService;
let folder = '';
/** What one run gave, while another one that wanted the same folder was tried. */
let result: RunResult;
let second: unknown;
const printed: string[] = [];

beforeAll(async () => {
  service = await startReference({ seed: 1, key: 'key-that-nobody-may-see' });
  folder = mkdtempSync(join(tmpdir(), 'api-'));
  const options = { baseUrl: service.url, apiKey: service.key, reports: folder, only: ['LIST-LIMIT-DEFAULT'], seed: 3 };
  const console = { log: (text: string) => printed.push(text), error: (text: string) => printed.push(text) };
  [result, second] = await Promise.all([
    run({ ...options, console, format: ['md'] }),
    run(options).catch((error: unknown) => error),
  ]);
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('run', () => {
  it('gives the report that it wrote, and prints where it is told to', () => {
    expect(result).toMatchObject({ exitCode: 2, directory: folder, notes: [] });
    expect(result.report).toMatchObject({ run: { seed: 3, selection: 'part' }, verdict: { outcome: 'inconclusive' } });
    expect(readdirSync(folder).sort()).toEqual(['manifest.json', 'report.json', 'report.md']);
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual(result.report);
    expect(printed[0]).toContain(`Target ${service.url}`);
    expect(`${JSON.stringify(result)}${printed.join('')}`).not.toContain(service.key);
  });

  it('refuses a folder that another run is writing to', () => {
    expect(second).toBeInstanceOf(ConfigurationError);
    expect(second).toMatchObject({ problems: ['reports must be a folder that no other run is writing to.'] });
  });

  it('refuses wrong usage in sentences that name the setting, before anything is sent', async () => {
    const error = await failureOf(
      run({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'a-key', concurrency: 0, seed: 1.5 }),
    );
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({
      problems: [
        '--concurrency (PETSTORE_CONCURRENCY) must be a whole number from 1 to 100.',
        '--seed (PETSTORE_SEED) must be a whole number from 0 to 2147483647.',
      ],
    });
  });

  it.each([
    [{ environment: { PETSTORE_BASE_URL: '' } }, 'PETSTORE_BASE_URL is set but empty'],
    [{ environment: { PETSTORE_BASEURL: 'x' } }, 'PETSTORE_BASEURL in the environment looks like'],
    [{ environment: { PET_STORE_BASE_URL: 'x' } }, 'PET_STORE_BASE_URL in the environment looks like'],
    [{ baseUrl: '' }, '--base-url is empty'],
  ])('never judges the embedded service where another one was meant: %j', async (options, part) => {
    const error = await failureOf(run(options));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ problems: [expect.stringContaining(part)] });
  });

  it('does not begin where its signal has fired already', async () => {
    const error = await failureOf(run({ signal: AbortSignal.abort('too late') }));
    expect(error).toBeInstanceOf(RunAborted);
    expect(error).toMatchObject({ name: 'AbortError', cause: 'too late', result: null });
  });

  it('stops when its signal fires, and tells what was learnt until then', async () => {
    const controller = new AbortController();
    // The first thing that a run prints is its target.
    const console = { log: () => controller.abort('enough'), error: () => undefined };
    const error = await failureOf(
      run({ baseUrl: service.url, apiKey: service.key, console, signal: controller.signal }),
    );
    expect(error).toBeInstanceOf(RunAborted);
    expect(error).toMatchObject({ cause: 'enough', result: { exitCode: 2, report: { run: { end: 'interrupted' } } } });
  });
});

describe('a run that waits for its target', () => {
  it('stops when its signal fires', async () => {
    const controller = new AbortController();
    const console = { log: (text: string) => text.startsWith('Waiting') && controller.abort(), error: () => undefined };
    const options = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'a-key', wait: 3600, console };
    const error = await failureOf(run({ ...options, signal: controller.signal }));
    expect(error).toMatchObject({
      name: 'AbortError',
      result: { report: { run: { end: 'interrupted' }, created: [] } },
    });
  });
});

describe('reports', () => {
  const sample = readFileSync(join(PACKAGE_ROOT, 'reports/sample/report.json'), 'utf8');

  it('are read from their text, and nothing else is', () => {
    expect(parseReport(sample).verdict.outcome).toBe('not conformant');
    for (const text of ['', '{}', '{"reportVersion":1}']) expect(() => parseReport(text)).toThrow(UnfitReport);
  });

  it('are rendered as the command renders them', async () => {
    expect(await renderReport(result.report, 'md')).toBe(readFileSync(join(folder, 'report.md'), 'utf8'));
    const broken: object = { ...result.report, checks: 'none' };
    expect(await failureOf(renderReport({ ...result.report, ...broken }, 'md'))).toBeInstanceOf(UnfitReport);
  });

  it('are compared where they can be', () => {
    const report = parseReport(sample);
    expect(diff(report, report)).toMatchObject({ regression: false, newlyViolated: [] });
    expect(() => diff(report, result.report)).toThrow('The head ran only a part of the suite.');
  });

  it('are verified in their folder', async () => {
    expect(await verify(folder)).toMatchObject({ problems: [], signed: false });
    expect(await failureOf(verify(join(folder, 'nowhere')))).toBeInstanceOf(ConfigurationError);
    expect(await failureOf(verify(folder, 'no key'))).toBeInstanceOf(ConfigurationError);
    appendFileSync(join(folder, 'report.md'), ' ');
    expect((await verify(folder)).problems).not.toEqual([]);
  });
});
