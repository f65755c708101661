import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import type { KillMatrix } from './kill-matrix.ts';
import type { ViolationExamples } from './violation-examples.ts';

const FILE = join(PACKAGE_ROOT, 'docs/kill-matrix.json');
const EXAMPLES = join(PACKAGE_ROOT, 'docs/violations.json');

/** The committed matrix. */
export function readKillMatrix(): KillMatrix {
  return JSON.parse(readFileSync(FILE, 'utf8')) as KillMatrix;
}

/** Writes the matrix with one line for each case and each service, so branches that add some can be merged. */
export function writeKillMatrix({ rules, requirements, cases, services, sizes }: KillMatrix): void {
  const lines = [
    `  "rules": ${JSON.stringify(rules)}`,
    `  "requirements": [\n${requirements.map((id) => `    ${JSON.stringify(id)}`).join(',\n')}\n  ]`,
    `  "cases": ${linesOf(cases)}`,
    `  "services": ${linesOf(services)}`,
    `  "sizes": {\n  "sources": ${JSON.stringify(sizes.sources)},\n  "services": ${linesOf(sizes.services)}}`,
  ];
  writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
}

/** The committed examples of violations. */
export function readExamples(): ViolationExamples {
  return JSON.parse(readFileSync(EXAMPLES, 'utf8')) as ViolationExamples;
}

/** Writes the examples of violations. The requirement pages show them. */
export function writeExamples(examples: ViolationExamples): void {
  writeFileSync(EXAMPLES, `${JSON.stringify(examples, null, 2)}\n`);
}

/** An object as JSON with a line for each member. */
export function linesOf(rows: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(rows).map(([id, row]) => `    ${JSON.stringify(id)}: ${JSON.stringify(row)}`);
  return `{\n${lines.join(',\n')}\n  }`;
}
