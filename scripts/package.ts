import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stagePackage } from './package/stage-package.ts';
import { PACKAGE_ROOT } from '../src/runner/package-root.ts';

// Builds the package and packs it into dist/, or into the folder that is given. The same sources give the same bytes.

const [directory = join(PACKAGE_ROOT, 'dist')] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'petstore-conformance-package-'));
const stage = join(scratch, 'package');
try {
  mkdirSync(stage);
  stagePackage(PACKAGE_ROOT, stage, scratch);
  mkdirSync(directory, { recursive: true });
  const told = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', directory], {
    cwd: stage,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  process.stdout.write(told);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
