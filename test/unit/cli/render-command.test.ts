import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderCommand, type RenderFlags } from '../../../src/cli/render-command.ts';
import { FORMATS, formatNames, renderFormat } from '../../../src/report/formats.ts';
import { fullReport } from '../../support/full-report.ts';
import { fakeConsole, type FakeConsole } from '../../support/fake-console.ts';
import { renderJson } from '../../../src/report/json/render-json.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'render-command-'));
  writeFileSync(join(folder, 'report.json'), renderJson(fullReport()).join(''));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function render(
  flags: RenderFlags = {},
  path = 'report.json',
): Promise<{ readonly code: number; readonly console: FakeConsole }> {
  const console = fakeConsole(folder);
  return { code: await renderCommand(path, flags, console), console };
}

describe('render', () => {
  it('renders the requested ones into another folder, and prints their paths', async () => {
    const { code, console } = await render({ format: ['md, JUnit'], out: 'inner/most' });
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'inner', 'most')).sort()).toEqual(['junit.xml', 'report.md']);
    expect(console.written()).toBe(
      ['report.md', 'junit.xml'].map((name) => `${join(folder, 'inner', 'most', name)}\n`).join(''),
    );
  });

  it('gives one on standard output and writes nothing', async () => {
    const page = await renderFormat(fullReport(), 'html');
    expect((await render({ format: ['html'], out: '-' })).console.written()).toBe(page);
    expect(readdirSync(folder)).toEqual(['report.json']);
  });

  it.each([
    ['an unknown format', { format: ['pdf'] }, `--format must be one or more of ${formatNames.join(', ')}`],
    ['no format', { format: [' , '] }, '--format must be'],
    ['the name of a member of every object', { format: ['toString'] }, '--format must be'],
    ['two formats on standard output', { format: ['md,har'], out: '-' }, '--out - writes one format'],
    ['a folder that is a file', { out: 'report.json' }, 'Set --out to a folder'],
  ])('refuses %s in one sentence', async (_, flags, sentence) => {
    const { code, console } = await render(flags);
    expect(code).toBe(3);
    expect(console.complaints()).toContain(sentence);
    expect(console.complaints().trim().split('\n')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['report.json']);
  });

  it.each([
    ['is not JSON', 'no json', 'it is not JSON'],
    ['is of another version', '{"reportVersion":1}', 'reads version 2 of the format, but the report has version 1'],
    ['names no version', '[]', 'reads version 2 of the format, but the report names none'],
    ['lacks nearly everything', '{"reportVersion":2}', 'the member "run" is missing, and 12 more problems'],
    [
      'has one wrong member',
      JSON.stringify({ ...fullReport(), suiteFaults: 1 }),
      '/suiteFaults: must be of type array',
    ],
    ['has terminal escapes for a version', '{"reportVersion":"\\u001b[31m"}', 'the report has version "'],
  ])('refuses a file that %s, in one sentence', async (_, text, sentence) => {
    writeFileSync(join(folder, 'other.json'), text);
    const { code, console } = await render({}, 'other.json');
    expect(code).toBe(3);
    expect(console.complaints()).toContain(sentence);
    expect(console.complaints().trim().split('\n')).toHaveLength(1);
    expect(console.complaints()).not.toContain('\u001B');
  });

  it('makes all formats of a report beside it, unless a folder has the name of one', async () => {
    mkdirSync(join(folder, FORMATS.junit.file));
    const { code, console } = await render();
    expect([code, console.complaints()]).toEqual([3, expect.stringContaining('EISDIR')]);
    rmdirSync(join(folder, FORMATS.junit.file));
    expect((await render()).code).toBe(0);
    expect(readdirSync(folder)).toHaveLength(formatNames.length);
    expect(statSync(join(folder, 'junit.xml')).mode & 0o777).toBe(0o600);
  });
});
