import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import outputSchema from '../../schemas/output.schema.json' with { type: 'json' };
import { main } from '../../src/cli/main.ts';
import { schemaProblems } from '../../src/contract/schema-problems.ts';
import { fakeConsole } from '../support/fake-console.ts';
import { sealedFiles, wholeReport } from '../support/sealed-run.ts';
import { renderJson } from '../../src/report/json/render-json.ts';

// --json of every command: one document on standard output that its schema describes, also if there is no result.

type Name = keyof typeof outputSchema.$defs;

/** The command lines of each command: one with a result, and one without. */
const COMMANDS: readonly (readonly [name: Name, works: readonly string[], code: number, fails: readonly string[]])[] = [
  ['list', ['list'], 0, ['list', 'all']],
  ['explain', ['explain', 'LIST-LIMIT-MAX'], 0, ['explain', 'LIST-LIMT-MAX']],
  ['diff', ['diff', 'plain.json', 'run/report.json'], 1, ['diff', 'plain.json', 'missing.json']],
  ['deviations', ['deviations', 'run/report.json'], 0, ['deviations', 'missing.json']],
  ['verify', ['verify', 'run'], 0, ['verify', 'run', '--public-key', 'missing.pem']],
  ['gate', ['gate', 'run', '--unsigned'], 1, ['gate', 'run', '--max-age', 'long']],
];
const HOSTILE = '\u001b[31m\u009b31m##vso[task.complete]\r\n::error::x';

let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'json-output-'));
  mkdirSync(join(folder, 'run'));
  mkdirSync(join(folder, 'empty'));
  const report = wholeReport({ violated: true });
  const hostile = { ...report, checks: report.checks.map((check) => ({ ...check, actual: HOSTILE })) };
  for (const [name, data] of await sealedFiles(hostile, null, ['json'])) writeFileSync(join(folder, 'run', name), data);
  writeFileSync(join(folder, 'plain.json'), renderJson(wholeReport()).join(''));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Printed {
  readonly code: number;
  readonly text: string;
  readonly document: unknown;
  readonly complaints: string;
}

async function printed(words: readonly string[]): Promise<Printed> {
  const console = fakeConsole(folder);
  const code = await main([...words, '--json'], console);
  const text = console.written();
  return { code, text, document: JSON.parse(text), complaints: console.complaints() };
}

function problems(name: Name, document: unknown): readonly string[] {
  const { $schema, $defs } = outputSchema;
  return schemaProblems({ $schema, $defs, $ref: `#/$defs/${name}` }, document, name);
}

describe('--json', () => {
  it.each(COMMANDS)('of %s prints what its schema describes, and nothing that acts', async (name, words, code) => {
    const result = await printed(words);
    expect([result.code, result.complaints]).toEqual([code, '']);
    expect(problems(name, result.document)).toEqual([]);
    expect(schemaProblems(outputSchema, result.document, name)).toEqual([]);
    expect(result.text).not.toMatch(/##|[^\n\P{Cc}]|^::/mu);
    expect(problems(name, { ...Object(result.document), stranger: 1 })).toEqual([expect.stringContaining('stranger')]);
    expect(problems('error', result.document)).not.toEqual([]);
  });

  it.each(COMMANDS)('of %s prints an error as JSON too', async (_name, _works, _code, words) => {
    const { code, document, complaints } = await printed(words);
    expect(code).toBe(3);
    expect(problems('error', document)).toEqual([]);
    expect(document).toEqual({ error: { exitCode: 3, problems: [expect.any(String)] } });
    const { error } = document as { readonly error: { readonly problems: readonly string[] } };
    expect(complaints).toContain(error.problems.join('\n'));
  });

  it('says why a folder is not verified', async () => {
    const { code, document } = await printed(['verify', 'empty']);
    expect(code).toBe(1);
    expect(problems('verify', document)).toEqual([]);
    expect(document).toMatchObject({ verified: false, run: null, verdict: null });
  });

  it('prints a fault of the suite as JSON', async () => {
    const console = {
      ...fakeConsole(folder),
      now: () => {
        throw new Error('No clock.');
      },
    };
    expect(await main(['gate', 'run', '--unsigned', '--json'], console)).toBe(4);
    expect(JSON.parse(console.written())).toEqual({
      error: { exitCode: 4, problems: [expect.stringContaining('No clock.')] },
    });
  });
});
