import { hash, timingSafeEqual } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import { readJson } from './json-reader.ts';
import { field, isJsonObject, type Json } from './json-value.ts';
import { writeJson } from './json-writer.ts';
import type { Operation } from './operations.ts';
import {
  createNewPet,
  eachStatusOrNone,
  isInt64,
  isPetStatus,
  type NewPet,
  pageLimit,
  type Pet,
  type PetStatus,
  statusChoice,
} from './pet.ts';
import { idStream } from './random-stream.ts';
import { accepted, type Outcome, rejected, type Rejection, type Reply, unknownPet, type WireReply } from './reply.ts';
import type { ServiceRequest } from './service-request.ts';

type Eventually<Value> = Value | Promise<Value>;

/** The pets of one service, in the order in which they were added. */
export interface Catalogue {
  readonly all: () => readonly Pet[];
  readonly add: (pet: Pet) => void;
  readonly find: (id: bigint) => Pet | undefined;
  /** Stores a pet in the place of the one with the same id. */
  readonly replace: (pet: Pet) => void;
}

/** An empty catalogue in memory. */
export function createCatalogue(): Catalogue {
  const pets: Pet[] = [];
  const indexes = new Map<bigint, number>();
  return {
    all: () => pets,
    add: (pet) => {
      indexes.set(pet.id, pets.push(pet) - 1);
    },
    find: (id) => {
      const index = indexes.get(id);
      return index === undefined ? undefined : pets[index];
    },
    replace: (pet) => {
      const index = indexes.get(pet.id);
      if (index !== undefined) pets[index] = pet;
    },
  };
}

/** The state of one running service. `random` is a stream of numbers from 0 to 2^64−1, reproducible by seed. */
export interface ServiceContext {
  readonly key: string;
  readonly pets: number;
  readonly catalogue: Catalogue;
  readonly now: () => Date;
  /** Milliseconds since the service started, by a clock that never goes back. */
  readonly elapsed: () => number;
  readonly random: () => bigint;
}

/** The steps that change the catalogue. `changesNothing` must name each of them, or it does not compile. */
export interface ChangingSteps {
  readonly store: (pet: Pet, request: ServiceRequest) => Eventually<void>;
}

/** Replaces the changing steps, so that a request can be handled without an effect. */
export const changesNothing: ChangingSteps = {
  store: () => undefined,
};

/**
 * The steps to a response, in order. A fault or a compliant variant replaces some of them. No step calls another one, so a
 * replaced step is replaced everywhere.
 */
export interface Behaviour extends ChangingSteps {
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
  readonly parseLimit: (text: string | null) => Outcome<number>;
  readonly parseFilter: (text: string | null) => Outcome<PetStatus | undefined>;
  /** All pets of the list, in its order. */
  readonly listed: (request: ServiceRequest) => readonly Pet[];
  readonly matches: (pet: Pet, filter: PetStatus | undefined) => boolean;
  /** Cuts the matches to a page. `limit` comes from parseLimit. */
  readonly page: (matches: readonly Pet[], limit: number, filter: PetStatus | undefined) => readonly Pet[];
  readonly renderPets: (pets: readonly Json[], request: ServiceRequest) => Json;
  /** Reads the bytes of a body as JSON. */
  readonly readBody: (request: ServiceRequest) => Outcome<Json>;
  readonly validate: (body: Json, request: ServiceRequest) => Outcome<NewPet>;
  /** The pet to store for a valid NewPet, for instance with a default status. */
  readonly complete: (newPet: NewPet) => NewPet;
  /** The next unique id. */
  readonly freshId: () => Eventually<bigint>;
  /** The id of an added pet. `fresh` comes from freshId, `body` from the client. */
  readonly assignId: (fresh: bigint, body: Json, request: ServiceRequest) => Eventually<bigint>;
  readonly parsePetId: (text: string) => Outcome<bigint>;
  readonly find: (id: bigint, request: ServiceRequest) => Eventually<Pet | undefined>;
  /** Whether the deprecated single read has been removed (part 9 rule 3). */
  readonly isRemoved: () => boolean;
  readonly renderPet: (pet: Pet, operation: Operation, request: ServiceRequest) => Json;
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

/** Changes some steps of a behaviour. Called once for each service, so its closure can hold state. */
export type Variant = (base: Behaviour, context: ServiceContext) => Partial<Behaviour>;

/** The removal of getPet (part 9 rule 3). */
const removalTime = Date.UTC(2030, 11, 5);
/** An invented date: the contract does not say since when getPet is deprecated. */
const deprecationSecond = Date.UTC(2025, 11, 5) / 1000;

/** The steps of a service that follows the whole contract. */
export function correctBehaviour(context: ServiceContext): Behaviour {
  const { catalogue } = context;
  const key = digest(context.key);
  return {
    seedPets: () => Array.from({ length: context.pets }, (_, index) => seedPet(index)),
    begin: () => () => undefined,
    around: (_request, next) => next(),
    needsKey: () => true,
    presentedKey: bearerToken,
    isKeyValid: (presented) => timingSafeEqual(digest(presented), key),
    parseLimit,
    parseFilter,
    listed: () => catalogue.all(),
    matches: (pet, filter) => filter === undefined || pet.status === filter,
    page: (matches, limit) => matches.slice(0, limit),
    renderPets: (pets) => pets,
    readBody,
    validate: validateNewPet,
    complete: (newPet) => newPet,
    freshId: idStream(context.random, (id) => catalogue.find(id) !== undefined),
    assignId: (fresh) => fresh,
    store: (pet) => catalogue.add(pet),
    parsePetId,
    find: (id) => catalogue.find(id),
    isRemoved: () => context.now().getTime() >= removalTime,
    renderPet,
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

function parseLimit(text: string | null): Outcome<number> {
  if (text === null) return accepted(pageLimit.default);
  const limit = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  const { minimum, maximum } = pageLimit;
  if (limit >= minimum && limit <= maximum) return accepted(limit);
  return rejected('invalid-limit', 400, `The parameter limit must be an integer from ${minimum} to ${maximum}.`);
}

function parseFilter(text: string | null): Outcome<PetStatus | undefined> {
  if (text === null) return accepted(undefined);
  if (isPetStatus(text)) return accepted(text);
  return rejected('invalid-filter', 400, `The parameter status must be ${statusChoice}.`);
}

function readBody(request: ServiceRequest): Outcome<Json> {
  if (request.body.length === 0) return rejected('empty-body', 400, 'A body is required.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(request.body);
  } catch {
    return rejected('malformed-json', 400, 'The body is not UTF-8.');
  }
  const reading = readJson(text);
  if (reading.kind === 'value') return accepted(reading.value);
  return rejected('malformed-json', 400, `The body is not JSON: ${reading.why} at ${reading.at}.`);
}

function parsePetId(text: string): Outcome<bigint> {
  const id = /^-?[0-9]{1,19}$/.test(text) ? BigInt(text) : undefined;
  if (id !== undefined && isInt64(id)) return accepted(id);
  return unknownPet;
}

/** A pet as every operation shows it (part 2). */
function renderPet(pet: Pet): Json {
  const { id, name, categoryId, status } = pet;
  return status === undefined ? { id, name, categoryId } : { id, name, categoryId, status };
}

function renderError(rejection: Rejection): Json {
  return { code: rejection.kind.replaceAll('-', '_'), message: rejection.message, status: BigInt(rejection.status) };
}

function headers(reply: Reply, request: ServiceRequest): Readonly<Record<string, string>> {
  return {
    ...reply.headers,
    'Content-Type': 'application/json',
    ...(reply.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(request.operation === 'getPet'
      ? { Deprecation: `@${deprecationSecond}`, Sunset: new Date(removalTime).toUTCString() }
      : {}),
  };
}

function send(wire: WireReply, response: ServerResponse): void {
  const length = { 'Content-Length': String(wire.payload.length) };
  response.writeHead(wire.status, wire.framing === 'length' ? { ...wire.headers, ...length } : wire.headers);
  if (wire.framing === 'chunked') response.write(wire.payload.subarray(0, 1));
  response.end(wire.framing === 'chunked' ? wire.payload.subarray(1) : wire.payload);
}

/** Validates a body as a NewPet (part 4.2). Unknown fields, such as an id, are ignored. */
function validateNewPet(body: Json): Outcome<NewPet> {
  if (!isJsonObject(body)) return rejected('not-an-object', 400, 'The body must be a JSON object.');
  const name = field(body, 'name');
  const categoryId = field(body, 'categoryId');
  const status = field(body, 'status');
  if (name === undefined) return rejected('missing-field', 400, 'The field name is required.');
  if (categoryId === undefined) return rejected('missing-field', 400, 'The field categoryId is required.');
  if (typeof name !== 'string') return rejected('invalid-name', 400, 'The field name must be a string.');
  if (typeof categoryId !== 'bigint' || !isInt64(categoryId)) {
    return rejected('invalid-category', 400, 'The field categoryId must be a 64-bit integer.');
  }
  if (status === undefined) return accepted({ name, categoryId });
  if (!isPetStatus(status)) {
    return rejected('invalid-status', 400, `The field status must be ${statusChoice}.`);
  }
  return accepted({ name, categoryId, status });
}
