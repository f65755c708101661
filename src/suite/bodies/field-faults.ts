import { type JsonInput, writeJson } from '../../contract/json.ts';
import { validMembers, marksOf, type Members, type OneFaultBody, slugOf } from './one-fault-body.ts';
import type { SchemaField } from './schema-fields.ts';
import { type WrongValue, wrongValues } from './wrong-values.ts';

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
