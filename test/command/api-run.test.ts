import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ConformanceError,
  diff,
  parseReport,
  renderReport,
  run,
  type RunOptions,
  type RunProgress,
  type RunResult,
  verify,
} from '../../src/api/index.ts';
import { startReference, type ReferenceService } from '../../src/reference/reference-service.ts';
import { formatNames } from '../../src/report/formats.ts';
import { fullReport } from '../support/full-report.ts';
import { startRawServer } from '../support/raw-server.ts';

let service: ReferenceService;
let folder = '';
let result: RunResult;
const printed: string[] = [];
const progress: RunProgress[] = [];

beforeAll(async () => {
  service = await startReference({ seed: 1, key: 'key-that-nobody-may-see' });
  folder = mkdtempSync(join(tmpdir(), 'api-'));
  const options = { baseUrl: service.url, apiKey: service.key, reports: folder, only: ['LIST-LIMIT-DEFAULT'], seed: 3 };
  const console = { log: (text: string) => printed.push(text), error: (text: string) => printed.push(text) };
  result = await run({ ...options, console, formats: ['md'], onProgress: (each) => progress.push(each) });
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Returns the ConformanceError that the work throws or rejects with. Fails for any other error. */
async function failureOf(work: () => unknown): Promise<ConformanceError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ConformanceError) return error;
    throw new Error('The error is not a ConformanceError.', { cause: error });
  }
  throw new Error('Nothing failed.');
}

/** Passes a value without type checks, as plain JavaScript does. */
function untyped(value: unknown): never {
  return value as never;
}

/** The number of listeners of each process event. */
function listeners(): readonly unknown[] {
  return process.eventNames().map((name) => [name, process.listenerCount(name)]);
}

describe('run', () => {
  it('returns the report that it wrote, and prints to the given console', () => {
    expect(result).toMatchObject({ exitCode: 2, directory: folder, notes: [] });
    expect(result.report).toMatchObject({ run: { seed: 3, selection: 'part' }, verdict: { outcome: 'inconclusive' } });
    expect(readdirSync(folder).sort()).toEqual(['manifest.json', 'report.json', 'report.md']);
    expect(result.report).toStrictEqual(parseReport(readFileSync(join(folder, 'report.json'), 'utf8')));
    expect(printed[0]).toContain(`Target ${service.url}`);
    expect(`${JSON.stringify(result)}${printed.join('')}`).not.toContain(service.key);
  });

  it('rejects wrong usage before the first request, in sentences that name the setting', async () => {
    const environment = { PETSTORE_EXAMPLES: 'many' };
    const error = await failureOf(() => run({ baseUrl: 'http://h/v2', concurrency: 0, seed: 1.5, environment }));
    expect(error.code).toBe('configuration');
    expect(error.result).toBeNull();
    expect(error.problems).toEqual([
      'examples (PETSTORE_EXAMPLES) must be a whole number from 0 to 1000.',
      'seed must be a whole number from 0 to 2147483647 (got 1.5).',
      'concurrency must be a whole number from 1 to 100 (got 0).',
      'baseUrl must end in /v1 (got http://h/v2). If a gateway maps the path, set mappedBasePath.',
      'apiKey must hold the key of the service, or apiKeyFile must name a file that does.',
    ]);
    expect(error.message).toBe(error.problems.join('\n'));
  });

  it.each<[options: RunOptions, problems: readonly string[]]>([
    [
      { deviations: '/no/such/file', subject: 'app', signKeyFile: '/no/such/file' },
      [
        'The file of deviations does not exist.',
        'The file of signKeyFile does not exist.',
        'subject must be NAME@sha256: and the 64 hexadecimal digits of the build.',
      ],
    ],
    [{ only: ['NO-SUCH-ID'] }, ['only: there is no requirement, check, case or topic "NO-SUCH-ID".']],
    [
      { reports: '/dev/null' },
      [
        "No report can be written into /dev/null (ENOTDIR: not a directory, scandir '/dev/null'). Set reports to a folder that can be written.",
      ],
    ],
  ])('names the options alone: %j', async (options, problems) => {
    expect((await failureOf(() => run(options))).problems.toSorted()).toEqual(problems);
  });

  it('reports each case when it ends', () => {
    expect(progress.map(({ done }) => done)).toEqual(progress.map((_, index) => index + 1));
    expect(progress.at(-1)).toMatchObject({ done: progress.length, total: progress.length });
    const cases = new Map(result.report.cases.map(({ id, title }) => [id, title]));
    expect(progress.length).toBeGreaterThan(2);
    for (const { caseId, title, state } of progress) {
      expect(title).toBe(cases.get(caseId));
      expect(state).toBe('completed');
    }
  });

  it.each<[name: string, options: (fail: () => never) => RunOptions]>([
    ['a promise of onProgress', (fail) => ({ onProgress: untyped(async () => fail()) })],
    ['console', (fail) => ({ console: { log: fail, error: fail } })],
  ])('stops where %s fails, and gives what was learned until then', async (_, options) => {
    const cause = new Error('of the caller');
    const fail = (): never => {
      throw cause;
    };
    const error = await failureOf(() => run({ baseUrl: service.url, apiKey: service.key, ...options(fail) }));
    expect(error).toMatchObject({ code: 'callback', cause, result: { exitCode: 2 } });
  });

  it('rejects with the report if the service never responds', async () => {
    const reports = join(folder, 'unreachable');
    const error = await failureOf(() => run({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'a-key', reports }));
    expect(error).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(
        /^The service did not respond to any request: 127\.0\.0\.1:9 refused the connection\. .*Start it, or correct baseUrl\.$/,
      ),
      result: { directory: reports, exitCode: 2, report: { verdict: { outcome: 'inconclusive' }, created: [] } },
    });
    expect(readdirSync(reports)).toContain('report.json');
  });

  it('fails with the message of the command if the report is not writable', async () => {
    const reports = join(folder, 'unwritable');
    const onProgress = (): unknown => mkdirSync(join(reports, 'report.json'), { recursive: true });
    const options = { baseUrl: service.url, apiKey: service.key, only: ['LIST-LIMIT-MAX'], reports, onProgress };
    const error = await failureOf(() => run(options));
    expect(error).toMatchObject({ code: 'suite', result: null });
    expect(error.problems).toEqual([expect.stringMatching(/^the report could not be written .* Pets added: /)]);
  });

  it('judges a service with any response', async () => {
    const strange = await startRawServer((socket) => socket.write('HTTP/1.1 500 Broken\r\nContent-Length: 0\r\n\r\n'));
    try {
      const { report } = await run({ baseUrl: strange.baseUrl, apiKey: 'a-key', only: ['LIST-OK'] });
      expect(report.verdict.outcome).toBe('not conformant');
    } finally {
      await strange.close();
    }
  });

  it('judges several services at a time, and leaves no temporary files', async () => {
    const broken = await startReference({ seed: 1, faults: ['limit-plus-one'] });
    const temporary = mkdtempSync(join(tmpdir(), 'api-temporary-'));
    vi.stubEnv('TMPDIR', temporary);
    try {
      const results = await Promise.all(
        [broken, service, broken].map(({ url, key }) => run({ baseUrl: url, apiKey: key, only: ['LIST-LIMIT-MAX'] })),
      );
      const outcomes = results.map(({ report }) => report.verdict.outcome);
      expect(outcomes).toEqual(['not conformant', 'inconclusive', 'not conformant']);
      expect(results.map(({ report }) => report.run.target)).toEqual([broken.url, service.url, broken.url]);
      expect(new Set(results.map(({ report }) => report.run.id)).size).toBe(3);
      expect(new Set(results.map(({ report }) => report.run.seed)).size).toBe(3);
      expect(results.map(({ directory }) => directory)).toEqual([null, null, null]);
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(temporary, { recursive: true });
      await broken.close();
    }
  });

  it('reads no variable, prints nothing, and adds no listener to the process', async () => {
    vi.stubEnv('PETSTORE_MAX_CREATES', '3');
    const written = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
    const before = listeners();
    const during: unknown[] = [];
    try {
      const options = { baseUrl: service.url, apiKey: service.key, only: ['LIST-LIMIT-MAX'] };
      const { report } = await run({ ...options, onProgress: () => during.push(listeners()) });
      expect(report.run.configuration).toMatchObject({ maxCreates: 200 });
      expect(written.flatMap(({ mock }) => mock.calls)).toEqual([]);
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    }
    expect(during.length).toBeGreaterThan(0);
    for (const each of [...during, listeners()]) expect(each).toEqual(before);
    expect(process.exitCode).toBeUndefined();
  });

  it('does not start if its signal has already fired', async () => {
    const error = await failureOf(() => run({ signal: AbortSignal.abort('too late') }));
    expect(error).toMatchObject({ name: 'ConformanceError', code: 'aborted', cause: 'too late', result: null });
  });

  it('stops when its signal fires, and reports the results so far', async () => {
    const controller = new AbortController();
    // A run first prints its target.
    const console = { log: () => controller.abort('enough'), error: () => undefined };
    const error = await failureOf(() =>
      run({ baseUrl: service.url, apiKey: service.key, console, signal: controller.signal }),
    );
    expect(error).toMatchObject({
      code: 'aborted',
      cause: 'enough',
      result: { exitCode: 2, report: { run: { end: 'interrupted', signal: null } } },
    });
  });

  it('stops waiting when its signal fires', async () => {
    const controller = new AbortController();
    const console = {
      log: (text: string) => void (text.startsWith('Waiting') && controller.abort()),
      error: () => undefined,
    };
    const options = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'a-key', wait: 3000 };
    expect((await failureOf(() => run({ ...options, console, signal: controller.signal }))).code).toBe('aborted');
  });
});

describe('reports', () => {
  const whole = fullReport();

  it('are parsed from report text, and other text fails', async () => {
    expect(parseReport(JSON.stringify(whole))).toEqual(whole);
    for (const text of ['', '{}', '{"reportVersion":1}'])
      expect((await failureOf(() => parseReport(text))).code).toBe('report');
  });

  it('are rendered as the command renders them', async () => {
    expect(await renderReport(result.report, 'md')).toBe(readFileSync(join(folder, 'report.md'), 'utf8'));
    const broken: object = { ...result.report, checks: 'none' };
    const error = await failureOf(() => renderReport({ ...result.report, ...broken }, 'md'));
    expect(error).toMatchObject({
      code: 'report',
      message: expect.stringContaining('report is not a report: /checks'),
    });
  });

  it('are compared if they are comparable', async () => {
    expect(diff(whole, whole)).toMatchObject({ regression: false, changes: [] });
    const error = await failureOf(() => diff(whole, result.report));
    expect(error.code).toBe('report');
    expect(error.message).toContain('The head ran only a part of the suite.');
  });

  it('are verified in their folder', async () => {
    expect(await verify(folder)).toMatchObject({ problems: [], signer: null });
    expect((await failureOf(() => verify(join(folder, 'nowhere')))).code).toBe('configuration');
    expect((await failureOf(() => verify(folder, 'no key'))).code).toBe('configuration');
    appendFileSync(join(folder, 'report.md'), ' ');
    expect((await verify(folder)).problems).not.toEqual([]);
  });
});

describe('arguments of another type', () => {
  it.each<[name: string, work: () => unknown, sentence: string]>([
    ['run', () => run(untyped(null)), 'options must be an object.'],
    ['parseReport', () => parseReport(untyped(Symbol('text'))), 'text must be a string.'],
    [
      'renderReport',
      () => renderReport(untyped(null), 'md'),
      'report is not a report: the whole report: must be of type object.',
    ],
    [
      'renderReport',
      () => renderReport(untyped({}), untyped('pdf')),
      `format must be one of ${formatNames.join(', ')}.`,
    ],
    ['diff', () => diff(untyped(5), untyped(null)), 'base is not a report: the whole report: must be of type object.'],
    ['verify', () => verify('.', untyped({})), 'publicKey must be a string.'],
  ])('of %s are rejected in a sentence: %s', async (_, work, sentence) => {
    expect((await failureOf(work)).problems).toEqual([sentence]);
  });
});
