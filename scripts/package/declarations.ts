import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namedAsJavaScript } from './strip-types.ts';

const COMPILER = fileURLToPath(import.meta.resolve('typescript/package.json').replace('package.json', 'bin/tsc'));

/** A relative module specifier in a declaration file. */
const REFERENCE = /(?:from|import\()\s*['"](\.{1,2}\/[^'"]+)\.js['"]/g;

/**
 * The declarations of some modules and of all modules that they refer to, by path. `root` is the folder of the checkout.
 * `scratch` is an empty folder.
 */
export function declarationsOf(modules: readonly string[], root: string, scratch: string): ReadonlyMap<string, string> {
  compile(modules, root, scratch);
  const found = new Map<string, string>();
  const waiting = [...modules];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = `${next}.d.ts`;
    if (found.has(path)) continue;
    const text = namedAsJavaScript(readFileSync(join(scratch, path), 'utf8'));
    found.set(path, text);
    for (const [, reference] of text.matchAll(REFERENCE)) waiting.push(normalize(join(dirname(next), reference ?? '')));
  }
  return found;
}

/** Runs the compiler. Throws with its output if the sources have a type error. */
function compile(modules: readonly string[], root: string, scratch: string): void {
  const configuration = join(scratch, 'tsconfig.json');
  writeFileSync(
    configuration,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: root,
        outDir: scratch,
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: [],
      files: modules.map((path) => join(root, `${path}.ts`)),
    }),
  );
  execFileSync(process.execPath, [COMPILER, '--project', configuration], { encoding: 'utf8', stdio: 'pipe' });
}
