import { describe, expect, it } from 'vitest';
import { remedies } from '../../../../src/contract/remedies.ts';
import type { Report } from '../../../../src/report/report.ts';
import type { Exchange } from '../../../../src/target/exchange.ts';
import { answered, requirement, violatedReport, violation } from '../../../support/terminal-reports.ts';
import { pageText } from './page-facts.ts';
import { renderHtml } from '../../../support/whole-texts.ts';

/** The page from the violations to the next section. */
function violations(report: Report): string {
  const html = renderHtml(report);
  return html.slice(html.indexOf('<section id="violations"'), html.indexOf('<section id="not-verified"'));
}

function withBody(id: string, text: string): Exchange {
  const base = answered(id);
  const body = { text, encoding: 'utf8', length: text.length, sha256: 'ab', capped: false } as const;
  return { ...base, response: { status: 200, headers: [['Content-Type', 'text/x']], body, complete: true } };
}

describe('a violation on the page', () => {
  it('leads from the clause to the fix', () => {
    const text = pageText(violations(violatedReport()));
    for (const each of [
      'LIST-LIMIT-MAX part 4.1 · required · listPets',
      'The statement of LIST-LIMIT-MAX.',
      'at most 7',
      '8 animals',
      'specs/some.spec.ts:7',
      "curl 'http://h/v1/pets?limit=7'",
      "petstore-conformance run --base-url 'http://127.0.0.1:1/v1' --only LIST-LIMIT-MAX --seed 1",
    ]) {
      expect(text).toContain(each);
    }
  });

  it('gives a hint how to fix it, after the evidence and called a hint', () => {
    const text = pageText(violations(violatedReport()));
    const hint = `A hint how to fix it, from what usually breaks this requirement${remedies['LIST-LIMIT-MAX']}`;
    expect(text).toContain(hint);
    expect(text.indexOf(hint)).toBeGreaterThan(text.indexOf("curl 'http://h/v1/pets?limit=7'"));
  });

  it('gives a hint for a warning, and none for a requirement that this suite does not know', () => {
    const warned = requirement('AUTH-CHALLENGE', 'violated', { level: 'recommended' });
    const report = violatedReport({ requirements: [warned, requirement('OF-ANOTHER-VERSION', 'violated')] });
    const text = pageText(violations(report));
    expect(text).toContain(remedies['AUTH-CHALLENGE']);
    expect(text.split('A hint how to fix it')).toHaveLength(2);
  });

  it('marks the value at its pointer in the body', () => {
    const report = violatedReport({
      checks: [violation('LIST-LIMIT-MAX', { pointer: '/1/name' })],
      exchanges: [withBody('x1', '[{"name":"a"},{"name":"<b>"}]')],
    });
    expect(violations(report)).toContain('{"name":<mark>"&lt;b&gt;"</mark>}]');
  });

  it('marks nothing where the pointer is the whole body', () => {
    const report = violatedReport({ checks: [violation('LIST-LIMIT-MAX', { pointer: '' })] });
    expect(violations(report)).not.toContain('<mark>[');
    expect(pageText(violations(report))).toContain('the whole body in the body of x1');
  });

  it('shows the surroundings of a value in a long body, and the whole body as well', () => {
    const long = `["${'a'.repeat(3000)}",{"name":null},"${'z'.repeat(3000)}"]`;
    const report = violatedReport({
      checks: [violation('LIST-LIMIT-MAX', { pointer: '/1/name' })],
      exchanges: [withBody('x1', long)],
    });
    const text = pageText(violations(report));
    expect(text).toContain('The value in the body');
    expect(text).toContain('characters before');
    expect(text).toContain(long);
  });

  it('marks what differs between expected and actual', () => {
    const report = violatedReport({
      checks: [violation('LIST-LIMIT-MAX', { expected: 'the name "Rex"', actual: 'the name "Max"' })],
    });
    expect(violations(report)).toContain('the name "<mark>Ma</mark>x"');
  });

  it('says that a violation did not show again, and links the second try', () => {
    const report = violatedReport({
      checks: [violation('LIST-LIMIT-MAX', { unstable: true, repeatExchanges: ['again-1'] })],
      exchanges: [answered('x1'), answered('again-1')],
    });
    expect(violations(report)).toContain(
      '<b class="unstable">unstable</b> a second try did not show it again: <a href="#again-1">',
    );
  });

  it('shows an exchange of two violations once and links to it from the other', () => {
    const report = violatedReport({
      requirements: [requirement('LIST-LIMIT-MAX', 'violated'), requirement('LIST-OK', 'violated')],
      checks: [violation('LIST-LIMIT-MAX'), violation('LIST-OK')],
    });
    const html = renderHtml(report);
    expect(html.match(/id="x1"/g)).toHaveLength(1);
    expect(html).toContain('Exchange <a href="#x1">x1</a>');
    expect(violations(report).match(/class="command">curl/g)).toHaveLength(2);
  });

  it('puts violated recommendations apart', () => {
    const report = violatedReport({
      requirements: [requirement('LIST-LIMIT-MAX', 'violated', { level: 'recommended' })],
    });
    expect(pageText(violations(report))).toContain('No required requirement is violated.');
    expect(violations(report)).toContain('<section id="warnings"');
  });

  it('tells a violation without an exchange, or without a check', () => {
    expect(
      pageText(violations(violatedReport({ checks: [violation('LIST-LIMIT-MAX', { exchanges: [] })] }))),
    ).toContain('It rests on no exchange.');
    expect(pageText(violations(violatedReport({ exchanges: [] })))).toContain(
      'The report does not hold its exchange x1.',
    );
    expect(violations(violatedReport({ checks: [] }))).toContain('LIST-LIMIT-MAX');
  });
});
