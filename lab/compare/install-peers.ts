import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultOf, startProcess } from '../child-process.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

const INSTALL_DEADLINE = 600_000;

/**
 * Installs the peers into a new temporary folder, with the versions of their lock file and without install scripts. Copies
 * their configuration and the OpenAPI description there. Returns the folder.
 */
export async function installPeers(hasJava: boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-compare-'));
  const peers = join(PACKAGE_ROOT, 'lab/compare/peers');
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(peers, name), join(folder, name));
  const configuration = join(folder, 'configuration');
  mkdirSync(configuration);
  cpSync(peers, configuration, { recursive: true, filter: (path) => !/package(-lock)?\.json$/.test(path) });
  cpSync(join(PACKAGE_ROOT, 'openapi/petstore.openapi.yaml'), join(configuration, 'petstore.openapi.yaml'));
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...(hasJava ? [] : ['--omit=optional'])];
  const npm = process.env['npm_execpath'];
  const [file, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const npmRun = startProcess(file, [...first, ...args], { cwd: folder, timeout: INSTALL_DEADLINE });
  const { code, out, error } = await resultOf(npmRun);
  if (code !== 0) throw new Error(`npm ended with code ${code}:\n${out}${error}`);
  return folder;
}

/** The version of the installed Java, or null without Java. */
export async function javaVersion(): Promise<string | null> {
  const { code, error } = await resultOf(startProcess('java', ['-version'], { timeout: 30_000 }));
  return code === 0 ? (/"([^"]+)"/.exec(error)?.[1] ?? 'unknown') : null;
}
