import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { type ProcessResult, resultOf, startProcess } from './child-process.ts';
import type { DraftJudgement } from './draft-sight.ts';
import { shortDigest } from './source-digests.ts';

const DRAFTS = join(PACKAGE_ROOT, 'lab/first-drafts');
/** No tool or test looks into node_modules, so the packages of the drafts do not disturb them. */
const INSTALLED = join(PACKAGE_ROOT, 'node_modules/.cache/first-drafts');
const INSTALL_DEADLINE = 600_000;
const VERSION_DEADLINE = 60_000;
/** The folders in which Debian and other systems install interpreters. */
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** A service that a framework makes, in one or more versions. */
export interface FrameworkDraft {
  /** The name of its folder in lab/first-drafts. */
  readonly id: string;
  readonly judgement: DraftJudgement;
  /** The files of its versions: `draft-1.js` is as written, and each later one is corrected by the report on the one before. */
  readonly files: readonly string[];
}

/** How the programs of a language run. */
interface Runtime {
  readonly program: string;
  readonly serve: (file: string, port: number) => readonly string[];
  /** Prints the version of a package. */
  readonly version: (name: string) => readonly string[];
}

const runtimes: Readonly<Record<string, Runtime>> = {
  js: {
    program: process.execPath,
    serve: (file) => [file],
    version: (name) => ['-p', `JSON.parse(fs.readFileSync('node_modules/${name}/package.json')).version`],
  },
  php: {
    program: 'php',
    serve: (file, port) => ['-S', `127.0.0.1:${port}`, file],
    version: () => ['-r', 'echo PHP_VERSION;'],
  },
  pl: {
    program: 'perl',
    serve: (file) => [file],
    version: (name) => [`-M${name}`, '-e', `print ${name}->VERSION`],
  },
  py: {
    program: 'python3',
    serve: (file) => [file],
    version: (name) => ['-c', `import ${name}; print(${name}.__version__)`],
  },
  rb: {
    program: 'ruby',
    serve: (file) => [file],
    version: (name) => ['-e', `gem '${name}'; print Gem.loaded_specs['${name}'].version`],
  },
};

/** Every draft of lab/first-drafts. */
export function readFrameworkDrafts(): readonly FrameworkDraft[] {
  return readdirSync(DRAFTS)
    .toSorted()
    .filter((id) => existsSync(join(DRAFTS, id, 'judgement.json')))
    .map((id) => ({
      id,
      judgement: JSON.parse(readFileSync(join(DRAFTS, id, 'judgement.json'), 'utf8')) as DraftJudgement,
      files: readdirSync(join(DRAFTS, id)).filter((name) => /^draft-\d+\./.test(name)),
    }));
}

/** The digest of all drafts, their judgements and their lock file. */
export function digestOfDrafts(): string {
  const files = readdirSync(DRAFTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[a-z]+$/.test(name) && !name.startsWith('node_modules') && !name.endsWith('.md'))
    .toSorted();
  return shortDigest(JSON.stringify(files.map((name) => [name, readFileSync(join(DRAFTS, name), 'utf8')])));
}

/**
 * Copies the drafts beside their packages, and installs the packages of the lock file if they are missing. The first
 * installation needs the network.
 */
export async function installDrafts(): Promise<void> {
  const lock = readFileSync(join(DRAFTS, 'package-lock.json'), 'utf8');
  const lockFile = join(INSTALLED, 'package-lock.json');
  const isCurrent =
    existsSync(lockFile) &&
    readFileSync(lockFile, 'utf8') === lock &&
    existsSync(join(INSTALLED, 'node_modules/.package-lock.json'));
  cpSync(DRAFTS, INSTALLED, { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  cpSync(join(PACKAGE_ROOT, 'openapi/petstore.openapi.yaml'), join(INSTALLED, 'petstore.openapi.yaml'));
  if (isCurrent) return;
  const npm = process.env['npm_execpath'];
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const started = startProcess(program, [...first, ...words], { cwd: INSTALLED, timeout: INSTALL_DEADLINE });
  const { code, out, error } = await resultOf(started);
  if (code !== 0) throw new Error(`npm ended with code ${code}:\n${out}${error}`);
}

/** The version of the framework. Null if the framework or its interpreter is not installed. */
export async function installedVersion(draft: FrameworkDraft): Promise<string | null> {
  const { program, version } = runtimeOf(firstFile(draft));
  const path = pathOf(program);
  if (path === null) return null;
  const { code, out } = await run(path, version(draft.judgement.package));
  return code === 0 ? out.trim() : null;
}

function run(program: string, words: readonly string[]): Promise<ProcessResult> {
  return resultOf(startProcess(program, words, { cwd: INSTALLED, timeout: VERSION_DEADLINE }));
}

/** The command that serves one version of an installed draft, and its folder. */
export function serveCommand(
  { id }: FrameworkDraft,
  file: string,
  port: number,
): { readonly program: string; readonly words: readonly string[]; readonly folder: string } {
  const { program, serve } = runtimeOf(file);
  return { program: pathOf(program) ?? program, words: serve(file, port), folder: join(INSTALLED, id) };
}

/** The file of the draft as it was first written. */
export function firstFile({ id, files }: FrameworkDraft): string {
  const first = files[0];
  if (first === undefined) throw new Error(`lab/first-drafts/${id} has no file draft-1.`);
  return first;
}

function runtimeOf(file: string): Runtime {
  const runtime = runtimes[file.split('.').at(-1) ?? ''];
  if (runtime === undefined) throw new Error(`No runtime is known for ${file}.`);
  return runtime;
}

function pathOf(program: string): string | null {
  if (dirname(program) !== '.') return program;
  return FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}
