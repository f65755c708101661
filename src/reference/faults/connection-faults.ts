import type { Socket } from 'node:net';
import type { StepChange } from '../service-steps.ts';
import { isOfKind, keyRejections, type ReplyTest, succeeds } from '../conditions.ts';
import type { Reply } from '../reply.ts';
import { isJsonObject, type Json } from '../json-value.ts';
import { failed } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { listsFail } from './requirement-groups.ts';

/** Fails for some requests if `after` picks the previous response on their connection. */
function failsAfter(after: (reply: Reply) => boolean, fails: ReplyTest): StepChange {
  return (base) => {
    const broken = new WeakSet<Socket>();
    return {
      around: async (request, next) => {
        const reply = await base.around(request, next);
        const isBroken = broken.delete(request.socket);
        if (after(reply)) broken.add(request.socket);
        return isBroken && fails(reply, request) ? failed(reply) : reply;
      },
    };
  };
}

/** A full run sends more requests on one connection. */
const MANY_REQUESTS = 40;

/** Changes the lists of a connection after many requests. `previous` is the list before on the connection. */
function changesLateLists(change: (reply: Reply, previous: Reply) => Reply): StepChange {
  return (base) => {
    const counts = new WeakMap<Socket, number>();
    const lists = new WeakMap<Socket, Reply>();
    return {
      around: async (request, next) => {
        const { socket } = request;
        const count = (counts.get(socket) ?? 0) + 1;
        counts.set(socket, count);
        const reply = await base.around(request, next);
        if (!succeeds('listPets')(reply, request)) return reply;
        const previous = lists.get(socket);
        lists.set(socket, reply);
        return count >= MANY_REQUESTS && previous !== undefined ? change(reply, previous) : reply;
      },
    };
  };
}

/** Faults of services that remember an earlier request on the same connection (part 1). */
export const connectionFaults: readonly Fault[] = [
  {
    id: 'creation-breaks-next-creation',
    title: 'A creation fails right after a creation on the same connection.',
    breaks: ['CREATE-OK'],
    apply: failsAfter(({ status }) => status === 201, succeeds('createPet')),
  },
  {
    id: 'rejected-body-breaks-next-read',
    title: 'A read fails right after a rejected body on the same connection.',
    breaks: ['GET-OK'],
    apply: failsAfter(({ status }) => status === 400, succeeds('getPet')),
  },
  {
    id: 'missing-fields-break-next-creation',
    title: 'A creation fails right after a body without its required fields on the same connection.',
    breaks: ['CREATE-OK'],
    apply: failsAfter(isOfKind('missing-field'), succeeds('createPet')),
  },
  {
    id: 'missing-category-as-in-body-before',
    title: 'A body without a categoryId has the one of the body before it on the connection.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: (base) => {
      const categories = new WeakMap<Socket, Json>();
      return {
        validate: (body, request) => {
          if (!isJsonObject(body)) return base.validate(body, request);
          const { categoryId = categories.get(request.socket), ...others } = body;
          if (categoryId === undefined) return base.validate(body, request);
          categories.set(request.socket, categoryId);
          return base.validate({ ...others, categoryId }, request);
        },
      };
    },
  },
  {
    id: 'malformed-body-breaks-next-list',
    title: 'A list fails right after malformed JSON on the same connection.',
    breaks: ['LIST-OK'],
    apply: failsAfter(isOfKind('malformed-json'), succeeds('listPets')),
  },
  {
    id: 'malformed-body-rejected-twice',
    title: 'The request after malformed JSON gets the same 400, if it is on the same connection.',
    breaksSome: ['LIST-OK', 'GET-OK'],
    apply: (base) => {
      const rejections = new WeakMap<Socket, Reply>();
      return {
        around: async (request, next) => {
          const rejection = rejections.get(request.socket);
          rejections.delete(request.socket);
          if (rejection !== undefined) return rejection;
          const reply = await base.around(request, next);
          if (reply.kind === 'malformed-json') rejections.set(request.socket, reply);
          return reply;
        },
      };
    },
  },
  {
    id: 'unknown-id-breaks-next-list',
    title: 'A list fails right after an unknown id on the same connection.',
    breaksSome: listsFail,
    apply: failsAfter(({ status }) => status === 404, succeeds('listPets')),
  },
  {
    id: 'filter-kept-on-connection',
    title: 'A list without a filter uses the last filter of its connection.',
    breaksSome: [...listsFail, 'LIST-LIMIT-DEFAULT', 'LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'CREATE-STORED'],
    apply: (base) => {
      const filters = new WeakMap<Socket, string>();
      return {
        around: (request, next) => {
          const { query, socket } = request;
          const filter = query.get('status');
          const kept = filters.get(socket);
          if (filter === null && kept !== undefined && !query.has('limit')) query.set('status', kept);
          if (filter !== null) filters.set(socket, filter);
          return base.around(request, next);
        },
      };
    },
  },
  {
    id: 'fortieth-request-of-connection-fails',
    title: 'From the fortieth request of its connection, a list gets 500.',
    breaksSome: listsFail,
    apply: changesLateLists(failed),
  },
  {
    id: 'responses-mixed-on-long-connections',
    title: 'From the fortieth request of its connection, a list gets the response to the list before.',
    breaksSome: [
      ...listsFail,
      'LIST-LIMIT-MAX',
      'LIST-LIMIT-DEFAULT',
      'LIST-COMPLETE',
      'LIST-STATUS-COMPLETE',
      'LIST-STATUS-FILTER',
      'CREATE-STORED',
      'DEPRECATION-REPLACEMENT',
    ],
    apply: changesLateLists((_reply, previous) => previous),
  },
  {
    id: 'rejected-key-breaks-next-list',
    title: 'A list fails right after a rejected key on the same connection.',
    breaksSome: listsFail,
    apply: failsAfter(isOfKind(...keyRejections), succeeds('listPets')),
  },
  {
    id: 'chunks-break-next-request',
    title: 'What follows a body in chunks on its connection gets 400.',
    breaks: ['LIST-OK'],
    apply: (base) => {
      const broken = new WeakSet<Socket>();
      return {
        around: async (request, next) => {
          const isBroken = broken.delete(request.socket);
          if (request.headers['transfer-encoding'] !== undefined) broken.add(request.socket);
          const reply = await base.around(request, next);
          return isBroken ? { ...failed(reply), status: 400 } : reply;
        },
      };
    },
  },
  {
    id: 'unread-body-breaks-next-request',
    title: 'The body of a request without a valid key is not read, so the next request on the connection gets 400.',
    breaksSome: ['LIST-OK'],
    apply: (base) => {
      const broken = new WeakSet<Socket>();
      return {
        around: async (request, next) => {
          const isBroken = broken.delete(request.socket);
          const reply = await base.around(request, next);
          if (isOfKind(...keyRejections)(reply) && request.body.length > 0) broken.add(request.socket);
          return isBroken ? { ...failed(reply), status: 400 } : reply;
        },
      };
    },
  },
];
