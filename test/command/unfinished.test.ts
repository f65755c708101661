import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { fakeConsole } from '../support/fake-console.ts';

const BRIEF = ['run', '--only', 'LIST-OK', '--format', 'json'];
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unfinished-'));
  expect(await main(BRIEF, fakeConsole(folder))).toBe(2);
  cpSync(join(folder, 'reports'), join(folder, 'finished'), { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

const marks = (): readonly string[] => readdirSync(join(folder, 'reports')).filter((name) => name.endsWith('.journal'));

describe('a run that cannot start', () => {
  it.each([
    ['a setting is wrong', { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v2' }, []],
    ['a file cannot be read', {}, ['--deviations', 'nowhere.json']],
    ['a flag is unknown', {}, ['--reports=reports', '--no-such-flag']],
    ['a flag has no value', {}, ['--seed']],
    ['no case is selected', {}, ['--grep', 'no such case']],
  ])('keeps the earlier report, and leaves a mark: %s', async (_, environment, flags) => {
    expect(marks()).toEqual([]);
    expect(await main([...BRIEF, ...flags], fakeConsole(folder, environment))).toBe(3);
    expect(marks()).toEqual([expect.stringMatching(/^unfinished-[0-9a-z]+\.journal$/)]);
    expect(readdirSync(join(folder, 'reports'))).toContain('report.json');
    for (const words of [
      ['verify', 'reports'],
      ['gate', 'reports', '--unsigned'],
      ['diff', 'finished/report.json', 'reports/report.json'],
      ['diff', 'reports/report.json', 'finished/report.json'],
    ]) {
      const console = fakeConsole(folder);
      expect(await main(words, console), words.join(' ')).toBe(3);
      expect(console.complaints()).toMatch(/The run \w+ in .* is unfinished: .* Run again\./);
    }
    expect(await main(BRIEF, fakeConsole(folder))).toBe(2);
    expect(marks()).toEqual([]);
    expect(await main(['verify', 'reports'], fakeConsole(folder))).toBe(0);
  });

  it('makes no folder for a mark', async () => {
    mkdirSync(join(folder, 'empty'));
    const console = fakeConsole(join(folder, 'empty'), { PETSTORE_BASE_URL: 'nowhere' });
    expect(await main(BRIEF, console)).toBe(3);
    expect(readdirSync(join(folder, 'empty'))).toEqual([]);
  });
});

describe('--run', () => {
  const report = 'finished/report.json';

  it.each([
    ['verify', ['verify', 'finished'], 1],
    ['diff', ['diff', report, report, '--embedded'], 3],
  ] as const)('of %s rejects another run than the one with this id', async (_, words, rejected) => {
    const { run } = JSON.parse(readFileSync(join(folder, report), 'utf8')) as { run: { id: string } };
    const [same, other] = [fakeConsole(folder), fakeConsole(folder)];
    await main([...words, '--run', run.id], same);
    expect(await main([...words, '--run', 'another'], other)).toBe(rejected);
    const problem = `The run is ${run.id}, and --run names another.`;
    expect(same.written() + same.complaints()).not.toContain('--run names');
    expect(other.written() + other.complaints()).toContain(problem);
  });
});
