import * as fc from 'fast-check';
import type { Har } from 'har-format';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../../src/target/exchange.ts';
import { exchange, reportOf } from '../../../support/fake-records.ts';
import { fullExchange, fullReport } from '../../../support/full-report.ts';
import { anyReport } from '../report-arbitrary.ts';
import { harProblems } from '../../../support/har-problems.ts';
import { renderHar } from '../../../support/whole-texts.ts';

function harOf(...exchanges: readonly Exchange[]): Har {
  return JSON.parse(renderHar({ ...fullReport(), exchanges })) as Har;
}

function entryOf(given: Exchange): Har['log']['entries'][number] {
  const [entry] = harOf(given).log.entries;
  if (entry === undefined) throw new Error('The archive is empty.');
  return entry;
}

const attempt = {
  startedAt: '2030-01-01T00:00:05.000Z',
  milliseconds: 10,
  connection: 'fresh',
  status: 429,
  failure: null,
  waitedMilliseconds: 500,
} as const;

const bytes = Buffer.from([0xff, 0xfe, 0x00]);
const binary = {
  text: bytes.toString('base64'),
  encoding: 'base64',
  length: 9,
  sha256: '0'.repeat(64),
  capped: true,
} as const;

describe('an HTTP Archive', () => {
  it('is valid for any report', () => {
    for (const report of fc.sample(anyReport, { numRuns: 50, seed: 9 })) {
      expect(harProblems(JSON.parse(renderHar(report)))).toEqual([]);
    }
  });

  it.each([
    ['without entries', { entries: undefined }],
    ['with a time in words', { entries: [{ ...entryOf(fullExchange('x1')), time: 'long' }] }],
    ['with an address that is none', { entries: [{ ...entryOf(fullExchange('x1')), request: { url: 'a b' } }] }],
  ])('would not be valid %s', (_, spoilt) => {
    const { log } = harOf(fullExchange('x1'));
    expect(harProblems({ log: { ...log, ...spoilt } })).not.toEqual([]);
  });

  it('has one page, which is the run, and an entry for each exchange', () => {
    const { log } = harOf(fullExchange('x1'), fullExchange('x2'));
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'suite', version: '1.2.3' } });
    expect(log.pages?.map(({ id }) => id)).toEqual(['run-1']);
    expect(log.entries.map(({ pageref, comment }) => [pageref, comment])).toEqual([
      ['run-1', 'case some/case, exchange x1'],
      ['run-1', 'case some/case, exchange x2'],
    ]);
  });

  it('tells request and answer as they are in the report', () => {
    const entry = entryOf(fullExchange('x1'));
    expect(entry.request).toMatchObject({
      method: 'POST',
      url: 'http://127.0.0.1:1/v1/pets',
      headers: [{ name: 'Accept', value: '*/*' }],
      postData: { text: '{"code":"x"}' },
    });
    expect(entry.response).toMatchObject({
      status: 400,
      content: { size: 12, mimeType: 'application/json', text: '{"code":"x"}' },
      comment: 'the answer was cut short',
    });
  });

  it('counts earlier attempts and their pauses as blocked', () => {
    const entry = entryOf({ ...fullExchange('x1'), attempts: [attempt, { ...attempt, milliseconds: 3 }] });
    expect(entry).toMatchObject({ startedDateTime: attempt.startedAt, time: 513 });
    expect(entry.timings).toMatchObject({ blocked: 510, wait: 3, send: 0, receive: 0 });
  });

  it('is in the order of sending', () => {
    const late = { ...fullExchange('x1'), attempts: [attempt] };
    const early = { ...fullExchange('x2'), attempts: [{ ...attempt, startedAt: '2030-01-01T00:00:04.999Z' }] };
    expect(harOf(late, early).log.entries.map(({ comment }) => comment)).toEqual([
      'case some/case, exchange x2',
      'case some/case, exchange x1',
    ]);
  });

  it('keeps bodies that are no text in base64, and says that they are cut', () => {
    const full = fullExchange('x1');
    const { response, request } = full;
    if (response === null) throw new Error('The example has no answer.');
    const entry = entryOf({ ...full, request: { ...request, body: binary }, response: { ...response, body: binary } });
    expect(entry.response.content).toMatchObject({
      encoding: 'base64',
      text: binary.text,
      size: 9,
      comment: 'only the beginning of 9 bytes',
    });
    expect(entry.request.postData).toMatchObject({ _encoding: 'base64', text: binary.text });
    expect(entryOf(full).response.content.encoding).toBeUndefined();
  });

  it('has status 0 where no answer came, with the reason', () => {
    const entry = entryOf({ ...fullExchange('x1'), response: null });
    expect(entry.response.status).toBe(0);
    expect(entry).toMatchObject({ _error: 'cut-short: The answer was cut short.' });
  });

  it('lists the query of an address, and keeps what is no address beside it', () => {
    const base = exchange('x1');
    const given = (url: string): Exchange => ({ ...base, request: { ...base.request, url } });
    expect(entryOf(given('http://h/v1/pets?limit=7&status=sold')).request.queryString).toEqual([
      { name: 'limit', value: '7' },
      { name: 'status', value: 'sold' },
    ]);
    expect(entryOf(given('no address')).request).toMatchObject({ url: 'about:invalid', _url: 'no address' });
    expect(entryOf(given('http://h/v1/pets')).request).not.toHaveProperty('_url');
  });

  it('is valid without an exchange', () => {
    const har = JSON.parse(renderHar(reportOf({}))) as Har;
    expect(har.log.entries).toEqual([]);
    expect(harProblems(har)).toEqual([]);
  });
});
