import { describe, expect, it } from 'vitest';
import { openWatchedTarget } from '../../../src/cli/watched-target.ts';
import { startReference } from '../../../src/reference/reference-service.ts';
import { lastingPort, vacantAddress } from '../../../lab/lasting-port.ts';
import { configured } from '../../support/configuration-under-test.ts';

describe('a watched target', () => {
  it('is waited for, seen to go, and seen to come back, each once', async () => {
    const port = await lastingPort();
    const environment = { PETSTORE_BASE_URL: `http://127.0.0.1:${port}/v1`, PETSTORE_API_KEY: 'a-key-of-some-length' };
    const target = openWatchedTarget(configured({ environment }));
    const never = new AbortController().signal;
    const waiting = Promise.withResolvers<void>();
    let waits = 0;
    const ready = target.untilResponding(never, () => {
      waits += 1;
      waiting.resolve();
    });
    await waiting.promise;
    expect(await target.isThere()).toBe(false);
    const first = await startReference({ port });
    await ready;
    expect(waits).toBe(1);
    expect(await target.isThere()).toBe(true);

    const gone = Promise.withResolvers<void>();
    let timesGone = 0;
    const back = target.untilBack(never, () => {
      timesGone += 1;
      gone.resolve();
    });
    await first.close();
    await gone.promise;
    const second = await startReference({ port });
    await back;
    expect(timesGone).toBe(1);
    target.close();
    await second.close();
  });

  it('is waited for no longer once it is stopped', async () => {
    const environment = { PETSTORE_BASE_URL: await vacantAddress(), PETSTORE_API_KEY: 'a-key-of-some-length' };
    const target = openWatchedTarget(configured({ environment }));
    const stopping = new AbortController();
    await target.untilResponding(stopping.signal, () => stopping.abort());
    await target.untilBack(stopping.signal, () => expect.unreachable());
    target.close();
    expect(stopping.signal.aborted).toBe(true);
  });
});
