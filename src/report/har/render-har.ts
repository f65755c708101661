import type { Exchange } from '../../http/exchange.ts';
import type { Report, RunDescription } from '../report.ts';
import { verdictLine } from '../verdicts.ts';
import { harEntry, startOf } from './har-entry.ts';

/**
 * The exchanges of a report as an HTTP Archive 1.2, one line each, in the order in which they were first sent, in pieces of
 * one exchange. Members that begin with an underscore are ours, as the format allows. Secrets are redacted as they are in
 * the report.
 */
export function* harPieces(report: Report): Generator<string> {
  const { run, exchanges } = report;
  const head = {
    version: '1.2',
    creator: { name: wellFormed(run.suite.name), version: wellFormed(run.suite.version) },
    pages: [
      {
        startedDateTime: run.startedAt,
        id: wellFormed(run.id),
        title: wellFormed(`Conformance run against ${run.target}`),
        pageTimings: {},
      },
    ],
    comment: `${verdictLine(report.verdict)}. ${exchanges.length} exchanges; report.json is what they come from.`,
  };
  yield `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[`;
  for (const [index, exchange] of byStart(exchanges, run).entries()) {
    yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(harEntry(exchange, run))}`;
  }
  yield exchanges.length === 0 ? ']}}\n' : '\n]}}\n';
}

function byStart(exchanges: readonly Exchange[], run: RunDescription): readonly Exchange[] {
  return exchanges
    .map((exchange) => ({ exchange, start: Date.parse(startOf(exchange, run)) }))
    .sort((a, b) => a.start - b.start)
    .map(({ exchange }) => exchange);
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}
