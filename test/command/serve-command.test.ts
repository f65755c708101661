import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { faults } from '../../src/reference/faults/index.ts';
import { compliantVariants } from '../../src/reference/compliant/index.ts';
import { fakeConsole } from '../support/fake-console.ts';

/** Serves until `end` interrupts it, as Ctrl-C does. */
async function serve(...words: readonly string[]) {
  const console = fakeConsole('/');
  const started = Promise.withResolvers<() => void>();
  const code = main(['serve', ...words], {
    ...console,
    onInterrupt: (interrupted) => {
      started.resolve(() => interrupted('SIGINT'));
      return () => undefined;
    },
  });
  const interrupt = await started.promise;
  const [, url = '', key = ''] = /^PETSTORE_BASE_URL=(.*)\nPETSTORE_API_KEY=(.*)\n$/.exec(console.written()) ?? [];
  const headers = { authorization: `Bearer ${key}` };
  return {
    url,
    complaints: console.complaints(),
    get: async (path: string): Promise<unknown> => (await fetch(url + path, { headers })).json(),
    end: () => {
      interrupt();
      return code;
    },
  };
}

describe('serve', () => {
  it('prints only the address and the key, and ends on an interrupt', async () => {
    const service = await serve('--pets', '3');
    expect(await service.get('/pets')).toHaveLength(3);
    expect(service.complaints).toBe('');
    expect(await service.end()).toBe(0);
    await expect(fetch(`${service.url}/pets`)).rejects.toThrow();
  });

  it('combines several faults and compliant variants, and names them', async () => {
    const service = await serve('--pets', '5', '--fault', 'limit-plus-one', '--fault', 'error-code-missing-on-get');
    expect(await service.get('/pets?limit=1')).toHaveLength(2);
    expect(await service.get('/pets/404404')).toEqual({ message: expect.any(String), status: 404 });
    expect(service.complaints).toMatch(/^limit-plus-one: .*\nerror-code-missing-on-get: .*\n$/);
    expect(await service.end()).toBe(0);
    const compliant = await serve('--pets', '1', '--variant', 'ids-negative', '--variant', 'extra-pet-fields');
    const [pet] = (await compliant.get('/pets')) as readonly object[];
    expect(Object.keys(pet ?? {}).length).toBeGreaterThan(4);
    await compliant.end();
  });

  it('rejects a port that is in use', async () => {
    const service = await serve();
    const console = fakeConsole('/');
    expect(await main(['serve', '--port', new URL(service.url).port], console)).toBe(3);
    expect(console.complaints()).toMatch(
      /^petstore-conformance: The port \d+ is in use; choose another with --port.*\n$/,
    );
    await service.end();
  });

  it('lists every fault and compliant variant, and starts nothing', async () => {
    const console = fakeConsole('/');
    expect(await main(['serve', '--list'], console)).toBe(0);
    const ids = console.written().match(/^ {2}\S.*$/gm);
    expect(ids).toEqual([...faults, ...compliantVariants].map(({ id }) => `  ${id}`));
  });
});
