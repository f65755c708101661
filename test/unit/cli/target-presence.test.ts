import { describe, expect, it } from 'vitest';
import { createPresence } from '../../../src/cli/target-presence.ts';
import { startReference } from '../../../src/reference/reference-service.ts';
import { lastingPort, vacantAddress } from '../../../lab/lasting-port.ts';
import { configured } from '../../support/configuration-under-test.ts';

describe('a target', () => {
  it('is waited for, seen to go, and seen to come back, each once', async () => {
    const port = await lastingPort();
    const environment = { PETSTORE_BASE_URL: `http://127.0.0.1:${port}/v1`, PETSTORE_API_KEY: 'a-key-of-some-length' };
    const presence = createPresence(configured({ environment }));
    const stopping = new AbortController();
    const waiting = Promise.withResolvers<void>();
    let waits = 0;
    const answering = presence.untilAnswering(stopping.signal, () => {
      waits += 1;
      waiting.resolve();
    });
    await waiting.promise;
    const first = await startReference({ port });
    await answering;
    expect(waits).toBe(1);

    const [gone, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const told: string[] = [];
    const following = presence.follow(stopping.signal, {
      gone: () => {
        told.push('gone');
        gone.resolve();
      },
      back: () => {
        told.push('back');
        back.resolve();
      },
    });
    await first.close();
    await gone.promise;
    const second = await startReference({ port });
    await back.promise;
    stopping.abort();
    await following;
    expect(told).toEqual(['gone', 'back']);
    presence.close();
    await second.close();
  });

  it('is waited for no longer once it is stopped', async () => {
    const environment = { PETSTORE_BASE_URL: await vacantAddress(), PETSTORE_API_KEY: 'a-key-of-some-length' };
    const presence = createPresence(configured({ environment }));
    const stopping = new AbortController();
    await presence.untilAnswering(stopping.signal, () => stopping.abort());
    await presence.follow(stopping.signal, {
      gone: () => expect.unreachable(),
      back: () => expect.unreachable(),
    });
    presence.close();
    expect(stopping.signal.aborted).toBe(true);
  });
});
