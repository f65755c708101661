import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReferenceService, startReference } from '../../src/reference/reference-service.ts';
import type { Report } from '../../src/report/report.ts';
import { copyCheckout } from '../../lab/copy-checkout.ts';
import { type ProcessResult, runProcess } from '../support/command-in.ts';
import { targetOf, readValid } from '../support/command.ts';
import { ODD_NAME } from '../support/folder-names.ts';

/** The title of one case that sends few requests. */
const TITLE = 'MUST return a pet that is in the catalogue';
const CASE = 'get/any';

let root = '';
/** A copy of the checkout, in a folder with an odd name within another folder. */
let checkout = '';
let service: ReferenceService;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'folders-'));
  checkout = join(root, ODD_NAME, ODD_NAME);
  mkdirSync(dirname(checkout));
  renameSync(
    copyCheckout([
      'bin',
      'schemas',
      'specs',
      'src',
      'test/conformance',
      'test/support',
      'package.json',
      'vitest.config.ts',
    ]),
    checkout,
  );
  service = await startReference({ seed: 1, faults: ['name-null-on-get'] });
});

afterAll(async () => {
  await service.close();
  rmSync(root, { recursive: true });
});

/** Runs a Node program in the checkout. */
function runNode(...words: readonly string[]): Promise<ProcessResult> {
  const environment = { PATH: process.env['PATH'] ?? '', HOME: root, NO_COLOR: '1', ...targetOf(service) };
  return runProcess(process.execPath, words, checkout, environment);
}

function readReport(...steps: readonly string[]): Report {
  return readValid(readFileSync(join(...steps, 'report.json'), 'utf8'));
}

describe('a folder with an odd name', () => {
  it('can contain the checkout and the report, and can be the folder of --reports', async () => {
    const words = ['run', '--only', CASE, '--format', 'json', '--reports', ODD_NAME];
    expect(await runNode('bin/petstore-conformance.js', ...words)).toMatchObject({ code: 1, error: '' });
    const first = readReport(checkout, ODD_NAME);
    expect(first.cases.map(({ place }) => place)).toContainEqual(expect.stringMatching(/^specs\/.*:\d+$/));
  });

  it('can contain a checkout whose cases run in vitest, and vitest shows the line of the case', async () => {
    const words = ['run', '--project', 'conformance', '-t', TITLE];
    const { code, out, error } = await runNode('node_modules/vitest/vitest.mjs', ...words);
    expect(code).toBe(1);
    expect(out).toMatch(/Tests +\d+ failed/);
    expect(error).toMatch(/Place: specs\/get-pet\.spec\.ts:\d+\n/);
  });
});
