import { orderKeys } from './order-keys.ts';
import type { Report } from './report.ts';
import { validateReport } from './validate-report.ts';

/** Above this many characters indentation costs more than it helps. */
const LONGEST_INDENTED = 20_000_000;

/** Thrown where a report breaks its own schema: a fault of the suite. `problems` has one line for each. */
export class InvalidReport extends Error {
  override readonly name = 'InvalidReport';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The report does not follow its schema: ${problems.join('; ')}.`);
    this.problems = problems;
  }
}

/** Throws `InvalidReport` where a report breaks its own schema. */
export function requireValid(report: Report): void {
  const problems = validateReport(report);
  if (problems.length > 0) throw new InvalidReport(problems);
}

/**
 * The text of report.json: indented by two spaces unless it is very long, with a newline at its end. It comes in pieces:
 * most of them are ASCII alone, which is written many times as fast as a text that is not.
 */
export function reportPieces(report: Report, longestIndented: number = LONGEST_INDENTED): readonly string[] {
  const plain = orderKeys(report);
  const pieces = indentedPieces(plain);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return [...(length > longestIndented ? [JSON.stringify(plain)] : pieces), '\n'];
}

/** The members of an object one by one, and each item of those that are lists. */
function indentedPieces(report: Readonly<Record<string, unknown>>): readonly string[] {
  const members = Object.entries(report).filter(([, value]) => value !== undefined);
  const pieces = members.flatMap(([name, value], index) => {
    const start = `${index === 0 ? '{' : ','}\n  ${JSON.stringify(name)}: `;
    if (!Array.isArray(value) || value.length === 0) return [start, indented(value, 1)];
    return [start, '[', ...value.flatMap((item, at) => [at === 0 ? '\n    ' : ',\n    ', indented(item, 2)]), '\n  ]'];
  });
  return [...pieces, '\n}'];
}

/** A value as it stands in an indented text at some depth, after what stands before it in its line. */
function indented(value: unknown, depth: 1 | 2): string {
  return depth === 1 ? JSON.stringify([value], null, 2).slice(4, -2) : JSON.stringify([[value]], null, 2).slice(10, -6);
}
