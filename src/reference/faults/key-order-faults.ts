import { isUtf8 } from 'node:buffer';
import { everyNth, isFor, isOfKind, isUnknownRead, succeeds } from '../conditions.ts';
import { rejectionReply } from '../handle-request.ts';
import { eachStatusOrNone, isPetStatus, petStatuses } from '../pet.ts';
import { rejected, type Reply } from '../reply.ts';
import { countsIds, seeds } from '../shared-changes.ts';
import { composeChanges } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { respondsBeforeKey, storesUnauthorised } from './key-checks.ts';
import { missingKeyRejected, wrongKeysAccepted } from './requirement-groups.ts';

/** Faults of the order of checks, of rejected requests with an effect, and of rejected valid keys (part 5). */
export const keyOrderFaults: readonly Fault[] = [
  {
    id: 'validation-before-key',
    title: 'A body is validated before the key is checked.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey((reply, request) => isFor('createPet')(request) && reply.status === 400),
  },
  {
    id: 'malformed-before-key',
    title: 'Malformed JSON is rejected before the key is checked.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey(isOfKind('malformed-json')),
  },
  {
    id: 'malformed-before-missing-key',
    title: 'Malformed JSON is rejected before the key is found missing. A wrong key is rejected first.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey(
      (reply, request) => reply.kind === 'malformed-json' && request.headers.authorization === undefined,
    ),
  },
  {
    id: 'media-type-before-key',
    title: 'A body without Content-Type is rejected before the key is checked.',
    breaks: ['AUTH-FIRST'],
    apply: (base) => ({
      around: (request, next) => {
        if (request.operation !== 'createPet' || request.headers['content-type'] !== undefined) return next();
        const { rejection: why } = rejected('unsupported-type', 415, 'Content-Type must be application/json.');
        return Promise.resolve(rejectionReply(why, request, base));
      },
    }),
  },
  {
    id: 'look-up-before-key',
    title: 'A read looks up the pet before it checks the key.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey(isUnknownRead),
  },
  {
    id: 'negative-ids-before-key',
    title: 'A read looks up a negative id before it checks the key.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey((reply, request) => isUnknownRead(reply, request) && request.petIdText.startsWith('-')),
  },
  {
    id: 'filter-before-key',
    title: 'An unknown status in the filter is rejected before the key is checked.',
    breaks: ['AUTH-FIRST'],
    // The reply to a request with a wrong limit too is about the limit.
    apply: respondsBeforeKey(
      ({ kind }, { query }) =>
        (kind === 'invalid-filter' || kind === 'invalid-limit') && !isPetStatus(query.get('status') ?? petStatuses[0]),
    ),
  },
  {
    id: 'look-up-before-invalid-key',
    title: 'A read looks up the pet before it rejects a wrong key.',
    breaks: ['AUTH-FIRST'],
    apply: (base, context) => {
      const { around = base.around } = respondsBeforeKey(isUnknownRead)(base, context);
      return {
        around: (request, next) =>
          request.headers.authorization === undefined ? base.around(request, next) : around(request, next),
      };
    },
  },
  {
    id: 'small-ids-before-invalid-key',
    title: 'A read looks up an id of 32 bits before it rejects a wrong key.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey(
      (reply, request) =>
        isUnknownRead(reply, request) &&
        /^\d{1,10}$/.test(request.petIdText) &&
        request.headers.authorization !== undefined,
    ),
  },
  {
    id: 'key-once-per-connection',
    title: 'After an accepted key, no request on the same connection is checked.',
    breaksSome: [...missingKeyRejected, ...wrongKeysAccepted],
    apply: (base) => {
      const trusted = new WeakSet<object>();
      return {
        needsKey: (request) => !trusted.has(request.socket) && base.needsKey(request),
        isKeyValid: (presented, request) => {
          const valid = base.isKeyValid(presented, request);
          if (valid) trusted.add(request.socket);
          return valid;
        },
      };
    },
  },
  {
    id: 'no-key-needed-after-creation',
    title: 'After an addition, no request on the same connection needs a key.',
    breaks: ['AUTH-EVERY-REQUEST', 'AUTH-NO-EFFECT'],
    apply: (base) => {
      const trusted = new WeakSet<object>();
      return {
        around: async (request, next) => {
          const reply = await base.around(request, next);
          if (reply.status === 201) trusted.add(request.socket);
          return reply;
        },
        needsKey: (request) =>
          (request.headers.authorization !== undefined || !trusted.has(request.socket)) && base.needsKey(request),
      };
    },
  },
  {
    id: 'bytes-before-key',
    title: 'A body that is not UTF-8 is rejected with 400 before the key is checked.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey((reply, { body }) => !isUtf8(body) && reply.status === 400),
  },
  {
    id: 'list-cached-before-key',
    title: 'A cache sends the list that it has for a query, until a pet is added, and checks no key.',
    breaksSome: [...missingKeyRejected, ...wrongKeysAccepted],
    apply: (base, { catalogue }) => {
      const kept = new Map<string, Reply>();
      return {
        around: async (request, next) => {
          const key = `${catalogue.all().length} ${request.target}`;
          const found = kept.get(key);
          if (found !== undefined && request.query.size > 0) return found;
          const reply = await base.around(request, next);
          if (succeeds('listPets')(reply, request)) kept.set(key, reply);
          return reply;
        },
      };
    },
  },
  {
    id: 'long-body-before-key',
    title: 'A body of more than 300 bytes is rejected with 400 before the key is checked.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey((reply, { body }) => body.length > 300 && reply.status === 400),
  },
  {
    id: 'invalid-key-once-per-connection',
    title: 'After an accepted key, any token is accepted on the same connection.',
    breaksSome: wrongKeysAccepted,
    apply: (base) => {
      const trusted = new WeakSet<object>();
      return {
        isKeyValid: (presented, request) => {
          const valid = base.isKeyValid(presented, request);
          if (valid) trusted.add(request.socket);
          return valid || trusted.has(request.socket);
        },
      };
    },
  },
  {
    id: 'unauthorised-add-stored',
    title: 'A pet sent without a valid key is rejected but added.',
    breaks: ['AUTH-NO-EFFECT'],
    apply: storesUnauthorised(() => true),
  },
  {
    id: 'unauthorised-add-stored-with-wrong-key',
    title: 'A pet sent with a wrong key is rejected but added.',
    breaks: ['AUTH-NO-EFFECT'],
    apply: storesUnauthorised(isOfKind('key-invalid')),
  },
  {
    id: 'unauthorised-add-stored-among-many',
    title: 'Of 150 pets and more, a pet sent with a wrong key is rejected but added, and ids count up.',
    breaks: ['AUTH-NO-EFFECT'],
    apply: composeChanges(seeds(150, eachStatusOrNone), countsIds, storesUnauthorised(isOfKind('key-invalid'))),
  },
  {
    id: 'valid-key-refused-now-and-then',
    title: 'Every 30th request with the valid key gets 401.',
    breaksSome: ['AUTH-VALID-KEY'],
    apply: (base) => {
      const isTurn = everyNth(30);
      return { isKeyValid: (presented, request) => base.isKeyValid(presented, request) && !isTurn() };
    },
  },
  {
    id: 'valid-key-refused-with-filter',
    title: 'The valid key is rejected if there is a status filter.',
    breaks: ['AUTH-VALID-KEY'],
    apply: (base) => ({
      isKeyValid: (presented, request) => !request.query.has('status') && base.isKeyValid(presented, request),
    }),
  },
  {
    id: 'valid-key-refused-on-large-ids',
    title: 'The valid key is rejected if the petId has more than 15 digits.',
    breaks: ['AUTH-VALID-KEY'],
    apply: (base) => ({
      isKeyValid: (presented, request) => request.petIdText.length <= 15 && base.isKeyValid(presented, request),
    }),
  },
  {
    id: 'limit-word-before-key',
    title: 'A limit that is a word is rejected before the key is checked.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey(
      (reply, { query }) => reply.kind === 'invalid-limit' && /^[a-z]/.test(query.get('limit') ?? ''),
    ),
  },
  {
    id: 'limit-above-maximum-before-key',
    title: 'A limit above 100 is rejected before the key is checked.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey((reply, { query }) => reply.kind === 'invalid-limit' && Number(query.get('limit')) > 100),
  },
  {
    id: 'id-word-before-key',
    title: 'An id that is no number is rejected before the key is checked.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey((reply, request) => isUnknownRead(reply, request) && /^[a-z]/.test(request.petIdText)),
  },
  {
    id: 'id-outside-int64-before-key',
    title: 'An id above int64 is rejected before the key is checked.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey((reply, request) => isUnknownRead(reply, request) && /^\d{19,}$/.test(request.petIdText)),
  },
  {
    id: 'scalar-body-before-key',
    title: 'A body that is a number or a text is rejected before the key is checked.',
    breaks: ['AUTH-FIRST'],
    apply: respondsBeforeKey((reply, { body }) => reply.kind === 'not-an-object' && /^["\d]/.test(String(body))),
  },
];
