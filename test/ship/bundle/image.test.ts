import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { type ProcessResult, resultOf, startProcess } from '../../../lab/child-process.ts';
import { launchBrowser } from '../../../lab/launch-browser.ts';
import type { ReferenceService } from '../../../src/reference/reference-service.ts';
import { FORMATS } from '../../../src/report/formats.ts';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';
import { targetOf } from '../../support/command.ts';
import { startSoundAndBroken } from '../../support/sound-and-broken.ts';
import { junitProblems } from '../../support/read-junit.ts';
import { readPageBlocks } from '../page-blocks.ts';
import { packOnce } from '../package/installation.ts';
import { NOBODY } from './empty-root.ts';
import { buildImage, runImage } from './image.ts';
import { readJenkinsfile } from './jenkinsfile.ts';

// The image, and the recipes of docs/bundles.md as they are written there. Where a recipe names the image, its commands run
// on the bundle in it.

const { block } = readPageBlocks('bundles.md');
const FILES = [...Object.values(FORMATS).map(({ file }) => file), 'manifest.json'].sort();
/** What the recipes do not say, to keep a run short. */
const BRIEF = { PETSTORE_ONLY: 'LIST-LIMIT-MAX' };

const work = fs.mkdtempSync(join(tmpdir(), 'petstore-conformance-image-test-'));
const image = join(work, 'image');
const bin = join(work, 'bin');
let dist = '';
/** A new one for each test. */
let folder = '';
let sound: ReferenceService;
let broken: ReferenceService;

beforeAll(async () => {
  [sound, broken] = await startSoundAndBroken();
  ({ dist } = await packOnce(inject('sharedFolder')));
  fs.chmodSync(work, 0o755);
  fs.mkdirSync(image);
  fs.mkdirSync(bin);
  await buildImage(dist, image);
  const [bundle = ''] = fs.globSync('opt/*/petstore-conformance', { cwd: image });
  fs.symlinkSync(join(image, bundle), join(bin, 'petstore-conformance'));
  const docker = `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, 'docker.ts')}" "$@"\n`;
  fs.writeFileSync(join(bin, 'docker'), docker, { mode: 0o755 });
});

beforeEach(() => {
  folder = fs.mkdtempSync(join(work, 'recipe-'));
  fs.chmodSync(folder, 0o777);
});

afterAll(async () => {
  await Promise.all([sound?.close(), broken?.close()]);
  fs.rmSync(work, { recursive: true, force: true });
});

/** The files in a folder of the recipe. */
function filesIn(name: string): readonly string[] {
  return fs.readdirSync(join(folder, name)).sort();
}

/** A folder for the reports of a container. Its user may write there. */
function reportsFolder(): string {
  const reports = join(folder, 'reports');
  fs.mkdirSync(reports);
  fs.chownSync(reports, 65_534, 65_534);
  return reports;
}

/** Runs commands in the folder of the recipe, with the bundle and the stand-in for Docker in PATH. */
function shell(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<ProcessResult> {
  const [program = '', ...rest] = words;
  const path = `${bin}:${process.env['PATH'] ?? ''}`;
  const env = { ...BRIEF, IMAGE_ROOT: image, IMAGE_SETTINGS: JSON.stringify(BRIEF), ...environment, PATH: path };
  return resultOf(startProcess(program, rest, { cwd: folder, env }));
}

/** The broken service, as the recipes name it. */
function staging(): Readonly<Record<string, string>> {
  return { STAGING_URL: broken.url, STAGING_API_KEY: broken.key };
}

describe('the image', () => {
  it('judges the service of its environment, and writes to /reports', async () => {
    const reports = reportsFolder();
    const environment = { ...targetOf(broken), ...BRIEF };
    expect(await runImage(image, { reports, environment })).toMatchObject({ code: 1, error: '' });
    expect(filesIn('reports')).toEqual(FILES);
    expect(fs.statSync(join(reports, 'report.json')).uid).toBe(Number.parseInt(NOBODY, 10));
  });

  it('reads the key from a file, and takes another command', async () => {
    const reports = reportsFolder();
    fs.writeFileSync(join(reports, 'key'), sound.key);
    const environment = { PETSTORE_BASE_URL: sound.url, PETSTORE_API_KEY_FILE: '/reports/key' };
    const command = ['run', '--only', 'LIST-OK'];
    expect(await runImage(image, { reports, environment, command })).toMatchObject({ code: 2, error: '' });
  });

  it('says what is missing without a service', async () => {
    const environment = { PETSTORE_BASE_URL: '' };
    const { code, error } = await runImage(image, { reports: reportsFolder(), environment });
    expect({ code, error }).toEqual({ code: 3, error: expect.stringContaining('PETSTORE_BASE_URL') });
  });
});

describe('the recipe', () => {
  it('of the bundle checks, unpacks and runs it', async () => {
    for (const name of fs.readdirSync(dist)) fs.symlinkSync(join(dist, name), join(folder, name));
    const result = await shell(['bash', '-e', '-c', block('bundle')], targetOf(broken));
    expect(result).toMatchObject({ code: 1, error: '' });
    expect(result.out).toMatch(/linux-x64\.tar\.xz: OK\n[^]*LIST-LIMIT-MAX/);
    expect(filesIn('reports')).toEqual(FILES);
  });

  it('of docker run leaves the reports in the folder', async () => {
    const result = await shell(['bash', '-e', '-c', block('docker-run')], targetOf(broken));
    expect(result).toMatchObject({ code: 1, error: '' });
    expect(filesIn('reports')).toEqual(FILES);
  });

  it('of the Makefile starts a service in another language, judges it, and ends it', async () => {
    fs.writeFileSync(join(folder, 'Makefile'), block('Makefile'));
    const port = await freePort();
    const service = `python3 ${join(PACKAGE_ROOT, 'test/ship/bundle/service.py')}`;
    const words = ['make', 'conformance', `SERVICE=${service}`, `PORT=${port}`];
    const settings = {
      PETSTORE_API_KEY: 'Gq5wZr8NvTk2LmXc',
      IMAGE_SETTINGS: JSON.stringify({ PETSTORE_EXAMPLES: '1' }),
    };
    const result = await shell(words, settings);
    expect(result).toMatchObject({ code: 0, error: '' });
    expect(result.out).toContain('The service is CONFORMANT, profile full.');
    await expect(fetch(`http://127.0.0.1:${port}/v1/pets`)).rejects.toThrow('fetch failed');
  });

  it('of Jenkins judges the service, and keeps the results that Jenkins shows', async () => {
    const { credentials, scripts, junit, archived } = readJenkinsfile(block('Jenkinsfile'));
    expect(credentials).toEqual(['PETSTORE_API_KEY']);
    expect(scripts).toHaveLength(1);
    // Jenkins runs a step with `sh -xe`.
    const result = await shell(['sh', '-xe', '-c', scripts.join('\n')], { ...staging(), PETSTORE_API_KEY: broken.key });
    expect(result.code).toBe(1);
    expect(result.out + result.error).not.toContain(broken.key);
    expect(await junitProblems([fs.readFileSync(join(folder, junit), 'utf8')])).toEqual([]);
    const kept = fs.globSync(archived, { cwd: folder }).map((path) => path.replace(/^reports\/?/, ''));
    expect(kept.filter((name) => name !== '').sort()).toEqual(FILES);
  });

  it('of Azure judges the service, and publishes results and reports after a failure too', async () => {
    interface Step {
      readonly script?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly inputs?: { readonly testResultsFiles: string };
      readonly publish?: string;
      readonly condition?: string;
    }
    const { steps } = parse(block('azure')) as { readonly steps: readonly Step[] };
    const [unpack, judge, results, publish] = steps;
    expect([steps.length, results?.condition, publish?.condition]).toEqual([4, 'always()', 'always()']);
    const [archive = ''] = fs.globSync('*-linux-x64.tar.xz', { cwd: dist });
    const sums = fs.readFileSync(join(dist, 'SHA256SUMS'), 'utf8').split('\n');
    const [digest = ''] = sums.find((line) => line.endsWith(archive))?.split(' ') ?? [];
    const run = (step: Step | undefined, sum: string): Promise<ProcessResult> => {
      // Azure runs a script as a file, and without -e.
      fs.writeFileSync(join(folder, 'script.sh'), step?.script ?? '');
      return shell(['bash', '--noprofile', '--norc', 'script.sh'], {
        ...staging(),
        BUNDLE_URL: pathToFileURL(join(dist, archive)).href,
        BUNDLE_SHA256: sum,
        ...expanded(step?.env ?? {}, /\$\((\w+)\)/g),
      });
    };
    expect(await run(unpack, '0'.repeat(64))).toMatchObject({ code: 1, out: expect.stringMatching(/FAILED$/m) });
    expect(filesIn('')).not.toContain(archive.replace('.tar.xz', ''));
    expect(await run(unpack, digest)).toMatchObject({ code: 0, error: '' });
    expect(await run(judge, digest)).toMatchObject({ code: 1, error: '' });
    expect(filesIn(publish?.publish ?? '')).toEqual(FILES);
    expect(fs.existsSync(join(folder, results?.inputs?.testResultsFiles ?? ''))).toBe(true);
  });

  it('of GitLab judges the service in the image, and keeps its reports', async () => {
    interface Job {
      readonly image: { readonly name: string; readonly entrypoint: readonly string[] };
      readonly variables: Readonly<Record<string, string>>;
      readonly script: string;
      readonly artifacts: {
        readonly when: string;
        readonly paths: readonly string[];
        readonly reports: { readonly junit: string };
      };
    }
    const { conformance } = parse(block('gitlab')) as { readonly conformance: Job };
    // GitLab starts a shell in the image, so the image must not start the suite.
    expect(conformance.image.entrypoint).toEqual(['']);
    const environment = { ...staging(), ...expanded(conformance.variables, /\$(\w+)/g) };
    const result = await shell(['bash', '-eo', 'pipefail', '-c', conformance.script], environment);
    expect(result).toMatchObject({ code: 1, error: '' });
    expect(conformance.artifacts.when).toBe('always');
    expect(filesIn(conformance.artifacts.paths[0] ?? '')).toEqual(FILES);
    expect(fs.existsSync(join(folder, conformance.artifacts.reports.junit))).toBe(true);
  });

  it('of Kubernetes judges the service once, and a patch keeps the reports of a user without rights', async () => {
    interface Pod {
      readonly restartPolicy: string;
      readonly securityContext: { readonly fsGroup: number };
      readonly containers: readonly [Readonly<Record<string, unknown>>];
      readonly volumes: readonly [{ readonly name: string }];
    }
    interface Job {
      readonly spec: { readonly backoffLimit: number; readonly template: { readonly spec: Pod } };
    }
    const { spec: job } = parse(block('kubernetes')) as Job;
    const { spec: patch } = parse(block('kubernetes-reports')) as Job;
    const [pod, more] = [job.template.spec, patch.template.spec];
    expect([job.backoffLimit, pod.restartPolicy]).toEqual([0, 'Never']);
    const [{ name, image: from, envFrom }] = pod.containers;
    // kubectl joins lists of containers by their names.
    expect(more.containers).toEqual([
      {
        name,
        securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        volumeMounts: [{ name: more.volumes[0].name, mountPath: '/reports' }],
      },
    ]);
    expect({ from, envFrom }).toEqual({
      from: 'registry.example/petstore-conformance',
      envFrom: [{ secretRef: { name: expect.any(String) } }],
    });
    // As a cluster prepares a volume: its group is fsGroup, and the user of the image has this group.
    expect(NOBODY).toBe(`65534:${more.securityContext.fsGroup}`);
    const environment = { ...targetOf(broken), ...BRIEF };
    const result = await runImage(image, { reports: reportsFolder(), environment });
    expect(result).toMatchObject({ code: 1, error: '' });
    expect(filesIn('reports')).toEqual(FILES);
  });

  it.each(['Makefile', 'Jenkinsfile', 'azure', 'gitlab', 'kubernetes', 'kubernetes-reports', 'docker-run', 'bundle'])(
    '%s has at most ten lines',
    (name) => {
      expect(block(name).trimEnd().split('\n').length).toBeLessThanOrEqual(10);
    },
  );
});

describe('report.html as Jenkins shows it', () => {
  /** The header of Jenkins for archived files, which a Resource Root URL omits. */
  const JENKINS = { 'Content-Security-Policy': "sandbox; default-src 'none'; img-src 'self'; style-src 'self';" };

  it.each([
    ['is plain under the policy of Jenkins', JENKINS, true],
    ['is as designed from a Resource Root URL', {}, false],
  ])('can be read, and %s', async (_, headers, isPlain) => {
    const body = fs.readFileSync(join(PACKAGE_ROOT, 'reports/sample/report.html'));
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.route('**', (route) => route.fulfill({ body, contentType: 'text/html', headers }));
      await page.goto('https://jenkins.example/report.html');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('NOT CONFORMANT');
      // The place of text without a style.
      const box = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(box?.x === 8).toBe(isPlain);
    } finally {
      await browser.close();
    }
  });
});

/** Values with references to the variables of staging replaced. */
function expanded(values: Readonly<Record<string, string>>, reference: RegExp): Readonly<Record<string, string>> {
  const known = staging();
  const replace = (value: string): string => value.replaceAll(reference, (_, name: string) => known[name] ?? '');
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, replace(value)]));
}

/** A port that was free a moment ago: the recipe names its port. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      server.close(() => resolve(port));
    });
  });
}
