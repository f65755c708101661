import { describe, expect, it } from 'vitest';
import { exchangeBlock, exchangeLine, milliseconds } from '../../../../src/report/html/exchange-block.ts';
import { exchangeLinks } from '../../../../src/report/html/exchange-links.ts';
import { element, writeDocument, type Content } from '../../../../src/report/html/markup.ts';
import { indexReport } from '../../../../src/report/html/report-index.ts';
import type { Exchange } from '../../../../src/target/exchange.ts';
import { exchange, reportOf } from '../../../support/fake-records.ts';
import { fullExchange } from '../../../support/full-report.ts';
import { answered } from '../../../support/terminal-reports.ts';
import { pageText } from './page-facts.ts';

function textOf(content: Content): string {
  return pageText(
    [...writeDocument({ title: '', policy: '', style: '', script: '', body: [element('div', {}, content)] })].join(''),
  );
}

function shown(each: Exchange, bodyLimit = 1000): string {
  return textOf(exchangeBlock(each, { bodyLimit, marked: null }));
}

describe('an exchange on the page', () => {
  it('is shown as it went over the wire', () => {
    const text = shown(fullExchange('x1'));
    expect(text).toContain('POST http://127.0.0.1:1/v1/pets\nAccept: */*\n\n{"code":"x"}');
    expect(text).toContain('400\nContent-Type: application/json\n\n{"code":"x"}');
    expect(text).toContain('The answer was cut short');
    expect(text).toContain('Sent 2030-01-01T00:00:00.000Z on a fresh connection, 1.5 ms');
  });

  it('says what of a body was cut, with the length and digest of the whole', () => {
    expect(shown(fullExchange('x1'), 4)).toContain(
      `{"co\n… cut after 4 characters; 12 bytes, sha256 ${'ab12'.repeat(16)}`,
    );
    expect(shown(fullExchange('x1'))).not.toContain('cut after');
  });

  it('says that a body is no UTF-8', () => {
    const base = answered('x1');
    const body = { text: 'gICA', encoding: 'base64', length: 3, sha256: 'ab', capped: false } as const;
    expect(shown({ ...base, response: { status: 200, headers: [], body, complete: true } })).toContain(
      'gICA\nno UTF-8, shown as base64; 3 bytes, sha256 ab',
    );
  });

  it('tells that nothing came, and why', () => {
    const none = { ...exchange('x1'), failure: { kind: 'refused', message: 'The connection was refused.' } } as const;
    expect(shown(none)).toContain('There was no answer. The connection was refused.');
    expect(textOf(exchangeLine(none))).toContain('x1 GET  → refused');
  });

  it('tells every attempt', () => {
    const [attempt] = fullExchange('x1').attempts;
    if (attempt === undefined) throw new Error('The full exchange has an attempt.');
    const limited = { ...attempt, status: 429, failure: null, waitedMilliseconds: 1200 };
    const text = shown({ ...answered('x1'), attempts: [limited, { ...attempt, status: 200, failure: null }] });
    expect(text).toContain(
      'attempt 1 sent 2030-01-01T00:00:00.000Z on a fresh connection, 1.5 ms, status 429, then waited 1,200 ms',
    );
    expect(text).toContain('; attempt 2 sent');
  });

  it('names a command that is too long instead of filling the page', () => {
    expect(shown(answered('x1', 'c'.repeat(20_001)))).toContain(
      'The curl command of 20,001 characters is in report.json.',
    );
    expect(shown(answered('x1', "curl 'a\u202Eb'"))).toContain(String.raw`curl 'a'$'\xe2\x80\xae''b'`);
  });

  it('tells times with the digits that matter', () => {
    expect([0.44, 9.96, 22.4, 1204].map(milliseconds)).toEqual(['0.4 ms', '10 ms', '22 ms', '1,204 ms']);
  });
});

describe('links to exchanges', () => {
  const ids = ['x1', 'x2', 'x3', 'x5', 'again-6', 'x9'];
  const index = indexReport({ ...reportOf({}), exchanges: ids.slice(0, -1).map(exchange) });

  it('tell neighbours as a range', () => {
    expect(textOf(exchangeLinks(ids, index))).toContain('x1 to x3, x5, again-6, x9');
    expect(textOf(exchangeLinks(['x1', 'x2'], index))).toContain('x1, x2');
    expect(textOf(exchangeLinks([], index))).toContain('none');
  });

  it('say how many are left out', () => {
    const many = Array.from({ length: 50 }, (_, at) => `x${at * 2}`);
    expect(textOf(exchangeLinks(many, index))).toContain('x78 and 10 more exchanges, named in report.json');
  });
});
