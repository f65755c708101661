import type { Report } from '../report.ts';
import { shareEvidence } from '../shared-evidence.ts';

/**
 * The text of report.json, with a newline at its end: each item of a list has its own line. It comes in pieces to keep the
 * complete text out of memory. Most pieces are only ASCII, which is written many times as fast as other text.
 */
export function* jsonPieces(report: Report): Generator<string> {
  const written = { ...report, exchanges: shareEvidence(report.exchanges) };
  const members = Object.entries(written).filter(([, value]) => value !== undefined);
  for (const [index, [name, value]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}\n  ${JSON.stringify(name)}: `;
    if (!Array.isArray(value) || value.length === 0) {
      yield JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
      continue;
    }
    for (const [at, item] of value.entries()) yield `${at === 0 ? '[' : ','}\n    ${JSON.stringify(item)}`;
    yield '\n  ]';
  }
  yield '\n}\n';
}
