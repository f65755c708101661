import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ownImport } from '../../src/runner/own-imports.js';
import { PACKAGE_ROOT } from '../../src/runner/package-root.ts';

const COMMAND = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));

const address = (path: string): string => new URL(path, pathToFileURL(`${PACKAGE_ROOT}/`)).href;

describe('the command', () => {
  it('loads no client of Node’s own beside the test runner and the cases', async () => {
    const telling = encodeURIComponent(`
      process.on('exit', () => {
        const names = process.moduleLoadList.filter((name) => /deps\\/undici|NativeModule _http_server/.test(name));
        console.log(names.join(', '));
      });
    `);
    const words = ['--import', `data:text/javascript,${telling}`, COMMAND, 'list'];
    const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 2 ** 24 });
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('NativeModule _http_server');
  });
});

describe('what a module of ours imports', () => {
  const parent = address('specs/errors.spec.ts?evaluation=1');

  it('is another one of ours where it names that by its path', () => {
    expect(ownImport('../src/contract/pet.ts', parent)).toEqual({
      url: address('src/contract/pet.ts'),
      format: 'module-typescript',
      shortCircuit: true,
    });
    expect(ownImport('./code-cache.js', address('src/runner/case-thread-entry.js'))?.format).toBe('module');
  });

  it.each([
    ['a package', 'vitest', parent],
    ['data', '../schemas/pet.schema.json', parent],
    ['what a package imports', './client.js', address('node_modules/undici/index.js')],
    ['what nobody imports', './src/cli/main.ts', ''],
  ])('is left to Node where it is %s', (_what, specifier, from) => {
    expect(ownImport(specifier, from)).toBeNull();
  });
});
