import type { ServiceRequest } from '../../src/reference/service-request.ts';
import type { StepChange } from '../../src/reference/service-steps.ts';
import { type ReferenceOptions, type ReferenceService, startReference } from '../../src/reference/reference-service.ts';

/** The reference service, and the number of received requests for which `counts` returns true. */
export async function startCountingService(
  counts: (request: ServiceRequest) => boolean = () => true,
  options: ReferenceOptions = {},
): Promise<{
  readonly service: ReferenceService;
  readonly requests: () => number;
}> {
  let requests = 0;
  const countRequests: StepChange = (base) => ({
    around(request, response) {
      if (counts(request)) requests += 1;
      return base.around(request, response);
    },
  });
  return {
    service: await startReference({ ...options, changes: [...(options.changes ?? []), countRequests] }),
    requests: () => requests,
  };
}
