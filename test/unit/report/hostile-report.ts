import type { Report } from '../../../src/report/report.ts';
import type { BodyRecord, Exchange } from '../../../src/target/exchange.ts';
import { check } from '../../support/fake-records.ts';
import { fullExchange } from '../../support/full-report.ts';
import { requirement, SOME_CASE, violatedReport, violation } from '../../support/terminal-reports.ts';

/** Texts that a service may send in the hope that something in a report acts upon them. */
export const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ['a script', '<script>alert(1)</script><img src=x onerror="alert(1)">'],
  ['the end of CDATA', ']]><failure message="x"/><!-- -->'],
  ['terminal escapes', '\u001B[31mred\u001B]0;title\u0007\u009B2J'],
  ['NUL and control characters', 'a\0b\u0001\u0008\u000B\u000C\u001F\u007F'],
  ['bidirectional overrides', 'a\u202Eb\u2066c\u200F'],
  ['half surrogates', 'a\uD800b\uDC00'],
  ['characters that XML forbids', 'a\uFFFEb\uFFFF'],
  ['a megabyte in one line', 'x<`|'.repeat(262_144)],
  ['Markdown', '# title\n\n- [link](http://evil.example) ![i](http://evil.example/i.png) @team #1 ``` `` ` | **b**'],
  ['the end of a code block', '\n```\n````\n<b>out</b>\n'],
  ['workflow commands', '\n::error::spoofed\n::stop-commands::x\n##[error]spoofed'],
  ['a workflow command alone', '::error file=a,line=1::spoofed'],
  ['line separators', 'a\r\n::error::b\u2028::error::c\u0085d'],
  ['entities', '&lt;b&gt; &#0; &amp;amp; &nope;'],
];

function hostileExchange(id: string, text: string): Exchange {
  const base = fullExchange(id);
  const body: BodyRecord = { text, encoding: 'utf8', length: text.length, sha256: '0'.repeat(64), capped: false };
  return {
    ...base,
    request: { ...base.request, url: `http://h/v1/pets/${text}`, curl: `curl -d '${text.slice(0, 500)}'`, body },
    response: { status: 200, headers: [['X-Text', text]], body, complete: true },
    failure: { kind: 'not-http', message: text },
  };
}

/** A report in which a text stands wherever something that a service sent may stand, and in a few places more. */
export function hostileReport(text: string): Report {
  const told = { expected: text, actual: text, pointer: text, reason: text, supply: text };
  return violatedReport({
    verdict: { outcome: 'not conformant', judged: 'service', profile: 'full', exitCode: 1, reasons: [text] },
    requirements: [
      requirement('LIST-LIMIT-MAX', 'violated'),
      requirement('WARNED', 'violated', { level: 'recommended' }),
      requirement('OPEN', 'not-verified', { reason: text, supply: text }),
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
    exchanges: [hostileExchange('x1', text)],
  });
}
