import type { Server, ServerResponse } from 'node:http';
import type { Catalogue } from './catalogue.ts';
import type { Json } from './json-value.ts';
import type { NewPet, Pet, PetStatus } from './pet.ts';
import type { Outcome, Refusal, Reply, WireReply } from './reply.ts';
import type { Operation, ServiceRequest } from './service-request.ts';

type Eventually<Value> = Value | Promise<Value>;

/** What one running service knows. `random` is a stream that the seed decides, numbers from 0 to 2^64−1. */
export interface ServiceContext {
  readonly key: string;
  readonly pets: number;
  readonly catalogue: Catalogue;
  readonly now: () => Date;
  /** Milliseconds since the service started, by a clock that never goes back. */
  readonly elapsed: () => number;
  readonly random: () => bigint;
}

/**
 * The steps of an answer, in the order in which they are taken. Each is small, and a fault or a compliant variant puts
 * another in its place; no step calls another one, so that a replaced step is replaced everywhere.
 */
export interface Behaviour {
  /** The pets that are there when the service starts. */
  readonly seedPets: () => readonly NewPet[];
  /** Runs once when the service starts; what it returns runs when the service closes. */
  readonly begin: (server: Server) => () => void;
  /** Everything between a request that was read and its answer. `next` takes the steps below. */
  readonly around: (request: ServiceRequest, next: () => Promise<Reply>) => Promise<Reply>;
  /** Whether this request needs a key at all (part 5 rule 1). */
  readonly needsKey: (request: ServiceRequest) => boolean;
  /** The token that a request presents, undefined where it has none. */
  readonly presentedKey: (request: ServiceRequest) => string | undefined;
  readonly isKeyValid: (presented: string, request: ServiceRequest) => boolean;
  readonly parseLimit: (text: string | null) => Outcome<number>;
  readonly parseFilter: (text: string | null) => Outcome<PetStatus | undefined>;
  /** The pets that the list draws from, in its order. */
  readonly listed: (request: ServiceRequest) => readonly Pet[];
  readonly matches: (pet: Pet, filter: PetStatus | undefined) => boolean;
  /** Cuts the matches down to a page. `limit` is what parseLimit gave. */
  readonly page: (matches: readonly Pet[], limit: number, filter: PetStatus | undefined) => readonly Pet[];
  readonly renderPets: (pets: readonly Json[], request: ServiceRequest) => Json;
  /** Reads the bytes of a body as JSON. */
  readonly readBody: (request: ServiceRequest) => Outcome<Json>;
  readonly validate: (body: Json, request: ServiceRequest) => Outcome<NewPet>;
  /** Turns a valid NewPet into what is kept, for instance with a default status. */
  readonly complete: (newPet: NewPet) => NewPet;
  /** The next id that the service gives, unique. */
  readonly freshId: () => Eventually<bigint>;
  /** The id that an added pet gets. `fresh` is what freshId gave, `body` what the client sent. */
  readonly assignId: (fresh: bigint, body: Json, request: ServiceRequest) => Eventually<bigint>;
  readonly store: (pet: Pet, request: ServiceRequest) => Eventually<void>;
  readonly parsePetId: (text: string) => Outcome<bigint>;
  readonly find: (id: bigint, request: ServiceRequest) => Eventually<Pet | undefined>;
  /** Whether the deprecated single read has been removed (part 9 rule 3). */
  readonly isRemoved: () => boolean;
  readonly renderPet: (pet: Pet, operation: Operation, request: ServiceRequest) => Json;
  /** What a refusal becomes before it is rendered, for instance another status. */
  readonly regard: (refusal: Refusal, request: ServiceRequest) => Refusal;
  readonly renderError: (refusal: Refusal, request: ServiceRequest) => Json;
  /** The headers of an answer besides those of its framing. */
  readonly headers: (reply: Reply, request: ServiceRequest) => Readonly<Record<string, string>>;
  readonly write: (body: Json, reply: Reply, request: ServiceRequest) => string;
  readonly encode: (text: string, reply: Reply, request: ServiceRequest) => WireReply;
  /** Puts an answer on the wire. */
  readonly send: (wire: WireReply, response: ServerResponse, reply: Reply, request: ServiceRequest) => void;
}

/** Changes some steps of the behaviour beneath it. Called once for each service, so its state may live in its closure. */
export type Variant = (base: Behaviour, context: ServiceContext) => Partial<Behaviour>;
