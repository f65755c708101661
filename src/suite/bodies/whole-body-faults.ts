import { writeJson } from '../../contract/json.ts';
import { validMembers, marksOf, type Members, type OneFaultBody } from './one-fault-body.ts';
import type { SchemaField } from './schema-fields.ts';

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
