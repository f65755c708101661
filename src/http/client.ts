import { attempt } from './attempts.ts';
import type { Clock, Sleep } from './clock.ts';
import { createConnections } from './connections.ts';
import type { Exchange } from './exchange.ts';
import { createPacing } from './pacing.ts';
import { type PreparedRequest, prepareRequest, type RequestContext } from './prepare-request.ts';
import { recordExchange } from './record-exchange.ts';
import type { HttpResult, OutgoingRequest } from './request.ts';
import type { Wire, WireOutcome } from './wire.ts';

/** A request that was just sent for the first time, redacted. */
export type SentRequest = Pick<Exchange, 'id' | 'caseId' | 'operation' | 'request'> & { readonly at: string };

export interface ClientOptions extends Omit<RequestContext, 'baseUrl'> {
  /** As in the configuration: without a trailing slash. */
  readonly baseUrl: string;
  readonly concurrency: number;
  readonly requestTimeoutMilliseconds: number;
  /** Where exchanges are kept, redacted. `sent` is called before the response arrives, so a killed run leaves a trace. */
  readonly journal: {
    readonly sent?: (request: SentRequest) => void;
    readonly exchange: (exchange: Exchange) => void;
  };
  /** Stops all requests at once; its reason is 'run-deadline' or 'interrupted'. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** Called when the run pauses. */
  readonly onPause?: (milliseconds: number) => void;
}

/** One connection for a sequence of requests. `ReceivedResponse.connection` says whether they shared it. */
export interface SingleConnection {
  readonly send: (request: OutgoingRequest, caseId: string) => Promise<HttpResult>;
  readonly close: () => void;
}

/** The client of a run. */
export type Client = ReturnType<typeof createClient>;

/** Sends a prepared request once. `fresh` asks for a new connection. */
type SendPrepared = (prepared: PreparedRequest, fresh: boolean) => Promise<WireOutcome>;

/** Sends the requests of one run to the target and records them. It throws only if undici refuses a request, whatever the service does. */
export function createClient(options: ClientOptions) {
  const { clock, sleep, signal, journal, redactor, network } = options;
  const baseUrl = new URL(options.baseUrl);
  const pacing = createPacing({ ...options, requestsPerSecond: network.rateLimit });
  const connections = createConnections(new URL(baseUrl.origin), network, options.requestTimeoutMilliseconds);
  let exchanges = 0;
  /** The latest successful read with the valid key, with its case. */
  let lastRead: { readonly request: OutgoingRequest; readonly caseId: string } | null = null;
  let checking: Promise<unknown> | null = null;
  /** The order in which the cases sent their first requests. */
  const ranks = new Map<string, number>();

  function rankOf(caseId: string): number {
    const rank = ranks.get(caseId) ?? ranks.size;
    ranks.set(caseId, rank);
    return rank;
  }

  /** Only reads share connections. A reused connection may close under a request, and an addition must not be repeated. */
  const sendOnSharedConnections: SendPrepared = ({ wire }, fresh) => {
    if (fresh) connections.closeIdle();
    return connections.send(wire, !fresh && wire.method === 'GET', signal);
  };

  /** Sends `lastRead` once more. Simultaneous calls share it. */
  async function checkService(): Promise<void> {
    if (lastRead === null) return;
    checking ??= exchange({ ...lastRead.request, isRetried: false }, lastRead.caseId, sendOnSharedConnections, null);
    await checking;
    checking = null;
  }

  async function exchange(
    request: OutgoingRequest,
    caseId: string,
    send: SendPrepared,
    check: (() => Promise<void>) | null = checkService,
  ): Promise<HttpResult> {
    exchanges += 1;
    const names = { id: `x${exchanges}`, caseId, operation: request.operation };
    const prepared = prepareRequest(request, caseId, { ...options, baseUrl });
    const attempted = await attempt(request, {
      pacing,
      rank: rankOf(caseId),
      send: (fresh) => {
        // Only the first attempt may share a connection.
        if (!fresh) journal.sent?.({ ...names, at: clock.date().toISOString(), request: prepared.record });
        return send(prepared, fresh);
      },
      checkService: check,
      clock,
      sleep,
      signal,
      network,
    });
    const { outcome: _outcome, ...sent } = attempted;
    const { result } = sent;
    // A faulty service may accept a wrong key, and the number of wrong keys has a maximum.
    const isAccepted = result.kind === 'response' && result.status === 200;
    if (request.method === 'GET' && isAccepted && request.credential.isValidKey) lastRead = { request, caseId };
    journal.exchange(recordExchange(names, prepared.record, attempted, redactor));
    return { exchangeId: names.id, request, ...sent };
  }

  function openConnection(): SingleConnection {
    let wire: Wire | null = null;
    let queue: Promise<unknown> = Promise.resolve();
    const sendOnWire: SendPrepared = (prepared, fresh) => {
      if (fresh) wire?.close();
      if (fresh || wire === null || !wire.usable()) wire = connections.open();
      return wire.exchange(prepared.wire, signal);
    };
    return {
      // Two simultaneous requests cannot share a connection.
      send: (request, caseId) => {
        const result = queue.then(() => exchange(request, caseId, sendOnWire));
        queue = result.catch(() => undefined);
        return result;
      },
      close: () => wire?.close(),
    };
  }

  return {
    send: (request: OutgoingRequest, caseId: string): Promise<HttpResult> =>
      exchange(request, caseId, sendOnSharedConnections),
    openConnection,
    /** The last of so many failures in a row that the target is gone; null if it is not. Then cases send nothing. */
    obstacle: pacing.obstacle,
    pacing: pacing.summary,
    largestBody: pacing.largestBody,
    close: async (): Promise<void> => connections.close(),
  };
}
