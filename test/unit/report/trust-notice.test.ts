import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { renderTerminal } from '../../../src/report/render-terminal.ts';
import type { Report } from '../../../src/report/report.ts';
import { fullReport } from '../../support/full-report.ts';
import { renderHtml } from '../../support/whole-texts.ts';

const options = { colour: false, width: 200, reportPath: 'report.json' };
const texts = (report: Report): readonly string[] => [
  renderTerminal(report, options),
  renderMarkdown(report),
  renderHtml(report),
];

function reachedWith(configuration: Report['run']['configuration']): Report {
  const report = fullReport();
  return { ...report, run: { ...report.run, configuration: { ...report.run.configuration, ...configuration } } };
}

describe('a run that believed any certificate', () => {
  it('is told as such at the top of every text', () => {
    for (const text of texts(reachedWith({ insecure: true }))) {
      expect(text).toContain('TLS certificates were not checked');
      expect(text.indexOf('were not checked')).toBeLessThan(text.length / 2);
    }
  });

  it('is not told where certificates were checked', () => {
    for (const text of texts(reachedWith({}))) expect(text).not.toContain('were not checked');
  });
});
