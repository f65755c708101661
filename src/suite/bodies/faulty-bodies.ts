import { writeJson, type JsonInput } from '../../contract/json.ts';
import { MALFORMED_BODIES } from './malformed-bodies.ts';
import {
  ALL_FIELDS,
  buildBody,
  type DeclaredFault,
  type FieldName,
  type Members,
  type FaultyBody,
  pointersTo,
  REQUIRED_FIELDS,
  slugOf,
  without,
} from './faulty-body.ts';
import { WRONG_VALUES, type WrongValue } from './wrong-values.ts';

const MISSING_FIELDS = [
  missing('name-missing', 'name is missing', ['name']),
  missing('category-id-missing', 'categoryId is missing', ['categoryId']),
  missing('required-missing', 'name and categoryId are missing', REQUIRED_FIELDS),
  // The status may be missing, so it is no fault.
  { ...missing('empty-object', 'the body is an empty object', ALL_FIELDS), faults: pointersTo(REQUIRED_FIELDS) },
];

/** Bodies that hold all fields, but not where they belong. A lenient reader would still find them. */
const MISPLACED_FIELDS = [
  misplaced(
    'capital-fields',
    'categoryId and status stand under other spellings of their names alone',
    ({ name, categoryId, status }) => ({ name, CategoryId: categoryId, category_id: categoryId, Status: status }),
    ['categoryId'],
  ),
  // A reader that merges objects, or looks members up without checking whose they are, finds these.
  misplaced('fields-in-a-prototype', 'all fields are nested in __proto__ and constructor.prototype', (members) =>
    Object.fromEntries([
      ['__proto__', members],
      ['constructor', { prototype: members }],
    ]),
  ),
  // Clients that wrap a pet mostly use one of these two names.
  misplaced('fields-in-an-object', 'all fields are nested in another object', (members) => ({
    pet: members,
    data: members,
  })),
];

/** More than many readers take. Others fail. */
const DEPTH = 100;
const DIGITS = 400n;

/** A service may report the first fault of a body in one way, and several in another. */
const SEVERAL = [
  several('name-and-category', 'name and categoryId have other types', ['name', 'categoryId'], (members) => ({
    ...members,
    name: 12,
    categoryId: 'one',
  })),
  several(
    'name-missing-status-unknown',
    'name is missing and status is a text of characters of several bytes',
    ['name', 'status'],
    // An Error that quotes a part of it must not cut it inside a character.
    (members) => ({ ...without(members, ['name']), status: `l${'🐶'.repeat(40)}` }),
  ),
  several(
    'every-field',
    `name is nested ${DEPTH} deep, categoryId has ${DIGITS} digits, and status is in capitals`,
    ALL_FIELDS,
    // Shorter than 1 KiB: a service may limit larger bodies.
    () => ({ name: nested(DEPTH), categoryId: 10n ** (DIGITS - 1n), status: 'SOLD' }),
  ),
];

const NOT_AN_OBJECT = [
  notAnObject('null', 'null', 'null'),
  notAnObject('false', 'the boolean false', 'false'),
  notAnObject('number', 'the number 12', '12'),
  // An Error may quote it, and must still be UTF-8.
  notAnObject('string', 'a string with half of a surrogate pair', String.raw`"pet \ud800"`),
  notAnObject('json-in-a-string', 'a string that contains a valid pet as JSON', (members) =>
    writeJson(writeJson(members)),
  ),
  notAnObject('empty-array', 'an empty array', '[]'),
  notAnObject('nested-arrays', `${DEPTH} arrays in each other`, writeJson(nested(DEPTH - 1))),
  notAnObject('array', 'an array that contains a valid pet', (members) => writeJson([members])),
  notAnObject('array-of-values', 'an array of the values of a valid pet', (members) =>
    writeJson(Object.values(members)),
  ),
  notAnObject('array-of-two', 'an array that contains a valid pet twice', (members) => writeJson([members, members])),
];

const EMPTY = [
  body(
    { id: 'body-empty', requirement: 'CREATE-REFUSES-EMPTY', faults: [] },
    'the body is empty',
    ALL_FIELDS,
    () => '',
  ),
  body(
    { id: 'body-white-space', requirement: 'CREATE-REFUSES-EMPTY', faults: [] },
    'the body is only white space',
    ALL_FIELDS,
    () => ' \n',
  ),
];

/** Bodies without a status, which a service may check in another way. Values like theirs stand in bodies with one. */
const WITHOUT_STATUS: ReadonlySet<string> = new Set([
  'name-null',
  'name-number',
  'category-id-null',
  'category-id-numeral-in-quotes',
  'category-id-fraction',
  'category-id-true',
  'category-id-above-int64',
]);

const TYPE_REQUIREMENTS = {
  name: 'CREATE-REFUSES-NAME-TYPE',
  categoryId: 'CREATE-REFUSES-CATEGORY-TYPE',
  status: 'CREATE-REFUSES-STATUS-TYPE',
} as const;
const VALUE_REQUIREMENTS = {
  null: 'CREATE-REFUSES-NULL',
  'out-of-range': 'CREATE-REFUSES-CATEGORY-RANGE',
  'not-in-enumeration': 'CREATE-REFUSES-STATUS-VALUE',
} as const;

/** All faulty bodies for `POST /pets` that are written by hand (part 4.2). */
export const FAULTY_BODIES: readonly FaultyBody[] = [
  ...MISSING_FIELDS,
  ...MISPLACED_FIELDS,
  ...ALL_FIELDS.flatMap((field) => WRONG_VALUES[field].map((wrong) => wrongValue(field, wrong))),
  ...SEVERAL,
  ...NOT_AN_OBJECT,
  ...EMPTY,
  ...MALFORMED_BODIES,
];

function body(
  declared: DeclaredFault,
  title: string,
  lost: readonly FieldName[],
  write: (members: Members) => string,
): FaultyBody {
  return { ...declared, title, build: (base) => buildBody(base, lost, write) };
}

function missing(id: string, title: string, lost: readonly FieldName[]): FaultyBody {
  return body({ id, requirement: 'CREATE-REFUSES-MISSING', faults: pointersTo(lost) }, title, lost, (members) =>
    writeJson(without(members, lost)),
  );
}

function misplaced(
  id: string,
  title: string,
  move: (members: Members) => JsonInput,
  fields: readonly FieldName[] = REQUIRED_FIELDS,
): FaultyBody {
  const declared = {
    id,
    requirement: 'CREATE-REFUSES-MISSING',
    isMisplaced: true,
    faults: pointersTo(fields),
  } as const;
  return body(declared, title, [], (members) => writeJson(move(members)));
}

function several(
  slug: string,
  title: string,
  wrong: readonly FieldName[],
  change: (members: Members) => JsonInput,
): FaultyBody {
  const declared = { id: `several-${slug}`, requirement: 'CREATE-REFUSES-SEVERAL', faults: pointersTo(wrong) } as const;
  return body(declared, title, wrong, (members) => writeJson(change(members)));
}

function notAnObject(id: string, title: string, text: string | ((members: Members) => string)): FaultyBody {
  const declared = { id: `body-${id}`, requirement: 'CREATE-REFUSES-NON-OBJECT', faults: [''] } as const;
  const isText = typeof text === 'string';
  return body(declared, `the body is ${title}`, isText ? ALL_FIELDS : [], isText ? () => text : text);
}

function wrongValue(field: FieldName, { slug, says, kind, from }: WrongValue): FaultyBody {
  const requirement = kind === 'wrong-type' ? TYPE_REQUIREMENTS[field] : VALUE_REQUIREMENTS[kind];
  const declared = { id: `${slugOf(field)}-${slug}`, requirement, faults: pointersTo([field]) };
  const omitted = WITHOUT_STATUS.has(declared.id) ? ['status' as const] : [];
  const title = `${field} is ${says}${omitted.length === 0 ? '' : ', and there is no status'}`;
  return body(declared, title, [field, ...omitted], (members) =>
    writeJson({ ...without(members, omitted), [field]: from(members[field]) }),
  );
}

function nested(depth: number): JsonInput {
  return depth === 0 ? [] : [nested(depth - 1)];
}
