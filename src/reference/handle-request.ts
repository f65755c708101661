import type { ServiceSteps } from './service-steps.ts';
import { operations, operationsAt } from './operations/index.ts';
import { accepted, type Outcome, rejected, type Rejection, type Reply } from './reply.ts';
import type { ServiceRequest } from './service-request.ts';

/** Handles one request with the steps of a service: first the key (part 5 rule 3), then the operation. */
export async function handleRequest(request: ServiceRequest, steps: ServiceSteps): Promise<Reply> {
  const outcome = await handle(request, steps);
  return outcome.ok ? outcome.value : rejectionReply(outcome.rejection, request, steps);
}

/** The reply that a rejection becomes. */
export function rejectionReply(given: Rejection, request: ServiceRequest, steps: ServiceSteps): Reply {
  const why = steps.adjustRejection(given, request);
  return { status: why.status, kind: why.kind, headers: why.headers ?? {}, body: steps.renderError(why, request) };
}

async function handle(request: ServiceRequest, steps: ServiceSteps): Promise<Outcome<Reply>> {
  const key = checkKey(request, steps);
  if (!key.ok) return key;
  if (request.oversized) return rejected('too-large', 413, 'The body is larger than 1 MiB.');
  if (request.operation === 'other') return rejectOther(request);
  const operation = operations[request.operation];
  const body = await operation.handle(request, steps);
  return body.ok ? accepted({ status: operation.success, kind: 'success', headers: {}, body: body.value }) : body;
}

function checkKey(request: ServiceRequest, steps: ServiceSteps): Outcome<void> {
  if (!steps.needsKey(request)) return accepted(undefined);
  const presented = steps.presentedKey(request);
  if (presented === undefined) return rejected('key-missing', 401, 'An API key is required.');
  if (steps.isKeyValid(presented, request)) return accepted(undefined);
  return rejected('key-invalid', 401, 'The API key is not valid.');
}

function rejectOther({ path }: ServiceRequest): Outcome<never> {
  const methods = operationsAt(path).map((operation) => operations[operation].method);
  if (methods.length === 0) return rejected('unknown-path', 404, 'There is nothing at this path.');
  return rejected('unknown-method', 405, 'This method is not allowed here.', { Allow: methods.join(', ') });
}
