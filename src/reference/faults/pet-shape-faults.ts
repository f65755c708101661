import { everyNth } from '../conditions.ts';
import { asIs } from '../json-value.ts';
import { writeJson } from '../json-writer.ts';
import { everyOperation } from '../operations/index.ts';
import { changePet, without } from '../step-changes.ts';
import type { Fault } from './fault.ts';

const isStatusless = (pet: { readonly status?: string }): boolean => pet.status === undefined;

/** A UUID that ends in the 64 bits of an id. */
function uuidOf(id: bigint): string {
  const digits = BigInt.asUintN(64, id).toString(16).padStart(16, '0');
  return `5f3759df-0000-4000-${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** The id in a UUID, or the text itself if it is none. */
function idOfUuid(text: string): string {
  const [, high, low] = /^5f3759df-0000-4000-([\da-f]{4})-([\da-f]{12})$/.exec(text) ?? [];
  return high === undefined || low === undefined ? text : String(BigInt.asIntN(64, BigInt(`0x${high}${low}`)));
}

/** Faults of the shape of a pet in a response (part 2). */
export const petShapeFaults: readonly Fault[] = [
  {
    id: 'id-as-text',
    title: 'Ids are written in quotes.',
    breaks: ['PET-ID'],
    apply: changePet(everyOperation, (shown, pet) => ({ ...shown, id: pet.id.toString() })),
  },
  {
    id: 'ids-are-uuids',
    title: 'Ids are UUIDs.',
    breaks: ['PET-ID'],
    apply: (base, context) => ({
      ...changePet(everyOperation, (shown, pet) => ({ ...shown, id: uuidOf(pet.id) }))(base, context),
      parsePetId: (text) => base.parsePetId(idOfUuid(text)),
    }),
  },
  {
    id: 'large-id-as-text',
    title: 'Ids above 2^53 are written in quotes, others as numbers.',
    breaks: ['PET-ID'],
    apply: changePet(
      everyOperation,
      (shown, pet) => ({ ...shown, id: pet.id.toString() }),
      (pet) => pet.id > 2n ** 53n,
    ),
  },
  {
    id: 'id-missing-on-create',
    title: 'The response to an addition has no id.',
    breaks: ['PET-ID'],
    apply: changePet(['createPet'], (shown) => without(shown, 'id')),
  },
  {
    id: 'id-null-in-list',
    title: 'The list shows null as id.',
    breaks: ['PET-ID'],
    apply: changePet(['listPets'], (shown) => ({ ...shown, id: null })),
  },
  {
    id: 'id-unsigned-on-get',
    title: 'Reading a pet shows an id beyond the range of int64.',
    breaks: ['PET-ID'],
    apply: changePet(['getPet'], (shown, pet) => ({ ...shown, id: pet.id + 2n ** 64n })),
  },
  {
    id: 'ids-through-doubles',
    title: 'Every response shows ids rounded to a double, but look-ups use the exact ids.',
    breaks: ['GET-OK'],
    apply: changePet(everyOperation, (shown, pet) => ({ ...shown, id: asIs(String(Number(pet.id))) })),
  },
  {
    id: 'name-missing-in-list',
    title: 'The list shows no names.',
    breaks: ['PET-NAME'],
    apply: changePet(['listPets'], (shown) => without(shown, 'name')),
  },
  {
    id: 'name-null-on-get',
    title: 'Reading a pet shows null as name.',
    breaks: ['PET-NAME'],
    apply: changePet(['getPet'], (shown) => ({ ...shown, name: null })),
  },
  {
    id: 'numeral-name-as-number',
    title: 'A name that is a numeral is shown as a number.',
    breaks: ['PET-NAME'],
    apply: changePet(
      everyOperation,
      (shown, pet) => ({ ...shown, name: Number(pet.name) }),
      (pet) => /^[1-9][0-9]{0,14}$/.test(pet.name),
    ),
  },
  {
    id: 'status-translated-on-get',
    title: 'Reading a pet shows its status in the language that the client asks for.',
    breaks: ['PET-STATUS'],
    apply: changePet(
      ['getPet'],
      (shown) => ({ ...shown, status: 'verkauft' }),
      (pet, { headers }) => pet.status !== undefined && /\bde\b/.test(headers['accept-language'] ?? ''),
    ),
  },
  {
    id: 'status-translated-for-first-language',
    title: 'A list shows statuses in German if Accept-Language begins with it.',
    breaks: ['PET-STATUS'],
    apply: changePet(
      ['listPets'],
      (shown) => ({ ...shown, status: 'verkauft' }),
      (pet, { headers }) => pet.status !== undefined && /^de\b/.test(headers['accept-language'] ?? ''),
    ),
  },
  {
    id: 'name-that-is-json-parsed-in-list',
    title: 'The list shows a name that is the text of a JSON array as this array.',
    breaks: ['PET-NAME'],
    apply: changePet(
      ['listPets'],
      (shown, pet) => ({ ...shown, name: asIs(pet.name) }),
      (pet) => /^\[(?:true|false|null|\d+)?\]$/.test(pet.name),
    ),
  },
  {
    id: 'name-as-object-on-create',
    title: 'The response to an addition shows the name as an object.',
    breaks: ['PET-NAME'],
    apply: changePet(['createPet'], (shown, pet) => ({ ...shown, name: { en: pet.name } })),
  },
  {
    id: 'category-as-text',
    title: 'Categories are written in quotes.',
    breaks: ['PET-CATEGORY'],
    apply: changePet(everyOperation, (shown, pet) => ({ ...shown, categoryId: pet.categoryId.toString() })),
  },
  {
    id: 'category-missing-in-list',
    title: 'The list shows no categories.',
    breaks: ['PET-CATEGORY'],
    apply: changePet(['listPets'], (shown) => without(shown, 'categoryId')),
  },
  {
    id: 'category-as-object',
    title: 'The category is shown as an object with an id, in a field named category.',
    breaks: ['PET-CATEGORY'],
    apply: changePet(everyOperation, (shown, pet) => ({
      ...without(shown, 'categoryId'),
      category: { id: pet.categoryId },
    })),
  },
  {
    id: 'large-category-null',
    title: 'A category above 2^31 is shown as null.',
    breaks: ['PET-CATEGORY'],
    apply: changePet(
      everyOperation,
      (shown) => ({ ...shown, categoryId: null }),
      (pet) => pet.categoryId >= 2n ** 31n,
    ),
  },
  {
    id: 'category-as-fraction-on-get',
    title: 'Reading a pet shows the categoryId plus 0.5.',
    breaks: ['PET-CATEGORY'],
    apply: changePet(['getPet'], (shown, pet) => ({ ...shown, categoryId: asIs(`${pet.categoryId}.5`) })),
  },
  {
    id: 'absent-status-as-null',
    title: 'An absent status is shown as null.',
    breaks: ['PET-STATUS'],
    apply: changePet(everyOperation, (shown) => ({ ...shown, status: null }), isStatusless),
  },
  {
    id: 'absent-status-as-null-in-list',
    title: 'An absent status is shown as null in lists.',
    breaks: ['PET-STATUS'],
    apply: changePet(['listPets'], (shown) => ({ ...shown, status: null }), isStatusless),
  },
  {
    id: 'absent-status-as-empty',
    title: 'An absent status is shown as the empty text.',
    breaks: ['PET-STATUS'],
    apply: changePet(everyOperation, (shown) => ({ ...shown, status: '' }), isStatusless),
  },
  {
    id: 'absent-status-as-unknown',
    title: 'An absent status is shown as unknown.',
    breaks: ['PET-STATUS'],
    apply: changePet(everyOperation, (shown) => ({ ...shown, status: 'unknown' }), isStatusless),
  },
  {
    id: 'status-in-capitals',
    title: 'A status is shown in capitals.',
    breaks: ['PET-STATUS'],
    apply: changePet(
      everyOperation,
      (shown, pet) => ({ ...shown, status: pet.status?.toUpperCase() ?? 'AVAILABLE' }),
      (pet) => pet.status !== undefined,
    ),
  },
  {
    id: 'status-as-ordinal-on-get',
    title: 'Reading a pet shows a status as a number.',
    breaks: ['PET-STATUS'],
    apply: changePet(
      ['getPet'],
      (shown) => ({ ...shown, status: 1n }),
      (pet) => pet.status !== undefined,
    ),
  },
  {
    id: 'status-capitalised-now-and-then',
    title: 'Every 25th status in a response starts with a capital.',
    breaksSome: ['PET-STATUS', 'LIST-STATUS-FILTER', 'GET-SPELLINGS'],
    apply: (base, context) => {
      const isTurn = everyNth(25);
      return changePet(
        everyOperation,
        (shown, { status = 'available' }) => ({ ...shown, status: status.slice(0, 1).toUpperCase() + status.slice(1) }),
        (pet) => pet.status !== undefined && isTurn(),
      )(base, context);
    },
  },
  {
    id: 'added-animal-in-envelope',
    title: 'The response to an addition wraps the pet in an object.',
    breaks: ['PET-OBJECT'],
    apply: changePet(['createPet'], (shown) => ({ pet: shown })),
  },
  {
    id: 'read-animal-in-array',
    title: 'Reading a pet returns an array that holds the pet.',
    breaks: ['PET-OBJECT'],
    apply: changePet(['getPet'], (shown) => [shown]),
  },
  {
    id: 'read-animal-in-envelope',
    title: 'Reading a pet wraps the pet in an object with data.',
    breaks: ['PET-OBJECT'],
    apply: changePet(['getPet'], (shown) => ({ data: shown })),
  },
  {
    id: 'listed-animals-in-envelopes',
    title: 'Each pet of a page is wrapped in an object.',
    breaks: ['PET-OBJECT'],
    apply: changePet(['listPets'], (shown) => ({ pet: shown })),
  },
  {
    id: 'listed-animals-as-ids',
    title: 'A page holds ids instead of pets.',
    breaks: ['PET-OBJECT'],
    apply: changePet(['listPets'], (_shown, pet) => pet.id),
  },
  {
    id: 'added-animal-as-text',
    title: 'The response to an addition is JSON written into a JSON string.',
    breaks: ['PET-OBJECT'],
    apply: changePet(['createPet'], (shown) => writeJson(shown)),
  },
];
