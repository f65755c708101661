import { describe, expect, it } from 'vitest';
import { replayedRequests } from '../../../../lab/bench/replayed-requests.ts';
import type { BodyRecord, Exchange, Header } from '../../../../src/http/exchange.ts';
import { exchange } from '../../../support/fake-records.ts';

const BODY: BodyRecord = { text: '{"name":"Rex"}', encoding: 'utf8', length: 14, sha256: '', capped: false };

function sent(at: string, headers: readonly Header[] = [], body: BodyRecord | null = null): Exchange {
  const blank = exchange(at);
  const attempt = {
    startedAt: `2030-01-01T00:00:0${at}Z`,
    milliseconds: 1,
    connection: 'fresh',
    status: 200,
    failure: null,
    waitedMilliseconds: 0,
  } as const;
  const url = `http://127.0.0.1:8080/v1/pets?limit=${at}`;
  return {
    ...blank,
    request: { ...blank.request, method: body === null ? 'GET' : 'POST', url, headers, body },
    attempts: [attempt],
  };
}

describe('requests to be sent again', () => {
  it('come in the order in which they were sent, with path and query', () => {
    const requests = replayedRequests({ exchanges: [sent('2'), sent('1'), sent('3')] }, 'key');
    expect(requests.map(({ path }) => path)).toEqual(['/v1/pets?limit=1', '/v1/pets?limit=2', '/v1/pets?limit=3']);
  });

  it('carry the key where it was sent, and a wrong one where that was', () => {
    const sentWith = ['Bearer [key]', 'Bearer [key cut short]'];
    const exchanges = sentWith.map((value, index) => sent(String(index), [['Authorization', value]]));
    const requests = replayedRequests({ exchanges: [...exchanges, sent('3')] }, 'the-key');
    const values = requests.map(({ headers }) => headers['Authorization']);
    expect(values).toEqual(['Bearer the-key', 'Bearer [key cut short]', undefined]);
  });

  it('carry their bodies', () => {
    const recorded = { ...BODY, text: '//8=', encoding: 'base64' } as const;
    const requests = replayedRequests({ exchanges: [sent('1', [], recorded)] }, 'key');
    expect(requests).toMatchObject([{ method: 'POST', body: Buffer.of(255, 255) }]);
  });

  it('leave out headers that the client of the replay sets or rejects', () => {
    const headers: readonly Header[] = ['Transfer-Encoding', 'Expect', 'Accept'].map((name) => [name, 'x']);
    expect(replayedRequests({ exchanges: [sent('1', headers)] }, 'key')[0]?.headers).toEqual({ Accept: 'x' });
  });

  it('leave out a request whose body was recorded in part', () => {
    const cut = sent('1', [], { ...BODY, capped: true });
    const requests = replayedRequests({ exchanges: [cut, sent('2', [], BODY)] }, 'key');
    expect(requests.map(({ path }) => path)).toEqual(['/v1/pets?limit=2']);
  });
});
