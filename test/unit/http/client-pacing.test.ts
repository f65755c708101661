import { describe, expect, it } from 'vitest';
import { mayHaveStored } from '../../../src/http/transport-failure.ts';
import { defaultNetwork } from '../../../src/settings/network.ts';
import {
  createRequest,
  endingOf,
  listRequest,
  startClient,
  testCredentials,
  testKey,
} from '../../support/client-under-test.ts';
import { responseText, type RespondRaw } from '../../support/raw-server.ts';

const OK = responseText(200, '[]');
const CREATED = responseText(201, '{}');

/** A response that limits the rate, unless it is a 503 without seconds. */
function limited(status: 429 | 502 | 503, seconds: number | null = null): string {
  return responseText(status, '{}', seconds === null ? [] : [`Retry-After: ${seconds}`]);
}

const responding: RespondRaw = (socket) => socket.write(OK);
const limitingAdditions =
  (response: string): RespondRaw =>
  (socket, { text }) =>
    socket.write(text.startsWith('POST') ? response : OK);

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

describe('a response that limits the rate', () => {
  it('is waited out and recorded', async () => {
    const pauses: number[] = [];
    const { client, exchanges, time } = await startClient(
      (socket, _request, all) => socket.write(all < 3 ? limited(429, 7) : CREATED),
      { onPause: (milliseconds) => pauses.push(milliseconds) },
    );
    expect(await client.send(createRequest, 'case')).toMatchObject({ result: { status: 201 } });
    expect(time.slept).toEqual([7_000, 7_000]);
    expect(exchanges[0]?.attempts).toMatchObject([
      { status: 429, waitedMilliseconds: 7_000 },
      { status: 429, waitedMilliseconds: 7_000 },
      { status: 201, waitedMilliseconds: 0 },
    ]);
    expect(client.pacing()).toEqual({
      waits: 2,
      waitedMilliseconds: 14_000,
      disturbances: { 429: 2 },
      concurrency: 20,
      lowestConcurrency: 20,
      requestsPerSecond: 252.5,
    });
    expect(pauses).toEqual([7_000, 7_000]);
  });

  it('is a try of the addition where it is a 503, which a service may have acted on', async () => {
    const { client, time } = await startClient((socket, _request, all) =>
      socket.write(all === 1 ? limited(503, 3) : CREATED),
    );
    expect(await client.send(createRequest, 'case')).toMatchObject({
      attempts: [{ status: 503 }, { status: 201 }],
      result: { status: 201 },
    });
    expect(time.slept).toEqual([3_000]);
    expect(client.pacing()).toMatchObject({ disturbances: { 503: 1 }, waits: 1, waitedMilliseconds: 3_000 });
  });

  it('for longer than the run waits, to one operation with one key, is not waited for', async () => {
    const { client, server, time } = await startClient((socket, { text }) => {
      const isCounted = text.startsWith('POST') && text.includes(testKey);
      socket.write(isCounted ? limited(429, 3_600) : OK);
    });
    const wrong = { ...createRequest, credential: testCredentials['random-key'] };
    const endings = [];
    for (const request of [createRequest, createRequest, wrong, listRequest])
      endings.push(endingOf(await client.send(request, 'case')));
    expect(endings).toEqual(['rate-limited', 'rate-limited', 200, 200]);
    expect(server.requests).toHaveLength(4);
    expect(time.slept).toEqual([]);
    expect(client.obstacle()).toBeNull();
  });

  it.each([
    ['429 with Retry-After', limited(429, 60), '429 to every attempt of a request and asked for a wait of 60 s'],
    ['429 without it', limited(429), '429 to every attempt of a request'],
    ['503 with Retry-After', limited(503, 3_600), '503 to every attempt of a request and asked for a wait of 3600 s'],
  ])('without an end, to one operation, is waited for as long as the run may: %s', async (_what, response, seen) => {
    const { client, time } = await startClient(limitingAdditions(response));
    await client.send(listRequest, 'case');
    const { result } = await client.send(createRequest, 'case');
    expect(result).toMatchObject({ failure: { message: `The service responded ${seen}.` } });
    expect(sum(time.slept)).toBeGreaterThanOrEqual(120_000);
    expect(sum(time.slept)).toBeLessThan(130_000);
    expect(endingOf(await client.send(listRequest, 'case'))).toBe(200);
  });

  it('for ever, to everything, is no response of the service', async () => {
    const { client, time } = await startClient((socket) => socket.write(limited(503, 3_600)));
    const { result } = await client.send(listRequest, 'case');
    expect(result).toMatchObject({ kind: 'no-response', status: 503, failure: { kind: 'disturbed' } });
    expect(time.slept).toEqual([60_000, 60_000]);
  });

  it.each([
    ['is given up where it is a 429', limited(429, 60), 'rate-limited'],
    ['is given up where it is a 503', limited(503, 3), 'disturbed'],
  ])('to one operation, while others are answered, %s', async (_what, response, ending) => {
    const { client } = await startClient(limitingAdditions(response));
    const posted = client.send(createRequest, 'case');
    for (let other = 0; other < 20; other += 1) await client.send(listRequest, 'case');
    expect(endingOf(await posted)).toBe(ending);
  });
});

describe('a disturbance', () => {
  const statuses = [408, 425, 502, 503, 504, 520, 527];

  it.each<[what: string, disturb: RespondRaw, attempts: number]>([
    ...statuses.map((status): [string, RespondRaw, number] => [
      `of status ${status}`,
      (socket) => socket.write(responseText(status, '{}')),
      status === 425 ? 1 : 3,
    ]),
    ['by a closed connection', (socket) => socket.end(), 3],
    ['by a reset connection', (socket) => socket.resetAndDestroy(), 3],
  ])('%s is waited out, and an addition may have been made each time', async (_what, disturb, attempts) => {
    const { client, time } = await startClient((socket, request, all) =>
      all < 3 ? disturb(socket, request, all) : socket.write(CREATED),
    );
    const sent = await client.send(createRequest, 'case');
    expect(sent.result).toMatchObject({ status: 201 });
    expect(sent.attempts.filter(mayHaveStored)).toHaveLength(attempts);
    expect(time.slept).toEqual([500, 1_000]);
  });

  it('of one request alone is given up after seven attempts, the others by themselves, and says what was seen', async () => {
    const { client, server, exchanges } = await startClient((socket, { text }) =>
      socket.write(text.includes('limit=1 ') ? responseText(502, '{}') : OK),
    );
    const other = { ...listRequest, path: '/pets?limit=2' };
    await client.send(other, 'case');
    const { result } = await client.send(listRequest, 'case');
    expect(result).toMatchObject({
      status: 502,
      failure: { kind: 'disturbed', message: 'The service responded 502 to every attempt of a request.' },
    });
    // Before further attempts the request that was answered shows that the service is up, once and twice by turns.
    expect(server.requests.map(({ text }) => /limit=(\d)/.exec(text)?.[1]).join('')).toBe('21122121221212212');
    expect(exchanges.filter(({ request }) => request.url.endsWith('limit=2'))).toHaveLength(10);
    expect(client.obstacle()).toBeNull();
    expect(await client.send(other, 'case')).toMatchObject({ result: { status: 200 } });
  });

  it('that each attempt at one request causes anew is no silence of the service', async () => {
    let upAt = 0;
    // The process that a read with limit=1 ends starts again after 1.2 s.
    const { client, exchanges, time } = await startClient((socket, { text }) => {
      const isUp = time.clock.monotonic() >= upAt;
      const isFatal = text.includes('limit=1 ');
      if (isUp && isFatal) upAt = time.clock.monotonic() + 1_200;
      if (isUp && !isFatal) socket.write(OK);
      else socket.destroy();
    });
    const other = { ...listRequest, path: '/pets?limit=2' };
    await client.send(other, 'case');
    expect(endingOf(await client.send(listRequest, 'case'))).toBe('closed-before-response');
    expect(exchanges.at(-1)?.attempts.length).toBeLessThan(20);
    expect(client.obstacle()).toBeNull();
    expect(await client.send(other, 'case')).toMatchObject({ result: { status: 200 } });
    expect(await client.responds()).toBe(true);
  });

  it('is checked by a read with the right key, even if a later read with a wrong key succeeded', async () => {
    const { client, exchanges } = await startClient((socket, { text }) =>
      socket.write(text.includes('limit=1 ') ? responseText(502, '{}') : OK),
    );
    await client.send({ ...listRequest, path: '/pets?limit=2' }, 'case');
    const wrong = { ...listRequest, path: '/pets?limit=3', credential: testCredentials['random-key'] };
    await client.send(wrong, 'case');
    await client.send(listRequest, 'case');
    const sent = exchanges.map(({ request }) => request.credential);
    expect(sent.filter((credential) => credential === 'random-key')).toHaveLength(1);
    expect(sent.length).toBeGreaterThan(3);
  });

  it('is tried alone in the end, also after three requests of the operation were given up', async () => {
    let underWay = 0;
    let company: number[] = [];
    const { client } = await startClient((socket, { text }) => {
      underWay += 1;
      const isDisturbed = text.includes('limit=1 ');
      if (isDisturbed) company.push(underWay - 1);
      setImmediate(() => {
        underWay -= 1;
        socket.write(isDisturbed ? responseText(502, '{}') : OK);
      });
    });
    const other = { ...listRequest, path: '/pets/7', operation: 'getPet' } as const;
    await client.send(other, 'case');
    for (let time = 0; time < 3; time += 1) await client.send(listRequest, 'case');
    company = [];
    const state = { isOver: false };
    const keepBusy = async (): Promise<void> => {
      while (!state.isOver) await client.send(other, 'busy');
    };
    const busy = Array.from({ length: 8 }, keepBusy);
    expect(endingOf(await client.send(listRequest, 'case'))).toBe('disturbed');
    state.isOver = true;
    await Promise.all(busy);
    expect(company).toHaveLength(2);
    expect(company.at(-1)).toBe(0);
  });

  it('of everything ends when the patience of the run is used up, for all requests together', async () => {
    let isUp = true;
    const { client, time } = await startClient((socket) => (isUp ? socket.write(OK) : socket.end()));
    await client.send(listRequest, 'case');
    isUp = false;
    const endings = await Promise.all(Array.from({ length: 10 }, () => client.send(listRequest, 'case')));
    expect(new Set(endings.map(endingOf))).toEqual(new Set(['closed-before-response']));
    expect(client.pacing().waitedMilliseconds).toBeLessThan(50_000);
    const slept = time.slept.length;
    expect(endingOf(await client.send(listRequest, 'case'))).toBe('closed-before-response');
    expect(time.slept).toHaveLength(slept);
  });

  it('is not waited out where a request is not retried', async () => {
    const { client, time } = await startClient((socket) => socket.write(limited(503)));
    const { result } = await client.send({ ...listRequest, isRetried: false }, 'case');
    expect(result).toMatchObject({ failure: { message: 'The service responded 503 to a request.' } });
    expect(time.slept).toEqual([]);
  });

  it('is no closed connection where that is an allowed end, but any other sign', async () => {
    const responses = [limited(502), OK];
    const { client, time } = await startClient((socket) => {
      const response = responses.shift();
      if (response === undefined) socket.destroy();
      else socket.write(response);
    });
    const send = () => client.send({ ...listRequest, mayBeClosed: true }, 'case');
    expect(endingOf(await send())).toBe(200);
    const slept = time.slept.length;
    expect(slept).toBeGreaterThan(0);
    expect(endingOf(await send())).toBe('closed-before-response');
    expect(time.slept).toHaveLength(slept);
  });

  it.each([
    ['within two seconds of one is a part of it', 1_400, {}, 200],
    [
      'within two seconds of one is no response where a request is not retried',
      1_400,
      { isRetried: false },
      'disturbed',
    ],
    ['later is the response', 1_600, {}, 'cut-short'],
    ['later is the response where a request is not retried', 1_600, { isRetried: false }, 'cut-short'],
  ])('a body that is cut short %s', async (_what, later, changes, ending) => {
    const cut = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[]';
    const { client, time } = await startClient((socket, _request, all) => {
      if (all === 1) socket.write(limited(503));
      else if (all === 3) socket.end(cut);
      else socket.write(OK);
    });
    await client.send(listRequest, 'case');
    await time.sleep(later, new AbortController().signal);
    expect(endingOf(await client.send({ ...listRequest, ...changes }, 'case'))).toBe(ending);
  });

  it('may follow a body that is cut short, so a run that is stopped then judges nothing', async () => {
    const { client, stop } = await startClient(
      (socket, _request, all) => {
        if (all === 1) socket.write(OK);
        else socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[]');
      },
      { sleep: async () => stop.abort('interrupted') },
    );
    await client.send(listRequest, 'case');
    expect(endingOf(await client.send({ ...listRequest, path: '/pets' }, 'case'))).toBe('interrupted');
  });

  it.each([[true], [false]])('excuses no cut bodies without end, with retries: %s', async (isRetried) => {
    const { client, time } = await startClient((socket, _request, all) => {
      if (all === 1) socket.write(limited(503));
      else socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[]');
    });
    const endings = [];
    for (let sent = 0; sent < 4; sent += 1) {
      endings.push(endingOf(await client.send({ ...listRequest, isRetried }, 'case')));
      await time.sleep(1_000, new AbortController().signal);
    }
    expect(endings.at(-1)).toBe('cut-short');
  });

  it('excuses no cut body once one was cut far from any', async () => {
    const { client, time } = await startClient((socket, { text }) => {
      if (text.includes('limit=37')) socket.write(limited(502));
      else if (text.includes('limit=1 ')) socket.write(OK);
      else socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[]');
    });
    const list = async (path: string) =>
      endingOf(await client.send({ ...listRequest, path, isRetried: false }, 'case'));
    await list('/pets?limit=1');
    const endings = [];
    for (const pause of [0, 3_000, 0]) {
      await time.sleep(pause, new AbortController().signal);
      if (pause === 0) await list('/pets?limit=37');
      endings.push(await list('/pets'));
    }
    expect(endings).toEqual(['disturbed', 'cut-short', 'cut-short']);
  });
});

describe('a bound of the settings', () => {
  it('on all requests is kept, and what follows is no failure of the service', async () => {
    const { client, server } = await startClient(responding, { network: { ...defaultNetwork, maxRequests: 2 } });
    const endings = [];
    for (let sent = 0; sent < 4; sent += 1) endings.push(endingOf(await client.send(listRequest, 'case')));
    expect(endings).toEqual([200, 200, 'request-limit', 'request-limit']);
    expect(server.requests).toHaveLength(2);
  });

  it('on all requests lets as many simultaneous ones through as it allows', async () => {
    const { client, server } = await startClient(responding, { network: { ...defaultNetwork, maxRequests: 2 } });
    const endings = await Promise.all(
      Array.from({ length: 4 }, async () => endingOf(await client.send(listRequest, 'case'))),
    );
    expect(endings).toEqual([200, 200, 'request-limit', 'request-limit']);
    expect(server.requests).toHaveLength(2);
  });

  // The first request goes at once, the others follow every 250 ms.
  it.each([
    [4, 1_000, 1_000],
    [null, 0, 0],
  ])('on requests in a second spreads them: %s', async (rateLimit, least, most) => {
    const { client, time } = await startClient(responding, { network: { ...defaultNetwork, rateLimit } });
    await Promise.all(Array.from({ length: 5 }, () => client.send(listRequest, 'case')));
    expect(sum(time.slept)).toBeGreaterThanOrEqual(least);
    expect(sum(time.slept)).toBeLessThanOrEqual(most);
  });
});

it('heavy responses are asked for one at a time', async () => {
  const heavy = responseText(200, ' '.repeat(1_100_000));
  let underWay = 0;
  let most = 0;
  const { client } = await startClient((socket, _request, all) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setImmediate(() => {
      underWay -= 1;
      socket.write(all === 1 ? heavy : OK);
    });
  });
  for (let round = 0; round < 5; round += 1)
    await Promise.all(Array.from({ length: round === 0 ? 1 : 8 }, () => client.send(listRequest, 'case')));
  expect(most).toBe(1);
});
