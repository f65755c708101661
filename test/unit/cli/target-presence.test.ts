import { expect, it } from 'vitest';
import { createPresence } from '../../../src/cli/target-presence.ts';
import { vacantAddress } from '../../support/lasting-port.ts';
import { configured } from '../../support/configuration-under-test.ts';

// That a target goes and comes back is seen in test/process/watch.test.ts.
it('a target is waited for no longer once it is stopped', async () => {
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
