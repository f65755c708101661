import { describe, expect, it } from 'vitest';
import { quote } from '../../../src/http/curl-command.ts';
import { formatNames, renderFormat } from '../../../src/report/formats.ts';
import { renderAnnotations } from '../../../src/report/github/render-annotations.ts';
import { renderJunit } from '../../../src/report/junit/render-junit.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import type { Report } from '../../../src/report/report.ts';
import { check, doubt } from '../../support/fake-records.ts';
import { fullExchange } from '../../support/full-report.ts';
import { readJunit } from '../../support/read-junit.ts';
import { readMarkdown } from '../../support/read-markdown.ts';
import { requirement, shown, SOME_CASE, violatedReport, violation } from '../../support/terminal-reports.ts';

/** Texts by which a service may try to act in a report. */
const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ['a script', '<script>alert(1)</script><img src=x onerror="alert(1)">'],
  ['the end of CDATA', ']]><failure message="x"/><!-- -->'],
  ['terminal escapes', '\u001B[31mred\u001B]0;title\u0007\u009B2J'],
  ['NUL and control characters', 'a\0b\u0001\u0008\u000B\u000C\u001F\u007F'],
  ['bidirectional overrides', 'a\u202Eb\u2066c\u200F'],
  ['half surrogates', 'a\uD800b\uDC00'],
  ['characters that XML forbids', 'a\uFFFEb\uFFFF'],
  ['a very long line', 'x<`|'.repeat(25_000)],
  ['Markdown', '# title\n\n- [link](http://evil.example) ![i](http://evil.example/i.png) @team #1 ``` `` ` | **b**'],
  ['the end of a code block', '\n```\n````\n<b>out</b>\n'],
  ['workflow commands', '\n::error::spoofed\n::stop-commands::x\n##[error]spoofed'],
  ['a workflow command alone', '::error file=a,line=1::spoofed'],
  [
    'commands of other build servers',
    '##vso[task.complete result=Succeeded]x ##teamcity[buildStatus] ##[group]x +++ x',
  ],
  [
    'a text whose lines break before commands',
    `${'x'.repeat(70)} ::error::x ${'y'.repeat(70)} ##teamcity[x] ${'z'.repeat(70)} --- x`,
  ],
  ['line separators', 'a\r\n::error::b\u2028::error::c\u0085d'],
  ['entities', '&lt;b&gt; &#0; &amp;amp; &nope;'],
];

/** Control and format characters, half surrogates, line and paragraph separators. */
const ACTING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Programs read the other formats as JSON, whose strings hold any character. */
const FOR_PEOPLE = formatNames.filter((name) => name !== 'json' && name !== 'har');

/** A report in which a text stands wherever something that a service sent may stand, and in a few places more. */
function hostileReport(text: string): Report {
  const told = { expected: text, actual: text, pointer: text, reason: text, howToResolve: text };
  const base = fullExchange('x1');
  const body = { text, encoding: 'utf8', length: text.length, sha256: '0'.repeat(64), capped: false } as const;
  return violatedReport({
    verdict: { outcome: 'not conformant', judged: 'service', profile: 'full', exitCode: 1, reasons: [doubt(text)] },
    requirements: [
      requirement('LIST-LIMIT-MAX', 'violated'),
      requirement('WARNED', 'violated', { level: 'recommended' }),
      requirement('OPEN', 'not-verified', { reason: text, howToResolve: text }),
    ],
    cases: [{ ...SOME_CASE, title: text, place: text }],
    checks: [
      violation('LIST-LIMIT-MAX', told),
      violation('WARNED', told),
      check('OPEN', 'not-verified', told),
      check('SEEN', 'observed', told),
      check('BROKEN', 'harness-error', told),
    ],
    behaviour: [{ requirement: 'SEEN', case: 'some/case', question: 'How is it.', seen: text, exchanges: [] }],
    created: [{ id: '7', name: text, caseId: 'some/case', exchange: 'x1', intended: true }],
    suiteFaults: [text],
    exchanges: [
      {
        ...base,
        request: {
          ...base.request,
          url: `http://h/v1/pets/${text}`,
          curl: `curl -d ${quote(text.slice(0, 500))}`,
          body,
        },
        response: { status: 200, headers: [['X-Text', text]], body, complete: true },
        failure: { kind: 'not-http', message: text },
      },
    ],
  });
}

/** Code spans and commands are taken out as CommonMark reads them; what is left is the Markdown that acts. */
function markdownSkeleton(text: string): unknown {
  const withoutBlocks = text
    .replaceAll(/^(`{3,})bash\n.*\n\1$/gm, 'command')
    .replaceAll('The command is in `report.json`.', 'command');
  const withoutSpans = withoutBlocks.replaceAll(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, 'span');
  // "harm less" is made of words, which are set as prose.
  return [readMarkdown(text).entries, withoutSpans.replaceAll(/\bharm less\b/g, 'span').replaceAll('command', 'span')];
}

/** What is left of JUnit when the texts in it are taken away. */
function junitSkeleton(text: string): unknown {
  return readJunit(text).cases.map(({ suite, className, result }) => [suite, className, result]);
}

const harmless = hostileReport('harm less');

describe.each(HOSTILE)('%s from a service', (_, text) => {
  const report = hostileReport(text);

  it('changes nothing but the text shown', () => {
    expect(junitSkeleton(renderJunit(report))).toEqual(junitSkeleton(renderJunit(harmless)));
    expect(markdownSkeleton(renderMarkdown(report))).toEqual(markdownSkeleton(renderMarkdown(harmless)));
    const annotations = renderAnnotations(report).split(/[\r\n]/);
    expect(annotations.map((line) => line.split(' ')[0])).toEqual(['::error', '::error', '::warning', '']);
  });

  it.each(FOR_PEOPLE)('leaves no character in %s that acts or hides', async (format) => {
    expect((await renderFormat(report, format)).replaceAll(/[\r\n\t]/g, '')).not.toMatch(ACTING);
  });

  it('leaves no character that acts or hides, no workflow command, and no long text', () => {
    for (const rendered of [renderJunit(report), renderMarkdown(report), shown(report)]) {
      expect(rendered.replaceAll('\n', '')).not.toMatch(ACTING);
      expect(rendered.split('\n').filter((line) => /^\s*(::|\+\+|~~|\^\^|--- )|##\w*\[/.test(line))).toEqual([]);
      expect(rendered.length).toBeLessThan(60_000);
    }
  });
});

it('what a service sent can be read in JUnit, in Markdown and on the terminal', () => {
  const report = hostileReport('<b>\u001B[31m\r\n\u202E');
  const readable = String.raw`<b>\x1b[31m\r\n\u202e`;
  expect(readJunit(renderJunit(report)).cases.some(({ message }) => message.includes(readable))).toBe(true);
  expect(renderMarkdown(report)).toContain(`- Actual: \`${readable}\``);
  expect(shown(report)).toContain(`Actual    ${readable}`);
});
