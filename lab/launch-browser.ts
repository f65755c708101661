import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inflate } from '@sparticuz/chromium';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { resultOf, startProcess } from './child-process.ts';

const CHROMIUM_PACKAGE = join(PACKAGE_ROOT, 'node_modules/@sparticuz/chromium');

/** A busy machine must not fail a test. Each test has its own limit. */
const NO_TIMEOUT = 0;

const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
  '--font-render-hinting=none',
];

/**
 * Starts a headless browser: Chromium from its npm package on Linux (x64), otherwise the program in PETSTORE_TEST_BROWSER or
 * the installed Chrome. Throws if there is none, because these tests must not be skipped silently.
 */
export async function launchBrowser(environment: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  try {
    return await chromium.launch({
      headless: true,
      timeout: NO_TIMEOUT,
      args: QUIET,
      ...(await browserOptions(environment)),
    });
  } catch (error) {
    throw new Error(
      'No browser started. The tests of report.html need one: install Google Chrome, or set PETSTORE_TEST_BROWSER to a Chromium.',
      { cause: error },
    );
  }
}

async function browserOptions(environment: NodeJS.ProcessEnv): Promise<LaunchOptions> {
  const named = environment['PETSTORE_TEST_BROWSER'];
  if (named !== undefined && named !== '') return { executablePath: named };
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const unpacked = await unpackChromium();
  return { executablePath: unpacked.program, env: { ...textsOf(environment), ...unpacked.environment } };
}

function textsOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The program of a browser, and the additional environment that it needs. */
interface InstalledBrowser {
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Chromium for Linux on x64 from its npm package. It is unpacked into node_modules, in a folder with its version in the name.
 * If the system lacks libraries or fonts, the browser uses those of the package.
 */
async function unpackChromium(): Promise<InstalledBrowser> {
  const folder = join(PACKAGE_ROOT, 'node_modules/.cache', `chromium-${packageVersion()}`);
  if (!existsSync(folder)) await unpackInto(folder);
  const program = join(folder, 'chromium');
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') };
  const libraries = (await starts(program)) ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  return { program, environment: { ...fonts, ...libraries } };
}

function packageVersion(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(join(CHROMIUM_PACKAGE, 'package.json'), 'utf8'),
  );
  return manifest.version;
}

/** Test files run in parallel. Each unpacks into a temporary folder, and the first one to finish renames its folder. */
async function unpackInto(folder: string): Promise<void> {
  mkdirSync(join(folder, '..'), { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  // The package unpacks into the folder in TMPDIR.
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = own;
  try {
    const files = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(files.map((file) => inflate(join(CHROMIUM_PACKAGE, 'bin', file))));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
}

/** Whether the program prints its version. It fails if libraries are missing. */
async function starts(program: string): Promise<boolean> {
  const { code } = await resultOf(startProcess(program, ['--version']));
  return code === 0;
}
