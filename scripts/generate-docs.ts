import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processConsole } from '../src/cli/console.ts';
import { loadCases } from '../src/cli/list-command.ts';
import killMatrix from '../docs/kill-matrix.json' with { type: 'json' };
import { requirements } from '../src/contract/requirements.ts';
import { PACKAGE_ROOT } from '../src/runner/package-root.ts';
import { faults } from '../src/reference/faults/index.ts';
import { lawfulServices } from '../src/reference/lawful/index.ts';
import { renderDetectionPage } from './detection-page.ts';
import { renderContractValidators } from './contract-validators.ts';
import { renderReportValidator } from './report-validator.ts';
import { renderRequirementsPage } from './requirements-page.ts';

// Writes the generated files; with --check it writes nothing and fails where a page is not current.

const pages: readonly (readonly [path: string, text: string])[] = [
  ['docs/requirements.md', renderRequirementsPage(requirements, await loadCases(processConsole()))],
  ['src/contract/contract-validators.js', renderContractValidators()],
  ['src/report/report-validator.js', renderReportValidator()],
  ['docs/detection.md', renderDetectionPage(requirements, faults, lawfulServices, killMatrix)],
];
const isCheck = process.argv.includes('--check');

for (const [path, text] of pages) {
  const file = join(PACKAGE_ROOT, path);
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (current === text) continue;
  if (isCheck) {
    process.stderr.write(`${path} is not current: run npm run docs.\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
  }
}
