import type { Variant } from '../../src/reference/behaviour.ts';
import { type ReferenceService, startReference } from '../../src/reference/reference-service.ts';

/** The reference service, and how many requests it has received. */
export async function startCountingService(): Promise<{
  readonly service: ReferenceService;
  readonly requests: () => number;
}> {
  let requests = 0;
  const countRequests: Variant = (base) => ({
    around(request, answer) {
      requests += 1;
      return base.around(request, answer);
    },
  });
  return { service: await startReference({ variants: [countRequests] }), requests: () => requests };
}
