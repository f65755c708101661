import type { Server, ServerResponse } from 'node:http';
import type { Json } from './json-value.ts';
import type { NewPet, Pet, PetStatus } from './pet.ts';
import type { Outcome, Rejection, Reply, WireReply } from './reply.ts';
import type { Operation } from './operations.ts';
import type { ServiceRequest } from './service-request.ts';

type Eventually<Value> = Value | Promise<Value>;

/** The pets of one service, in the order in which they were added. */
export interface Catalogue {
  readonly all: () => readonly Pet[];
  readonly add: (pet: Pet) => void;
  readonly find: (id: bigint) => Pet | undefined;
  /** Reindexes the pet with the same id. */
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

/**
 * The steps to a response, in order. A fault or a compliant variant replaces some of them. No step calls another one, so a
 * replaced step is replaced everywhere.
 */
export interface Behaviour {
  /** The pets at the start of the service. */
  readonly seedPets: () => readonly NewPet[];
  /** Runs when the service starts, and returns a function that runs when it closes. */
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
  readonly store: (pet: Pet, request: ServiceRequest) => Eventually<void>;
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
