import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { renderFormat } from '../src/report/formats.ts';
import { sampleReport } from './sample-report.ts';

// npm run sample: writes reports/full-sample, the sample report with all cases. Git ignores it.

const FOLDER = join(PACKAGE_ROOT, 'reports/full-sample');
const report = await sampleReport('all');
mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'report.html'), await renderFormat(report, 'html'));
writeFileSync(join(FOLDER, 'report.md'), await renderFormat(report, 'md'));
process.stdout.write(`${FOLDER}\n`);
