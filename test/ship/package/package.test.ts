import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProcessResult, resultOf, startProcess } from '../../support/child-process.ts';
import { faults } from '../../../src/reference/faults/index.ts';
import { startReference, type ReferenceService } from '../../../src/reference/reference-service.ts';
import { PACKAGE_ROOT } from '../../../src/runner/package-root.ts';
import { brokenLinks } from '../../support/broken-links.ts';
import { ODD_NAME } from '../../support/folder-names.ts';
import { compileInto, installInto, packInto, type Packed } from './installation.ts';
import { runAsAnybody } from './run-as-anybody.ts';

// The package as others get it: packed, installed into an empty folder, and run by a user who owns nothing. `npm run
// test:nodes` tries other Nodes and every package manager.

const MEGABYTE = 1_000_000;
const root = mkdtempSync(join(tmpdir(), 'petstore-conformance-package-test-'));
/** Odd names, and names that our own paths have too: neither may confuse the search for specs in stacks. */
const installation = join(root, ODD_NAME, 'specs', 'src');
const home = join(root, 'home');
const node = join(root, 'node', 'node');
const command = join(installation, 'node_modules', 'petstore-conformance', 'bin', 'petstore-conformance.js');
const READ_ONLY = [home, installation, join(installation, 'node_modules', 'petstore-conformance')];

let packed: Packed;
let sound: ReferenceService;
let broken: ReferenceService;

beforeAll(async () => {
  const fault = faults.find(({ id }) => id === 'limit-plus-one');
  if (fault === undefined) throw new Error('There is no such fault.');
  [sound, broken] = await Promise.all([
    startReference({ seed: 1 }),
    startReference({ seed: 1, variants: [fault.apply] }),
  ]);
  chmodSync(root, 0o755);
  mkdirSync(home);
  packed = await packInto(join(root, 'dist'));
  // Moved afterwards: npm 10 itself cannot install in folders with such names.
  const plain = join(root, 'plain');
  await installInto(plain, join(root, 'dist', packed.filename));
  mkdirSync(dirname(installation), { recursive: true });
  renameSync(plain, installation);
  placeNode();
  writeConsumer();
  for (const directory of READ_ONLY) chmodSync(directory, 0o555);
});

afterAll(async () => {
  await Promise.all([sound.close(), broken.close()]);
  for (const directory of READ_ONLY) chmodSync(directory, 0o755);
  rmSync(root, { recursive: true, force: true });
});

/** Puts Node where any user can reach it: another name of the same file where the system allows it, since it is large. */
function placeNode(): void {
  mkdirSync(dirname(node));
  try {
    linkSync(realpathSync(process.execPath), node);
  } catch {
    copyFileSync(process.execPath, node);
  }
}

/** The example of docs/api.md, and a program that uses it. */
function writeConsumer(): void {
  for (const name of ['consumer.ts', 'example.ts'])
    copyFileSync(join(import.meta.dirname, name), join(installation, name));
  writeFileSync(join(installation, 'package.json'), '{ "private": true, "type": "module" }\n');
}

/** A folder that anybody may write to. */
function openFolder(name: string): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o777);
  return path;
}

/** Runs a program with an unwritable home and installation, from an unwritable folder. */
function runInstalled(words: readonly string[], name: string): Promise<ProcessResult> {
  const environment = { HOME: home, TMPDIR: openFolder(`temporary ${name}`) };
  return runAsAnybody({ node, words, directory: home, environment });
}

function target({ url, key }: ReferenceService, name: string): readonly string[] {
  const file = join(root, `key ${name}`);
  writeFileSync(file, key);
  return ['--base-url', url, '--api-key-file', file];
}

const FORMATS = ['evidence.har', 'junit.xml', 'manifest.json', 'report.html', 'report.json', 'report.md'];

describe('the package', () => {
  it('is one small tarball, without anything for development', () => {
    expect(packed.size).toBeLessThan(MEGABYTE);
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'src/api/index.d.ts', 'specs/create.spec.js']),
    );
    expect(paths.filter((path) => /^(?:test|scripts|reports|node_modules)\/|(?<!\.d)\.ts$|\.env/.test(path))).toEqual(
      [],
    );
    const manifest: Record<string, unknown> = JSON.parse(
      readFileSync(join(dirname(command), '..', 'package.json'), 'utf8'),
    );
    for (const field of ['private', 'scripts', 'devDependencies', 'optionalDependencies'])
      expect(manifest).not.toHaveProperty(field);
    expect(manifest).toMatchObject({ engines: { node: '>=22.19.0' }, dependencies: { undici: '8.12.4' } });
  });

  it('has pages whose links lead to what is in it', () => {
    const folder = join(dirname(command), '..');
    const pages = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(90);
    expect(pages.flatMap((page) => brokenLinks(folder, page))).toEqual([]);
  });

  it('names only commands that it has', async () => {
    const folder = join(dirname(command), '..');
    const { out } = await runInstalled([command, '--help'], 'help');
    const known = [...out.matchAll(/^ {2}(\w+)(?= .* {2}\w)/gm)].map(([, name]) => name ?? '');
    expect(known).toEqual(expect.arrayContaining(['run', 'gate', 'verify']));
    const strangers = packed.files
      .filter(({ path }) => /\.(?:md|js|css|json|yaml)$/.test(path))
      .flatMap(({ path }) => {
        const text = readFileSync(join(folder, path), 'utf8');
        const ofCheckout = text.match(/npm (?:run|test)\b.*|npx vitest.*/g) ?? [];
        const own = [...text.matchAll(/(?<=^|`|\$ )(?:npx )?petstore-conformance (?!run\b)([a-z]\w*)/gm)];
        return [...ofCheckout, ...own.filter(([, name = '']) => !known.includes(name)).map(([words]) => words)].map(
          (words) => `${path}: ${words}`,
        );
      });
    expect(strangers).toEqual([]);
  });

  it('keeps every line of a spec where it was', () => {
    const name = 'list-limit.spec';
    const source = readFileSync(join(PACKAGE_ROOT, 'specs', `${name}.ts`), 'utf8').split('\n');
    const built = readFileSync(join(dirname(command), '..', 'specs', `${name}.js`), 'utf8').split('\n');
    expect(built.length).toBe(source.length);
    expect(built.findIndex((line) => line.includes('conformanceTest('))).toBe(
      source.findIndex((line) => line.includes('conformanceTest(')),
    );
  });

  it('judges a service, as a user who may write nothing but the reports', async () => {
    const before = filesBelow(dirname(command));
    const reports = openFolder('reports');
    const words = [command, 'run', ...target(sound, 'sound'), '--reports', reports, '--examples', '1'];
    const { code, out, error } = await runInstalled(words, 'sound');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('The service is CONFORMANT, profile full.');
    expect(readdirSync(reports).sort()).toEqual(FORMATS);
    const report = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'));
    expect(report.cases.map(({ place }: { readonly place: string }) => place)).toContainEqual(
      expect.stringMatching(/^specs\/list-limit\.spec\.js:\d+$/),
    );
    expect(readdirSync(join(root, 'temporary sound'))).toEqual([]);
    expect(readdirSync(home)).toEqual([]);
    expect(filesBelow(dirname(command))).toEqual(before);
  });

  it('finds what a broken service does, run by npx', async () => {
    const reports = openFolder('reports of npx');
    const words = ['--no', 'petstore-conformance', 'run', ...target(broken, 'broken'), '--only', 'LIST-LIMIT-MAX'];
    const child = startProcess('npx', [...words, '--reports', reports], {
      cwd: installation,
      env: { PATH: process.env['PATH'] ?? '', HOME: openFolder('home of npx') },
    });
    const end = await resultOf(child);
    expect(end.code).toBe(1);
    expect(end.out).toContain('LIST-LIMIT-MAX');
    expect(readdirSync(reports).sort()).toEqual(FORMATS);
  });

  it('is used in docs/api.md as it is here', () => {
    const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'api.md'), 'utf8');
    expect(/```ts\n(.*?)```/s.exec(page)?.[1]).toBe(readFileSync(join(import.meta.dirname, 'example.ts'), 'utf8'));
  });

  it('can be used from TypeScript, and leaves the program that uses it alone', async () => {
    // Compiled where it stands, so that it finds the package.
    chmodSync(installation, 0o755);
    const programs = ['consumer.ts', 'example.ts'].map((name) => join(installation, name));
    await compileInto(installation, programs);
    chmodSync(installation, 0o555);
    const words = [join(installation, 'consumer.js'), broken.url, broken.key];
    const { code, out, error } = await runInstalled(words, 'consumer');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const seen = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
    expect(seen.violations).toContain('LIST-LIMIT-MAX');
    expect(seen.last).toMatchObject({ done: seen.cases, total: seen.cases, state: 'completed' });
    expect(seen).toMatchObject({
      verdict: 'not conformant',
      seed: 7,
      directory: null,
      problems: ['configuration', 'baseURL is no option of run; did you mean baseUrl?'],
      isUntouched: true,
      isOne: true,
    });
    expect(readdirSync(join(root, 'temporary consumer'))).toEqual([]);
  });
});

function filesBelow(directory: string): readonly string[] {
  return readdirSync(join(directory, '..'), { recursive: true, encoding: 'utf8' }).sort();
}
