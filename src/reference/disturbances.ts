import type { ServerResponse } from 'node:http';
import type { StepChange } from './service-steps.ts';
import type { Reply, WireReply } from './reply.ts';
import type { ServiceContext } from './service-context.ts';
import type { ServiceRequest } from './service-request.ts';

/** What a client gets from a gateway or a crash: a status, a reset, a closed connection, a body cut short, or nothing. */
export type Disturbance = number | 'reset' | 'closed' | 'cut' | 'silent';

/** Chooses the disturbance of a request, or null. Called once for each request. */
export type ChooseDisturbance = (request: ServiceRequest) => Disturbance | null;

/**
 * Disturbs the requests that `choosing` picks. A disturbed request does not reach the service. If `reaches` is true, it does,
 * and only its response is lost.
 */
export function disturbs(
  choosing: (context: ServiceContext) => ChooseDisturbance,
  { reaches = false, headers = {} }: { reaches?: boolean; headers?: Readonly<Record<string, string>> } = {},
): StepChange {
  return (base, context) => {
    const choose = choosing(context);
    const disturbed = new WeakMap<ServiceRequest, Disturbance>();
    return {
      around: async (request, next) => {
        const disturbance = choose(request);
        if (disturbance === null) return base.around(request, next);
        disturbed.set(request, disturbance);
        return reaches || disturbance === 'cut' ? base.around(request, next) : NOTHING;
      },
      send: (wire, response, reply, request) => {
        const disturbance = disturbed.get(request);
        if (disturbance === undefined) base.send(wire, response, reply, request);
        else sendDisturbance(disturbance, wire, response, headers);
      },
    };
  };
}

/** Stands for the response of a request that does not reach the service. It is not sent. */
const NOTHING: Reply = { status: 502, kind: 'internal', headers: {}, body: null };

/** Sends a disturbance in the place of a response. */
export function sendDisturbance(
  disturbance: Disturbance,
  { payload, headers: own, status }: WireReply,
  response: ServerResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { socket } = response;
  if (disturbance === 'reset') socket?.resetAndDestroy();
  else if (disturbance === 'closed') socket?.destroy();
  else if (disturbance === 'silent') return;
  else if (disturbance === 'cut') {
    response.writeHead(status, { ...own, 'Content-Length': payload.length + 1 });
    response.write(payload, () => socket?.destroy());
  } else {
    const page = `<html><head><title>${disturbance}</title></head><body>gateway</body></html>\n`;
    response.writeHead(disturbance, { 'Content-Type': 'text/html', 'Content-Length': page.length, ...headers });
    response.end(page);
  }
}
