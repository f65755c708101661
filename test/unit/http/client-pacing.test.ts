import { describe, expect, it } from 'vitest';
import { defaultNetwork } from '../../../src/settings/network-settings.ts';
import type { PacingEvent } from '../../../src/http/pacing.ts';
import { createRequest, endingOf, listRequest, startClient } from '../../support/client-under-test.ts';
import { answerText, type Behaviour } from '../../support/raw-server.ts';

const OK = answerText(200, '[]');
const CREATED = answerText(201, '{}');

/** An answer that limits the rate, unless it is a 503 without seconds. */
function limited(status: 429 | 503, seconds: number | null = null): string {
  return answerText(status, '{}', seconds === null ? [] : [`Retry-After: ${seconds}`]);
}

const answering: Behaviour = (socket) => socket.write(OK);
const limitingAdditions =
  (answer: string): Behaviour =>
  (socket, { text }) =>
    socket.write(text.startsWith('POST') ? answer : OK);

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

describe('an answer that limits the rate', () => {
  it('is waited out and recorded', async () => {
    const events: PacingEvent[] = [];
    const { client, exchanges, time } = await startClient(
      (socket, _request, all) => socket.write(all < 3 ? limited(429, 7) : CREATED),
      { onPacing: (event) => events.push(event) },
    );
    expect(await client.send(createRequest, 'case')).toMatchObject({ attempts: 1, result: { status: 201 } });
    expect(time.slept).toEqual([7_000, 7_000]);
    expect(exchanges[0]?.attempts).toMatchObject([
      { status: 429, waitedMilliseconds: 7_000 },
      { status: 429, waitedMilliseconds: 7_000 },
      { status: 201, waitedMilliseconds: 0 },
    ]);
    expect(client.pacing()).toEqual({
      waits: 2,
      waitedMilliseconds: 14_000,
      limitedResponses: 2,
      concurrency: 5,
      lowestConcurrency: 5,
    });
    expect(events.map(({ concurrency }) => concurrency)).toEqual([10, 5]);
  });

  it('is a try of the addition where it is a 503, which a service may have acted on', async () => {
    const { client, time } = await startClient((socket, _request, all) =>
      socket.write(all === 1 ? limited(503, 3) : CREATED),
    );
    expect(await client.send(createRequest, 'case')).toMatchObject({ attempts: 2, result: { status: 201 } });
    expect(time.slept).toEqual([3_000]);
    expect(client.pacing()).toMatchObject({ limitedResponses: 1, waits: 1, waitedMilliseconds: 3_000 });
  });

  it('for ever, to everything, is no answer of the service', async () => {
    const { client, time } = await startClient((socket) => socket.write(limited(503, 3_600)));
    const { result } = await client.send(listRequest, 'case');
    expect(result).toMatchObject({ kind: 'no-response', status: 503, failure: { kind: 'rate-limited' } });
    expect(time.slept).toEqual([60_000, 60_000]);
  });

  it.each([
    ['is given up where it is a 429', limited(429, 60), 'rate-limited'],
    ['is judged where it is a 503', limited(503, 3), 503],
  ])('to one operation, while others are response, %s', async (_what, answer, ending) => {
    const { client } = await startClient(limitingAdditions(answer));
    const posted = client.send(createRequest, 'case');
    for (let other = 0; other < 20; other += 1) await client.send(listRequest, 'case');
    expect(endingOf(await posted)).toBe(ending);
  });
});

it('a 503 without Retry-After is judged at once', async () => {
  const { client, server } = await startClient((socket) => socket.write(limited(503)));
  expect(endingOf(await client.send(listRequest, 'case'))).toBe(503);
  expect(server.requests).toHaveLength(1);
});

describe('a bound of the settings', () => {
  it('on all requests is kept, and what follows is no failure of the service', async () => {
    const { client, server } = await startClient(answering, { network: { ...defaultNetwork, maxRequests: 2 } });
    const endings = [];
    for (let sent = 0; sent < 4; sent += 1) endings.push(endingOf(await client.send(listRequest, 'case')));
    expect(endings).toEqual([200, 200, 'request-limit', 'request-limit']);
    expect(server.requests).toHaveLength(2);
  });

  // The first request goes at once, the others follow every 250 ms; timers may catch up with 20 ms.
  it.each([
    [4, 980, 1_000],
    [null, 0, 0],
  ])('on requests in a second spreads them: %s', async (requestsPerSecond, least, most) => {
    const { client, time } = await startClient(answering, { network: { ...defaultNetwork, requestsPerSecond } });
    await Promise.all(Array.from({ length: 5 }, () => client.send(listRequest, 'case')));
    expect(sum(time.slept)).toBeGreaterThanOrEqual(least);
    expect(sum(time.slept)).toBeLessThanOrEqual(most);
  });
});

it('heavy answers are asked for one at a time', async () => {
  const heavy = answerText(200, ' '.repeat(1_100_000));
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
