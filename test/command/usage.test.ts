import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { usageSentence } from '../../src/cli/usage-sentence.ts';
import { fakeConsole, type FakeConsole } from '../support/fake-console.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'usage-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function command(...words: readonly string[]): Promise<{ readonly code: number; readonly console: FakeConsole }> {
  const console = fakeConsole(folder);
  return { code: await main(words, console), console };
}

const COMMANDS = ['run', 'list', 'explain', 'render', 'diff', 'verify', 'gate', 'serve'];

describe('the help', () => {
  it.each(COMMANDS)('of %s has examples that begin with its name', async (name) => {
    for (const words of [
      [name, '--help'],
      ['help', name],
    ]) {
      const { code, console } = await command(...words);
      expect([code, console.complaints()]).toEqual([0, '']);
      expect(console.written()).toMatch(new RegExp(`^Examples?:\\n(  .*\\n)*?  .*petstore-conformance ${name}`, 'm'));
    }
  });

  it('names all commands and the exit codes', async () => {
    for (const words of [['--help'], ['help']]) {
      const { code, console } = await command(...words);
      expect(code).toBe(0);
      for (const name of COMMANDS) expect(console.written()).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
      expect(console.written()).toContain('2  inconclusive');
    }
  });

  it.each([40, 60, 80, 120])('is no wider than a terminal of %i columns', async (columns) => {
    const console = { ...fakeConsole(folder), columns };
    await main(['run', '--help'], console);
    const [, described = ''] = /^Options:\n([^]*)^Examples:/m.exec(console.written()) ?? [];
    expect(described).toContain('--max-unpacked');
    expect(described.split('\n').filter((line) => line.length > columns)).toEqual([]);
  });

  it('is what an empty command line is answered with, which is wrong all the same', async () => {
    const { code, console } = await command();
    expect([code, console.written()]).toEqual([3, '']);
    expect(console.complaints()).toContain('Examples:');
  });
});

describe('wrong usage', () => {
  it.each([
    [['rnu'], "unknown command 'rnu'; did you mean run?"],
    [['help', 'serv'], 'There is no command serv; did you mean serve?'],
    [['help', 'nothing-like-it'], 'There is no command nothing-like-it.'],
    [['explain'], "missing required argument 'id'."],
    [['explain', 'GET-OK', 'GET-SAME'], 'expected 1 argument but got 2: GET-OK, GET-SAME.'],
    [['explain', 'LIST-LIMT-MAX'], 'There is no requirement "LIST-LIMT-MAX"; did you mean LIST-LIMIT-MAX?'],
    [['explain', '?'], "'petstore-conformance list' shows them all."],
    [['list', 'all'], "too many arguments for 'list', expected 0 arguments but got 1: all."],
    [['list', '--jsno'], "unknown option '--jsno'; did you mean --json?"],
    [['run', '--bse-url', 'x'], "unknown option '--bse-url'; did you mean --base-url?"],
    [['run', 'now'], "too many arguments for 'run'"],
    [['run', '--base-url'], "option '--base-url <url>' argument missing."],
    [['run', '--profile', 'readonly'], 'must be full or read-only; did you mean read-only?'],
    [['run', '--format', 'htm'], 'with commas between them; did you mean html?'],
    [['run', '--again', 'nowhere.json'], 'nowhere.json is not a report that can be read'],
    [['run', '--watch', 'nowhere'], '--watch must name a folder that can be watched, not nowhere (it is no folder).'],
    [['run', '--watch', '--reports', '.'], 'not . (the report is written into it).'],
    [['render'], "missing required argument 'report.json'."],
    [['diff', 'a', 'b', '--format', 'txt'], '--format must be one of text, md, json; did you mean text?'],
    [['verify'], "missing required argument 'dir'."],
    [['gate', '.', '--polcy', 'x'], 'did you mean --policy?'],
    [['serve', '--port', '70000'], '--port must be a whole number from 0 to 65535.'],
    [['serve', '--fault', 'limit-plus-on'], 'not limit-plus-on; did you mean limit-plus-one?'],
    [['serve', '--lawful', 'ids-negatve'], 'not ids-negatve; did you mean ids-negative?'],
    [['serve', '--lawful', 'none'], 'not none; serve --list shows them all.'],
    [['--no-colour'], "unknown option '--no-colour'; did you mean --no-color?"],
  ])('%j is one sentence and exit 3', async (words, sentence) => {
    const { code, console } = await command(...words);
    expect([code, console.written()]).toEqual([3, '']);
    expect(console.complaints()).toContain(sentence);
    expect(console.complaints()).toMatch(/^petstore-conformance: [^\n]*[.?]\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is told inert, whatever was typed', async () => {
    const { console } = await command('run', '--\u001b[31mred\n::error::x');
    expect(console.complaints()).toBe(
      `petstore-conformance: unknown option '--${String.raw`\x1b[31mred\n`}::error::x'.\n`,
    );
    expect(usageSentence("error: unknown command 'a\n(Did you mean b?)c'\n(Did you mean one of d, e?)")).toBe(
      `petstore-conformance: unknown command 'a${String.raw`\n`}(Did you mean b?)c'; did you mean one of d, e?\n`,
    );
  });
});
