import { rawJson, writeJson } from '../../contract/json.ts';
import { validMembers, marksOf, type Members, type OneFaultBody, type RightValue, slugOf } from './one-fault-body.ts';
import type { SchemaField } from './schema-fields.ts';

/** A text that is nearly JSON. `field` is the one that is wrong in it, if it is one; `keeps` says whose values are whole. */
interface NearlyJson {
  readonly id: string;
  readonly title: string;
  readonly field: string | null;
  readonly keeps: (field: string) => boolean;
  readonly text: (members: Members) => string;
}

/** Bodies that are not JSON (part 4.2), each one slip away from a valid one. */
export function malformedBodies(fields: readonly SchemaField[]): readonly OneFaultBody[] {
  const slips = [
    ...SLIPS,
    ...fields.flatMap((field) => (field.type === 'integer' ? badNumerals(field.name) : badString(field))),
  ];
  return slips.map((slip) => malformedBody(fields, slip));
}

function malformedBody(fields: readonly SchemaField[], slip: NearlyJson): OneFaultBody {
  const kept = fields.map((field) => field.name).filter(slip.keeps);
  return {
    id: slip.id,
    title: slip.title,
    kind: 'malformed',
    field: slip.field,
    faults: [],
    build(base) {
      const members = validMembers(fields, base);
      return { body: slip.text(members), marks: marksOf(base, kept), repaired: writeJson(members) };
    },
  };
}

function bodySlip(id: string, title: string, text: NearlyJson['text']): NearlyJson {
  return { id: `malformed-${id}`, title: `the body ${title}`, field: null, keeps: () => true, text };
}

const SLIPS: readonly NearlyJson[] = [
  bodySlip('no-closing-brace', 'lacks its closing brace', (members) => writeJson(members).slice(0, -1)),
  { ...bodySlip('cut-short', 'ends in its middle', (members) => cutInHalf(writeJson(members))), keeps: () => false },
  bodySlip(
    'trailing-comma',
    'has a comma before its closing brace',
    (members) => `${writeJson(members).slice(0, -1)},}`,
  ),
  bodySlip('no-comma', 'lacks the commas between its fields', (members) => `{${written(members, plain).join(' ')}}`),
  bodySlip('single-quotes', 'has single quotes', (members) => `{${written(members, singleQuoted).join(',')}}`),
  bodySlip(
    'unquoted-keys',
    'has field names without quotes',
    (members) => `{${written(members, plain, (key) => key).join(',')}}`,
  ),
  bodySlip('comment', 'holds a comment', (members) => `{/* a pet */${writeJson(members).slice(1)}`),
  bodySlip('text-after', 'goes on after its closing brace', (members) => `${writeJson(members)} and more`),
  bodySlip('brace-after', 'has a closing brace too many', (members) => `${writeJson(members)}}`),
  bodySlip('twice', 'is two JSON texts', (members) => `${writeJson(members)}\n${writeJson(members)}`),
  bodySlip('form-fields', 'is written as form fields', formFields),
];

function badNumerals(field: string): readonly NearlyJson[] {
  const numeral = (id: string, says: string, write: (right: bigint) => string): NearlyJson => ({
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

/** Words of an enumeration have a fault of their own with a newline, an escaped one: here the newline stands as it is. */
function badString(field: SchemaField): readonly NearlyJson[] {
  if (field.enumeration.length > 0) return [];
  return [
    {
      id: `malformed-${slugOf(field.name)}-raw-newline`,
      title: `${field.name} holds a newline that is not escaped`,
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
