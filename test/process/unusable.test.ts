import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf, startProcess } from '../../lab/child-process.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

// The package cannot run in a bundle, or on a Node that is too old.

const ENTRY = join(PACKAGE_ROOT, 'src', 'api', 'index.ts');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unusable-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that calls every function of the package, and prints the result. */
function program(entry: string): string {
  return `
    import { ConformanceError, diff, parseReport, renderReport, run, verify } from ${JSON.stringify(entry)};
    const report = {};
    const calls = [() => run(), () => parseReport('{}'), () => renderReport(report, 'html'), () => diff(report, report), () => verify('.')];
    const ends = await Promise.all(calls.map(async (call) => call()).map((end) => end.then(() => 'it worked', (error) =>
      error instanceof ConformanceError ? [error.code, error.message].join(': ') : 'another error: ' + error)));
    process.stdout.write(JSON.stringify(ends));
  `;
}

async function endsOf(words: readonly string[]): Promise<readonly string[]> {
  const { out } = await resultOf(startProcess(process.execPath, ['--no-warnings', ...words]));
  return JSON.parse(out) as readonly string[];
}

const FUNCTIONS = 5;

describe('a bundle', () => {
  it.each([
    ['', {}],
    // esbuild does this for CommonJS.
    [' without import.meta.url', { 'import.meta.url': 'undefined' }],
  ])('of the package%s is rejected in a sentence that names the fix', async (_, define) => {
    const source = join(folder, 'program.mjs');
    writeFileSync(source, program(ENTRY));
    // Two folders deep, because no file of another package must be in a parent folder.
    const outDir = join(folder, 'dist', 'bundle');
    const rolldownOptions = { output: { entryFileNames: 'program.mjs', chunkFileNames: '[name].mjs' } };
    const options = { ssr: source, outDir, rolldownOptions, emptyOutDir: true };
    await build({ configFile: false, logLevel: 'silent', define, ssr: { noExternal: true }, build: options });
    const ends = await endsOf([join(outDir, 'program.mjs')]);
    expect(ends).toHaveLength(FUNCTIONS);
    for (const end of ends) {
      expect(end).toMatch(/^bundled: petstore-conformance cannot run from a bundle/);
      expect(end).toContain("esbuild --external:petstore-conformance, or packages: 'external'.");
    }
  });
});

/** Makes the running Node look like an older one, which lacks these functions. */
const OLDER_NODE = `
  Object.defineProperty(process.versions, 'node', { value: '20.20.2' });
  for (const [owner, name] of [[Promise, 'withResolvers'], [Promise, 'try'], [URL, 'parse'], [Map, 'groupBy'], [Set.prototype, 'union']])
    delete owner[name];
`;

describe('a Node that is too old', () => {
  it('can import the package, and every function reports the required Node', async () => {
    const [older, source] = [join(folder, 'older.mjs'), join(folder, 'on-older.mjs')];
    writeFileSync(older, OLDER_NODE);
    writeFileSync(source, program(pathToFileURL(ENTRY).href));
    expect(await endsOf(['--import', pathToFileURL(older).href, source])).toEqual(
      Array.from(
        { length: FUNCTIONS },
        () => 'node: Node 20.20.2 is too old: petstore-conformance needs Node 22.19.0 or later.',
      ),
    );
  });
});
