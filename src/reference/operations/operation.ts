import { readJson } from '../json-reader.ts';
import type { Json } from '../json-value.ts';
import { isInt64, type Pet } from '../pet.ts';
import { accepted, type Outcome, rejected, unknownPet } from '../reply.ts';
import type { ServiceContext } from '../service-context.ts';
import type { Operation, ServiceRequest } from '../service-request.ts';

/** A value, now or later. */
export type Eventually<Value> = Value | Promise<Value>;

/** One operation. `Steps` are the steps that no other operation has. */
export interface OperationDefinition<Steps> {
  readonly method: string;
  /** Relative to the base address. */
  readonly path: `/${string}`;
  /** The word for it in ids of requirements (`AUTH-MISSING-LIST`). */
  readonly idWord: string;
  readonly success: number;
  /** The headers of all its responses. */
  readonly headers: Readonly<Record<string, string>>;
  /** The steps of a service that follows the whole contract. */
  readonly correctSteps: (context: ServiceContext) => Steps;
  /** Replaces each step that changes pets. */
  readonly withoutEffect: Partial<Steps>;
  /** Handles a request after its key is accepted. The result is the body of the success; undefined if it has none. */
  readonly handle: (request: ServiceRequest, steps: Steps & SharedSteps) => Eventually<Outcome<Json | undefined>>;
}

/** Steps that several operations can need. */
export interface SharedSteps {
  /** Reads the bytes of a body as JSON. */
  readonly readBody: (request: ServiceRequest) => Outcome<Json>;
  readonly parsePetId: (text: string) => Outcome<bigint>;
  readonly find: (id: bigint, request: ServiceRequest) => Eventually<Pet | undefined>;
  readonly renderPet: (pet: Pet, operation: Operation, request: ServiceRequest) => Json;
}

/** The shared steps of a service that follows the whole contract. */
export function correctSharedSteps({ catalogue }: ServiceContext): SharedSteps {
  return { readBody, parsePetId, find: (id) => catalogue.find(id), renderPet };
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
  return id !== undefined && isInt64(id) ? accepted(id) : unknownPet;
}

/** A pet as every operation shows it (part 2). */
function renderPet(pet: Pet): Json {
  const { id, name, categoryId, status } = pet;
  return status === undefined ? { id, name, categoryId } : { id, name, categoryId, status };
}
