import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { fakeConsole, type FakeConsole } from '../support/fake-console.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'usage-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Ended = Promise<{ readonly code: number; readonly console: FakeConsole }>;

async function command(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Ended {
  const console = fakeConsole(folder, environment);
  return { code: await main(words, console), console };
}

/** The flags of settings that the help of run names. */
async function flagsIn(word: string): Promise<readonly string[]> {
  const { code, console } = await command(['run', word]);
  expect([code, console.complaints()]).toEqual([0, '']);
  return console.written().match(/^  --(?!help|no-color)[a-z-]+/gm) ?? [];
}

const COMMANDS = ['run', 'list', 'explain', 'render', 'diff', 'deviations', 'verify', 'gate', 'serve'];

describe('the help', () => {
  it.each(COMMANDS)('of %s has examples that start with its name', async (name) => {
    const { code, console } = await command([name, '--help']);
    expect([code, console.complaints()]).toEqual([0, '']);
    expect(console.written()).toMatch(new RegExp(`^Examples?:\\n(  .*\\n)*?  .*petstore-conformance ${name}`, 'm'));
    expect((await command(['help', name])).console.written()).toBe(console.written());
  });

  it.each([[['--help']], [['help']]])('names all commands and the exit codes: %j', async (words) => {
    const { code, console } = await command(words);
    expect(code).toBe(0);
    for (const name of COMMANDS) expect(console.written()).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    expect(console.written()).toContain('2  inconclusive');
  });

  it.each([80, 120])('is no wider than a terminal of %i columns', async (columns) => {
    const console = { ...fakeConsole(folder), width: columns };
    await main(['run', '--help-all'], console);
    const [, described = ''] = /^Target and key:\n([^]*)^Examples:/m.exec(console.written()) ?? [];
    expect(described).toContain('--max-body-size');
    expect(described.split('\n').filter((line) => line.length > columns)).toEqual([]);
  });

  it.each([...COMMANDS, 'help'])('of %s fits 80 columns', async (name) => {
    const console = { ...fakeConsole(folder), width: 80 };
    await main(name === 'help' ? ['--help'] : [name, '--help'], console);
    expect(
      console
        .written()
        .split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([]);
  });

  it('of run shows ten options in groups first, and all of them on request', async () => {
    const first = await flagsIn('--help');
    expect(first).toHaveLength(10);
    const all = await flagsIn('--help-all');
    expect(all.length).toBeGreaterThan(30);
    expect(first.filter((flag) => !all.includes(flag))).toEqual([]);
  });

  it('appears for an empty command line, which is wrong usage', async () => {
    const { code, console } = await command([]);
    expect([code, console.written()]).toEqual([3, '']);
    expect(console.complaints()).toContain('Examples:');
  });
});

describe('wrong usage', () => {
  it.each<[words: readonly string[], sentence: string, environment?: Readonly<Record<string, string>>]>([
    [['rnu'], "unknown command 'rnu' (Did you mean run?)"],
    [['--no-colour'], "unknown option '--no-colour' (Did you mean --no-color?)"],
    [['explain', 'LIST-LIMT-MAX'], 'There is no requirement "LIST-LIMT-MAX"; did you mean LIST-LIMIT-MAX?'],
    [['explain', '?'], "'petstore-conformance list' shows them all."],
    [['list', 'all'], "too many arguments for 'list'. Expected 0 arguments but got 1: all."],
    [['run', '--sed', '3'], "unknown option '--sed' (Did you mean --seed?)"],
    [['run', '--bse-url', 'x'], "unknown option '--bse-url' (Did you mean --base-url?)"],
    [['run', '--base-url'], "option '--base-url <url>' argument missing"],
    [['run', '--base-url', ''], '--base-url (PETSTORE_BASE_URL) is empty'],
    [['run', '--base-url', 'http://127.0.0.1:1/v1'], 'PETSTORE_API_KEY'],
    [['run'], 'PETSTORE_BASE_URL is set but empty', { PETSTORE_BASE_URL: '' }],
    [['run'], 'PETSTORE_BASEURL looks like', { PETSTORE_BASEURL: 'http://127.0.0.1:1/v1' }],
    [['run', '--watch'], 'PETSTORE_BASE_URL is set but empty', { PETSTORE_BASE_URL: ' ' }],
    [
      ['run', '--watch', 'nowhere'],
      '--watch must name a folder that can be watched, not nowhere (it is not a folder).',
    ],
    [['run', '--watch', '--reports', '.'], 'not . (the report is written into it).'],
    [['run', '--as-of', '2030-02-30'], '--as-of'],
    [['run', '--profile', 'readonly'], 'must be full or read-only; did you mean read-only?'],
    [['run', '--format', 'htm'], 'with commas between them; did you mean html?'],
    [['run', '--reports', '/proc/no/such'], '--reports'],
    [['render'], "missing required argument 'report.json'"],
    // A repeated option is a list.
    [['render', 'report.json', '--format', 'md', '--format', 'pdf'], '--format must be one or more of'],
    [
      ['diff', 'a', 'b', '--format', 'txt'],
      "option '--format <name>' argument 'txt' is invalid. Allowed choices are text, md.",
    ],
    [['verify', 'nowhere'], 'cannot be read as the folder of a run'],
    [['verify', '.', '--public-key', 'nowhere.pem'], '--public-key does not exist'],
    [['gate', '.', '--policy', 'nowhere.json'], '--policy does not exist'],
    [['gate', '.', '--max-age', 'soon'], '--max-age must be a number of minutes, hours or days, such as 90m, 24h or'],
    [['gate', '.', '--subject', 'app'], '--subject must be sha256: and the 64 hexadecimal digits of the build'],
    [['gate', '.', '--profile', 'half'], '--profile must be full or read-only.'],
    [['gate', '.', '--format', 'json'], "unknown option '--format'"],
    [['gate', '.', '--target', ''], '--target must be a base address.'],
    [['serve', '--port', '70000'], '--port must be a whole number from 0 to 65535 (got 70000).'],
    [['serve', '--fault', 'limit-plus-on'], 'not limit-plus-on; did you mean limit-plus-one?'],
    [['serve', '--variant', 'ids-negatve'], 'not ids-negatve; did you mean ids-negative?'],
  ])('%j is one line and exit 3: %s', async (words, sentence, environment) => {
    const { code, console } = await command(words, environment);
    expect([code, console.written()]).toEqual([3, '']);
    expect(console.complaints()).toContain(sentence);
    expect(console.complaints()).toMatch(/^petstore-conformance: [^\n]*\n$/);
    expect(console.complaints()).not.toMatch(/\bat .*\.ts:\d+/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('shows the help instead of that of an unknown command', async () => {
    const { code, console } = await command(['help', 'serv']);
    expect([code, console.written()]).toEqual([3, '']);
    expect(console.complaints()).toContain('start the reference service');
  });

  it('is printed inert, for any input', async () => {
    const { console } = await command(['run', '--\u001b[31mred\n::error::x']);
    expect(console.complaints()).toBe(
      `petstore-conformance: unknown option '--${String.raw`\x1b[31mred`} ::error::x'\n`,
    );
  });
});

it('a fault of the suite exits with 4 and prints one line, for any message', async () => {
  const console = fakeConsole('/');
  const broken: FakeConsole = {
    ...console,
    get directory(): string {
      throw new Error('a\n::error::b\u001B[31m');
    },
  };
  expect(await main(['render', 'report.json'], broken)).toBe(4);
  const said = String.raw`a\n::error::b\x1b[31m`;
  expect(console.complaints()).toBe(`petstore-conformance: a fault of the suite itself: ${said}\n`);
});
