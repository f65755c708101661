import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { launchBrowser } from '../lab/launch-browser.ts';

// node scripts/report-picture.ts: writes docs/images/report.png, a screenshot of the top of reports/sample/report.html.

const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1240, height: 1180 } });
  await page.goto(pathToFileURL(join(PACKAGE_ROOT, 'reports/sample/report.html')).href);
  await page.screenshot({ path: join(PACKAGE_ROOT, 'docs/images/report.png') });
} finally {
  await browser.close();
}
