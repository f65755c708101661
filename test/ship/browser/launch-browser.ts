import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { LIMIT } from '../../support/limits.ts';
import { unpackChromium } from './chromium-package.ts';

const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
  '--font-render-hinting=none',
];

/**
 * A browser without a window: Chromium from its npm package on Linux (x64), elsewhere the installed Chrome or the program
 * that PETSTORE_TEST_BROWSER names. Throws a sentence where there is none: these tests are never skipped in silence.
 */
export async function launchBrowser(environment: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  try {
    return await chromium.launch({
      headless: true,
      timeout: LIMIT,
      args: QUIET,
      ...(await browserOptions(environment)),
    });
  } catch (error) {
    throw new Error(
      'No browser could be started, and the tests of report.html need one: install Google Chrome, or name a Chromium with PETSTORE_TEST_BROWSER.',
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
