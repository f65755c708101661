import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { copyCheckout } from './copy-checkout.ts';
import { drawMutations, type Mutation } from './draw-mutations.ts';
import { type Killed, killMutations, type Loop } from './kill-mutations.ts';

// npm run mutations -- [SEED [COUNT]]: draws small changes of src/, and prints which command of CONTRIBUTING.md fails on
// each. Try the survivors with `npm test`.

const [seed = '17', count = '40'] = process.argv.slice(2);
const VITEST = 'node_modules/vitest/vitest.mjs';
const LOOPS: readonly Loop[] = [
  { name: 'unit', words: () => [VITEST, 'run', '--project', 'unit', '--bail', '1'] },
  { name: 'command', words: () => [VITEST, 'run', '--project', 'command', '--bail', '1'] },
  { name: 'detect', words: detectOn },
];

/** Files that do not influence a judgement. */
const NOT_JUDGING = /^src\/(api|cli|gate|vitest|report\/(\w+\/|terminal|render))/;

/** The faults and variants in a file of the reference service. For any other file that influences a judgement: all. */
function detectOn({ file }: Mutation): readonly string[] | null {
  if (NOT_JUDGING.test(file)) return null;
  const ids = [...readFileSync(join(PACKAGE_ROOT, file), 'utf8').matchAll(/^ +id: '([^']+)'/gm)].map(([, id]) => id);
  const isRegister = /^src\/reference\/(faults|compliant)\//.test(file) && ids.length > 0;
  return ['lab/detect.ts', '--bail', isRegister ? `^(fault|compliant)/(${ids.join('|')})$` : ''];
}

const NOT_COPIED = new Set(['.git', 'dist', 'node_modules', 'reports']);
const parts = readdirSync(PACKAGE_ROOT).filter((name) => !NOT_COPIED.has(name));
const folder = copyCheckout([...parts, 'reports/sample']);
const all: Killed[] = [];
try {
  await killMutations(folder, drawMutations(Number(seed), Number(count)), LOOPS, (killed) => {
    all.push(killed);
    const { file, line, before, after } = killed.mutation;
    process.stdout.write(`${killed.by ?? 'SURVIVED'}  ${file}:${line}  ${brief(before)} → ${brief(after)}\n`);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${all.filter(({ by }) => by !== null).length} of ${all.length} killed\n`);
writeFileSync(join(PACKAGE_ROOT, 'reports/mutations.json'), JSON.stringify(all, null, 2));

function brief(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line === '' ? '(nothing)' : line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
