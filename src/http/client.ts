import type { HttpResult, OutgoingRequest } from './request.ts';
import { attempt, type AttemptSetting, type Attempted, type SendOnce } from './attempts.ts';
import { recordBody } from './body-record.ts';
import type { Clock, Sleep } from './clock.ts';
import { createConnections } from './connections.ts';
import { createRoute } from './connector.ts';
import type { RequestKind } from '../contract/operations.ts';
import type { Exchange, RequestRecord, ResponseRecord, TransportFailure } from './exchange.ts';
import type { Header } from '../settings/kinds.ts';
import { defaultNetwork, KIBIBYTE, type NetworkSettings } from '../settings/network.ts';
import { createPacer, type PacingEvent, type PacingSummary } from './pacing/pacer.ts';
import { redactIssuedSecret, type Redactor } from './redaction.ts';
import { prepareRequest, type PreparedRequest, type RequestSetting } from './prepare-request.ts';
import type { Wire, WireOutcome } from './wire.ts';

/** A request that was just sent for the first time, redacted. */
export interface SentRequest {
  readonly id: string;
  readonly caseId: string;
  readonly operation: RequestKind;
  readonly at: string;
  readonly request: RequestRecord;
}

/** Where exchanges are kept, redacted. `sent` is called before the response arrives, so a killed run leaves a trace. */
export interface ExchangeJournal {
  readonly sent?: (request: SentRequest) => void;
  readonly exchange: (exchange: Exchange) => void;
}

export interface ClientOptions {
  /** As in the configuration: without a trailing slash. */
  readonly baseUrl: string;
  /** The headers that the configuration adds. */
  readonly headers: readonly Header[];
  readonly concurrency: number;
  readonly requestTimeoutMilliseconds: number;
  readonly redactor: Redactor;
  readonly runId: string;
  readonly suiteVersion: string;
  /** Default false: whether the User-Agent names the case. */
  readonly nameCases?: boolean;
  readonly journal: ExchangeJournal;
  /** Stops all requests at once; its reason is a StopReason. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** Default 120,000: how long the run waits for a response that does not limit the rate. */
  readonly patienceMilliseconds?: number;
  /** Default `defaultNetwork`. */
  readonly network?: NetworkSettings;
  readonly onPacing?: (event: PacingEvent) => void;
}

/** One connection for a sequence of requests. `ReceivedResponse.connection` says whether they shared it. */
export interface SingleConnection {
  readonly send: (request: OutgoingRequest, caseId: string) => Promise<HttpResult>;
  readonly close: () => void;
}

/** Sends requests to the target and records them. It throws only UnsendableRequest, whatever the service does. */
export interface Client {
  readonly send: (request: OutgoingRequest, caseId: string) => Promise<HttpResult>;
  /** Sends a request without a second attempt after a disturbance. */
  readonly sendOnce: (request: OutgoingRequest, caseId: string) => Promise<HttpResult>;
  readonly openConnection: () => SingleConnection;
  /** True if nothing has been answered for the patience of the run. */
  readonly isGone: () => boolean;
  readonly pacing: () => PacingSummary;
  /** Resolves as soon as no request waits to be sent. */
  readonly noneWaits: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const defaultPatience = 120_000;

/** Makes the client of one run. */
export function createClient(options: ClientOptions): Client {
  const baseUrl = new URL(options.baseUrl);
  const network = options.network ?? defaultNetwork;
  const timeoutMilliseconds = options.requestTimeoutMilliseconds;
  const pacer = createPacer({
    ...options,
    patienceMilliseconds: options.patienceMilliseconds ?? defaultPatience,
    requestsPerSecond: network.rateLimit,
  });
  const limits = {
    timeoutMilliseconds,
    maxResponseBytes: network.maxBodySize * KIBIBYTE,
    maxHeadBytes: network.maxHeaderSize * KIBIBYTE,
  };
  const connections = createConnections(new URL(baseUrl.origin), limits, createRoute(network));
  const requestSetting: RequestSetting = { ...options, baseUrl };
  const { clock, signal } = options;
  const attemptSetting: Omit<AttemptSetting, 'rank' | 'operation' | 'isPatient' | 'mayRepeat' | 'checkService'> = {
    pacer,
    clock,
    sleep: options.sleep,
    signal,
    target: baseUrl,
    timeoutMilliseconds,
    maxUnpackedBytes: network.maxDecompressedSize * KIBIBYTE,
    maxDepth: network.maxDepth,
    maxRequests: network.maxRequests,
  };
  let exchanges = 0;
  /** The last list or pet that was read, with its case. */
  let answered: { readonly request: OutgoingRequest; readonly caseId: string } | null = null;
  let checking: Promise<unknown> | null = null;
  /** When each case sent its first request, in their order. */
  const ranks = new Map<string, number>();

  function rankOf(caseId: string): number {
    const rank = ranks.get(caseId) ?? ranks.size;
    ranks.set(caseId, rank);
    return rank;
  }

  /** Sends the last request that was answered once more. Simultaneous calls share it. */
  async function checkService(): Promise<void> {
    if (answered === null) return;
    checking ??= exchange(answered.request, answered.caseId, pooled, false);
    await checking;
    checking = null;
  }

  async function exchange(
    request: OutgoingRequest,
    caseId: string,
    route: Route,
    isPatient = true,
  ): Promise<HttpResult> {
    exchanges += 1;
    const id = `x${exchanges}`;
    const prepared = prepareRequest(request, caseId, requestSetting);
    let sent = false;
    const sendOnce: SendOnce = (fresh) => {
      if (!sent) {
        const at = clock.date().toISOString();
        options.journal.sent?.({ id, caseId, operation: request.operation, at, request: prepared.record });
      }
      sent = true;
      return route(prepared, fresh);
    };
    const { method, operation, isSentOnce = false } = request;
    const mayRepeat = method === 'GET';
    const rank = rankOf(caseId);
    const setting = {
      ...attemptSetting,
      rank,
      operation,
      isPatient: isPatient && !isSentOnce,
      mayRepeat,
      checkService,
    };
    const attempted = await attempt(sendOnce, setting);
    const { result } = attempted;
    if (mayRepeat && result.kind === 'response' && result.status === 200) answered = { request, caseId };
    const recorded = recordExchange(
      { id, caseId, operation: request.operation },
      prepared,
      attempted,
      options.redactor,
    );
    options.journal.exchange(recorded);
    const { sentAt, doneAt, attempts } = attempted;
    return { exchangeId: id, request, sentAt, doneAt, attempts, result };
  }

  const pooled: Route = ({ wire }, fresh) => {
    if (fresh) connections.closeIdle();
    return fresh || wire.method !== 'GET' ? connections.onFresh(wire, signal) : connections.onPooled(wire, signal);
  };

  function openConnection(): SingleConnection {
    let wire: Wire | null = null;
    let queue: Promise<unknown> = Promise.resolve();
    const route: Route = (prepared, fresh) => {
      if (fresh) wire?.close();
      if (fresh || wire === null || !wire.usable()) wire = connections.open();
      return wire.exchange(prepared.wire, signal);
    };
    return {
      // Two simultaneous requests cannot share a connection.
      send: (request, caseId) => {
        const result = queue.then(() => exchange(request, caseId, route));
        queue = result.catch(() => undefined);
        return result;
      },
      close: () => wire?.close(),
    };
  }

  return {
    send: (request, caseId) => exchange(request, caseId, pooled),
    sendOnce: (request, caseId) => exchange(request, caseId, pooled, false),
    openConnection,
    isGone: pacer.isGone,
    pacing: pacer.summary,
    noneWaits: pacer.noneWaits,
    close: async () => connections.close(),
  };
}

/** Which connection an attempt goes on. */
type Route = (prepared: PreparedRequest, fresh: boolean) => Promise<WireOutcome>;

function recordExchange(
  names: Pick<Exchange, 'id' | 'caseId' | 'operation'>,
  prepared: PreparedRequest,
  { attempts, outcome, result }: Attempted,
  redactor: Redactor,
): Exchange {
  const redactFailure = (failure: TransportFailure): TransportFailure => ({
    ...failure,
    message: redactor.redactText(failure.message),
  });
  return {
    ...names,
    request: prepared.record,
    attempts: attempts.map((each) => ({
      ...each,
      failure: each.failure === null ? null : redactFailure(each.failure),
    })),
    response: recordResponse(outcome, result, redactor),
    failure: result.kind === 'response' ? null : redactFailure(result.failure),
  };
}

function recordResponse(
  outcome: WireOutcome | null,
  result: Attempted['result'],
  redactor: Redactor,
): ResponseRecord | null {
  if (outcome === null || outcome.status === null) return null;
  return {
    status: outcome.status,
    headers: outcome.headers.map(([name, value]) => [
      redactor.redactText(name),
      redactIssuedSecret(name, redactor.redactHeader(name, value)),
    ]),
    body: recordBody(result.kind === 'response' ? result.body : outcome.body, redactor),
    complete: outcome.broke === null,
  };
}
