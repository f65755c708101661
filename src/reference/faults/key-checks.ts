import type { ServiceSteps, StepChange } from '../service-steps.ts';
import { isFor, isOfKind, keyRejections, type ReplyTest } from '../conditions.ts';
import { handleRequest } from '../handle-request.ts';
import { changesNothing } from '../operations/index.ts';
import type { Reply } from '../reply.ts';
import type { ServiceRequest } from '../service-request.ts';

type KeyTest = (presented: string, key: string, request: ServiceRequest) => boolean;

/** Accepts some wrong keys. */
export function acceptsWrongKeys(test: KeyTest): StepChange {
  return (base, { key }) => ({
    isKeyValid: (presented, request) => base.isKeyValid(presented, request) || test(presented, key, request),
  });
}

/** Accepts some wrong tokens, also with white space inside. */
export function acceptsWrongTokens(test: KeyTest): StepChange {
  return (base, { key }) => ({
    presentedKey: (request) =>
      base.presentedKey(request) ?? /^Bearer (\S+\s.+)$/.exec(request.headers.authorization ?? '')?.[1],
    isKeyValid: (presented, request) => base.isKeyValid(presented, request) || test(presented, key, request),
  });
}

/** Needs no key for some requests. */
export function skipsKey(when: (request: ServiceRequest) => boolean): StepChange {
  return (base) => ({ needsKey: (request) => !when(request) && base.needsKey(request) });
}

/** The scheme of a request's Authorization header, in lower case. */
export function scheme(request: ServiceRequest): string {
  return (request.headers.authorization ?? '').split(' ')[0]?.toLowerCase() ?? '';
}

const isKeyRejected = isOfKind(...keyRejections);

/** Sends the response for a valid key if `shows` picks it, although the key is missing or wrong. */
export function respondsBeforeKey(shows: ReplyTest): StepChange {
  return (base) => {
    const withoutKey: ServiceSteps = { ...base, ...changesNothing, needsKey: () => false };
    return {
      around: async (request, next) => {
        const reply = await base.around(request, next);
        if (!isKeyRejected(reply)) return reply;
        const early = await handleRequest(request, withoutKey);
        return shows(early, request) ? early : reply;
      },
    };
  };
}

/** Adds a pet although the service rejects the key. */
export function storesUnauthorised(when: (reply: Reply) => boolean): StepChange {
  return (base) => ({
    around: async (request, next) => {
      const reply = await base.around(request, next);
      if (isFor('createPet')(request) && isKeyRejected(reply) && when(reply)) {
        await handleRequest(request, { ...base, needsKey: () => false });
      }
      return reply;
    },
  });
}
