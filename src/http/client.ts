import { attempt } from './attempts.ts';
import type { RunTime } from './clock.ts';
import { type Connections, createConnections } from './connections.ts';
import type { Exchange } from './exchange.ts';
import { createPacing } from './pacing.ts';
import { prepareRequest, type RequestContext } from './prepare-request.ts';
import { recordExchange } from './record-exchange.ts';
import type { HttpResult, OutgoingRequest } from './request.ts';

/** A request that was just sent for the first time, redacted. */
export type SentRequest = Pick<Exchange, 'id' | 'caseId' | 'operation' | 'request'> & { readonly at: string };

/** How a client sends, and where it records. */
export interface ClientOptions extends RequestContext, RunTime {
  readonly concurrency: number;
  readonly requestTimeoutMilliseconds: number;
  /** Where exchanges are kept, redacted. `sent` is called before the response arrives, so a killed run leaves a trace. */
  readonly journal: {
    readonly sent: (request: SentRequest) => void;
    readonly exchange: (exchange: Exchange) => void;
  };
  /** Called when the run pauses. */
  readonly onPause: (milliseconds: number) => void;
}

/** One connection for a sequence of requests, open until `close`. `ReceivedResponse.connection` says whether they shared it. */
export interface SingleConnection {
  readonly send: (request: OutgoingRequest, caseId: string) => Promise<HttpResult>;
  readonly close: () => void;
}

/** The client of a run. */
export type Client = ReturnType<typeof createClient>;

/** Sends the requests of one run to the target and records them. It throws only if undici rejects a request, whatever the service does. */
export function createClient(options: ClientOptions) {
  const { clock, signal, journal, redactor, network } = options;
  const pacing = createPacing({ ...options, requestsPerSecond: network.rateLimit });
  const connections = createConnections(options.baseUrl, network, options.requestTimeoutMilliseconds, signal);
  let exchanges = 0;
  /** The latest successful read with the valid key, with its case. */
  let lastRead: { readonly request: OutgoingRequest; readonly caseId: string } | null = null;
  let checking: Promise<unknown> | null = null;
  /** The order in which the cases sent their first requests. */
  const ranks = new Map<string, number>();

  /** Sends `lastRead` once more. Simultaneous calls share it. */
  async function checkService(): Promise<void> {
    if (lastRead === null) return;
    checking ??= exchange({ ...lastRead.request, isRetried: false }, lastRead.caseId, connections.shared, null);
    await checking;
    checking = null;
  }

  /** Whether the service responds to `lastRead` again; true if no read has succeeded so far. */
  async function responds(): Promise<boolean> {
    const before = pacing.responses();
    await checkService();
    return lastRead === null || pacing.responses() > before;
  }

  async function exchange(
    request: OutgoingRequest,
    caseId: string,
    { send }: Connections,
    check: (() => Promise<void>) | null = checkService,
  ): Promise<HttpResult> {
    exchanges += 1;
    const names = { id: `x${exchanges}`, caseId, operation: request.operation };
    const rank = ranks.get(caseId) ?? ranks.size;
    ranks.set(caseId, rank);
    const prepared = prepareRequest(request, caseId, options);
    const attempted = await attempt({
      ...options,
      request,
      pacing,
      rank,
      send: (fresh) => {
        // Only the first attempt may share a connection.
        if (!fresh) journal.sent({ ...names, at: clock.date().toISOString(), request: prepared.record });
        return send(prepared.wire, fresh);
      },
      checkService: check,
    });
    const { result, attempts, sentAt, doneAt } = attempted;
    // A faulty service may accept a wrong key, and the number of wrong keys has a maximum.
    const isAccepted = result.kind === 'response' && result.status === 200;
    if (request.method === 'GET' && isAccepted && request.credential.isValidKey) lastRead = { request, caseId };
    journal.exchange(recordExchange(names, prepared.record, attempted, redactor));
    return { exchangeId: names.id, request, result, attempts, sentAt, doneAt };
  }

  function openConnection(): SingleConnection {
    const single = connections.openSingle();
    let queue: Promise<unknown> = Promise.resolve();
    return {
      // Two simultaneous requests cannot share a connection.
      send: (request, caseId) => {
        const result = queue.then(() => exchange(request, caseId, single));
        queue = result.catch(() => undefined);
        return result;
      },
      close: single.close,
    };
  }

  return {
    send: (request: OutgoingRequest, caseId: string): Promise<HttpResult> =>
      exchange(request, caseId, connections.shared),
    openConnection,
    responds,
    /** The last failure, if the target counts as gone: then cases send nothing. Null if it does not. */
    obstacle: pacing.obstacle,
    pacing: pacing.summary,
    largestBody: pacing.largestBody,
    /** Closes the shared connections. */
    close: connections.shared.close,
  };
}
