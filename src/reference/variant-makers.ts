import type { Behaviour, Variant } from './behaviour.ts';
import { type Json, type JsonObject, isJsonObject } from './json-value.ts';
import type { NewPet, Pet, PetStatus } from './pet.ts';
import { rejected, type Rejected, type Rejection, type RejectionKind, type Reply, type WireReply } from './reply.ts';
import type { Operation } from './operations.ts';
import type { ServiceRequest } from './service-request.ts';

/** The rejections of a body (part 4.2). */
export const bodyRejections: readonly RejectionKind[] = [
  'empty-body',
  'malformed-json',
  'not-an-object',
  'missing-field',
  'invalid-name',
  'invalid-category',
  'invalid-status',
];

/** The rejections of a key (part 5 rule 3). */
export const keyRejections: readonly RejectionKind[] = ['key-missing', 'key-invalid'];

/** Picks some responses, by the reply and its request. */
export type ReplyTest = (reply: Reply, request: ServiceRequest) => boolean;

/** Whether a request is for an operation. */
export function isFor(operation: Operation): (request: ServiceRequest) => boolean {
  return (request) => request.operation === operation;
}

/** Whether a reply is the success of an operation. */
export function succeeds(operation: Operation): ReplyTest {
  return (reply, request) => request.operation === operation && reply.status < 300;
}

/** Whether a reply or a rejection is of one of these kinds. */
export function isOfKind(...kinds: readonly Reply['kind'][]): (given: Pick<Reply, 'kind'>) => boolean {
  return ({ kind }) => kinds.includes(kind);
}

/** Replaces some steps. */
export function replace(steps: Partial<Behaviour>): Variant {
  return () => steps;
}

/** Changes the responses that `when` picks, before they are rendered to text. */
export function changeReply(when: ReplyTest, change: (reply: Reply, request: ServiceRequest) => Reply): Variant {
  return (base) => ({
    around: async (request, next) => {
      const reply = await base.around(request, next);
      return when(reply, request) ? change(reply, request) : reply;
    },
  });
}

/** Changes every n-th of the responses that `when` picks. */
export function changeEveryNthReply(n: number, when: ReplyTest, change: (reply: Reply) => Reply): Variant {
  return (base, context) => {
    const isTurn = everyNth(n);
    return changeReply((reply, request) => when(reply, request) && isTurn(), change)(base, context);
  };
}

/** Ignores a parameter of the query in the requests that `when` picks. */
export function dropParameter(name: string, when: (request: ServiceRequest) => boolean): Variant {
  return (base) => ({
    around: (request, next) => {
      if (when(request)) request.query.delete(name);
      return base.around(request, next);
    },
  });
}

/** The name of the first parameter of a query. */
export function firstParameter(query: URLSearchParams): string | undefined {
  return [...query.keys()][0];
}

/** Changes how a pet is shown in the responses of some operations. */
export function changePet(
  operations: readonly Operation[],
  change: (shown: JsonObject, pet: Pet) => Json,
  when: (pet: Pet) => boolean = () => true,
): Variant {
  return (base) => ({
    renderPet: (pet, operation, request) => {
      const shown = base.renderPet(pet, operation, request);
      return operations.includes(operation) && isJsonObject(shown) && when(pet) ? change(shown, pet) : shown;
    },
  });
}

/** Changes the Error body of the rejections that `when` picks. */
export function changeError(
  when: (rejection: Rejection, request: ServiceRequest) => boolean,
  change: (error: JsonObject, rejection: Rejection) => Json,
): Variant {
  return (base) => ({
    renderError: (rejection, request) => {
      const error = base.renderError(rejection, request);
      return when(rejection, request) && isJsonObject(error) ? change(error, rejection) : error;
    },
  });
}

/** Gives rejections of some kinds another status, in the Error body too. */
export function changeStatus(
  kinds: readonly RejectionKind[],
  status: number,
  when: (request: ServiceRequest, rejection: Rejection) => boolean = () => true,
): Variant {
  return (base) => ({
    adjustRejection: (rejection, request) => {
      const adjusted = base.adjustRejection(rejection, request);
      return kinds.includes(adjusted.kind) && when(request, rejection) ? { ...adjusted, status } : adjusted;
    },
  });
}

/** Changes a body that is an object before it is validated, as a lenient reader does. */
export function readLeniently(change: (body: JsonObject) => Json): Variant {
  return (base) => ({
    validate: (body, request) => base.validate(isJsonObject(body) ? change(body) : body, request),
  });
}

/** Changes the text of a body before it is read as JSON. */
export function readTextLeniently(change: (text: string) => string): Variant {
  return (base) => ({
    readBody: (request) => base.readBody({ ...request, body: Buffer.from(change(request.body.toString('utf8'))) }),
  });
}

/** Changes the pet that is stored for a valid NewPet. */
export function changeStored(change: (newPet: NewPet) => NewPet): Variant {
  return (base) => ({ complete: (newPet) => change(base.complete(newPet)) });
}

/** Changes the name of each stored pet. */
export function changeStoredName(change: (name: string) => string): Variant {
  return changeStored((newPet) => ({ ...newPet, name: change(newPet.name) }));
}

/** Rejects the bodies that `when` picks before they are validated. */
export function rejectBody(when: (body: Json) => boolean, rejection: Rejected): Variant {
  return (base) => ({
    validate: (body, request) => (when(body) ? rejection : base.validate(body, request)),
  });
}

/** Rejects some valid NewPets, with 400 unless another status is given. */
export function rejectNewPet(
  when: (newPet: NewPet, request: ServiceRequest) => boolean,
  kind: RejectionKind,
  status = 400,
): Variant {
  return (base) => ({
    validate: (body, request) => {
      const valid = base.validate(body, request);
      if (!valid.ok || !when(valid.value, request)) return valid;
      return rejected(kind, status, 'This pet is not accepted.');
    },
  });
}

/** Changes an encoded response. */
export function changeWire(when: ReplyTest, change: (wire: WireReply, text: string) => WireReply): Variant {
  return (base) => ({
    encode: (text, reply, request) => {
      const wire = base.encode(text, reply, request);
      return when(reply, request) ? change(wire, text) : wire;
    },
  });
}

/** Changes the media type of responses; undefined removes the header. */
export function changeMediaType(when: ReplyTest, type: string | undefined): Variant {
  return (base) => ({
    headers: (reply, request) => {
      const { 'Content-Type': usual, ...others } = base.headers(reply, request);
      if (!when(reply, request)) return { ...others, ...(usual === undefined ? {} : { 'Content-Type': usual }) };
      return type === undefined ? others : { ...others, 'Content-Type': type };
    },
  });
}

/** Adds headers to every response. */
export function addsHeaders(headers: Readonly<Record<string, string>>): Variant {
  return (base) => ({ headers: (reply, request) => ({ ...base.headers(reply, request), ...headers }) });
}

/** Assigns ids of its own; `next` makes one from the random stream and the count of those made so far. */
export function assignsIds(next: (random: () => bigint, count: bigint) => bigint): Variant {
  return (_base, { random, catalogue }) => {
    let count = 0n;
    return {
      freshId: () => {
        for (;;) {
          count += 1n;
          const id = next(random, count);
          if (catalogue.find(id) === undefined) return id;
        }
      },
    };
  };
}

/** Assigns ids that count up from 1. */
export const countsIds: Variant = assignsIds((_random, count) => count);

/** Rejects a petId that is not an int64 with 400. */
export const rejectsInvalidIds: Variant = (base) => ({
  parsePetId: (text) => {
    const id = base.parsePetId(text);
    return id.ok ? id : rejected('unknown-pet', 400, 'The id is not a 64-bit integer.');
  },
});

/** Lists the newest pet first. */
export const listsNewestFirst: Variant = (base) => ({ listed: (request) => base.listed(request).toReversed() });

/** Lists a pet some milliseconds after its addition. */
export function listsLate(delay: (pet: Pet) => number): Variant {
  return (base, { elapsed }) => {
    const added = new Map<bigint, number>();
    return {
      store: async (pet, request) => {
        added.set(pet.id, elapsed());
        await base.store(pet, request);
      },
      listed: (request) =>
        base.listed(request).filter((pet) => elapsed() - (added.get(pet.id) ?? -Infinity) >= delay(pet)),
    };
  };
}

/** Returns a list again for the same query, until it is so old. */
export function cachesLists(milliseconds: number, when: (request: ServiceRequest) => boolean = () => true): Variant {
  return (base, { elapsed }) => {
    const kept = new Map<string, { readonly at: number; readonly reply: Reply }>();
    return {
      around: async (request, next) => {
        const reply = await base.around(request, next);
        if (request.operation !== 'listPets' || reply.status !== 200 || !when(request)) return reply;
        const query = request.query.toString();
        const old = kept.get(query);
        if (old !== undefined && elapsed() - old.at < milliseconds) return old.reply;
        kept.set(query, { at: elapsed(), reply });
        return reply;
      },
    };
  };
}

/** Moves an added pet from one status to another, some milliseconds after its addition. */
export function movesStatus(from: PetStatus | undefined, to: PetStatus | undefined, after: number): Variant {
  return (base, { catalogue, elapsed }) => {
    const waiting: { readonly id: bigint; readonly from: number }[] = [];
    return {
      store: async (pet, request) => {
        await base.store(pet, request);
        if (pet.status === from) waiting.push({ id: pet.id, from: elapsed() + after });
      },
      around: (request, next) => {
        while (waiting[0] !== undefined && waiting[0].from <= elapsed()) {
          const pet = catalogue.find(waiting.shift()?.id ?? 0n);
          if (pet === undefined) continue;
          const { status: _left, ...others } = pet;
          catalogue.replace(to === undefined ? others : { ...others, status: to });
        }
        return base.around(request, next);
      },
    };
  };
}

/** Makes a predicate that is true on every n-th call. */
export function everyNth(n: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % n === 0;
  };
}

/** A copy of an object without one member. */
export function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
}

/** Combines variants. Each one changes the behaviour that the previous ones made. */
export function composeVariants(...variants: readonly Variant[]): Variant {
  return (base, context) =>
    variants.reduce<Behaviour>((beneath, variant) => ({ ...beneath, ...variant(beneath, context) }), base);
}

/** A reply that becomes an Error of the same status. `code` is that of the Error. */
export function replaceWithError(
  reply: Reply,
  { status, kind, code, message }: { status: number; kind: RejectionKind; code: string; message: string },
): Reply {
  return { ...reply, status, kind, body: { code, message, status: BigInt(status) } };
}

/** The reply of a service that failed. */
export function failed(reply: Reply): Reply {
  return replaceWithError(reply, {
    status: 500,
    kind: 'internal',
    code: 'internal',
    message: 'The service failed.',
  });
}
