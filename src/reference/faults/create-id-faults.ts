import type { StepChange } from '../service-steps.ts';
import { everyNth } from '../conditions.ts';
import { field, type Json } from '../json-value.ts';
import { rejected } from '../reply.ts';
import { rejectBody } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { textOf } from './lenient-reading.ts';

/** Rejects a body that holds an id. */
function rejectsClientId(status: number): StepChange {
  return rejectBody((body) => field(body, 'id') !== undefined, rejected('internal', status, 'An id is not allowed.'));
}

/** Uses the id from a body if `take` returns one. */
function usesClientId(take: (sent: Json) => bigint | undefined): StepChange {
  return (base) => ({
    assignId: (fresh, body, request) => {
      const sent = field(body, 'id');
      return (sent === undefined ? undefined : take(sent)) ?? base.assignId(fresh, body, request);
    },
  });
}

/** Uses the id from a body if it passes a test and no pet has it. */
function usesFreeClientId(test: (sent: bigint) => boolean): StepChange {
  return (base, context) =>
    usesClientId((sent) =>
      typeof sent === 'bigint' && test(sent) && context.catalogue.find(sent) === undefined
        ? BigInt.asIntN(64, sent)
        : undefined,
    )(base, context);
}

/** Faults of the id of an added pet (part 2). */
export const createIdFaults: readonly Fault[] = [
  {
    id: 'ids-race',
    title: 'The next id is read and written in two steps, so simultaneous requests get the same id.',
    breaksSome: [
      'LIST-STATUS-FILTER',
      'LIST-STATUS-COMPLETE',
      'LIST-COMPLETE',
      'LIST-SAME',
      'LIST-IDS-DISTINCT',
      'CREATE-DUPLICATES',
      'CREATE-ID-UNIQUE',
      'CREATE-STORED',
      'GET-SAME',
    ],
    apply: () => {
      let last = 9_007_199_254_740_993n;
      return {
        assignId: async () => {
          const next = last + 2n;
          await new Promise((resolve) => setTimeout(resolve, 5));
          last = next;
          return next;
        },
      };
    },
  },
  {
    id: 'ids-by-hash-of-name',
    title: 'The id is a hash of the name, so equal names get equal ids.',
    breaksSome: ['CREATE-ID-UNIQUE', 'CREATE-DUPLICATES', 'LIST-IDS-DISTINCT', 'LIST-SAME', 'GET-SAME'],
    apply: (base) => ({
      assignId: (fresh, body, request) => {
        const name = textOf(body, 'name');
        if (name === undefined) return base.assignId(fresh, body, request);
        return Array.from(name).reduce(
          (hash, letter) => BigInt.asUintN(62, hash * 31n + BigInt(letter.codePointAt(0) ?? 0)),
          7n,
        );
      },
    }),
  },
  {
    id: 'ids-repeat',
    title: 'Every 15th pet gets the id of the one before it.',
    breaksSome: ['LIST-SAME', 'LIST-IDS-DISTINCT', 'CREATE-DUPLICATES', 'CREATE-ID-UNIQUE', 'GET-SAME'],
    apply: (base) => {
      const isTurn = everyNth(15);
      let last: bigint | undefined;
      return {
        assignId: async (fresh, body, request) => {
          const repeats = isTurn();
          if (repeats && last !== undefined) return last;
          last = await base.assignId(fresh, body, request);
          return last;
        },
      };
    },
  },
  {
    id: 'client-id-used',
    title: 'An id from the client is used.',
    breaksSome: ['CREATE-ID-UNIQUE', 'CREATE-ID-ASSIGNED', 'GET-SAME', 'LIST-IDS-DISTINCT', 'LIST-SAME'],
    apply: usesClientId((sent) => (typeof sent === 'bigint' ? BigInt.asIntN(64, sent) : undefined)),
  },
  {
    id: 'client-id-used-if-free',
    title: 'An id from the client is used if no pet has it.',
    breaks: ['CREATE-ID-ASSIGNED'],
    apply: usesFreeClientId(() => true),
  },
  {
    id: 'client-id-used-if-exact-in-double',
    title: 'An id from the client is used if a double holds it exactly.',
    breaks: ['CREATE-ID-ASSIGNED'],
    apply: usesFreeClientId((sent) => Number.isSafeInteger(Number(sent))),
  },
  {
    id: 'client-id-used-if-32-bits',
    title: 'An id from the client is used if it fits into 32 bits and no pet has it.',
    breaks: ['CREATE-ID-ASSIGNED'],
    apply: usesFreeClientId((sent) => BigInt.asIntN(32, sent) === sent),
  },
  {
    id: 'client-id-as-text-used',
    title: 'An id from the client is used if it is a number as text.',
    breaks: ['CREATE-ID-ASSIGNED'],
    apply: usesClientId((sent) => (typeof sent === 'string' && /^\d{1,18}$/.test(sent) ? BigInt(sent) : undefined)),
  },
  {
    id: 'client-id-used-below-one',
    title: 'An id from the client is checked only if it is above zero, and used otherwise.',
    breaks: ['CREATE-ID-ASSIGNED'],
    apply: usesFreeClientId((sent) => sent <= 0n),
  },
  {
    id: 'client-id-fails',
    title: 'An id from the client causes a 500.',
    breaks: ['CREATE-ID-ASSIGNED'],
    apply: rejectsClientId(500),
  },
  {
    id: 'client-id-conflict',
    title: 'An id from the client gets 409.',
    breaks: ['CREATE-ID-ASSIGNED'],
    apply: rejectsClientId(409),
  },
];
