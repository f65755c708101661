import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/http/exchange.ts';
import { htmlPieces } from '../../../src/report/html/render-html.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { renderTerminal } from '../../../src/report/terminal/render-terminal.ts';
import { viewOf } from '../../../src/report/view.ts';
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
  'In some/case, the limit 37 causes its disturbance: none of 2 requests got a response, but all 1 controls did';

describe('a controlled trial', () => {
  it('is a table of its requests in the order in which they were sent', () => {
    expect(viewOf(report).trials).toEqual([
      {
        sentence: SENTENCE,
        rows: [
          ['1', 'request', 'the limit 37', 'closed-before-response', '00:00:01.000'],
          ['2', 'control', 'POST /pets', '201', '00:00:02.000'],
          ['3', 'other request', 'the limit 37: POST /pets', '502', '00:00:03.000'],
        ],
      },
    ]);
  });

  it('is shown on the page and in Markdown', () => {
    const page = [...htmlPieces(report)].join('');
    expect(page).toContain('<h2 id="trials-title">Controlled trials</h2>');
    expect(page.match(/<td>the limit 37<\/td>/g)).toHaveLength(1);
    const markdown = renderMarkdown(report);
    expect(markdown).toContain('## Controlled trials (1)');
    expect(markdown).toContain('| `2` | control |');
  });

  it.each([
    ['report.html', 'the page if it was written', 'reports/report.html'],
    ['report.json', 'the report otherwise', undefined],
  ])('names %s on a terminal: %s', (file, _, pagePath) => {
    const terminal = renderTerminal(report, { colour: false, width: 500, reportPath: 'report.json', pagePath });
    expect(terminal.replaceAll(/\s+/g, ' ')).toContain(`Trials ${SENTENCE}; ${file} shows the trial`);
  });

  it('is left out where there was none', () => {
    expect([...htmlPieces(fullReport())].join('')).not.toContain('trials-title');
    expect(renderMarkdown(fullReport())).not.toContain('Controlled trials');
  });
});
