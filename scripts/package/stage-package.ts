import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildOrigin } from '../../src/run/suite-identity.ts';
import { declarationsOf } from './declarations.ts';
import { packedPage } from './packed-page.ts';
import { ENTRIES, publishedManifest, type SourceManifest } from './published-manifest.ts';
import { namedAsJavaScript, stripTypes } from './strip-types.ts';

/** Files that the package contains unchanged. */
const AS_IT_IS = [
  'schemas/*.json',
  'openapi/*.yaml',
  'src/**/*.css',
  'src/**/*.json',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'docs/**/*.md',
  'docs/images/*',
];

/** Pages about development and measurements. They name commands of the checkout. */
const OF_CHECKOUT = [
  'docs/architecture.md',
  'docs/comparison.md',
  'docs/decisions/*',
  'docs/detection.md',
  'docs/first-drafts.md',
  'docs/installation.md',
  'docs/performance.md',
  'docs/repeatability.md',
  'docs/robustness.md',
];

/** Writes the package into an empty folder. `root` is the checkout, `scratch` another empty folder, `build` the origin. */
export function stagePackage(root: string, stage: string, scratch: string, build: BuildOrigin): void {
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    writeFileSync(join(stage, path), text);
  };
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  for (const path of filesOf(root, AS_IT_IS, OF_CHECKOUT)) cpSync(join(root, path), join(stage, path));
  for (const path of filesOf(root, ['src/**/*.ts', 'specs/*.spec.ts'])) {
    if (!path.endsWith('.d.ts')) put(path.replace(/\.ts$/, '.js'), stripTypes(read(path)));
  }
  for (const path of filesOf(root, ['bin/*.js', 'src/**/*.js'])) put(path, namedAsJavaScript(read(path)));
  for (const [path, text] of declarationsOf(Object.values(ENTRIES), root, scratch)) put(path, text);
  const source: SourceManifest = JSON.parse(read('package.json'));
  for (const path of filesOf(stage, ['**/*.md'])) {
    put(
      path,
      packedPage(read(path), path, (target) => existsSync(join(stage, target))),
    );
  }
  put('package.json', `${JSON.stringify(publishedManifest(source, build), null, 2)}\n`);
}

function filesOf(root: string, patterns: readonly string[], exclude: readonly string[] = []): readonly string[] {
  return globSync([...patterns], { cwd: root, exclude }).sort();
}
