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
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUsable } from '../../../bin/usable-node.js';
import { type ProcessResult, resultOf, startProcess } from '../../support/child-process.ts';
import { faults } from '../../../src/reference/faults/index.ts';
import { startReference, type ReferenceService } from '../../../src/reference/reference-service.ts';
import { PACKAGE_ROOT } from '../../../src/runner/package-root.ts';
import { brokenLinks } from '../../support/broken-links.ts';
import { FOLDER_NAMES } from '../../support/folder-names.ts';
import { compileInto, installInto, installNodes, packInto, type Packed } from './installation.ts';
import { runAsAnybody } from './run-as-anybody.ts';

// The package as others get it: packed, installed into an empty folder, and run by a user who owns nothing, on the Node of
// the checkout; where CI is set on older and newer ones too. `npm run test:nodes` tries every package manager.

const ON_EVERY_NODE = process.env['CI'] === 'true';
const MEGABYTE = 1_000_000;
const root = mkdtempSync(join(tmpdir(), 'petstore-conformance-package-test-'));
/** Odd names, and names that our own paths have too: neither may confuse the search for specs in stacks. */
const installation = join(root, ...FOLDER_NAMES, 'specs', 'src');
const home = join(root, 'home');
const command = join(installation, 'node_modules', 'petstore-conformance', 'bin', 'petstore-conformance.js');
const READ_ONLY = [home, installation, join(installation, 'node_modules', 'petstore-conformance')];

let packed: Packed;
let nodes: readonly string[] = [];
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
  const [first, found] = await Promise.all([packInto(join(root, 'dist')), ON_EVERY_NODE ? installNodes() : []]);
  packed = first;
  // Moved afterwards: npm 10 itself cannot install in folders with such names.
  const plain = join(root, 'plain');
  await installInto(plain, join(root, 'dist', packed.filename));
  mkdirSync(dirname(installation), { recursive: true });
  renameSync(plain, installation);
  nodes = [...found, process.execPath].map(reachableNode);
  writeConsumer();
  for (const directory of READ_ONLY) chmodSync(directory, 0o555);
});

afterAll(async () => {
  await Promise.all([sound.close(), broken.close()]);
  for (const directory of READ_ONLY) chmodSync(directory, 0o755);
  rmSync(root, { recursive: true, force: true });
});

/** A Node where any user can reach it: another name of the same file where the system allows it, since it is large. */
function reachableNode(original: string, index: number): string {
  const path = join(root, 'nodes', String(index), 'node');
  mkdirSync(dirname(path), { recursive: true });
  try {
    linkSync(realpathSync(original), path);
  } catch {
    copyFileSync(original, path);
  }
  return path;
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
function runInstalled(node: string, words: readonly string[], name: string): Promise<ProcessResult> {
  const environment = { HOME: home, TMPDIR: openFolder(`temporary ${name}`) };
  return runAsAnybody({ node, words, directory: home, environment });
}

function target({ url, key }: ReferenceService, name: string): readonly string[] {
  const file = join(root, `key ${name}`);
  writeFileSync(file, key);
  return ['--base-url', url, '--api-key-file', file];
}

/** There are packages of other versions of Node for these machines only. */
const HAS_OTHER_NODES = ON_EVERY_NODE && process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
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
    expect(manifest).toMatchObject({ engines: { node: '>=22.19.0' }, dependencies: { vitest: '5.1.1' } });
  });

  it('is the same, byte for byte, when it is built again', async () => {
    const again = await packInto(join(root, 'again'));
    expect(again.integrity).toBe(packed.integrity);
    const [first, second] = ['dist', 'again'].map((name) => digestOf(join(root, name, packed.filename)));
    expect(second).toBe(first);
  });

  it('has pages whose links lead to what is in it', () => {
    const folder = join(dirname(command), '..');
    const pages = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(90);
    expect(pages.flatMap((page) => brokenLinks(folder, page))).toEqual([]);
  });

  it('names only commands that it has', async () => {
    const folder = join(dirname(command), '..');
    const { out } = await runInstalled(process.execPath, [command, '--help'], 'help');
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

  it('judges a service on each Node, as a user who may write nothing but the reports', async () => {
    const before = filesBelow(dirname(command));
    const versions = new Set<string>();
    for (const [index, node] of nodes.entries()) {
      const reports = openFolder(`reports ${index}`);
      const words = [command, 'run', ...target(sound, `sound ${index}`), '--reports', reports, '--examples', '1'];
      const { code, out, error } = await runInstalled(node, words, String(index));
      const version = await resultOf(startProcess(node, ['--version']));
      if (!isUsable(version.out.slice(1))) {
        expect({ code, out }).toEqual({ code: 3, out: '' });
        expect(error).toMatch(/^petstore-conformance: Node 22\.19\.0 or later is needed, and this is Node 20\./);
        versions.add('too old');
        continue;
      }
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(out).toContain('The service is CONFORMANT, profile full.');
      expect(readdirSync(reports).sort()).toEqual(FORMATS);
      const report = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'));
      versions.add(report.run.node);
      expect(report.cases.map(({ place }: { readonly place: string }) => place)).toContainEqual(
        expect.stringMatching(/^specs\/list-limit\.spec\.js:\d+$/),
      );
      expect(readdirSync(join(root, `temporary ${index}`))).toEqual([]);
    }
    expect(versions.size).toBe(HAS_OTHER_NODES ? 4 : 1);
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
    const oldest = nodes[1] ?? nodes[0] ?? process.execPath;
    const { code, out, error } = await runInstalled(
      oldest,
      [join(installation, 'consumer.js'), broken.url, broken.key],
      'consumer',
    );
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

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(join(directory, '..'), { recursive: true, encoding: 'utf8' }).sort();
}
