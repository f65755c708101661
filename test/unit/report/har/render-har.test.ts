import type { Har } from 'har-format';
import { describe, expect, it } from 'vitest';
import { harAddress, harQuery } from '../../../../src/report/har/render-har.ts';
import type { Report } from '../../../../src/report/report.ts';
import type { Exchange } from '../../../../src/http/exchange.ts';
import { exchange, reportOf } from '../../../support/fake-records.ts';
import { fullExchange, fullReport } from '../../../support/full-report.ts';
import { harProblems } from '../../../support/har-problems.ts';
import { renderHar } from '../../../../src/report/har/render-har.ts';
import { someReports } from '../report-arbitrary.ts';

function read(report: Report): Har {
  return JSON.parse(renderHar(report).join('')) as Har;
}

function harOf(...exchanges: readonly Exchange[]): Har {
  return read({ ...fullReport(), exchanges });
}

function entryOf(given: Exchange): Har['log']['entries'][number] {
  const [entry] = harOf(given).log.entries;
  if (entry === undefined) throw new Error('The archive is empty.');
  return entry;
}

const FULL = fullExchange('x1');

const ATTEMPT = {
  startedAt: '2030-01-01T00:00:05.000Z',
  milliseconds: 10,
  connection: 'fresh',
  status: 429,
  failure: null,
  waitedMilliseconds: 500,
} as const;

const BINARY = { text: '//4A', encoding: 'base64', length: 9, sha256: '0'.repeat(64), capped: true } as const;

function sentTo(url: string): Exchange {
  const base = exchange('x1');
  return { ...base, request: { ...base.request, url } };
}

describe('an HTTP Archive', () => {
  it('is valid for any report', () => {
    for (const report of [reportOf({}), ...someReports(15)]) expect(harProblems(read(report))).toEqual([]);
  });

  it('would not be valid with a time in words', () => {
    expect(harProblems({ log: { ...harOf(FULL).log, entries: [{ ...entryOf(FULL), time: 'long' }] } })).not.toEqual([]);
  });

  it('replaces half a surrogate pair, which readers reject, and keeps text that only names one', () => {
    const headers = [
      ['x-half', 'a\uD800b'],
      ['x-named', String.raw`\ud83d`],
      ['x-whole', '🐶'],
    ] as const;
    const { request } = entryOf({ ...FULL, request: { ...FULL.request, headers } });
    expect(request.headers.map(({ value }) => value)).toEqual(['a\uFFFDb', String.raw`\ud83d`, '🐶']);
    expect(renderHar({ ...fullReport(), exchanges: [{ ...FULL, caseId: 'a\uDC00' }] }).join('')).toContain(
      '"_case":"a\uFFFD"',
    );
  });

  it('has one page, which is the run, and an entry for each exchange in the order of sending', () => {
    const early = { ...ATTEMPT, startedAt: '2030-01-01T00:00:04.999Z' };
    const { log } = harOf({ ...FULL, attempts: [ATTEMPT] }, { ...fullExchange('x2'), attempts: [early] });
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'suite', version: '1.2.3' } });
    expect(log.pages?.map(({ id }) => id)).toEqual(['run-1']);
    expect(log.entries.map(({ pageref, comment }) => [pageref, comment])).toEqual([
      ['run-1', 'case some/case, exchange x2'],
      ['run-1', 'case some/case, exchange x1'],
    ]);
    expect(read(reportOf({})).log.entries).toEqual([]);
  });

  it.each<[string, Exchange, object]>([
    [
      'request and response as they are in the report',
      FULL,
      {
        request: {
          method: 'POST',
          url: 'http://127.0.0.1:1/v1/pets',
          headers: [{ name: 'Accept', value: '*/*' }],
          postData: { text: '{"code":"x"}' },
        },
        response: {
          status: 400,
          content: { size: 12, mimeType: 'application/json', text: '{"code":"x"}' },
          comment: 'the response was cut short',
        },
      },
    ],
    [
      'earlier attempts and their pauses as blocked',
      { ...FULL, attempts: [ATTEMPT, { ...ATTEMPT, milliseconds: 3 }] },
      {
        startedDateTime: ATTEMPT.startedAt,
        time: 513,
        timings: { blocked: 510, wait: 3, send: 0, receive: 0 },
      },
    ],
    [
      'bodies that are no text in base64, and that they are cut',
      {
        ...FULL,
        request: { ...FULL.request, body: BINARY },
        response: { status: 200, headers: [], body: BINARY, complete: true },
      },
      {
        request: { postData: { _encoding: 'base64', text: BINARY.text } },
        response: {
          content: { encoding: 'base64', text: BINARY.text, size: 9, comment: 'only the first part of 9 bytes' },
        },
      },
    ],
    [
      'how many header fields are left out',
      { ...FULL, response: { status: 200, headers: [], omittedHeaders: 3, body: BINARY, complete: true } },
      { response: { comment: '3 more header fields are left out' } },
    ],
    [
      'why no response came',
      { ...FULL, response: null },
      { response: { status: 0 }, _error: 'cut-short: The response was cut short.' },
    ],
    ['what is no address', sentTo('no address'), { request: { url: 'about:invalid', _url: 'no address' } }],
  ])('tells %s', (_, given, entry) => {
    expect(entryOf(given)).toMatchObject(entry);
  });
});

describe('an address in HAR', () => {
  it.each([
    ['http://127.0.0.1:1/v1/pets?limit=7&status=sold', 'http://127.0.0.1:1/v1/pets?limit=7&status=sold'],
    ['https://h.example/v1/../pets', 'https://h.example/v1/../pets'],
    ['http://[::1]:8/v1', 'http://[::1]:8/v1'],
    ['http://h/v1/pets?key=[key]', 'http://h/v1/pets?key=%5Bkey%5D'],
    ['http://h/100%', 'http://h/100%25'],
    ['http://h/a#b#c', 'http://h/a#b%23c'],
    ['http://h/a b|c', 'http://h/a%20b%7Cc'],
    ['http://h/\uD800', 'http://h/%EF%BF%BD'],
    ['no address', 'about:invalid'],
    ['javascript:alert(1)', 'about:invalid'],
    ['', 'about:invalid'],
  ])('%s is %s', (url, address) => {
    expect(harAddress(url)).toBe(address);
  });

  it.each([
    ['http://h/v1?a=b%20c&a=d&e', ['a=b c', 'a=d', 'e=']],
    ['http://h/v1', []],
    ['no?address', []],
  ])('%s has the parameters %j', (url, parameters) => {
    expect(harQuery(url).map(({ name, value }) => `${name}=${value}`)).toEqual(parameters);
  });
});
