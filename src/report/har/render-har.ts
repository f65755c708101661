import type { Report } from '../report.ts';
import { harEntry } from './har-entry.ts';

/**
 * The exchanges of a report as an HTTP Archive 1.2, one line each, in the order in which they were first sent. Members
 * that begin with an underscore are ours, as the format allows. Secrets are redacted as they are in the report.
 */
export function renderHar(report: Report): string {
  const { run, exchanges } = report;
  const entries = exchanges.map((exchange) => harEntry(exchange, run)).sort(byStart);
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
    comment: `${exchanges.length} exchanges of a run that ended ${report.verdict.outcome}; report.json is what they come from.`,
  };
  const lines = entries.map((entry) => JSON.stringify(entry));
  return `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n`}]}}\n`;
}

function byStart(a: { readonly startedDateTime: string }, b: { readonly startedDateTime: string }): number {
  return Date.parse(a.startedDateTime) - Date.parse(b.startedDateTime);
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}
