import { type JsonValue, writeJson, type JsonInput } from '../../contract/json.ts';
import { CONTRACT_SCHEMAS } from '../../contract/schemas.ts';
import { malformedBodies } from './malformed-bodies.ts';
import {
  type OneFaultBody,
  validMembers,
  marksOf,
  type Members,
  slugOf,
  readSchemaFields,
  type SchemaField,
} from './one-fault-body.ts';
import { type WrongValue, wrongValues } from './wrong-values.ts';

export type { BuiltBody, FaultKind, Leniency, Marks, OneFaultBody } from './one-fault-body.ts';

const RELATED: readonly JsonValue[] = Object.values(CONTRACT_SCHEMAS);

/** All bodies with one fault for `POST /pets` (part 4.2), derived from the NewPet schema. */
export function oneFaultBodies(
  schema: JsonValue = CONTRACT_SCHEMAS.newPet,
  related: readonly JsonValue[] = RELATED,
): readonly OneFaultBody[] {
  const fields = readSchemaFields(schema, related);
  return [
    ...missingFieldBodies(fields),
    ...misplacedFieldBodies(fields),
    ...wrongValueBodies(fields),
    ...notAnObjectBodies(fields),
    ...emptyBodies(),
    ...malformedBodies(fields),
  ];
}

/** Bodies that are JSON but not an object (part 4.2). Two of them contain a valid pet. */
export function notAnObjectBodies(fields: readonly SchemaField[]): readonly OneFaultBody[] {
  const all = fields.map((field) => field.name);
  const body = (
    id: string,
    title: string,
    kept: readonly string[],
    text: (members: Members) => string,
  ): OneFaultBody => ({
    id,
    title: `the body is ${title}`,
    kind: 'not-an-object',
    field: null,
    faults: [''],
    build: (base) => ({ body: text(validMembers(fields, base)), marks: marksOf(base, kept), repaired: null }),
  });
  return [
    body('body-null', 'null', [], () => 'null'),
    body('body-true', 'the boolean true', [], () => 'true'),
    body('body-false', 'the boolean false', [], () => 'false'),
    body('body-number', 'the number 12', [], () => '12'),
    // An Error may quote it, and must still be UTF-8.
    body('body-string', 'a string with half of a surrogate pair', [], () => String.raw`"pet \ud800"`),
    body('body-json-in-a-string', 'a string that contains a valid pet as JSON', all, (members) =>
      writeJson(writeJson(members)),
    ),
    body('body-empty-array', 'an empty array', [], () => '[]'),
    body('body-array', 'an array that contains a valid pet', all, (members) => writeJson([members])),
  ];
}

/** Empty bodies (part 4.2 requires a body). */
export function emptyBodies(): readonly OneFaultBody[] {
  return [
    emptyBody('body-empty', 'the body is empty', ''),
    emptyBody('body-white-space', 'the body is only white space', ' \n'),
  ];
}

function emptyBody(id: string, title: string, text: string): OneFaultBody {
  return {
    id,
    title,
    kind: 'empty',
    field: null,
    faults: [],
    build: () => ({ body: text, marks: {}, repaired: null }),
  };
}

/** Bodies without a required field: without each one, without all required fields, and without any field. */
export function missingFieldBodies(fields: readonly SchemaField[]): readonly OneFaultBody[] {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  const optional = fields.filter((field) => !field.required).map((field) => field.name);
  const bodies = required.map((name) => missing(fields, `${slugOf(name)}-missing`, `${name} is missing`, [name]));
  if (required.length > 1 && optional.length > 0) {
    bodies.push(missing(fields, 'required-missing', `${required.join(' and ')} are missing`, required));
  }
  if (required.length > 0) {
    const emptied = missing(fields, 'empty-object', 'the body is an empty object', [...required, ...optional]);
    bodies.push({ ...emptied, faults: required.map((name) => `/${name}`) });
  }
  return bodies;
}

/** Bodies that hold all fields, but not where they belong. A lenient reader would still find them. */
export function misplacedFieldBodies(fields: readonly SchemaField[]): readonly OneFaultBody[] {
  return [
    misplaced(fields, 'capital-fields', 'all field names start with a capital letter', (members) =>
      Object.fromEntries(Object.entries(members).map(([name, value]) => [capital(name), value])),
    ),
    // A reader that merges objects, or looks members up without checking whose they are, finds these.
    misplaced(
      fields,
      'fields-in-a-prototype',
      'all fields are nested in __proto__ and constructor.prototype',
      (members) =>
        Object.fromEntries([
          ['__proto__', members],
          ['constructor', { prototype: members }],
        ]),
    ),
    // Clients that wrap a pet mostly use one of these two names.
    misplaced(fields, 'fields-in-an-object', 'all fields are nested in another object', (members) => ({
      pet: members,
      data: members,
    })),
  ];
}

function misplaced(
  fields: readonly SchemaField[],
  id: string,
  title: string,
  move: (members: Members) => JsonInput,
): OneFaultBody {
  return {
    id,
    title,
    kind: 'misplaced',
    field: null,
    faults: fields.filter((field) => field.required).map(({ name }) => `/${name}`),
    build(base) {
      const members = validMembers(fields, base);
      const marks = marksOf(
        base,
        fields.map(({ name }) => name),
      );
      return { body: writeJson(move(members)), marks, repaired: writeJson(members) };
    },
  };
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function missing(fields: readonly SchemaField[], id: string, title: string, left: readonly string[]): OneFaultBody {
  const kept = fields.map((field) => field.name).filter((name) => !left.includes(name));
  return {
    id,
    title,
    kind: 'missing',
    field: left.length === 1 ? (left[0] ?? null) : null,
    faults: left.map((name) => `/${name}`),
    build(base) {
      const members = Object.entries(validMembers(fields, base)).filter(([name]) => kept.includes(name));
      return { body: writeJson(Object.fromEntries(members)), marks: marksOf(base, kept), repaired: null };
    },
  };
}

/** Bodies in which one field has a wrong value. */
export function wrongValueBodies(fields: readonly SchemaField[]): readonly OneFaultBody[] {
  return fields.flatMap((field) => wrongValues(field).map((wrong) => wrongValueBody(fields, field, wrong)));
}

function wrongValueBody(fields: readonly SchemaField[], field: SchemaField, wrong: WrongValue): OneFaultBody {
  const kept = fields.map(({ name }) => name).filter((name) => name !== field.name);
  return {
    id: `${slugOf(field.name)}-${wrong.slug}`,
    title: `${field.name} is ${wrong.says}`,
    kind: wrong.kind,
    field: field.name,
    faults: [`/${field.name}`],
    build(base) {
      const members = Object.entries(validMembers(fields, base)).map(([name, right]) => [
        name,
        name === field.name ? wrong.from(right) : right,
      ]);
      return { body: writeJson(Object.fromEntries(members)), marks: marksOf(base, kept), repaired: null };
    },
  };
}
