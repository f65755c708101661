import type { StepChange } from '../service-steps.ts';
import { everyNth } from '../conditions.ts';
import type { NewPet } from '../pet.ts';
import { rejectsCategories, seedsInCategories } from '../shared-changes.ts';
import { changeStored, changeStoredName, composeChanges } from '../step-changes.ts';
import type { Fault } from './fault.ts';

/** A pet with all its values except the status. */
function withoutStatus({ status: _status, ...values }: NewPet): NewPet {
  return values;
}

function changeStoredCategory(change: (categoryId: bigint) => bigint): StepChange {
  return changeStored((newPet) => ({ ...newPet, categoryId: change(newPet.categoryId) }));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Faults that store other values than the request has (part 4.2). */
export const storedValuesFaults: readonly Fault[] = [
  {
    id: 'name-escaped-for-html',
    title: 'Names are stored with HTML entities.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)),
  },
  {
    id: 'name-cut-at-16',
    title: 'Names are cut after 16 characters.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => Array.from(name).slice(0, 16).join('')),
  },
  {
    id: 'name-outside-latin-1-lost',
    title: 'Characters outside Latin-1 become question marks.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/[^\u0020-\u00ff]/gu, '?')),
  },
  {
    id: 'name-emoji-lost',
    title: 'Characters beyond the first plane, such as emoji, are dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '')),
  },
  {
    id: 'name-composed',
    title: 'Names are brought into Unicode normal form C.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.normalize('NFC')),
  },
  {
    id: 'name-quotes-doubled',
    title: 'Apostrophes in names are doubled.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll("'", "''")),
  },
  {
    id: 'name-padded-to-its-column',
    title: 'Names are padded with spaces to the width of their column.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.padEnd(24)),
  },
  {
    id: 'category-one-less',
    title: 'The stored categoryId is one less than the one that was sent.',
    breaks: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
    apply: changeStoredCategory((categoryId) => BigInt.asIntN(64, categoryId - 1n)),
  },
  {
    id: 'name-capitalised',
    title: 'The first letter of a name becomes a capital.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.slice(0, 1).toUpperCase() + name.slice(1)),
  },
  {
    id: 'name-tags-stripped',
    title: 'Text that looks like a tag is removed from names.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/<[^>]*>?/g, '')),
  },
  {
    id: 'name-white-space-collapsed',
    title: 'White space in names is reduced to single spaces, and removed at both ends.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/\s+/g, ' ').trim()),
  },
  {
    id: 'name-read-twice-as-utf-8',
    title: 'Names are read as Latin-1 although they are UTF-8.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => Buffer.from(name, 'utf8').toString('latin1')),
  },
  {
    id: 'name-plus-as-space',
    title: 'A plus sign in a name becomes a space, as in a form.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('+', ' ')),
  },
  {
    id: 'category-always-one',
    title: 'Every pet is stored in category 1.',
    breaks: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
    apply: changeStoredCategory(() => 1n),
  },
  {
    id: 'category-in-32-bits',
    title: 'The categoryId is stored in 32 bits.',
    breaks: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
    apply: changeStoredCategory((categoryId) => BigInt.asIntN(32, categoryId)),
  },
  {
    id: 'known-category-in-32-bits',
    title: 'Only the categories 7, 9 and 4000000000 of existing pets are accepted, and stored in 32 bits.',
    breaks: ['CREATE-KEEPS-CATEGORY'],
    apply: composeChanges(
      seedsInCategories(9, [7n, 9n, 4_000_000_000n]),
      changeStoredCategory((categoryId) => BigInt.asIntN(32, categoryId)),
      rejectsCategories((categoryId) => ![7n, 9n, 4_000_000_000n].includes(categoryId)),
    ),
  },
  {
    id: 'category-in-32-bits-without-status',
    title: 'The categoryId of a pet without a status is stored in 32 bits.',
    breaks: ['CREATE-KEEPS-CATEGORY'],
    apply: changeStored((newPet) =>
      newPet.status === undefined ? { ...newPet, categoryId: BigInt.asIntN(32, newPet.categoryId) } : newPet,
    ),
  },
  {
    id: 'category-through-double',
    title: 'The categoryId is rounded to a double.',
    breaks: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
    apply: changeStoredCategory((categoryId) => BigInt.asIntN(64, BigInt(Number(categoryId)))),
  },
  {
    id: 'category-sign-lost',
    title: 'The sign of a categoryId is lost.',
    breaks: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
    apply: changeStoredCategory((categoryId) => (categoryId < 0n ? -categoryId - 1n : categoryId)),
  },
  {
    id: 'category-zero-as-one',
    title: 'The service treats categoryId 0 as missing and stores the first category.',
    breaks: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
    apply: changeStoredCategory((categoryId) => (categoryId === 0n ? 1n : categoryId)),
  },
  {
    id: 'status-always-available',
    title: 'Every pet that is added becomes available.',
    breaks: ['CREATE-KEEPS-STATUS'],
    apply: changeStored((newPet) => ({ ...newPet, status: 'available' })),
  },
  {
    id: 'status-sold-as-pending',
    title: 'A pet that is added as sold becomes pending.',
    breaks: ['CREATE-KEEPS-STATUS'],
    apply: changeStored((newPet) => (newPet.status === 'sold' ? { ...newPet, status: 'pending' } : newPet)),
  },
  {
    id: 'status-dropped',
    title: 'The status of an added pet is dropped.',
    breaks: ['CREATE-KEEPS-STATUS'],
    apply: changeStored(withoutStatus),
  },
  {
    id: 'status-pending-dropped',
    title: 'The status pending of an added pet is dropped.',
    breaks: ['CREATE-KEEPS-STATUS'],
    apply: changeStored((newPet) => (newPet.status === 'pending' ? withoutStatus(newPet) : newPet)),
  },
  {
    id: 'status-dropped-now-and-then',
    title: 'The status of every 20th added pet is dropped.',
    breaksSome: ['CREATE-KEEPS-STATUS', 'CREATE-SPELLINGS'],
    apply: (base) => {
      const isTurn = everyNth(20);
      return {
        complete: (newPet) => {
          const pet = base.complete(newPet);
          return isTurn() ? withoutStatus(pet) : pet;
        },
      };
    },
  },
  {
    id: 'category-as-single-float',
    title: 'A categoryId below 2^31 is stored as a single-precision number.',
    breaks: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
    apply: changeStoredCategory((id) => (id < 2n ** 31n ? BigInt(Math.fround(Number(id))) : id)),
  },
  {
    id: 'category-in-15-digits',
    title: 'A positive categoryId below 2^53 is stored with its first 15 digits.',
    breaks: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
    apply: changeStoredCategory((id) => (id > 0n && id < 2n ** 53n ? BigInt(Number(Number(id).toPrecision(15))) : id)),
  },
  {
    id: 'category-in-16-bits',
    title: 'A categoryId below 2^20 is stored in 16 bits.',
    breaks: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
    apply: changeStoredCategory((id) => (id > 0n && id < 2n ** 20n ? BigInt.asUintN(16, id) : id)),
  },
  {
    id: 'category-of-16-bits-signed',
    title: 'A categoryId of 16 bits is stored with a sign.',
    breaks: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
    apply: changeStoredCategory((id) => (id > 0n && id < 2n ** 16n ? BigInt.asIntN(16, id) : id)),
  },
  {
    id: 'category-in-62-bits',
    title: 'The sign of a categoryId is lost, if it has 63 bits and is not the largest.',
    breaks: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
    apply: changeStoredCategory((id) => (id > 2n ** 62n && id < 2n ** 63n - 1n ? BigInt.asIntN(63, id) : id)),
  },
];
