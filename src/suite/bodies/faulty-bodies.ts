import { writeJson, type JsonInput } from '../../contract/json.ts';
import { NEW_PET_FIELDS } from '../../contract/pet.ts';
import { MALFORMED_BODIES } from './malformed-bodies.ts';
import { type FaultyBody, type FieldName, slugOf, type ValidNewPet, without } from './faulty-body.ts';
import { WRONG_VALUES, type WrongValue } from './wrong-values.ts';

const TYPE_REQUIREMENTS = {
  name: 'CREATE-REFUSES-NAME-TYPE',
  categoryId: 'CREATE-REFUSES-CATEGORY-TYPE',
  status: 'CREATE-REFUSES-STATUS-TYPE',
} as const;

/** More than many readers take. Others fail. */
const DEPTH = 100;
const DIGITS = 400n;

/** All faulty bodies for `POST /pets` that are written by hand (part 4.2). */
export const FAULTY_BODIES: readonly FaultyBody[] = [
  // First, since no body with a mark violates their requirement: a first draft may end the process for each body without one.
  empty('empty', 'empty', ''),
  empty('white-space', 'only white space', ' \n'),
  missing('name-missing', 'name is missing', ['name']),
  missing('category-id-missing', 'categoryId is missing', ['categoryId']),
  missing('required-missing', 'name and categoryId are missing', ['name', 'categoryId']),
  missing('empty-object', 'the body is an empty object', NEW_PET_FIELDS),
  // Bodies that hold all fields, but not where they belong. A lenient reader would still find them.
  misplaced(
    'capital-fields',
    'the names of categoryId and status are spelt in other ways',
    ({ name, categoryId, status }) => ({ name, CategoryId: categoryId, category_id: categoryId, Status: status }),
  ),
  // A reader that merges objects, or looks members up without checking whose they are, finds these.
  misplaced('fields-in-a-prototype', 'all fields are nested in __proto__ and constructor.prototype', (pet) =>
    Object.fromEntries([
      ['__proto__', pet],
      ['constructor', { prototype: pet }],
    ]),
  ),
  // Clients that wrap a pet mostly use one of these two names.
  misplaced('fields-in-an-object', 'all fields are nested in another object', (pet) => ({ pet, data: pet })),
  ...NEW_PET_FIELDS.flatMap((field) => WRONG_VALUES[field].map((wrong) => wrongValue(field, wrong))),
  // A service may report the first fault of a body in one way, and several in another.
  several(
    'category-and-status',
    'categoryId is a number in quotes and status is null',
    ['categoryId', 'status'],
    (pet) => ({ ...pet, categoryId: String(pet.categoryId), status: null }),
  ),
  several('convertible', 'name is a number and categoryId is a number in quotes', ['name', 'categoryId'], (pet) => ({
    ...pet,
    // Converted to a text, it is long enough for a service that rejects short names.
    name: 12345,
    // The same for each pet, so two cases share the request.
    categoryId: '1',
  })),
  several(
    'name-missing-status-unknown',
    'name is missing and status is a long text of emoji',
    ['name', 'status'],
    // An Error that quotes a part of it, or of the body, must not cut it inside a character: at most sizes, one of them ends there.
    (pet) => ({ ...without(pet, ['name']), status: `los${'🐶'.repeat(40)}` }),
  ),
  several(
    'every-field',
    `name is nested ${DEPTH} deep, categoryId has ${DIGITS} digits, and status is in capitals`,
    NEW_PET_FIELDS,
    // Shorter than 1 KiB: a service may limit larger bodies.
    () => ({ name: nested(DEPTH), categoryId: 10n ** (DIGITS - 1n), status: 'SOLD' }),
  ),
  notAnObject('null', 'null', 'null'),
  notAnObject('false', 'the boolean false', 'false'),
  notAnObject('number', 'the number 12', '12'),
  // An Error may quote it, and must still be UTF-8.
  notAnObject('string', 'a string with half of a surrogate pair', String.raw`"pet \ud800"`),
  notAnObject('json-in-a-string', 'a string that contains a valid pet as JSON', (pet) => writeJson(writeJson(pet))),
  notAnObject('empty-array', 'an empty array', '[]'),
  notAnObject('nested-arrays', `${DEPTH} arrays in each other`, writeJson(nested(DEPTH - 1))),
  notAnObject('array', 'an array that contains a valid pet', (pet) => writeJson([pet])),
  notAnObject('array-of-values', 'an array of the values of a valid pet', (pet) => writeJson(Object.values(pet))),
  notAnObject('array-of-two', 'an array that contains a valid pet twice', (pet) => writeJson([pet, pet])),
  ...MALFORMED_BODIES,
];

function missing(id: string, title: string, lost: readonly FieldName[]): FaultyBody {
  return { id, title, requirement: 'CREATE-REFUSES-MISSING', lost, write: (pet) => writeJson(without(pet, lost)) };
}

function misplaced(id: string, title: string, move: (pet: ValidNewPet) => JsonInput): FaultyBody {
  return { id, title, requirement: 'CREATE-REFUSES-MISSING', lost: [], write: (pet) => writeJson(move(pet)) };
}

function several(
  slug: string,
  title: string,
  lost: readonly FieldName[],
  change: (pet: ValidNewPet) => JsonInput,
): FaultyBody {
  const write = (pet: ValidNewPet): string => writeJson(change(pet));
  return { id: `several-${slug}`, title, requirement: 'CREATE-REFUSES-SEVERAL', lost, write };
}

/** A text holds no value of the pet. A function writes them all. */
function notAnObject(slug: string, title: string, text: string | ((pet: ValidNewPet) => string)): FaultyBody {
  const body = { id: `body-${slug}`, title: `the body is ${title}`, requirement: 'CREATE-REFUSES-NON-OBJECT' } as const;
  return typeof text === 'string'
    ? { ...body, lost: NEW_PET_FIELDS, write: () => text }
    : { ...body, lost: [], write: text };
}

function empty(slug: string, title: string, text: string): FaultyBody {
  const body = { id: `body-${slug}`, title: `the body is ${title}`, requirement: 'CREATE-REFUSES-EMPTY' } as const;
  return { ...body, lost: NEW_PET_FIELDS, write: () => text };
}

function wrongValue(
  field: FieldName,
  { slug, says, from, isWithoutStatus, requirement = TYPE_REQUIREMENTS[field] }: WrongValue,
): FaultyBody {
  const id = `${slugOf(field)}-${slug}`;
  const omitted = isWithoutStatus === true ? ['status' as const] : [];
  const title = `${field} is ${says}${omitted.length === 0 ? '' : ', and there is no status'}`;
  const write = (pet: ValidNewPet): string => writeJson({ ...without(pet, omitted), [field]: from(pet[field]) });
  return { id, title, requirement, lost: [field, ...omitted], write };
}

function nested(depth: number): JsonInput {
  return depth === 0 ? [] : [nested(depth - 1)];
}
