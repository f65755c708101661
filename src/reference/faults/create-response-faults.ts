import type { StepChange } from '../service-steps.ts';
import { field, type Json } from '../json-value.ts';
import type { NewPet } from '../pet.ts';
import { changeEveryNthReply, changeReply, failed, rejectNewPet } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { integerOf, textOf } from './lenient-reading.ts';
import { additionsFail } from './requirement-groups.ts';

function isAdded(reply: { readonly status: number }): boolean {
  return reply.status === 201;
}

/** Changes the HTTP status of the additions that `when` picks by the status of their pet. */
function respondsToAddition(
  httpStatus: number,
  when: (petStatus: Json | undefined) => boolean = () => true,
): StepChange {
  return changeReply(
    (reply) => isAdded(reply) && when(field(reply.body, 'status')),
    (reply) => ({ ...reply, status: httpStatus }),
  );
}

function areEqual(one: NewPet, other: NewPet): boolean {
  return one.name === other.name && one.categoryId === other.categoryId && one.status === other.status;
}

/** Rejects a new pet that equals as many pets in the catalogue as are allowed. */
function rejectsDuplicates(
  status: number,
  isDuplicate: (one: NewPet, other: NewPet) => boolean,
  allowed = 1,
): StepChange {
  return (base, context) =>
    rejectNewPet(
      (newPet) => context.catalogue.all().filter((pet) => isDuplicate(pet, newPet)).length >= allowed,
      'invalid-name',
      status,
    )(base, context);
}

/** Faults of the response to a valid new pet (part 4.2). */
export const createResponseFaults: readonly Fault[] = [
  {
    id: 'created-answered-200',
    title: 'An added pet gets 200.',
    breaks: ['CREATE-OK', 'CREATE-STATUS-OPTIONAL'],
    apply: respondsToAddition(200),
  },
  {
    id: 'created-answered-202',
    title: 'An added pet gets 202.',
    breaks: ['CREATE-OK', 'CREATE-STATUS-OPTIONAL'],
    apply: respondsToAddition(202),
  },
  {
    id: 'created-available-again-answered-200',
    title: 'Adding an available pet gets 200 if the catalogue has an available pet.',
    breaks: ['CREATE-OK'],
    apply: (base, context) => {
      const { around = base.around } = respondsToAddition(200, (status) => status === 'available')(base, context);
      const isFirst = (): boolean => context.catalogue.all().every(({ status }) => status !== 'available');
      return { around: (request, next) => (isFirst() ? base.around(request, next) : around(request, next)) };
    },
  },
  {
    id: 'created-pending-answered-202',
    title: 'A pet added as pending gets 202.',
    breaks: ['CREATE-OK'],
    apply: respondsToAddition(202, (status) => status === 'pending'),
  },
  {
    id: 'created-answered-200-without-status',
    title: 'A pet added without a status gets 200, others 201.',
    breaks: ['CREATE-STATUS-OPTIONAL'],
    apply: respondsToAddition(200, (status) => status === undefined),
  },
  {
    id: 'created-without-body',
    title: 'An added pet gets 201 with an empty body.',
    breaks: ['ANSWER-JSON'],
    apply: (base) => ({
      write: (body, reply, request) => (isAdded(reply) ? '' : base.write(body, reply, request)),
    }),
  },
  {
    id: 'created-then-fails',
    title: 'Every tenth pet is added and then gets 500.',
    breaksSome: [...additionsFail, 'CREATE-SPELLINGS'],
    apply: changeEveryNthReply(10, isAdded, failed),
  },
  {
    id: 'status-demanded',
    title: 'A new pet without a status is rejected.',
    breaks: ['CREATE-STATUS-OPTIONAL'],
    apply: rejectNewPet((newPet) => newPet.status === undefined, 'missing-field'),
  },
  {
    id: 'id-demanded',
    title: 'A new pet without an id is rejected.',
    breaks: ['CREATE-OK'],
    apply: rejectNewPet((_newPet, { body }) => !body.includes('"id"'), 'missing-field'),
  },
  {
    id: 'category-in-snake-case-demanded',
    title: 'A new pet without a member category_id is rejected.',
    breaks: ['CREATE-OK'],
    apply: rejectNewPet((_newPet, { body }) => !body.includes('"category_id"'), 'missing-field'),
  },
  {
    id: 'no-status-fails',
    title: 'A new pet without a status causes a 500.',
    breaks: ['CREATE-STATUS-OPTIONAL'],
    apply: rejectNewPet((newPet) => newPet.status === undefined, 'internal', 500),
  },
  {
    id: 'duplicate-name-conflict',
    title: 'A name that already exists gets 409.',
    breaks: ['CREATE-DUPLICATES'],
    startsEmpty: true,
    apply: rejectsDuplicates(409, (one, other) => one.name === other.name),
  },
  {
    id: 'duplicate-refused',
    title: 'A new pet equal to an existing one gets 400.',
    breaks: ['CREATE-DUPLICATES'],
    apply: rejectsDuplicates(400, areEqual),
  },
  {
    id: 'third-equal-refused',
    title: 'A new pet equal to two existing ones gets 400.',
    breaks: ['CREATE-DUPLICATES'],
    apply: rejectsDuplicates(400, areEqual, 2),
  },
  {
    id: 'duplicate-answered-with-first',
    title: 'A new pet equal to an existing one gets 201 with the existing pet.',
    breaks: ['CREATE-DUPLICATES', 'CREATE-ID-UNIQUE'],
    apply: (base, { catalogue }) => ({
      assignId: (fresh, body, request) => {
        const existing = catalogue
          .all()
          .find((pet) => pet.name === textOf(body, 'name') && pet.categoryId === integerOf(body, 'categoryId'));
        return existing?.id ?? base.assignId(fresh, body, request);
      },
      store: (pet, request) => (catalogue.find(pet.id) === undefined ? base.store(pet, request) : undefined),
    }),
  },
];
