import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isUsable, OLDEST_NODE } from '../bin/usable-node.js';
import { dayOf } from '../src/contract/describe.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { installNodes } from './installation/install-nodes.ts';
import { MANAGERS, type PackageManager, waysOf } from './installation/managers.ts';
import { renderInstallation, type Try } from './installation/render-installation.ts';

// Tests a clone of the last commit and the packed suite with each Node and each package manager. Writes
// docs/installation.md. Takes about fifteen minutes. Exits with 1 if a test fails.

const execute = promisify(execFile);

/** Runs the tests of one folder only, because `npm test` would take hours over all combinations. */
const CHECKOUT =
  'git clone --quiet "$CHECKOUT" . && npm ci --omit=dev > /dev/null && npm run conformance > /dev/null && npm ci > /dev/null && npm run vitest -- run --project unit test/unit/contract > /dev/null';
const MINUTES = 60_000;

interface Program {
  readonly version: string;
  /** The first entry of PATH. */
  readonly folder: string;
}

const REGISTRY = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();

const scratch = mkdtempSync(join(tmpdir(), 'petstore-conformance-installation-'));
try {
  if (process.platform !== 'linux') throw new Error('npm run test:long needs Linux.');
  const nodes = await programsOf([...installNodes(), process.execPath]);
  const tarball = packInto(join(scratch, 'dist'));
  // Each manager has its own caches, so two can run at a time.
  const waiting = [...MANAGERS];
  const tries: Try[] = [];
  const worker = async (): Promise<void> => {
    for (let manager = waiting.shift(); manager !== undefined; manager = waiting.shift()) {
      tries.push(...(await tryManager(manager, nodes, tarball)));
    }
  };
  await Promise.all([worker(), worker()]);
  const page = renderInstallation(tries, dayOf(new Date().toISOString()));
  writeFileSync(join(PACKAGE_ROOT, 'docs', 'installation.md'), page);
  if (tries.some(({ outcome }) => outcome === 'fails')) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Packs the suite into a folder, and returns the path of the tarball. */
function packInto(folder: string): string {
  const script = join(PACKAGE_ROOT, 'scripts/package.ts');
  const words = ['--no-warnings', script, '--out', folder, '--platforms', 'none'];
  const printed = execFileSync(process.execPath, words, { encoding: 'utf8' });
  const [packed]: readonly { readonly filename: string }[] = JSON.parse(printed);
  if (packed === undefined) throw new Error('npm pack printed no file name.');
  return join(folder, packed.filename);
}

async function programsOf(paths: readonly string[]): Promise<readonly Program[]> {
  const programs = await Promise.all(
    paths.map(async (path) => {
      const { stdout } = await execute(path, ['--version']);
      return { version: stdout.trim().replace('v', ''), folder: dirname(path) };
    }),
  );
  return programs.toSorted((left, right) => Number.parseInt(left.version, 10) - Number.parseInt(right.version, 10));
}

/** Tests every combination for one manager, and prints each result. */
async function tryManager(
  manager: PackageManager,
  nodes: readonly Program[],
  tarball: string,
): Promise<readonly Try[]> {
  const own = mkdtempSync(join(scratch, 'manager-'));
  await install(manager, own);
  const tries: Try[] = [];
  for (const node of nodes) {
    const ways: readonly Try['way'][] = [...(manager.forCheckout ? ['checkout' as const] : []), ...waysOf(manager)];
    for (const way of ways) {
      const folder = mkdtempSync(join(own, 'try-'));
      const command = way === 'checkout' ? CHECKOUT : `${manager.ways[way] ?? ''} run --examples 1 > /dev/null`;
      const { code, line } = await shell(command, folder, environmentFor(own, node, tarball));
      rmSync(folder, { recursive: true, force: true });
      // Otherwise npx would run the installation of an earlier test.
      rmSync(join(own, 'home', '.npm', '_npx'), { recursive: true, force: true });
      const outcome = outcomeOf({ way, node, code, line });
      tries.push({ node: node.version, manager: manager.name, way, outcome, line });
      process.stdout.write(`${manager.name}, Node ${node.version}, ${way}: ${outcome} ${line}\n`);
    }
  }
  return tries;
}

function outcomeOf(end: {
  readonly way: Try['way'];
  readonly node: Program;
  readonly code: number;
  readonly line: string;
}): Try['outcome'] {
  const { way, node, code, line } = end;
  if (code === 0) return 'works';
  if (way === 'path' && line.includes('Permission denied')) return 'manager cannot';
  // A checkout installs a Node. A package does not.
  const isTooOld = way !== 'checkout' && !isUsable(node.version);
  const namesNode =
    line.includes(`Node ${OLDEST_NODE} or later is needed`) || line.includes('The engine "node" is incompatible');
  return isTooOld && namesNode ? 'says so' : 'fails';
}

/** Installs a manager, and writes its programs to the folder `bin`. */
async function install({ spec, programs }: PackageManager, own: string): Promise<void> {
  for (const folder of ['bin', 'home', 'manager', 'prefix/lib']) mkdirSync(join(own, folder), { recursive: true });
  const name = spec.slice(0, spec.lastIndexOf('@'));
  const words = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--silent', '--prefix', '.', spec];
  await execute('npm', words, { cwd: join(own, 'manager'), timeout: 5 * MINUTES });
  for (const [program, script] of Object.entries(programs)) {
    const path = join(own, 'manager', 'node_modules', name, script);
    if (!existsSync(path)) throw new Error(`${spec} has no ${script}.`);
    writeFileSync(join(own, 'bin', program), `#!/bin/sh\nexec node '${path}' "$@"\n`);
    chmodSync(join(own, 'bin', program), 0o755);
  }
}

/** The environment of this machine, without settings of the suite or of the npm that runs this script. */
function environmentFor(own: string, node: Program, tarball: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:npm|petstore)_/i.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: [join(own, 'bin'), node.folder, '/usr/bin', '/bin'].join(delimiter),
    HOME: join(own, 'home'),
    // npm requires a global folder. The Node packages have none.
    npm_config_prefix: join(own, 'prefix'),
    CHECKOUT: PACKAGE_ROOT,
    TARBALL: tarball,
    // The registry of this machine, under each manager's name for the setting.
    npm_config_registry: REGISTRY,
    YARN_REGISTRY: REGISTRY,
    YARN_NPM_REGISTRY_SERVER: REGISTRY,
    YARN_ENABLE_TELEMETRY: '0',
  };
}

async function shell(
  command: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly line: string }> {
  try {
    await execute('sh', ['-c', command], { cwd, env, timeout: 20 * MINUTES, maxBuffer: 64_000_000 });
    return { code: 0, line: '' };
  } catch (error) {
    const { code, stderr } = error as { readonly code: number | null; readonly stderr: string };
    const first = stderr.split('\n').find((each) => !/^\s*$|^(?:npm|yarn)? ?(?:warn|notice)/i.test(each));
    return { code: code ?? 1, line: first ?? 'nothing on standard error' };
  }
}
