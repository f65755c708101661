import type { Har } from 'har-format';
import { describe, expect, it } from 'vitest';
import { formatNames, type FormatName, renderFormat } from '../../../src/report/formats.ts';
import { renderAnnotations } from '../../../src/report/github/render-annotations.ts';
import { renderJunit } from '../../../src/report/junit/render-junit.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { harProblems } from '../../support/har-problems.ts';
import { HOSTILE, hostileReport } from './hostile-report.ts';
import { htmlSkeleton } from './read-html.ts';
import { junitProblems, readJunit } from '../../support/read-junit.ts';
import { readMarkdown } from '../../support/read-markdown.ts';
import { renderHar } from '../../support/whole-texts.ts';

const harmless = hostileReport('harm less');

/** What is left of a format when the texts in it are taken away: the same, whatever they are. */
const SKELETONS: Readonly<Record<FormatName, (text: string) => unknown>> = {
  json: (text) => shapeOf(JSON.parse(text)),
  html: htmlSkeleton,
  junit: (text) => readJunit(text).cases.map(({ suite, className, result }) => [suite, className, result]),
  md: markdownSkeleton,
  har: (text) => shapeOf(JSON.parse(text)),
};

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

/** Code spans and commands are taken out as CommonMark reads them; what is left is the Markdown that acts. */
function markdownSkeleton(text: string): unknown {
  const withoutBlocks = text
    .replaceAll(/^(`{3,})sh\n.*\n\1$/gm, 'command')
    .replaceAll('The command is in `report.json`.', 'command');
  const withoutSpans = withoutBlocks.replaceAll(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, 'span');
  // "harm less" is made of words, which are set as prose.
  return [readMarkdown(text).entries, withoutSpans.replaceAll(/\bharm less\b/g, 'span').replaceAll('command', 'span')];
}

describe.each(HOSTILE)('%s from a service', (_, text) => {
  const report = hostileReport(text);

  it.each(formatNames)('changes nothing in %s but the text shown', async (name) => {
    const skeleton = SKELETONS[name];
    expect(skeleton(await renderFormat(report, name))).toEqual(skeleton(await renderFormat(harmless, name)));
  });

  it('leaves no character that acts or hides in JUnit and Markdown', () => {
    for (const rendered of [renderJunit(report), renderMarkdown(report)]) {
      expect(rendered.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }
  });

  it('leaves JUnit and HAR valid', async () => {
    expect(await junitProblems([renderJunit(report)])).toEqual([]);
    expect(harProblems(JSON.parse(renderHar(report)))).toEqual([]);
  });

  it('makes no line of Markdown or JUnit a workflow command, and no more annotations', () => {
    const lines = [renderMarkdown(report), renderJunit(report)].flatMap((rendered) => rendered.split(/[\r\n]/));
    expect(lines.filter((line) => line.trim().startsWith('::'))).toEqual([]);
    const annotations = renderAnnotations(report).split(/[\r\n]/);
    expect(annotations).toHaveLength(4);
    expect(annotations.filter((line) => line.startsWith('::error '))).toHaveLength(2);
    expect(annotations.filter((line) => line.startsWith('::warning '))).toHaveLength(1);
  });

  it('is bounded in Markdown and JUnit', () => {
    expect(renderMarkdown(report).length).toBeLessThan(60_000);
    expect(renderJunit(report).length).toBeLessThan(60_000);
  });
});

describe('what a service sent', () => {
  it('is all there in the archive of its exchanges', () => {
    const text = HOSTILE.map(([, each]) => each).join(' ');
    const [entry] = (JSON.parse(renderHar(hostileReport(text))) as Har).log.entries;
    expect(entry?.response.content.text).toBe(text.toWellFormed());
  });

  it('can be read in JUnit and Markdown', () => {
    const report = hostileReport('<b>\u001B[31m');
    expect(readJunit(renderJunit(report)).cases.some(({ message }) => message.includes(String.raw`<b>\x1b[31m`))).toBe(
      true,
    );
    expect(renderMarkdown(report)).toContain('- Actual: `' + String.raw`<b>\x1b[31m` + '`');
  });
});
