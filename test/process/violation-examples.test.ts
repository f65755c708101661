import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import recorded from '../../docs/violations.json' with { type: 'json' };
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { runProcess } from '../support/command-in.ts';

it('docs/violations.json is what a run against the same service tells today: else run npm run violations', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-conformance-violations-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'violations.json');
  const example = recorded['ERROR-CODE'];
  const script = join(PACKAGE_ROOT, 'lab/record-violations.ts');
  const environment = { HOME: directory, PATH: process.env['PATH'] ?? '' };
  const result = await runProcess(process.execPath, [script, file, example.service], directory, environment);
  expect(result).toMatchObject({ code: 0, error: '' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ 'ERROR-CODE': example });
});
