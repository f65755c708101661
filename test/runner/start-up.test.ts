import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resultOf, startProcess } from '../child-process.ts';
import { importByPath } from '../../src/runner/imports-by-path.js';
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
    const { out } = await resultOf(startProcess(process.execPath, words));
    expect(out.trimEnd().split('\n').at(-1)).toBe('NativeModule _http_server');
  });
});

describe('an import by path', () => {
  const spec = address('specs/errors.spec.ts?evaluation=1');
  const client = address('node_modules/undici/lib/client.js');

  it('is found beside the module of ours that asks for it', () => {
    const pet = { url: address('src/contract/pet.ts'), format: 'module-typescript', shortCircuit: true };
    expect(importByPath('../src/contract/pet.ts', spec)).toEqual(pet);
    expect(importByPath(address('src/contract/pet.ts'), spec)).toEqual(pet);
    expect(importByPath('./code-cache.js', address('src/runner/case-thread-entry.js'))?.format).toBe('module');
  });

  it('is found within a package, which Node is to say how to read', () => {
    expect(importByPath('../core/util.js', client)).toEqual({
      url: address('node_modules/undici/core/util.js'),
      shortCircuit: true,
    });
  });

  it.each([
    ['a package', 'vitest', spec],
    ['a file of a package', 'ajv-formats/dist/formats.js', address('src/report/report-validator.js')],
    ['data', '../schemas/pet.schema.json', spec],
    ['a path that is not whole', './util', client],
    ['what a package loads by its address', 'file:///tmp/client.js', client],
    ['what an address imports', './client.js', 'data:text/javascript,'],
    ['what nobody imports', './src/cli/main.ts', ''],
  ])('is left to Node where it is %s', (_what, specifier, from) => {
    expect(importByPath(specifier, from)).toBeNull();
  });
});
