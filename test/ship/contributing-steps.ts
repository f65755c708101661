import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/runner/package-root.ts';
import { runProcess, type ProcessResult } from '../support/command-in.ts';
import { copyCheckout } from '../support/copy-checkout.ts';

/** A step of CONTRIBUTING.md that adds something: the word behind the language of its block. */
export type Step = 'row' | 'remedy' | 'case' | 'fault';

/** Where the block of a step goes: at the end of a file, or in front of the last occurrence of a text. */
const PLACES: Readonly<Record<Step, { readonly file: string; readonly before: string | null }>> = {
  row: { file: 'src/contract/requirements.ts', before: '] as const satisfies' },
  remedy: { file: 'src/contract/remedies.ts', before: '};\n\n/** The hint' },
  case: { file: 'specs/list-status.spec.ts', before: null },
  fault: { file: 'src/reference/faults/listing-filter-faults.ts', before: '];\n' },
};

const COPIED = [
  'bin',
  'docs',
  'lab',
  'schemas',
  'scripts',
  'specs',
  'src',
  'test',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];

/** A copy of the checkout in which some steps were followed. */
export interface FollowedCheckout {
  readonly run: (script: string) => Promise<ProcessResult>;
  readonly read: (path: string) => string;
  readonly remove: () => void;
}

/** Copies the checkout, or parts of it, to a temporary folder, with the packages of this one, and follows some steps there. */
export function followSteps(steps: readonly Step[], parts: readonly string[] = COPIED): FollowedCheckout {
  const folder = copyCheckout(parts);
  for (const step of steps) follow(folder, step);
  return {
    run: (script) =>
      runProcess('sh', ['-c', script], folder, {
        PATH: `${join(PACKAGE_ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
        HOME: folder,
        NO_COLOR: '1',
      }),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function follow(folder: string, step: Step): void {
  const { file, before } = PLACES[step];
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const place = before === null ? text.length : text.lastIndexOf(before);
  if (place === -1) throw new Error(`${file} has no place for the ${step} of CONTRIBUTING.md.`);
  writeFileSync(path, `${text.slice(0, place)}${contributingBlock(step)}${text.slice(place)}`);
}

/** A block of CONTRIBUTING.md by the word behind its language, without the indent of its list. Throws where there is none. */
export function contributingBlock(name: string): string {
  const page = readFileSync(join(PACKAGE_ROOT, 'CONTRIBUTING.md'), 'utf8');
  const found = new RegExp(`^ {3}\`\`\`\\w+ ${name}\\n([^]*?)^ {3}\`\`\``, 'm').exec(page)?.[1];
  if (found === undefined) throw new Error(`CONTRIBUTING.md has no block ${name}.`);
  return found.replaceAll(/^ {3}/gm, '');
}
