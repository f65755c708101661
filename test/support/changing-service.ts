import { type ReferenceService, startReference } from '../../src/reference/reference-service.ts';
import { lastingPort } from '../../lab/lasting-port.ts';

/** A service whose build changes while its key and its port stay the same. */
export interface ChangingService {
  readonly url: string;
  readonly key: string;
  /** Breaks or fixes GET-OK. The broken service returns a pet with 202. */
  readonly setBroken: (broken: boolean) => void;
  /** Stops responding to additions. Resolves when the first one arrives. */
  readonly holdAdditions: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export async function startChanging(isBroken: boolean): Promise<ChangingService> {
  let broken = isBroken;
  let onAddition: (() => void) | null = null;
  const open = (port: number, key?: string): Promise<ReferenceService> =>
    startReference({
      port,
      ...(key === undefined ? {} : { key }),
      changes: [
        (base) => ({
          async around(request, next) {
            if (onAddition !== null && request.operation === 'createPet') {
              onAddition();
              await new Promise(() => undefined);
            }
            const reply = await base.around(request, next);
            return broken && request.operation === 'getPet' && reply.status === 200 ? { ...reply, status: 202 } : reply;
          },
        }),
      ],
    });
  let service = await open(await lastingPort());
  const { url, key, port } = service;
  return {
    url,
    key,
    setBroken: (next) => (broken = next),
    holdAdditions: () =>
      new Promise((resolve) => {
        onAddition = resolve;
      }),
    stop: () => service.close(),
    start: async () => {
      service = await open(port, key);
    },
  };
}
