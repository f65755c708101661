import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { randomNumbers } from '../src/suite/execution/random-numbers.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';

/** One small change of a file in src/: `after` replaces `before` at the character offset `start`. */
export interface Mutation {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly before: string;
  readonly after: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Draws `count` mutations of src/ by a seed, from different files if possible. */
export function drawMutations(seed: number, count: number): readonly Mutation[] {
  const random = randomNumbers(seed);
  const pick = <T>(items: T[]): T | undefined => items.splice(Math.floor(random() * items.length), 1)[0];
  const files = sources();
  const drawn: Mutation[] = [];
  while (drawn.length < count) {
    const file = pick(files);
    if (file === undefined) break;
    const mutation = pick([...mutationsOf(file, readFileSync(join(PACKAGE_ROOT, file), 'utf8'))]);
    if (mutation !== undefined) drawn.push(mutation);
  }
  return drawn;
}

function sources(): string[] {
  return readdirSync(join(PACKAGE_ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `src/${name}`)
    .toSorted();
}

/** All mutations of a text: another operator, another constant, or a removed statement. */
export function mutationsOf(file: string, text: string): readonly Mutation[] {
  const found: Mutation[] = [];
  const add = (start: number, before: string, after: string): void => {
    found.push({ file, line: text.slice(0, start).split('\n').length, start, before, after });
  };
  const replaceOperator = (left: { readonly end: number }, operator: string): void => {
    const after = OPERATORS[operator];
    if (after !== undefined) add(text.indexOf(operator, left.end), operator, after);
  };
  new Visitor({
    BinaryExpression: (node) => replaceOperator(node.left, node.operator),
    LogicalExpression: (node) => replaceOperator(node.left, node.operator),
    ExpressionStatement: (node) => add(node.start, text.slice(node.start, node.end), ''),
    Literal(node) {
      if (typeof node.value === 'boolean') add(node.start, String(node.value), String(!node.value));
      if (typeof node.value === 'number') add(node.start, text.slice(node.start, node.end), String(node.value + 1));
    },
    UnaryExpression(node) {
      if (node.operator === '!') add(node.start, '!', '');
    },
  }).visit(parseSync(file, text).program);
  return found;
}
