import type { Variant } from '../behaviour.ts';
import { field, isJsonObject } from '../json-value.ts';
import type { NewPet, PetStatus } from '../pet.ts';
import { changeReply, everyNth, failed, refuseNewPet } from '../variant-makers.ts';
import type { Fault } from './fault.ts';
import { integerOf, textOf } from './sent-fields.ts';

function isAdded(reply: { readonly status: number }): boolean {
  return reply.status === 201;
}

function answersAdded(status: number, when: () => boolean = () => true): Variant {
  return changeReply(
    (reply) => isAdded(reply) && when(),
    (reply) => ({ ...reply, status }),
  );
}

/** Answers additions with this status of a pet by another status of HTTP. */
function answersStatus(status: PetStatus, answered: number): Variant {
  return changeReply(
    (reply) => isAdded(reply) && isJsonObject(reply.body) && field(reply.body, 'status') === status,
    (reply) => ({ ...reply, status: answered }),
  );
}

function isTwin(one: NewPet, other: NewPet): boolean {
  return one.name === other.name && one.categoryId === other.categoryId && one.status === other.status;
}

/** Refuses a new pet that has a twin in the catalogue. */
function refusesTwins(status: number, alike: (one: NewPet, other: NewPet) => boolean): Variant {
  return (base, context) =>
    refuseNewPet(
      (newPet) => context.catalogue.all().some((pet) => alike(pet, newPet)),
      'invalid-name',
      status,
    )(base, context);
}

/** Faults of the answer to a valid new pet (part 4.2). */
export const createAnswerFaults: readonly Fault[] = [
  {
    id: 'created-answered-200',
    title: 'An added pet is answered 200.',
    breaks: ['CREATE-OK'],
    apply: answersAdded(200),
  },
  {
    id: 'created-answered-202',
    title: 'An added pet is answered 202.',
    breaks: ['CREATE-OK'],
    apply: answersAdded(202),
  },
  {
    id: 'created-available-again-answered-200',
    title: 'Every pet that is added as available after the first one is answered 200.',
    breaks: ['CREATE-OK', 'CREATE-NAMES', 'CREATE-DUPLICATES'],
    apply: (base, context) => {
      const { around = base.around } = answersStatus('available', 200)(base, context);
      const isFirst = (): boolean => context.catalogue.all().every(({ status }) => status !== 'available');
      return { around: (request, next) => (isFirst() ? base.around(request, next) : around(request, next)) };
    },
  },
  {
    id: 'created-pending-answered-202',
    title: 'A pet added as pending is answered 202, since it is not settled yet.',
    breaks: ['CREATE-OK', 'CREATE-NAMES'],
    apply: answersStatus('pending', 202),
  },
  {
    id: 'created-answered-200-without-status',
    title: 'A pet added without a status is answered 200, others 201.',
    breaks: ['CREATE-STATUS-OPTIONAL'],
    apply: changeReply(
      (reply) => isAdded(reply) && isJsonObject(reply.body) && field(reply.body, 'status') === undefined,
      (reply) => ({ ...reply, status: 200 }),
    ),
  },
  {
    id: 'created-without-body',
    title: 'An added pet is answered 201 with an empty body.',
    breaks: ['ANSWER-JSON'],
    apply: (base) => ({
      write: (body, reply, request) => (isAdded(reply) ? '' : base.write(body, reply, request)),
    }),
  },
  {
    id: 'created-then-fails',
    title: 'Every tenth pet is added and then answered 500.',
    breaksSome: [
      'CREATE-OK',
      'CREATE-STATUS-OPTIONAL',
      'CREATE-NAMES',
      'CREATE-CATEGORY-INT64',
      'CREATE-DUPLICATES',
      'CREATE-ID-ASSIGNED',
    ],
    apply: (base, context) => {
      const unlucky = everyNth(10);
      return changeReply((reply) => isAdded(reply) && unlucky(), failed)(base, context);
    },
  },
  {
    id: 'status-demanded',
    title: 'A new pet without a status is refused.',
    breaks: ['CREATE-STATUS-OPTIONAL'],
    apply: refuseNewPet((newPet) => newPet.status === undefined, 'missing-field'),
  },
  {
    id: 'no-status-fails',
    title: 'A new pet without a status leads to 500.',
    breaks: ['CREATE-STATUS-OPTIONAL'],
    apply: refuseNewPet((newPet) => newPet.status === undefined, 'internal', 500),
  },
  {
    id: 'duplicate-name-conflict',
    title: 'A name that is there already is answered 409.',
    breaks: ['CREATE-DUPLICATES'],
    apply: refusesTwins(409, (one, other) => one.name === other.name),
  },
  {
    id: 'duplicate-refused',
    title: 'A new pet equal to one that is there already is answered 400.',
    breaks: ['CREATE-DUPLICATES'],
    apply: refusesTwins(400, isTwin),
  },
  {
    id: 'duplicate-answered-with-first',
    title: 'A new pet equal to one that is there already is answered 201 with that one.',
    breaks: ['CREATE-DUPLICATES', 'CREATE-ID-UNIQUE'],
    apply: (base, { catalogue }) => ({
      assignId: (fresh, body, request) => {
        const twin = catalogue
          .all()
          .find((pet) => pet.name === textOf(body, 'name') && pet.categoryId === integerOf(body, 'categoryId'));
        return twin?.id ?? base.assignId(fresh, body, request);
      },
      store: (pet, request) => (catalogue.find(pet.id) === undefined ? base.store(pet, request) : undefined),
    }),
  },
];
