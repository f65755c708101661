import { hash, timingSafeEqual } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Json } from './json-value.ts';
import { writeJson } from './json-writer.ts';
import { correctOperationSteps, operations, type OperationSteps } from './operations/index.ts';
import { createNewPet, eachStatusOrNone, type NewPet } from './pet.ts';
import type { Rejection, Reply, WireReply } from './reply.ts';
import type { ServiceContext } from './service-context.ts';
import type { ServiceRequest } from './service-request.ts';

/**
 * The steps to a response. The operations have steps of their own; here are those of every request, in order. A fault or a
 * compliant variant replaces some of them. No step calls another one, so a replaced step is replaced everywhere.
 */
export interface ServiceSteps extends OperationSteps {
  /** The pets at the start of the service. */
  readonly seedPets: () => readonly NewPet[];
  /** Runs when the service starts. Returns a function that runs when it closes. */
  readonly begin: (server: Server) => () => void;
  /** Wraps the handling of a request. `next` runs the steps below. */
  readonly around: (request: ServiceRequest, next: () => Promise<Reply>) => Promise<Reply>;
  /** Whether this request needs a key at all (part 5 rule 1). */
  readonly needsKey: (request: ServiceRequest) => boolean;
  /** The token of a request; undefined if it has none. */
  readonly presentedKey: (request: ServiceRequest) => string | undefined;
  readonly isKeyValid: (presented: string, request: ServiceRequest) => boolean;
  /** Changes a rejection before it is rendered, for instance its status. */
  readonly adjustRejection: (rejection: Rejection, request: ServiceRequest) => Rejection;
  readonly renderError: (rejection: Rejection, request: ServiceRequest) => Json;
  /** The headers of a response, except those of its framing. */
  readonly headers: (reply: Reply, request: ServiceRequest) => Readonly<Record<string, string>>;
  readonly write: (body: Json, reply: Reply, request: ServiceRequest) => string;
  readonly encode: (text: string, reply: Reply, request: ServiceRequest) => WireReply;
  /** Puts a response on the wire. */
  readonly send: (wire: WireReply, response: ServerResponse, reply: Reply, request: ServiceRequest) => void;
}

/** Changes some steps of a service, as faults and compliant variants do. Called once for each service, so its closure can hold state. */
export type StepChange = (base: ServiceSteps, context: ServiceContext) => Partial<ServiceSteps>;

/** The steps of a service that follows the whole contract. */
export function correctSteps(context: ServiceContext): ServiceSteps {
  const key = digest(context.key);
  return {
    ...correctOperationSteps(context),
    seedPets: () => Array.from({ length: context.pets }, (_, index) => seedPet(index)),
    begin: () => () => undefined,
    around: (_request, next) => next(),
    needsKey: () => true,
    presentedKey: bearerToken,
    isKeyValid: (presented) => timingSafeEqual(digest(presented), key),
    adjustRejection: (rejection) => rejection,
    renderError,
    headers,
    write: (body) => writeJson(body),
    encode: (text, reply) => ({
      status: reply.status,
      headers: reply.headers,
      payload: Buffer.from(text),
      framing: 'length',
    }),
    send,
  };
}

function seedPet(index: number): NewPet {
  return createNewPet(`Pet ${index + 1}`, BigInt(1 + (index % 3)), eachStatusOrNone(index));
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function bearerToken(request: ServiceRequest): string | undefined {
  return /^bearer +(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];
}

function renderError(rejection: Rejection): Json {
  return { code: rejection.kind.replaceAll('-', '_'), message: rejection.message, status: BigInt(rejection.status) };
}

function headers(reply: Reply, request: ServiceRequest): Readonly<Record<string, string>> {
  return {
    ...reply.headers,
    'Content-Type': 'application/json',
    ...(reply.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(request.operation === 'other' ? {} : operations[request.operation].headers),
  };
}

function send(wire: WireReply, response: ServerResponse): void {
  const length = { 'Content-Length': String(wire.payload.length) };
  response.writeHead(wire.status, wire.framing === 'length' ? { ...wire.headers, ...length } : wire.headers);
  if (wire.framing === 'chunked') response.write(wire.payload.subarray(0, 1));
  response.end(wire.framing === 'chunked' ? wire.payload.subarray(1) : wire.payload);
}
