import { describe, expect, it } from 'vitest';
import { launchBrowser } from './launch-browser.ts';

describe('the browser of these tests', () => {
  it('is never missing in silence', async () => {
    const environment = { ...process.env, PETSTORE_TEST_BROWSER: '/nowhere/chromium' };
    await expect(launchBrowser(environment)).rejects.toThrow('install Google Chrome, or name a Chromium');
  });
});
