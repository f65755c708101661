import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { requirements } from '../../../src/contract/requirements.ts';
import type { Report } from '../../../src/report/report.ts';
import { sealedFiles, wholeReport } from '../../support/sealed-run.ts';
import { fakeConsole, type FakeConsole } from '../../support/fake-console.ts';
import { readDeviations } from '../../../src/gate/known-deviations.ts';
import { renderJson } from '../../../src/report/json/render-json.ts';

const HOSTILE = '\u001b[31mNOT\u0007 \u202Eevil\n::error::x\r\nYES: the build may be promoted.';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commands-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function command(...words: readonly string[]): Promise<{ readonly code: number; readonly console: FakeConsole }> {
  const console = fakeConsole(folder);
  return { code: await main(words, console), console };
}

/** A report in which a service has its say wherever it can. */
function hostileReport(): Report {
  const report = wholeReport({
    violated: true,
    deviations: [{ id: 'GET-OK', reason: HOSTILE, owner: HOSTILE, expires: '2030-01-01' }],
  });
  return {
    ...report,
    run: {
      ...report.run,
      id: HOSTILE,
      target: HOSTILE,
      suite: { ...report.run.suite, name: HOSTILE, version: HOSTILE },
    },
    verdict: { ...report.verdict, reasons: [{ kind: 'doubt', text: HOSTILE, requirements: [] }] },
    checks: report.checks.map((check) => ({ ...check, id: `${HOSTILE}${check.id}`, actual: HOSTILE })),
    behaviour: report.behaviour.map((entry) => ({ ...entry, seen: HOSTILE, question: HOSTILE })),
  };
}

/** Leaves the files of a run in the folder `run`, and beside it the report of a conformant one. */
async function leave(report: Report): Promise<void> {
  mkdirSync(join(folder, 'run'));
  for (const [name, data] of await sealedFiles(report, null)) writeFileSync(join(folder, 'run', name), data);
  writeFileSync(join(folder, 'plain.json'), renderJson(wholeReport()).join(''));
}

it.each([
  [['verify', 'run']],
  [['gate', 'run']],
  [['diff', 'plain.json', 'run/report.json']],
  [['diff', 'plain.json', 'run/report.json', '--format', 'md']],
])('what a report says is inert in the output of %j', async (words) => {
  await leave(hostileReport());
  const { code, console } = await command(...words);
  const text = console.written() + console.complaints();
  expect(code).toBeLessThan(4);
  expect(text).not.toMatch(/^::|^YES/m);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text.length).toBeGreaterThan(20);
});

it.each([
  [[], 3, 'The embedded reference service was judged. If that is intended, use --embedded.'],
  [['--embedded'], 0, 'No regression.'],
])('diff of reports of the embedded service with %j is exit %i', async (flags, code, text) => {
  const report = renderJson(wholeReport({ embedded: true })).join('');
  for (const name of ['base.json', 'head.json']) writeFileSync(join(folder, name), report);
  const result = await command('diff', 'base.json', 'head.json', ...flags);
  expect(result.code).toBe(code);
  expect(result.console.written() + result.console.complaints()).toContain(text);
});

it('deviations drafts a list that a run rejects until it is filled in', async () => {
  const known = { id: 'GET-SAME', reason: 'A reason.', owner: 'An owner', expires: '2099-01-01' };
  const report = wholeReport({ violated: true, outcomes: { 'GET-SAME': 'violated' }, deviations: [known] });
  writeFileSync(join(folder, 'broken.json'), renderJson(report).join(''));
  const { code, console } = await command('deviations', 'broken.json');
  expect(code).toBe(0);
  const draft = console.written();
  expect(JSON.parse(draft)).toEqual({ deviations: [known, { id: 'GET-OK', reason: '', owner: '', expires: '' }] });
  expect(readDeviations(draft)).toMatchObject({ kind: 'bad' });
  const filled = draft
    .replaceAll(/"(reason|owner)": ""/g, '"$1": "x"')
    .replace('"expires": ""', '"expires": "2099-01-01"');
  expect(readDeviations(filled)).toMatchObject({ kind: 'ok' });
  for (const blank of ['\u200b', '\u2060 ', '\u3164'])
    expect(readDeviations(filled.replace('"owner": "x"', `"owner": "${blank}"`))).toMatchObject({ kind: 'bad' });
});

it('verify without a key says what an unsigned run shows', async () => {
  await leave(wholeReport());
  const { code, console } = await command('verify', 'run');
  expect(code).toBe(0);
  expect(console.written()).toContain(
    'is VERIFIED without a signature, so accidental changes are found, but not forged files',
  );
});

describe('with --quiet', () => {
  it.each([
    [['verify', 'run'], /^The run is NOT VERIFIED\.\n$/],
    [['gate', 'run'], /^NO: the build may not be promoted\.\n$/],
    [['diff', 'plain.json', 'run/report.json'], /^There is a regression\. Before: .*\n$/],
  ])('what %j comes to stands alone', async (words, alone) => {
    await leave(wholeReport({ violated: true }));
    appendFileSync(join(folder, 'run', 'report.md'), 'edited');
    const [loud, quiet] = [await command(...words), await command(...words, '--quiet')];
    expect(loud.console.written().split('\n').length).toBeGreaterThan(2);
    expect([quiet.code, quiet.console.written() + quiet.console.complaints()]).toEqual([
      loud.code,
      expect.stringMatching(alone),
    ]);
  });
});

it('an empty folder is no run, and no reason to promote', async () => {
  expect((await command('verify', '.')).code).toBe(1);
  const { code, console } = await command('gate', '.');
  expect([code, console.written()]).toEqual([1, expect.stringMatching(/^NO: /)]);
});

describe('list', () => {
  it('prints each requirement with what judges it, below what a run costs', async () => {
    const { console } = await command('list');
    const [counts, cost, empty, ...lines] = console.written().trimEnd().split('\n');
    expect(counts).toMatch(new RegExp(`^${requirements.length} requirements, \\d+ cases\\.$`));
    expect(cost).toMatch(/^A run sends about \d+ requests and adds about \d+ pets/);
    expect(empty).toBe('');
    const heads = lines.filter((line) => !line.startsWith(' '));
    expect(heads.map((line) => line.split(' ')[0])).toEqual(requirements.map(({ id }) => id));
    for (const judge of [/, \d+ cases$/, /, not testable$/, /, all responses$/])
      expect(heads).toContainEqual(expect.stringMatching(judge));
    const text = lines.map((line) => line.trim()).join(' ');
    for (const { statement } of requirements) expect(text).toContain(statement);
  });

  it('prints the cases of each requirement too with --cases', async () => {
    const { console } = await command('list', '--cases');
    expect(console.written()).toMatch(/^ {2}- GET [^-]* \(specs\/.*:\d+\)$/m);
    for (const { id, part, level } of requirements)
      expect(console.written()).toContain(`${id}  part ${part}, ${level}`);
  });
});
