import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import checkout from '../../../package.json' with { type: 'json' };
import { type ProcessResult, resultOf, startProcess } from '../../../lab/child-process.ts';
import type { ReferenceService } from '../../../src/reference/reference-service.ts';
import { FORMATS } from '../../../src/report/formats.ts';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';
import { brokenLinks } from '../../support/broken-links.ts';
import { ODD_NAME } from '../../support/folder-names.ts';
import { startSoundAndBroken } from '../../support/sound-and-broken.ts';
import { compileInto, installInto, packOnce, type Packed } from './installation.ts';

// The package as others get it: packed, installed into an empty folder, and run by a user who owns nothing. `npm run
// test:long` tries other Nodes and every package manager.

const root = fs.mkdtempSync(join(tmpdir(), 'petstore-conformance-package-test-'));
/** Odd names, and names that our own paths have too: neither may confuse the search for specs in stacks. */
const installation = join(root, ODD_NAME, 'specs', 'src');
const home = join(root, 'home');
const node = join(root, 'node', 'node');
/** Of the package. */
const folder = join(installation, 'node_modules', 'petstore-conformance');
const command = join(folder, 'bin', 'petstore-conformance.js');
const READ_ONLY = [home, installation, folder];
const paths = (): readonly string[] => packed.files.map(({ path }) => path);

/** A program that uses the package, and the example of docs/api.md, which it uses. */
const PROGRAMS = ['consumer.ts', 'example.ts'];

let packed: Packed;
let sound: ReferenceService;
let broken: ReferenceService;

beforeAll(async () => {
  [sound, broken] = await startSoundAndBroken();
  fs.chmodSync(root, 0o755);
  fs.mkdirSync(home);
  const shared = await packOnce(inject('sharedFolder'));
  packed = shared.packed;
  // Moved afterwards: npm 10 itself cannot install in folders with such names.
  const plain = join(root, 'plain');
  await installInto(plain, shared.tarball);
  fs.mkdirSync(dirname(installation), { recursive: true });
  fs.renameSync(plain, installation);
  // Where any user can reach it.
  fs.mkdirSync(dirname(node));
  try {
    fs.linkSync(fs.realpathSync(process.execPath), node);
  } catch {
    // Of another disk, say: a copy takes longer.
    fs.copyFileSync(process.execPath, node);
  }
  for (const name of PROGRAMS) fs.copyFileSync(join(import.meta.dirname, name), join(installation, name));
  fs.writeFileSync(join(installation, 'package.json'), '{ "private": true, "type": "module" }\n');
  for (const directory of READ_ONLY) fs.chmodSync(directory, 0o555);
});

afterAll(async () => {
  await Promise.all([sound.close(), broken.close()]);
  for (const directory of READ_ONLY) fs.chmodSync(directory, 0o755);
  fs.rmSync(root, { recursive: true, force: true });
});

/** A folder that anybody may write to. */
function openFolder(name: string): string {
  const path = join(root, name);
  fs.mkdirSync(path, { recursive: true });
  fs.chmodSync(path, 0o777);
  return path;
}

/** Runs Node with an unwritable home and installation, from an unwritable folder. Root becomes a user that owns nothing. */
function runInstalled(words: readonly string[], name: string): Promise<ProcessResult> {
  const path = `${dirname(node)}:${process.env['PATH'] ?? ''}`;
  const child = startProcess(node, words, {
    cwd: home,
    env: { PATH: path, HOME: home, TMPDIR: openFolder(`temporary ${name}`) },
    ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
  });
  return resultOf(child);
}

function target({ url, key }: ReferenceService, name: string): readonly string[] {
  const file = join(root, `key ${name}`);
  fs.writeFileSync(file, key);
  return ['--base-url', url, '--api-key-file', file];
}

const FILES = [...Object.values(FORMATS).map(({ file }) => file), 'manifest.json'].sort();

describe('the package', () => {
  it('is one small tarball, without anything for development', () => {
    expect(packed.size).toBeLessThan(1_000_000);
    for (const path of ['LICENSE', 'README.md', 'src/api/index.d.ts', 'src/vitest/index.d.ts', 'specs/create.spec.js'])
      expect(paths()).toContain(path);
    const strange = /^(?:test|scripts|reports|node_modules)\/|(?<!\.d)\.ts$|\.env/;
    expect(paths().filter((path) => strange.test(path))).toEqual([]);
    const manifest: unknown = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const field of ['private', 'scripts', 'devDependencies', 'optionalDependencies'])
      expect(manifest).not.toHaveProperty(field);
    expect(manifest).toMatchObject({
      engines: { node: '>=22.19.0' },
      dependencies: { undici: checkout.dependencies.undici },
      peerDependencies: { vitest: '^5.1.1' },
      peerDependenciesMeta: { vitest: { optional: true } },
    });
    expect(manifest).not.toHaveProperty('dependencies.vitest');
    expect(manifest).not.toHaveProperty('dependencies.vite');
    // An optional peer is not installed.
    expect(fs.existsSync(join(installation, 'node_modules', 'vitest'))).toBe(false);
  });

  it('has pages whose links lead to what is in it', () => {
    const pages = paths().filter((path) => path.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(90);
    expect(pages.flatMap((page) => brokenLinks(folder, page))).toEqual([]);
  });

  it('names only commands that it has', async () => {
    const { out } = await runInstalled([command, '--help'], 'help');
    const known = [...out.matchAll(/^ {2}(\w+)(?= .* {2}\w)/gm)].map(([, name]) => name ?? '');
    expect(known).toEqual(expect.arrayContaining(['run', 'gate', 'verify']));
    const strangers = paths()
      .filter((path) => /\.(?:md|js|css|json|yaml)$/.test(path))
      .flatMap((path) => {
        const text = fs.readFileSync(join(folder, path), 'utf8');
        const own = [...text.matchAll(/(?<=^|`|\$ )(?:npx )?petstore-conformance (?!run\b)([a-z]\w*)/gm)];
        const unknown = own.filter(([, name = '']) => !known.includes(name)).map(([words]) => words);
        return [...(text.match(/npm (?:run|test)\b.*|npx vitest (?!run conformance).*/g) ?? []), ...unknown].map(
          (words) => [path, words],
        );
      });
    expect(strangers).toEqual([]);
  });

  it('keeps every line of a spec where it was', () => {
    const name = 'list-limit.spec';
    const source = linesOf(join(PACKAGE_ROOT, 'specs', `${name}.ts`));
    const built = linesOf(join(folder, 'specs', `${name}.js`));
    expect(built.length).toBe(source.length);
    const [first, place] = [source, built].map((lines) => lines.findIndex((line) => line.includes('testCase(')));
    expect(place).toBeGreaterThan(0);
    expect(place).toBe(first);
  });

  it('judges a service, as a user who may write nothing but the reports', async () => {
    const before = filesBelow(folder);
    const reports = openFolder('reports');
    const words = [command, 'run', ...target(sound, 'sound'), '--reports', reports, '--examples', '1'];
    const { code, out, error } = await runInstalled(words, 'sound');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('The service is CONFORMANT, profile full.');
    expect(fs.readdirSync(reports).sort()).toEqual(FILES);
    const report = JSON.parse(fs.readFileSync(join(reports, 'report.json'), 'utf8'));
    expect(report.cases.map(({ place }: { readonly place: string }) => place)).toContainEqual(
      expect.stringMatching(/^specs\/list-limit\.spec\.js:\d+$/),
    );
    expect(fs.readdirSync(join(root, 'temporary sound'))).toEqual([]);
    expect(fs.readdirSync(home)).toEqual([]);
    expect(filesBelow(folder)).toEqual(before);
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
    expect(fs.readdirSync(reports).sort()).toEqual(FILES);
  });

  it('is used in docs/api.md as it is here', () => {
    const page = fs.readFileSync(join(PACKAGE_ROOT, 'docs', 'api.md'), 'utf8');
    expect(/```ts\n(.*?)```/s.exec(page)?.[1]).toBe(fs.readFileSync(join(import.meta.dirname, 'example.ts'), 'utf8'));
  });

  it('can be used from TypeScript, and leaves the program that uses it alone', async () => {
    // Compiled where it stands, so that it finds the package.
    fs.chmodSync(installation, 0o755);
    await compileInto(
      installation,
      PROGRAMS.map((name) => join(installation, name)),
    );
    fs.chmodSync(installation, 0o555);
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
      problems: ['configuration', 'baseURL is not an option of run; did you mean baseUrl?'],
      case: 'failed',
      isUntouched: true,
      isOne: true,
    });
    expect(fs.readdirSync(join(root, 'temporary consumer'))).toEqual([]);
  });
});

function linesOf(path: string): readonly string[] {
  return fs.readFileSync(path, 'utf8').split('\n');
}

function filesBelow(directory: string): readonly string[] {
  return fs.readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
}
