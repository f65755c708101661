import type { ServiceSteps, StepChange } from './service-steps.ts';
import { everyNth, type ReplyTest } from './conditions.ts';
import { isJsonObject, type Json, type JsonObject } from './json-value.ts';
import type { NewPet, Pet } from './pet.ts';
import { rejected, type Rejected, type Rejection, type RejectionKind, type Reply, type WireReply } from './reply.ts';
import type { ServiceContext } from './service-context.ts';
import type { Operation, ServiceRequest } from './service-request.ts';

/** Replaces some steps. */
export function replace(steps: Partial<ServiceSteps>): StepChange {
  return () => steps;
}

/** Changes the responses that `when` picks, before they are rendered to text. */
export function changeReply(when: ReplyTest, change: (reply: Reply, request: ServiceRequest) => Reply): StepChange {
  return (base) => ({
    around: async (request, next) => {
      const reply = await base.around(request, next);
      return when(reply, request) ? change(reply, request) : reply;
    },
  });
}

/** Changes every n-th of the responses that `when` picks. */
export function changeEveryNthReply(n: number, when: ReplyTest, change: (reply: Reply) => Reply): StepChange {
  return (base, context) => {
    const isTurn = everyNth(n);
    return changeReply((reply, request) => when(reply, request) && isTurn(), change)(base, context);
  };
}

/** Fails with a 500 while it reads some pets. */
export function failsOnRead(when: (pet: Pet) => boolean): StepChange {
  return (base) => ({
    renderPet: (pet, operation, request) => {
      if (operation === 'getPet' && when(pet)) throw new TypeError('The pet cannot be shown.');
      return base.renderPet(pet, operation, request);
    },
  });
}

/** Ignores a parameter of the query in the requests that `when` picks. */
export function dropParameter(name: string, when: (request: ServiceRequest) => boolean): StepChange {
  return (base) => ({
    around: (request, next) => {
      if (when(request)) request.query.delete(name);
      return base.around(request, next);
    },
  });
}

/** Changes a page before it is rendered to text, unless another fault has made it something else than an array. */
export function changePage(change: (pets: readonly Json[], request: ServiceRequest) => Json): StepChange {
  return (base) => ({
    renderPets: (pets, request) => {
      const shown = base.renderPets(pets, request);
      return Array.isArray(shown) ? change(shown, request) : shown;
    },
  });
}

/** Changes how a pet is shown in the responses of some operations. */
export function changePet(
  operations: readonly Operation[],
  change: (shown: JsonObject, pet: Pet) => Json,
  when: (pet: Pet, request: ServiceRequest) => boolean = () => true,
): StepChange {
  return (base) => ({
    renderPet: (pet, operation, request) => {
      const shown = base.renderPet(pet, operation, request);
      return operations.includes(operation) && isJsonObject(shown) && when(pet, request) ? change(shown, pet) : shown;
    },
  });
}

/** Changes the Error body of the rejections that `when` picks. */
export function changeError(
  when: (rejection: Rejection, request: ServiceRequest) => boolean,
  change: (error: JsonObject, rejection: Rejection) => Json,
): StepChange {
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
): StepChange {
  return (base) => ({
    adjustRejection: (rejection, request) => {
      const adjusted = base.adjustRejection(rejection, request);
      return kinds.includes(adjusted.kind) && when(request, rejection) ? { ...adjusted, status } : adjusted;
    },
  });
}

/** Changes a body that is an object before it is validated, as a lenient reader does. */
export function readLeniently(change: (body: JsonObject) => Json): StepChange {
  return (base) => ({
    validate: (body, request) => base.validate(isJsonObject(body) ? change(body) : body, request),
  });
}

/** Changes the text of a body before it is read as JSON. */
export function readTextLeniently(change: (text: string) => string): StepChange {
  return (base) => ({
    readBody: (request) => base.readBody({ ...request, body: Buffer.from(change(request.body.toString('utf8'))) }),
  });
}

/** Changes the pet that is stored for a valid NewPet. */
export function changeStored(change: (newPet: NewPet) => NewPet): StepChange {
  return (base) => ({ complete: (newPet) => change(base.complete(newPet)) });
}

/** Changes the name of each stored pet. */
export function changeStoredName(change: (name: string) => string): StepChange {
  return changeStored((newPet) => ({ ...newPet, name: change(newPet.name) }));
}

/** Rejects the bodies that `when` picks before they are validated. */
export function rejectBody(when: (body: Json) => boolean, rejection: Rejected): StepChange {
  return (base) => ({
    validate: (body, request) => (when(body) ? rejection : base.validate(body, request)),
  });
}

/** Rejects some valid NewPets, with 400 unless another status is given. */
export function rejectNewPet(
  when: (newPet: NewPet, request: ServiceRequest) => boolean,
  kind: RejectionKind,
  status = 400,
): StepChange {
  return (base) => ({
    validate: (body, request) => {
      const valid = base.validate(body, request);
      if (!valid.ok || !when(valid.value, request)) return valid;
      return rejected(kind, status, 'This pet is not accepted.');
    },
  });
}

/** Changes an encoded response. */
export function changeWire(when: ReplyTest, change: (wire: WireReply, text: string) => WireReply): StepChange {
  return (base) => ({
    encode: (text, reply, request) => {
      const wire = base.encode(text, reply, request);
      return when(reply, request) ? change(wire, text) : wire;
    },
  });
}

/** Changes the media type of responses; undefined removes the header. */
export function changeMediaType(when: ReplyTest, type: string | undefined): StepChange {
  return (base) => ({
    headers: (reply, request) => {
      const { 'Content-Type': usual, ...others } = base.headers(reply, request);
      if (!when(reply, request)) return { ...others, ...(usual === undefined ? {} : { 'Content-Type': usual }) };
      return type === undefined ? others : { ...others, 'Content-Type': type };
    },
  });
}

/** A copy of an object without one member. */
export function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
}

/** Combines changes to one that returns all steps. Each one changes the steps that the previous ones made. */
export function composeChanges(
  ...changes: readonly StepChange[]
): (base: ServiceSteps, context: ServiceContext) => ServiceSteps {
  return (base, context) =>
    changes.reduce<ServiceSteps>((beneath, change) => ({ ...beneath, ...change(beneath, context) }), base);
}

/** A reply that an Error with this status replaces. `code` is that of the Error. */
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
