import { describe, expect, it } from 'vitest';
import type { Exchange, TransportFailure, Header } from '../../../src/http/exchange.ts';
import {
  neverResponded,
  sameResponseNotice,
  sameSuccessNotice,
  stoppedResponding,
} from '../../../src/report/target-notices.ts';
import { renderFormat } from '../../../src/report/formats.ts';
import { renderAnnotations } from '../../../src/report/github/render-annotations.ts';
import { reportOf } from '../../support/fake-records.ts';
import { exchangeOf, shown } from '../../support/terminal-reports.ts';

/** Twelve exchanges, each third of another operation, with these responses in turn. */
function exchanges(
  ...responses: readonly { readonly status: number; readonly headers?: readonly Header[]; readonly text?: string }[]
): readonly Exchange[] {
  return Array.from({ length: 12 }, (_, at) => {
    const { status = 0, headers = [], text = '' } = responses[at % responses.length] ?? {};
    const body = evidence(text);
    const operation = at % 3 === 0 ? 'createPet' : 'listPets';
    return { ...exchangeOf(`x${at}`), operation, response: { status, headers, body, complete: true } };
  });
}

const LOGIN: Header = ['Location', '/login?next=1'];
const HTML: Header = ['Content-Type', 'text/html; charset=utf-8'];
const JSON_TYPE: Header = ['Content-Type', 'application/json'];

describe('a target', () => {
  it.each([
    [
      '500, whatever its body',
      exchanges({ status: 500, headers: [JSON_TYPE], text: '{"id":1}' }, { status: 500, text: 'no JSON' }),
      'status 500.',
    ],
    [
      'a page, and HEAD without it',
      [
        ...exchanges({ status: 200, headers: [HTML], text: 'a' }),
        ...exchanges({ status: 200, headers: [HTML] }).map((each) => ({ ...each, operation: 'other' as const })),
      ],
      'status 200 with the body a.',
    ],
    ['no body', exchanges({ status: 204 }), 'status 204 with no body.'],
    ['an empty list', exchanges({ status: 200, headers: [JSON_TYPE], text: '[]' }), 'status 200 with the body [].'],
  ])('that answers everything with %s is said to answer everything alike', (_, given, words) => {
    expect(sameResponseNotice(given)).toContain(`The target gives every request the same response: ${words}`);
  });

  it.each([
    ['lists and pets', exchanges({ status: 200, headers: [JSON_TYPE], text: '[]' }, { status: 200, text: '{}' })],
    ['several statuses', exchanges({ status: 200, text: '[]' }, { status: 401, text: '{}' })],
    ['401, which is about the key', exchanges({ status: 401, text: '{}' })],
    ['few responses', exchanges({ status: 302, headers: [LOGIN] }).slice(0, 9)],
    [
      'requests of one operation',
      exchanges({ status: 302, headers: [LOGIN] }).map((each) => ({ ...each, operation: 'listPets' as const })),
    ],
    [
      'responses that are cut short, which is a violation',
      exchanges({ status: 200, text: '[' }).map((each) => ({
        ...each,
        response: each.response === null ? null : { ...each.response, complete: false },
      })),
    ],
    ['nothing', []],
  ])('that answers with %s is not', (_, given) => {
    expect(sameResponseNotice(given)).toBeNull();
  });
});

function evidence(text: string) {
  return { text, encoding: 'utf8', length: text.length, sha256: '', capped: false } as const;
}

/** Twelve creations of different pets, twelve lists and twelve reads, with these bodies. The last list may have another one. */
function successes(created: string, listed: string, lastListed = listed): readonly Exchange[] {
  const told = Array.from({ length: 12 }, (_, at) => [
    { operation: 'createPet' as const, sent: `{"name":"Rex ${at}"}`, text: created },
    { operation: 'listPets' as const, sent: '', text: at === 11 ? lastListed : listed },
    { operation: 'getPet' as const, sent: '', text: created },
  ]).flat();
  return told.map(({ operation, sent: body, text }, at) => {
    const base = exchangeOf(`x${at}`);
    return {
      ...base,
      operation,
      request: { ...base.request, body: evidence(body) },
      response: { status: 200, headers: [], body: evidence(text), complete: true },
    };
  });
}

describe('a target whose successes have one body for each operation', () => {
  it('is said to respond like a mock', () => {
    expect(sameSuccessNotice(successes('{"id":1}', '[{"id":1}]'))).toContain('as those of a mock');
  });

  it.each([
    ['one list shows something else', successes('{"id":1}', '[]', '[{"id":1}]')],
    ['nothing was added', successes('{"id":1}', '[]').filter(({ operation }) => operation !== 'createPet')],
    ['few pets were sent', successes('{"id":1}', '[]').slice(0, 12)],
    ['nothing was sent', []],
  ])('is not, if %s', (_, given) => {
    expect(sameSuccessNotice(given)).toBeNull();
  });
});

const REFUSED = { kind: 'refused', message: 'h refused the connection.' } as const;
const CLOSED = { kind: 'closed-before-response', message: 'The connection was closed.' } as const;

/** An exchange of one attempt that starts in this millisecond and takes ten. */
function sent(at: number, failure: TransportFailure | null): Exchange {
  const base = exchangeOf(`x${at}`);
  const startedAt = new Date(Date.UTC(2030, 0, 1) + at).toISOString();
  const status = failure === null ? 200 : null;
  const attempt = { startedAt, milliseconds: 10, connection: 'fresh', status, failure, waitedMilliseconds: 0 } as const;
  return {
    ...base,
    request: { ...base.request, url: `http://h/v1/pets?limit=${at}` },
    attempts: [attempt],
    failure,
    response: failure === null ? base.response : null,
  };
}

describe('a target that does not respond', () => {
  it('is named with its one reason and what to do', () => {
    expect(neverResponded([sent(1, REFUSED), sent(2, REFUSED)])).toBe(
      'No request had a response. h refused the connection. Start the service, or correct --base-url (PETSTORE_BASE_URL).',
    );
    expect(neverResponded([sent(1, REFUSED), sent(2, null)])).toBeNull();
    expect(neverResponded([])).toBeNull();
  });

  const outage = [41, 42, 43, 44].map((at) => sent(at, REFUSED));
  const crash = [sent(1, null), sent(20, CLOSED), sent(22, CLOSED), ...outage];

  it('any more is named with the requests that were in flight, oldest first', () => {
    expect(stoppedResponding(crash.toReversed(), 'http://h/v1')).toBe(
      'The target stopped responding during the run after its response to GET /pets?limit=1 (exchange x1): h refused the connection. In flight when it stopped, oldest first: GET /pets?limit=20 (exchange x20), GET /pets?limit=22 (exchange x22). One of them may have ended it.',
    );
  });

  it.each([
    [[['content-type', 'application/json']], '. This request'],
    [[], ' and no Content-Type. This request'],
  ] as const)('any more is named with the body that it got last, sent with the fields %j', (headers, end) => {
    const text = '{"name":\n"a name that is longer than forty characters"';
    const body = { text, encoding: 'utf8', length: 54, sha256: '', capped: false } as const;
    const closed = sent(20, CLOSED);
    const posted = {
      ...closed,
      request: { ...closed.request, url: 'http://h/v1/pets', method: 'POST', headers, body },
    };
    expect(stoppedResponding([sent(1, null), posted, ...outage], 'http://h/v1')).toContain(
      `oldest first: POST /pets (exchange x20) with {"name": "a name that is longer than for…${end} may have ended it.`,
    );
  });

  it.each([
    ['responds again', [...crash, sent(60, null)]],
    ['refuses few requests', crash.slice(0, 4)],
    ['closes single connections', [1, 2, 3, 4, 5, 6].map((at) => sent(at * 20, at === 1 ? null : CLOSED))],
    ['never responded', outage],
  ])('is not one that %s', (_, given) => {
    expect(stoppedResponding(given, 'http://h/v1')).toBeNull();
  });
});

describe('the report of a target that answers everything alike', () => {
  const pet = { id: '1', name: 'Rex', caseId: 'some/case', exchange: 'x0', intended: true, sentAt: null };
  const report = reportOf({
    records: [
      ...exchanges({ status: 200, headers: [HTML], text: '<p>Sign in' }).map(
        (exchange) => ({ type: 'exchange', exchange }) as const,
      ),
      { type: 'addition', addition: { ...pet, outcome: 'created' } },
    ],
  });

  it('says so before any reason in every format that people read, and lists no pet', async () => {
    expect(report.created).toEqual([]);
    expect(report.claimed).toEqual([{ ...pet, outcome: 'claimed' }]);
    expect(report.counts.created).toBe(0);
    const texts = [shown(report), renderAnnotations(report)];
    for (const name of ['md', 'html', 'junit'] as const) texts.push(await renderFormat(report, name));
    for (const text of texts) {
      const start = text.replaceAll(/\s+/g, ' ');
      const at = start.indexOf('The target gives every request the same response: status 200');
      const reason = start.indexOf('GET-OK is');
      expect(at).toBeGreaterThan(0);
      expect(reason === -1 || at < reason).toBe(true);
    }
  });
});
