import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { digestOfSources, readKillMatrix } from '../lab/detection-record.ts';
import { stagePackage } from './package/stage-package.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';

// Builds the package and packs it into dist/, or into the folder of --out. The same sources give the same bytes. With
// --release it fails unless the whole fleet was judged with these sources.

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(PACKAGE_ROOT, 'dist') },
    release: { type: 'boolean', default: false },
  },
});
if (values.release && readKillMatrix().sources !== digestOfSources()) {
  process.stderr.write(
    'docs/kill-matrix.json was recorded with other sources. Run npm run detection, and try again.\n',
  );
  process.exit(1);
}
const directory = resolve(values.out);
const scratch = mkdtempSync(join(tmpdir(), 'petstore-conformance-package-'));
const stage = join(scratch, 'package');
try {
  mkdirSync(stage);
  stagePackage(PACKAGE_ROOT, stage, scratch);
  mkdirSync(directory, { recursive: true });
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', directory], {
    cwd: stage,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  process.stdout.write(printed);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
