import type { Report } from '../report.ts';

/**
 * The text of report.json: indented by two spaces, with a newline at its end. It comes in pieces to keep the complete text out
 * of memory. Most pieces are only ASCII, which is written many times as fast as other text.
 */
export function* jsonPieces(report: Report): Generator<string> {
  const members = Object.entries(report).filter(([, value]) => value !== undefined);
  for (const [index, [name, value]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}\n  ${JSON.stringify(name)}: `;
    if (!Array.isArray(value) || value.length === 0) {
      yield memberText(value);
      continue;
    }
    for (const [at, item] of value.entries()) yield `${at === 0 ? '[' : ','}\n    ${itemText(item)}`;
    yield '\n  ]';
  }
  yield '\n}\n';
}

// JSON.stringify indents what is in brackets. The functions below add brackets and cut them off again, which takes a third
// less time than indenting each line.

function memberText(value: unknown): string {
  return between('[\n  ', JSON.stringify([value], null, 2), '\n]');
}

function itemText(item: unknown): string {
  return between('[\n  [\n    ', JSON.stringify([[item]], null, 2), '\n  ]\n]');
}

function between(start: string, text: string, end: string): string {
  return text.slice(start.length, -end.length);
}
