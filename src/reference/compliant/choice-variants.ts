import type { StepChange } from '../service-steps.ts';
import { field, isJsonObject } from '../json-value.ts';
import { everyOperation } from '../operations/index.ts';
import { newPetFields } from '../pet.ts';
import { rejected } from '../reply.ts';
import { rejectsCategories, rejectsNames, seedsInCategories } from '../shared-changes.ts';
import { changeError, changePet, composeChanges, failed, rejectBody } from '../step-changes.ts';
import { type CompliantVariant, conformant } from './compliant-variant.ts';

/** Rejects all categories except the known ones. */
function knowsCategories(isKnown: (categoryId: bigint) => boolean): StepChange {
  return rejectsCategories((categoryId) => !isKnown(categoryId));
}

/** Compliant variants that accept new pets, and show pets and Errors, differently (parts 2 and 4.2). */
export const choiceVariants: readonly CompliantVariant[] = [
  {
    id: 'extra-pet-fields',
    title: 'Pets carry further fields, null and nested ones among them.',
    expects: conformant,
    apply: changePet(everyOperation, (shown, pet) => ({
      ...shown,
      createdAt: '2026-01-01T00:00:00Z',
      photo: null,
      tags: [],
      category: { id: pet.categoryId, name: null },
      weight: 4.25,
      Status: 'n/a',
    })),
  },
  {
    id: 'unknown-field-breaks-list',
    title: 'A pet that was sent with an unknown field is stored, and every list after it fails.',
    expects: conformant,
    apply: (base) => {
      let isBroken = false;
      return {
        store: (pet, request) => {
          isBroken ||= request.body.includes('"colour"');
          return base.store(pet, request);
        },
        around: async (request, next) => {
          const reply = await base.around(request, next);
          return request.operation === 'listPets' && isBroken ? failed(reply) : reply;
        },
      };
    },
  },
  {
    id: 'extra-error-fields',
    title: 'Errors carry further fields.',
    expects: conformant,
    apply: changeError(
      () => true,
      (error) => ({ ...error, details: [{ field: null }], traceId: 'a1b2c3', error: { code: 7n } }),
    ),
  },
  {
    id: 'fields-in-another-order',
    title: 'The fields of pets and Errors come in another order.',
    expects: conformant,
    apply: (base, context) => ({
      ...changeError(
        () => true,
        (error) => Object.fromEntries(Object.entries(error).reverse()),
      )(base, context),
      ...changePet(everyOperation, (shown) => Object.fromEntries(Object.entries(shown).reverse()))(base, context),
    }),
  },
  {
    id: 'empty-error-texts',
    title: 'code and message of an Error are empty texts.',
    expects: conformant,
    apply: changeError(
      () => true,
      (error) => ({ ...error, code: '', message: '' }),
    ),
  },
  {
    id: 'unknown-fields-refused',
    title: 'A body with an unknown field is rejected.',
    expects: conformant,
    apply: rejectBody(
      (body) => isJsonObject(body) && Object.keys(body).some((name) => !newPetFields.includes(name)),
      rejected('missing-field', 400, 'The body holds an unknown field.'),
    ),
  },
  {
    id: 'client-id-refused',
    title: 'A body with an id is rejected, other unknown fields are not.',
    expects: conformant,
    apply: rejectBody(
      (body) => field(body, 'id') !== undefined,
      rejected('missing-field', 400, 'The id is assigned by the service.'),
    ),
  },
  {
    id: 'client-id-of-wrong-type-refused',
    title: 'A body with an id that is no positive integer is rejected. Another id is ignored.',
    expects: conformant,
    apply: rejectBody(
      (body) => {
        const id = field(body, 'id');
        return id !== undefined && !(typeof id === 'bigint' && id > 0n);
      },
      rejected('missing-field', 400, 'The id is not valid.'),
    ),
  },
  {
    id: 'few-categories-known',
    title: 'Only the categories 1 to 3 are accepted.',
    expects: conformant,
    apply: knowsCategories((categoryId) => categoryId >= 1n && categoryId <= 3n),
  },
  {
    id: 'one-category-known',
    title: 'Only the category 1 is accepted.',
    expects: conformant,
    apply: knowsCategories((categoryId) => categoryId === 1n),
  },
  {
    id: 'category-seen-only',
    title: 'Only the categories 770077 and 880088 of existing pets are accepted.',
    expects: conformant,
    apply: composeChanges(
      seedsInCategories(8, [770077n, 880088n]),
      knowsCategories((categoryId) => [770077n, 880088n].includes(categoryId)),
    ),
  },
  {
    id: 'categories-hidden',
    title: 'Only the category 990099 is accepted, and no pet shows it.',
    expects: { verdict: 'inconclusive', notVerified: ['CREATE-OK'] },
    apply: composeChanges(
      seedsInCategories(0, []),
      knowsCategories((categoryId) => categoryId === 990099n),
    ),
  },
  {
    id: 'categories-positive-32-bits',
    title: 'Categories from 1 to 2^31 − 1 are accepted, others rejected.',
    expects: conformant,
    apply: knowsCategories((categoryId) => categoryId >= 1n && categoryId < 2n ** 31n),
  },
  {
    id: 'names-of-twenty-at-most',
    title: 'A name longer than 20 characters is rejected.',
    expects: conformant,
    apply: rejectsNames((name) => Array.from(name).length > 20),
  },
  {
    id: 'bodies-of-one-kibibyte-at-most',
    title: 'A body of more than 1 KiB gets 413.',
    expects: conformant,
    apply: (base) => ({
      readBody: (request) =>
        request.body.length > 1024
          ? rejected('too-large', 413, 'The body is larger than 1 KiB.')
          : base.readBody(request),
    }),
  },
  {
    id: 'names-strict',
    title: 'Empty names, white space at an end, control characters and lone surrogates are rejected.',
    expects: conformant,
    apply: rejectsNames((name) => name === '' || name.trim() !== name || /\p{Cc}|\p{Cs}/u.test(name)),
  },
  {
    id: 'unsupported-types-refused',
    title: 'A body with another media type, or none, gets 415.',
    expects: conformant,
    apply: (base) => ({
      readBody: (request) =>
        /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')
          ? base.readBody(request)
          : rejected('unsupported-type', 415, 'The body must be application/json.'),
    }),
  },
  {
    id: 'names-of-5000-at-most',
    title: 'A name of more than 5,000 characters is rejected.',
    expects: conformant,
    apply: rejectsNames((name) => name.length > 5000),
  },
];
