import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { fakeConsole } from '../support/fake-console.ts';

const BRIEF = ['run', '--only', 'LIST-OK', '--format', 'json'];
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earlier-report-'));
  expect(await main(BRIEF, fakeConsole(folder))).toBe(2);
  cpSync(join(folder, 'reports'), join(folder, 'finished'), { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The exit code of a command line. */
const exitOf = (...words: readonly string[]): Promise<number> => main(words, fakeConsole(folder));

describe('a run that cannot start', () => {
  it.each([
    ['a setting is wrong', { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v2' }, []],
    ['a file cannot be read', {}, ['--deviations', 'nowhere.json']],
    ['a flag is unknown', {}, ['--reports=reports', '--no-such-flag']],
    ['a flag has no value', {}, ['--seed']],
    ['--watch names no folder', {}, ['--watch', 'nowhere']],
    ['a setting of --watch is wrong', { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v2' }, ['--watch']],
    ['no case is selected', {}, ['--only', 'no/such/case']],
  ])('removes the earlier report: %s', async (_, environment, flags) => {
    cpSync(join(folder, 'finished'), join(folder, 'reports'), { recursive: true });
    writeFileSync(join(folder, 'reports', 'notes.txt'), '');
    expect(await main([...BRIEF, ...flags], fakeConsole(folder, environment))).toBe(3);
    expect(readdirSync(join(folder, 'reports'))).toEqual(['notes.txt']);
    expect(await exitOf('verify', 'reports')).toBe(1);
    expect(await exitOf('gate', 'reports', '--unsigned')).toBe(1);
    expect(await exitOf('diff', 'finished/report.json', 'reports/report.json')).toBe(3);
  });

  it('makes no folder', async () => {
    mkdirSync(join(folder, 'empty'));
    const console = fakeConsole(join(folder, 'empty'), { PETSTORE_BASE_URL: 'nowhere' });
    expect(await main(BRIEF, console)).toBe(3);
    expect(readdirSync(join(folder, 'empty'))).toEqual([]);
  });

  it('says so if the earlier report cannot be removed', async () => {
    mkdirSync(join(folder, 'taken', 'report.json'), { recursive: true });
    const console = fakeConsole(folder);
    expect(await main(['run', '--reports', 'taken', '--no-such-flag'], console)).toBe(3);
    expect(console.complaints()).toContain('The earlier report in ');
  });
});

it('a folder with files of two runs is not verified until one of them is complete', async () => {
  expect(await exitOf(...BRIEF, '--format', 'md', '--reports', 'mixed')).toBe(2);
  expect(await exitOf(...BRIEF, '--format', 'md', '--reports', 'other')).toBe(2);
  const codes = [];
  for (const name of ['manifest.json', 'report.md', 'report.json']) {
    renameSync(join(folder, 'other', name), join(folder, 'mixed', name));
    codes.push(await exitOf('verify', 'mixed'));
  }
  expect(codes).toEqual([1, 1, 0]);
});

it('gate --run rejects another run than the one with this id', async () => {
  const { run } = JSON.parse(readFileSync(join(folder, 'finished/report.json'), 'utf8')) as { run: { id: string } };
  const [same, other] = [fakeConsole(folder), fakeConsole(folder)];
  await main(['gate', 'finished', '--unsigned', '--run', run.id], same);
  await main(['gate', 'finished', '--unsigned', '--run', 'another'], other);
  expect(same.written()).not.toContain('--run names');
  expect(other.written()).toContain(`The run is ${run.id}, and --run names another.`);
});
