import { rawJson, writeJson } from '../../contract/json.ts';
import {
  validMembers,
  marksOf,
  type Members,
  type OneFaultBody,
  type RightValue,
  slugOf,
  type SchemaField,
} from './one-fault-body.ts';

/** A text that is almost JSON. `field` is the wrong one, if it is just one. `keeps`: which fields keep their value. */
interface AlmostJson {
  readonly id: string;
  readonly title: string;
  readonly field: string | null;
  readonly keeps: (field: string) => boolean;
  readonly text: (members: Members) => string;
}

/** Bodies that are not JSON (part 4.2), each one mistake away from a valid body. */
export function malformedBodies(fields: readonly SchemaField[]): readonly OneFaultBody[] {
  const mistakes = [
    ...MISTAKES,
    ...fields.flatMap((field) => (field.type === 'integer' ? badNumerals(field.name) : badString(field))),
  ];
  return mistakes.map((each) => malformedBody(fields, each));
}

function malformedBody(fields: readonly SchemaField[], each: AlmostJson): OneFaultBody {
  const kept = fields.map((field) => field.name).filter(each.keeps);
  return {
    id: each.id,
    title: each.title,
    kind: 'malformed',
    field: each.field,
    faults: [],
    build(base) {
      const members = validMembers(fields, base);
      return { body: each.text(members), marks: marksOf(base, kept), repaired: writeJson(members) };
    },
  };
}

function mistake(id: string, title: string, text: AlmostJson['text']): AlmostJson {
  return { id: `malformed-${id}`, title: `the body ${title}`, field: null, keeps: () => true, text };
}

const MISTAKES: readonly AlmostJson[] = [
  mistake('no-closing-brace', 'has no closing brace', (members) => writeJson(members).slice(0, -1)),
  {
    ...mistake('cut-short', 'is cut off in the middle', (members) => cutInHalf(writeJson(members))),
    keeps: () => false,
  },
  mistake(
    'trailing-comma',
    'has a comma before the closing brace',
    (members) => `${writeJson(members).slice(0, -1)},}`,
  ),
  mistake('no-comma', 'has no commas between its fields', (members) => `{${written(members, plain).join(' ')}}`),
  mistake('single-quotes', 'has single quotes', (members) => `{${written(members, singleQuoted).join(',')}}`),
  mistake(
    'unquoted-keys',
    'has field names without quotes',
    (members) => `{${written(members, plain, (key) => key).join(',')}}`,
  ),
  mistake('comment', 'has a comment', (members) => `{/* a pet */${writeJson(members).slice(1)}`),
  mistake('text-after', 'has text after the closing brace', (members) => `${writeJson(members)} and more`),
  mistake('brace-after', 'has an extra closing brace', (members) => `${writeJson(members)}}`),
  mistake('twice', 'consists of two JSON texts', (members) => `${writeJson(members)}\n${writeJson(members)}`),
  mistake('form-fields', 'is form-encoded', formFields),
];

function badNumerals(field: string): readonly AlmostJson[] {
  const numeral = (id: string, says: string, write: (right: bigint) => string): AlmostJson => ({
    id: `malformed-${slugOf(field)}-${id}`,
    title: `${field} is ${says}`,
    field,
    keeps: (name) => name !== field,
    text: (members) => writeJson({ ...members, [field]: rawJson(write(BigInt(members[field] ?? 0n))) }),
  });
  return [
    numeral('nan', 'the word NaN', () => 'NaN'),
    numeral('leading-zero', 'a number with a leading zero', (right) => (right < 0n ? `-0${-right}` : `0${right}`)),
    numeral('plus-sign', 'a number with a plus sign', (right) => `+${right < 0n ? -right : right}`),
  ];
}

/** Fields with an enumeration have a wrong value with an escaped newline instead. */
function badString(field: SchemaField): readonly AlmostJson[] {
  if (field.enumeration.length > 0) return [];
  return [
    {
      id: `malformed-${slugOf(field.name)}-raw-newline`,
      title: `${field.name} has an unescaped newline`,
      field: field.name,
      keeps: (name) => name !== field.name,
      text: (members) => writeJson({ ...members, [field.name]: rawJson(`"${inner(members[field.name])}\n"`) }),
    },
  ];
}

function written(
  members: Members,
  value: (member: RightValue) => string,
  key: (name: string) => string = value,
): readonly string[] {
  return Object.entries(members).map(([name, member]) => `${key(name)}:${value(member)}`);
}

const plain = (member: RightValue): string => writeJson(member);

function singleQuoted(member: RightValue): string {
  return typeof member === 'string' ? `'${inner(member).replaceAll("'", String.raw`\'`)}'` : writeJson(member);
}

function inner(member: RightValue | undefined): string {
  return JSON.stringify(String(member)).slice(1, -1);
}

function cutInHalf(text: string): string {
  const points = Array.from(text);
  return points.slice(0, Math.floor(points.length / 2)).join('');
}

function formFields(members: Members): string {
  const pairs = Object.entries(members).map(([name, member]) => [name, String(member)] as const);
  return new URLSearchParams(Object.fromEntries(pairs)).toString();
}
