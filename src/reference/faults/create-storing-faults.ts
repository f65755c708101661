import { setTimeout as pause } from 'node:timers/promises';
import type { StepChange } from '../service-steps.ts';
import { everyNth } from '../conditions.ts';
import { disturbs } from '../disturbances.ts';
import { field, isJsonArray, isJsonObject, type Json } from '../json-value.ts';
import { createNewPet, eachStatusOrNone, isPetStatus, type NewPet, petStatuses } from '../pet.ts';
import type { ServiceRequest } from '../service-request.ts';
import { countsIds, listsLate, seeds } from '../shared-changes.ts';
import { composeChanges } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { integerOf, textOf } from './lenient-reading.ts';

/** Stores the pet that `read` finds in a rejected body. */
function storesRejected(read: (body: Json) => NewPet | undefined): StepChange {
  return (base) => ({
    validate: (body, request) => {
      const valid = base.validate(body, request);
      const pet = valid.ok ? undefined : read(body);
      if (pet !== undefined) {
        const fresh = base.freshId();
        if (typeof fresh === 'bigint') void base.store({ ...pet, id: fresh }, request);
      }
      return valid;
    },
  });
}

/** Stores some of the added pets a second time, with another id. */
function storesTwice(makeTest: () => (request: ServiceRequest) => boolean): StepChange {
  return (base, { catalogue }) => {
    const isTwice = makeTest();
    return {
      store: async (pet, request) => {
        await base.store(pet, request);
        if (isTwice(request)) catalogue.add({ ...pet, id: await base.freshId() });
      },
    };
  };
}

function slowsFirstAddition(milliseconds: number): StepChange {
  return (base) => {
    let isFirst = true;
    return {
      around: async (request, next) => {
        if (isFirst && request.method === 'POST') {
          isFirst = false;
          await pause(milliseconds);
        }
        return base.around(request, next);
      },
    };
  };
}

/** The pet that a lenient reader finds in a text; undefined for a JSON object. */
function petInText(body: string): NewPet | undefined {
  if (isObject(body)) return undefined;
  const text = body.replaceAll('\\"', '"').replaceAll('+', ' ');
  const name = /\bname["']?\s*[:=>]\s*["']?([^"'&<]+)/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const status = new RegExp(`\\b(${petStatuses.join('|')})\\b`).exec(text)?.[1];
  const categoryId = BigInt(/\bcategoryId["']?\s*[:=>]\s*["']?(-?\d{1,18})/.exec(text)?.[1] ?? '1');
  return createNewPet(decodeURIComponent(name), categoryId, isPetStatus(status) ? status : undefined);
}

function isObject(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const storesStatusless = storesRejected((body) => {
  const name = textOf(body, 'name');
  const categoryId = integerOf(body, 'categoryId');
  return name === undefined || categoryId === undefined ? undefined : { name, categoryId };
});

/** The pet that is stored for a body without fields. */
const namelessPet: NewPet = { name: '', categoryId: 0n };

/** Faults of the storage of added and rejected pets (part 4.2). */
export const createStoringFaults: readonly Fault[] = [
  {
    id: 'never-stored',
    title: 'An added pet is returned but never stored.',
    breaks: ['CREATE-STORED', 'DEPRECATION-REPLACEMENT'],
    startsEmpty: true,
    apply: () => ({ store: () => undefined }),
  },
  {
    id: 'stored-twice',
    title: 'Every added pet is stored a second time, with another id.',
    breaks: ['CREATE-STORED'],
    apply: storesTwice(() => () => true),
  },
  {
    id: 'every-30th-stored-twice',
    title: 'Every 30th added pet is stored a second time, with another id.',
    breaks: ['CREATE-STORED'],
    startsEmpty: true,
    apply: storesTwice(() => everyNth(30)),
  },
  {
    id: 'stored-twice-long-after-503',
    title:
      'The first request gets 503, and the first addition takes 2.5 s. Every tenth added pet is stored a second time.',
    breaks: ['CREATE-STORED'],
    startsEmpty: true,
    apply: composeChanges(
      storesTwice(() => everyNth(10)),
      // So the 503 is too old to excuse what later additions store.
      slowsFirstAddition(2500),
      disturbs(
        () =>
          ({ serial }) =>
            serial === 1 ? 503 : null,
      ),
    ),
  },
  {
    id: 'chunked-stored-twice',
    title: 'A pet that is sent in chunks is stored a second time, with another id.',
    breaks: ['CREATE-STORED'],
    apply: storesTwice(
      () =>
        ({ headers }) =>
          headers['transfer-encoding'] !== undefined,
    ),
  },
  {
    id: 'expected-stored-twice',
    title: 'A pet that is sent with Expect: 100-continue is stored a second time, with another id.',
    breaks: ['CREATE-STORED'],
    apply: storesTwice(
      () =>
        ({ headers }) =>
          headers.expect !== undefined,
    ),
  },
  {
    id: 'every-20th-lost',
    title: 'Every 20th added pet is not stored.',
    breaksSome: [
      'LIST-STATUS-COMPLETE',
      'LIST-COMPLETE',
      'CREATE-STORED',
      'CREATE-ID-UNIQUE',
      'GET-OK',
      'DEPRECATION-REPLACEMENT',
    ],
    apply: (base) => {
      const isTurn = everyNth(20);
      return { store: (pet, request) => (isTurn() ? undefined : base.store(pet, request)) };
    },
  },
  {
    id: 'statusless-lost',
    title: 'A pet added without a status is not stored.',
    breaksSome: ['GET-OK', 'CREATE-STORED'],
    apply: (base) => ({
      store: (pet, request) => (pet.status === undefined ? undefined : base.store(pet, request)),
    }),
  },
  {
    id: 'equal-name-takes-category',
    title: 'A new pet gives its category to earlier pets of the same name.',
    breaksSome: ['GET-SAME', 'LIST-SAME'],
    apply: (base, { catalogue }) => ({
      store: (pet, request) => {
        for (const earlier of catalogue.all().filter(({ name }) => name === pet.name))
          catalogue.replace({ ...earlier, categoryId: pet.categoryId });
        return base.store(pet, request);
      },
    }),
  },
  {
    id: 'simultaneous-lost',
    title: 'Only the last of several pets added at the same time is stored.',
    breaksSome: ['CREATE-STORED', 'GET-OK', 'LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: (base) => {
      let latest = 0n;
      return {
        store: async (pet, request) => {
          latest = pet.id;
          await new Promise((resolve) => setTimeout(resolve, 5));
          if (latest === pet.id) await base.store(pet, request);
        },
      };
    },
  },
  {
    id: 'refused-status-stored',
    title: 'A pet with an invalid status is rejected but stored, without the status.',
    breaks: ['CREATE-REFUSED-NOT-STORED'],
    apply: storesStatusless,
  },
  {
    id: 'refused-status-stored-and-listed-late',
    title: 'A pet with an invalid status is rejected but stored, and the list shows pets half a second late.',
    breaks: ['CREATE-REFUSED-NOT-STORED'],
    apply: composeChanges(
      listsLate(() => 500),
      storesStatusless,
    ),
  },
  {
    id: 'refused-status-stored-among-many',
    title: 'Of 150 pets and more, a pet with an invalid status is rejected but stored, and ids count up.',
    breaks: ['CREATE-REFUSED-NOT-STORED'],
    apply: composeChanges(seeds(150, eachStatusOrNone), countsIds, storesStatusless),
  },
  {
    id: 'misplaced-fields-stored',
    title: 'A body with its name in another field is rejected, but its pet is stored.',
    breaks: ['CREATE-REFUSED-NOT-STORED'],
    apply: storesRejected((body) => {
      const inner = field(body, 'pet') ?? field(body, '__proto__') ?? body;
      const name = textOf(inner, 'Name') ?? (inner === body ? undefined : textOf(inner, 'name'));
      return name === undefined ? undefined : { name, categoryId: 1n };
    }),
  },
  {
    id: 'refused-category-stored',
    title: 'A pet with a missing or invalid categoryId is rejected but stored in category 1.',
    breaks: ['CREATE-REFUSED-NOT-STORED'],
    apply: storesRejected((body) => {
      const name = textOf(body, 'name');
      const status = textOf(body, 'status');
      if (name === undefined || integerOf(body, 'categoryId') !== undefined) return undefined;
      return createNewPet(name, 1n, isPetStatus(status) ? status : undefined);
    }),
  },
  {
    id: 'empty-status-stored-among-seventy',
    title: 'With seventy pets in the catalogue, a pet with an empty status is rejected but stored without it.',
    breaks: ['CREATE-REFUSED-NOT-STORED'],
    apply: composeChanges(
      seeds(70, () => 'available'),
      storesRejected((body) => {
        const name = textOf(body, 'name');
        const categoryId = integerOf(body, 'categoryId');
        if (textOf(body, 'status') !== '' || name === undefined || categoryId === undefined) return undefined;
        return { name, categoryId };
      }),
    ),
  },
  {
    id: 'malformed-salvaged',
    title: 'A body that is not a JSON object is rejected, but the pet in it is stored.',
    breaks: ['CREATE-REFUSED-NOT-STORED'],
    apply: (base, { catalogue }) => ({
      around: async (request, next) => {
        const reply = await base.around(request, next);
        const pet = reply.status === 400 ? petInText(request.body.toString()) : undefined;
        const fresh = base.freshId();
        if (pet !== undefined && typeof fresh === 'bigint') catalogue.add({ ...pet, id: fresh });
        return reply;
      },
    }),
  },
  {
    id: 'empty-object-stored',
    title: 'An object without fields is rejected, but a pet without a name is stored for it.',
    breaks: ['CREATE-REFUSED-NOT-STORED'],
    apply: storesRejected((body) => (isJsonObject(body) && Object.keys(body).length === 0 ? namelessPet : undefined)),
  },
  {
    id: 'empty-array-stored',
    title: 'An empty array is rejected, but a pet without a name is stored for it.',
    breaks: ['CREATE-REFUSED-NOT-STORED'],
    apply: storesRejected((body) => (isJsonArray(body) && body.length === 0 ? namelessPet : undefined)),
  },
  {
    id: 'one-body-crashes-and-another-stored',
    title:
      'The body null closes the connection. An empty array is rejected, but a pet without a name is stored for it.',
    breaks: ['CREATE-REFUSED-NOT-STORED', 'CREATE-REFUSES-NON-OBJECT'],
    apply: composeChanges(
      storesRejected((body) => (isJsonArray(body) && body.length === 0 ? namelessPet : undefined)),
      disturbs(
        () =>
          ({ body }) =>
            body.toString() === 'null' ? 'closed' : null,
      ),
    ),
  },
  {
    id: 'refused-name-stored',
    title: 'A pet with a missing or invalid name is rejected but stored with the empty name.',
    breaks: ['CREATE-REFUSED-NOT-STORED'],
    apply: storesRejected((body) => {
      const categoryId = integerOf(body, 'categoryId');
      return textOf(body, 'name') !== undefined || categoryId === undefined ? undefined : { name: '', categoryId };
    }),
  },
];
