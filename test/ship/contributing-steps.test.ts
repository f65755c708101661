import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { runProcess, type ProcessResult } from '../support/command-in.ts';
import { copyCheckout } from '../../lab/copy-checkout.ts';

// The recipes of CONTRIBUTING.md for a case, a format and a probable cause, followed in a copy of the checkout. Steps are omitted too.

/** A step that adds something: the word behind the language of its block. */
type Step = 'row' | 'case' | 'fault' | 'renderer' | 'format' | 'reader' | 'cause' | 'told';

/** Where the block of a step goes: at the end of a file, or in front of the last occurrence of a text. */
const PLACES: Readonly<Record<Step, readonly [file: string, before?: string]>> = {
  row: ['src/contract/requirements.ts', '} as const satisfies'],
  case: ['specs/list.spec.ts', '});\n'],
  fault: ['src/reference/faults/listing-filter-faults.ts', '];\n'],
  renderer: ['src/report/tsv/render-tsv.ts'],
  format: ['src/report/formats.ts', '} as const satisfies'],
  cause: ['src/report/causes/error-causes.ts', '];\n\n/** What a response is for'],
  told: ['test/unit/report/causes.test.ts', "];\n\ndescribe('a probable cause'"],
  reader: ['test/unit/report/formats-agree.test.ts', '};\n\nfunction factsOf'],
};

const COMPILED = ['bin', 'specs', 'src', 'schemas', 'package.json', 'tsconfig.json'];
const ALL = [
  ...COMPILED,
  'README.md',
  '.env.example',
  'docs',
  'lab',
  'openapi',
  'reports',
  'scripts',
  'test',
  'vitest.config.ts',
];
const HOUSE = 'vitest run --project command test/command/coverage.test.ts';

let checkout = '';

/** Copies the checkout, or parts of it, with the packages of this one, and follows some steps there. */
function follow(steps: readonly Step[], parts: readonly string[] = ALL): void {
  checkout = copyCheckout(parts);
  for (const step of steps) add(step, contributingBlock(step));
}

/** Adds a block to the copy, at the place of a step. */
function add(step: Step, block: string): void {
  const [file, before] = PLACES[step];
  const path = join(checkout, file);
  mkdirSync(dirname(path), { recursive: true });
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const place = before === undefined ? text.length : text.lastIndexOf(before);
  if (place === -1) throw new Error(`${file} has no place for the ${step} of CONTRIBUTING.md.`);
  writeFileSync(path, `${text.slice(0, place)}${block}${text.slice(place)}`);
}

/** Runs a script in the copy. */
function run(script: string): Promise<ProcessResult> {
  const path = `${join(PACKAGE_ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  return runProcess('sh', ['-c', script], checkout, { PATH: path, HOME: checkout, NO_COLOR: '1' });
}

/** A block of CONTRIBUTING.md by the word behind its language, without the indent of its list. */
function contributingBlock(name: string): string {
  const page = readFileSync(join(PACKAGE_ROOT, 'CONTRIBUTING.md'), 'utf8');
  const found = new RegExp(`^ {3}\`\`\`\\w+ ${name}\\n([^]*?)^ {3}\`\`\``, 'm').exec(page)?.[1];
  if (found === undefined) throw new Error(`CONTRIBUTING.md has no block ${name}.`);
  return found.replaceAll(/^ {3}/gm, '');
}

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

describe('the recipe of a case', () => {
  it('are enough: the house rules hold, and the new check catches the new faults', async () => {
    follow(['row', 'case', 'fault']);
    const types = await run('tsc --noEmit');
    expect(types.code, types.out).toBe(0);
    const unrecorded = await run(HOUSE);
    expect(unrecorded.error).toContain('Record the new ids: npm run detect -- PATTERN --record');
    const recording = await run(contributingBlock('record'));
    expect(recording.code, recording.error).toBe(0);
    expect(recording.out.match(/^ok .*violated: LIST-STATUS-FILTER, LIST-SOLD-ONLY$/gm)).toHaveLength(2);
    expect(recording.out).toContain('Not measured on every service: 1 case (list/status/sold-only).');
    const house = await run(HOUSE);
    expect(house.code, house.out).toBe(0);
    expect(readFileSync(join(checkout, 'docs/kill-matrix.json'), 'utf8')).toContain('"LIST-SOLD-ONLY"');
    const page = readFileSync(join(checkout, 'docs/requirements/LIST-SOLD-ONLY.md'), 'utf8');
    expect(page).toContain('Checks that find a violation of it: not measured.');
  });

  it('name the row where it was left out', async () => {
    follow(['case', 'fault'], COMPILED);
    const types = await run('tsc --noEmit');
    expect(types.code).not.toBe(0);
    expect(types.out).toMatch(/specs\/list\.spec\.ts.*'"LIST-SOLD-ONLY"' is not assignable/);
  });

  it('name the row that has no remedy', async () => {
    const row = contributingBlock('row').replace(/^ +remedy: .*\n/m, '');
    follow([], COMPILED);
    add('row', row);
    const types = await run('tsc --noEmit');
    expect(types.code).not.toBe(0);
    expect(types.out).toMatch(/src\/contract\/requirements\.ts[^]*'remedy' is missing/);
  });

  it('name the requirement without a case and without faults where these were left out', async () => {
    follow(['row']);
    const { out, error, code } = await run(HOUSE);
    expect(code).not.toBe(0);
    expect(out).toMatch(/× has a case, a rule, or a reason for the lack of both, in every row/);
    expect(out).toMatch(/× has two faults for every testable required row/);
    expect(error.match(/\+ +"LIST-SOLD-ONLY"/g)).toHaveLength(3);
  });
});

/** Tests that hold every format to its rules. */
const OF_FORMATS = ['formats-agree', 'every-format', 'publish-report-secrets', 'hostile-content', 'run-options'];

describe('the recipe of a format', () => {
  it('is enough: types and the tests of formats accept the new format', async () => {
    follow(['renderer', 'format', 'reader'], ALL);
    const types = await run('tsc --noEmit');
    expect(types.code, types.out).toBe(0);
    const tests = await run(`vitest run --reporter verbose --project unit ${OF_FORMATS.join(' ')}`);
    expect(tests.code, tests.out).toBe(0);
    for (const file of ['publish-report-secrets', 'hostile-content'])
      expect(tests.out).toMatch(new RegExp(`${file}.* tsv`));
  });

  it('names the reader that is missing', async () => {
    follow(['renderer', 'format'], ALL);
    const types = await run('tsc --noEmit');
    expect(types.code).not.toBe(0);
    expect(types.out).toMatch(/formats-agree\.test\.ts.*'tsv' is missing/);
  });
});

describe('the recipe of a probable cause', () => {
  it('is enough: types and the test of causes accept the new cause', async () => {
    follow(['cause', 'told']);
    const types = await run('tsc --noEmit');
    expect(types.code, types.out).toBe(0);
    const tests = await run('vitest run --reporter verbose --project unit test/unit/report/causes');
    expect(tests.code, tests.out).toBe(0);
    expect(tests.out).toContain('unknown-pet-as-page speaks if every exchange agrees');
  });

  it('names the cause without a row', async () => {
    follow(['cause']);
    const tests = await run('vitest run --project unit test/unit/report/causes');
    expect(tests.code).not.toBe(0);
    expect(tests.error).toContain('"unknown-pet-as-page"');
  });
});
