import { afterEach, describe, expect, it } from 'vitest';
import type { PacingEvent } from '../../../src/target/pacing.ts';
import { clientFor, createRequest, listRequest } from '../../support/client-under-test.ts';
import { answerText, type Behaviour, type RawServer, startRawServer } from '../../support/raw-server.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(behaviour: Behaviour): Promise<RawServer> {
  const server = await startRawServer(behaviour);
  closers.push(server.close);
  return server;
}

const limited = (headers: readonly string[] = []): string => answerText(429, '{}', headers);

describe('an answer 429', () => {
  it('is waited out, recorded and never the result while there is patience', async () => {
    const server = await serve((socket, _request, all) => {
      socket.write(all < 3 ? limited(['Retry-After: 7']) : answerText(201, '{}'));
    });
    const events: PacingEvent[] = [];
    const { client, exchanges, time } = clientFor(server.baseUrl, { onPacing: (event) => events.push(event) });
    const answer = await client.send(createRequest, 'case');
    expect(answer).toMatchObject({ attempts: 1, result: { kind: 'answered', status: 201 } });
    expect(time.slept).toEqual([7_000, 7_000]);
    expect(exchanges[0]?.attempts).toMatchObject([
      { status: 429, waitedMilliseconds: 7_000 },
      { status: 429, waitedMilliseconds: 7_000 },
      { status: 201, waitedMilliseconds: 0 },
    ]);
    expect(client.pacing()).toEqual({
      waits: 2,
      waitedMilliseconds: 14_000,
      limitedAnswers: 2,
      concurrency: 5,
      lowestConcurrency: 5,
    });
    expect(events).toEqual([
      { waitMilliseconds: 7_000, concurrency: 10 },
      { waitMilliseconds: 7_000, concurrency: 5 },
    ]);
  });

  it('that goes on is a failure that says so, once patience is used up', async () => {
    const server = await serve((socket) => socket.write(limited(['Retry-After: 3600'])));
    const { client, time } = clientFor(server.baseUrl);
    const answer = await client.send(listRequest, 'case');
    expect(answer.result).toMatchObject({ kind: 'unanswered', status: 429, failure: { kind: 'rate-limited' } });
    expect(time.slept).toEqual([60_000, 60_000]);
  });

  it('of one operation does not hold a run for ever, though others are answered', async () => {
    const server = await serve((socket, { text }) => {
      socket.write(text.startsWith('POST') ? limited(['Retry-After: 60']) : answerText(200, '[]'));
    });
    const { client } = clientFor(server.baseUrl, { concurrency: 2 });
    const posted = client.send(createRequest, 'case');
    for (let sent = 0; sent < 10; sent += 1) await client.send(listRequest, 'case');
    expect((await posted).result).toMatchObject({ failure: { kind: 'rate-limited' } });
  });

  it('pauses the whole run, and all of it is answered in the end', async () => {
    let time = 0;
    let sentInWindow = 0;
    let windowStart = 0;
    const perSecond = 5;
    const server = await serve((socket) => {
      if (time - windowStart >= 1_000) {
        windowStart = time;
        sentInWindow = 0;
      }
      sentInWindow += 1;
      socket.write(sentInWindow > perSecond ? limited() : answerText(200, '[]'));
    });
    const { client } = clientFor(server.baseUrl, {
      clock: { monotonic: () => time, date: () => new Date(time) },
      sleep: (milliseconds) => {
        time += milliseconds;
        return Promise.resolve();
      },
    });
    const answers = await Promise.all(Array.from({ length: 60 }, () => client.send(listRequest, 'case')));
    expect(answers.every(({ result }) => result.status === 200)).toBe(true);
    expect(client.pacing().lowestConcurrency).toBeLessThan(20);
    expect(client.pacing().waitedMilliseconds).toBeGreaterThanOrEqual(10_000);
  });

  it('does not outlive the run', async () => {
    const server = await serve((socket) => socket.write(limited(['Retry-After: 5'])));
    const stop = new AbortController();
    const { client } = clientFor(server.baseUrl, {
      signal: stop.signal,
      sleep: () => {
        stop.abort('run-deadline');
        return Promise.resolve();
      },
    });
    const answer = await client.send(listRequest, 'case');
    expect(answer.result).toMatchObject({ failure: { kind: 'run-deadline' } });
  });
});
