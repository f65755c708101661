import type { Report } from './report.ts';

/**
 * The text of report.json: indented by two spaces, with a newline at its end. It comes in pieces to keep the complete text out
 * of memory. Most pieces are only ASCII, which is written many times as fast as other text.
 */
export function* reportPieces(report: Report): Generator<string> {
  const members = Object.entries(report).filter(([, value]) => value !== undefined);
  for (const [index, [name, value]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}\n  ${JSON.stringify(name)}: `;
    if (!Array.isArray(value) || value.length === 0) {
      yield indented(value, 1);
      continue;
    }
    for (const [at, item] of value.entries()) yield `${at === 0 ? '[' : ','}\n    ${indented(item, 2)}`;
    yield '\n  ]';
  }
  yield '\n}\n';
}

/** A value in an indented text at some depth, without the start of its line. */
function indented(value: unknown, depth: 1 | 2): string {
  return depth === 1 ? JSON.stringify([value], null, 2).slice(4, -2) : JSON.stringify([[value]], null, 2).slice(10, -6);
}
