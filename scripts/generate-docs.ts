import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { comparisonFrom } from '../lab/compare/comparison.ts';
import { loadCases } from '../src/run/load-cases.ts';
import comparison from '../docs/comparison.json' with { type: 'json' };
import { readExamples, readKillMatrix } from '../lab/detection-record.ts';
import { requirements } from '../src/contract/requirements.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { faults } from '../src/reference/faults/index.ts';
import type { Report } from '../src/report/report.ts';
import { compliantVariants } from '../src/reference/compliant/index.ts';
import { renderComparisonPage } from './comparison-page.ts';
import { renderDetectionPage } from './detection-page.ts';
import { withFigures } from './readme-figures.ts';
import { renderContractValidators } from './contract-validators.ts';
import { renderRequirementPage, requirementPath } from './requirement-page.ts';
import { renderTerminalPicture } from './terminal-picture.ts';
import { renderRequirementsPage } from './requirements-page.ts';

// Writes the generated files; with --check it writes nothing and fails where a page is not current, or is of nothing.

const cases = await loadCases();
const killMatrix = readKillMatrix();
const sources = { cases, faults, compliant: compliantVariants, matrix: killMatrix, examples: readExamples() };
const pages: ReadonlyMap<string, string> = new Map([
  ['docs/requirements.md', renderRequirementsPage(requirements, cases)],
  ...requirements.map((row) => [`docs/${requirementPath(row.id)}`, renderRequirementPage(row, sources)] as const),
  ['src/contract/contract-validators.js', renderContractValidators()],
  ['docs/comparison.md', renderComparisonPage(comparisonFrom(comparison))],
  ['docs/detection.md', renderDetectionPage(requirements, faults, compliantVariants, killMatrix)],
  [
    'README.md',
    withFigures(read('README.md'), { ...sources, rows: requirements, comparison: comparisonFrom(comparison) }),
  ],
  ['docs/images/terminal.svg', renderTerminalPicture(sampleReport())],
]);
const isCheck = process.argv.includes('--check');

for (const [path, text] of pages) {
  const file = join(PACKAGE_ROOT, path);
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (current === text) continue;
  settle(path, () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  });
}
for (const path of pagesOfRequirements().filter((each) => !pages.has(each))) {
  settle(path, () => rmSync(join(PACKAGE_ROOT, path)));
}

function settle(path: string, write: () => void): void {
  if (!isCheck) return write();
  process.stderr.write(`${path} is not current: run npm run docs.\n`);
  process.exitCode = 1;
}

function read(path: string): string {
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}

function sampleReport(): Report {
  return JSON.parse(read('reports/sample/report.json')) as Report;
}

function pagesOfRequirements(): readonly string[] {
  const directory = join(PACKAGE_ROOT, 'docs/requirements');
  return existsSync(directory) ? readdirSync(directory).map((name) => `docs/requirements/${name}`) : [];
}
