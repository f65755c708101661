import { expect, it } from 'vitest';
import { startReference } from '../../src/reference/reference-service.ts';
import { runCommandProcess, targetOf } from '../support/command.ts';
import { startRawServer } from '../support/raw-server.ts';

it('a proxy that the variables of the process name is not used unless it is asked for', async () => {
  const service = await startReference();
  const proxy = await startRawServer((socket) => socket.destroy());
  const address = new URL(proxy.baseUrl).origin;
  const environment = { ...targetOf(service), HTTP_PROXY: address, http_proxy: address, ALL_PROXY: address };
  const { report } = await runCommandProcess(['run', '--only', 'LIST-OK'], { environment });
  await service.close();
  await proxy.close();
  expect(report?.requirements.find(({ id }) => id === 'LIST-OK')?.outcome).toBe('verified');
  expect(report?.run.configuration['proxy']).toBeUndefined();
  expect(proxy.requests).toEqual([]);
});
