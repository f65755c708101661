import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { comparisonFrom } from '../lab/compare/comparison.ts';
import { loadCases } from '../src/run/load-suite.ts';
import comparison from '../docs/comparison.json' with { type: 'json' };
import { readExamples, readKillMatrix } from '../lab/detection-record.ts';
import { currentlyStale } from '../lab/current-records.ts';
import { readFirstDrafts } from '../lab/first-drafts-record.ts';
import { describeStale } from '../lab/stale-records.ts';
import { OPERATION_IDS } from '../src/contract/operations.ts';
import { requirements } from '../src/contract/requirements.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { faults } from '../src/reference/faults/index.ts';
import { renderFormat } from '../src/report/formats.ts';
import { compliantVariants } from '../src/reference/compliant/index.ts';
import { renderComparisonPage } from './comparison-page.ts';
import { withOperations } from './contract-page.ts';
import { renderDetectionPage } from './detection-page.ts';
import { renderFirstDraftsPage } from './first-drafts-page.ts';
import { withFigures } from './readme-figures.ts';
import { renderRequirementPage, renderRequirementsPage, requirementPath } from './requirement-pages.ts';
import { sampleReport } from './sample-report.ts';
import { renderDotenvExample, withSettings } from './settings-pages.ts';
import { renderTerminalPicture } from './terminal-picture.ts';

// npm run generate: writes all generated files. With --check it writes nothing, and fails if a file is outdated or orphaned.

/** Everything in these folders is generated. */
const GENERATED_FOLDERS = ['docs/requirements', 'reports/sample'];

const cases = await loadCases();
const killMatrix = readKillMatrix();
const firstDrafts = readFirstDrafts();
const sample = await sampleReport();
const stale = await currentlyStale({ matrix: killMatrix, firstDrafts });
const sources = { cases, faults, compliant: compliantVariants, matrix: killMatrix, stale, examples: readExamples() };
const pages: ReadonlyMap<string, string> = new Map([
  ['docs/requirements.md', renderRequirementsPage(requirements, cases)],
  ...requirements.map((row) => [`docs/${requirementPath(row.id)}`, renderRequirementPage(row, sources)] as const),
  ['schemas/report.schema.json', withOperationNames(read('schemas/report.schema.json'))],
  ['docs/comparison.md', renderComparisonPage(comparisonFrom(comparison))],
  ['docs/detection.md', renderDetectionPage(requirements, faults, compliantVariants, killMatrix, stale)],
  [
    'docs/first-drafts.md',
    renderFirstDraftsPage(
      stale.firstDrafts ? null : firstDrafts,
      stale.frameworks ? null : (firstDrafts?.frameworks ?? null),
    ),
  ],
  [
    'README.md',
    withFigures(read('README.md'), { ...sources, rows: requirements, comparison: comparisonFrom(comparison) }),
  ],
  ['docs/contract.md', withOperations(read('docs/contract.md'), read('openapi/petstore.openapi.yaml'))],
  ['docs/settings.md', withSettings(read('docs/settings.md'))],
  ['.env.example', renderDotenvExample()],
  ['docs/images/terminal.svg', renderTerminalPicture(sample)],
  ['reports/sample/report.html', await renderFormat(sample, 'html')],
  ['reports/sample/report.md', await renderFormat(sample, 'md')],
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
for (const path of GENERATED_FOLDERS.flatMap(filesOf).filter((each) => !pages.has(each))) {
  settle(path, () => rmSync(join(PACKAGE_ROOT, path)));
}

if (!isCheck)
  process.stdout.write(
    describeStale(stale)
      .map((line) => `${line}\n`)
      .join(''),
  );

function settle(path: string, write: () => void): void {
  if (!isCheck) return write();
  process.stderr.write(`${path} is not current: run npm run generate.\n`);
  process.exitCode = 1;
}

/** Updates each list of operations in the report schema: the lists that contain `every` or `other`. */
function withOperationNames(schema: string): string {
  const names = OPERATION_IDS.map((operation) => `"${operation}", `).join('');
  return schema.replaceAll(/"enum": \[[^\]]*("every"|"other")\]/g, `"enum": [${names}$1]`);
}

function read(path: string): string {
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(join(PACKAGE_ROOT, folder)).map((name) => `${folder}/${name}`);
}
