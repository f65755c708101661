import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/http/exchange.ts';
import { renderHtml } from '../../../src/report/html/render-html.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { renderTerminal } from '../../../src/report/terminal/render-terminal.ts';
import { pageText } from './read-html.ts';
import { fullExchange, fullReport } from '../../support/full-report.ts';

/** The exchange of a trial, sent in this second. */
function sent(id: string, second: number, status: number | null): Exchange {
  const exchange = fullExchange(id);
  const failure =
    status === null ? ({ kind: 'closed-before-response', message: 'The connection closed.' } as const) : null;
  const attempts = exchange.attempts.map((attempt) => ({
    ...attempt,
    startedAt: `2030-01-01T00:00:0${second}.000Z`,
    status,
    failure,
  }));
  return { ...exchange, attempts };
}

const report = {
  ...fullReport(),
  exchanges: [sent('x9', 1, null), sent('x10', 2, 201), sent('x11', 3, 502)],
  trials: [
    { case: 'some/case', tried: 'the limit 37', isProven: true, requests: ['x9'], controls: ['x10'], others: ['x11'] },
  ],
};
const SENTENCE =
  'In some/case, the limit 37 causes its disturbance: none of 2 requests got a response, but all 1 controls did.';
const RESULTS = ['closed-before-response', '201', '502'];

describe('a controlled trial', () => {
  it('is shown with its requests in every format that people read', () => {
    const terminal = renderTerminal(report, { colour: false, width: 500, reportPath: 'report.json' });
    for (const text of [pageText(renderHtml(report)), renderMarkdown(report), terminal]) {
      const shown = text.replaceAll(/`/g, '').replaceAll(/\s+/g, ' ');
      expect(shown).toContain('Controlled trials');
      for (const each of [SENTENCE, ...RESULTS]) expect(shown).toContain(each);
    }
  });

  it('is left out where there was none', () => {
    expect(renderHtml(fullReport())).not.toContain('trials-title');
    expect(renderMarkdown(fullReport())).not.toContain('Controlled trials');
  });
});
