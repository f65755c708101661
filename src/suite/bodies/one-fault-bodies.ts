import { type JsonValue, writeJson, type JsonInput } from '../../contract/json.ts';
import { CONTRACT_SCHEMAS } from '../../contract/schemas.ts';
import { malformedBodies } from './malformed-bodies.ts';
import { type OneFaultBody, validMembers, marksOf, type Members, slugOf } from './one-fault-body.ts';
import { readSchemaFields, type SchemaField } from './schema-fields.ts';
import { type WrongValue, wrongValues } from './wrong-values.ts';

export type { BuiltBody, FaultKind, Marks, OneFaultBody } from './one-fault-body.ts';

const RELATED: readonly JsonValue[] = Object.values(CONTRACT_SCHEMAS);

/** All one-fault bodies for `POST /pets` (part 4.2), derived from the NewPet schema: another schema gives another list. */
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

/** Bodies that are JSON, but no object (part 4.2): the plain values, and two that hold a valid pet inside. */
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
    body('body-string', 'a string', [], () => '"pet"'),
    body('body-json-in-a-string', 'a string with the text of a valid pet', all, (members) =>
      writeJson(writeJson(members)),
    ),
    body('body-empty-array', 'an empty array', [], () => '[]'),
    body('body-array', 'an array that holds a valid pet', all, (members) => writeJson([members])),
  ];
}

/** Bodies with nothing in them (part 4.2 requires one). */
export function emptyBodies(): readonly OneFaultBody[] {
  return [
    emptyBody('body-empty', 'the body is empty', ''),
    emptyBody('body-white-space', 'the body is white space only', ' \n'),
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

/** Bodies in which a required field is missing: each alone, all with the others there, and all with nothing there. */
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

/** Bodies that hold all fields, but none of them where it belongs: a lenient reader finds them all the same. */
export function misplacedFieldBodies(fields: readonly SchemaField[]): readonly OneFaultBody[] {
  return [
    misplaced(fields, 'capital-fields', 'the names of all fields begin with a capital', (members) =>
      Object.fromEntries(Object.entries(members).map(([name, value]) => [capital(name), value])),
    ),
    // Those who wrap what they send mostly use one of these two names.
    misplaced(fields, 'fields-in-an-object', 'all fields stand in an object inside', (members) => ({
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

/** Bodies in which one field holds what the contract does not allow it. */
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
