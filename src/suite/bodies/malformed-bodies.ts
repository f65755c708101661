import { rawJson, writeJson } from '../../contract/json.ts';
import {
  type Leniency,
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
  readonly text: (members: Members, fields: readonly SchemaField[]) => string;
  readonly leniency: Leniency;
}

/** Bodies that are not JSON (part 4.2), each one mistake away from a valid body. */
export function malformedBodies(fields: readonly SchemaField[]): readonly OneFaultBody[] {
  const mistakes = [
    ...REJECTED_TEXTS,
    ...LENIENT_TEXTS,
    ...fields.flatMap((field) => [
      ...(field.type === 'integer' ? badNumerals(field.name) : badString(field)),
      ...(field.required ? [withoutValue(field.name)] : []),
    ]),
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
    leniency: each.leniency,
    build(base) {
      const members = validMembers(fields, base);
      return { body: each.text(members, fields), marks: marksOf(base, kept), repaired: writeJson(members) };
    },
  };
}

/** No reader finds both required fields with valid values. */
function rejected(why: string): Leniency {
  return { level: 'required', why, valueIsOpen: false };
}

/** A lenient reader finds both required fields with valid values. */
function observed(why: string, valueIsOpen = false): Leniency {
  return { level: 'observed', why, valueIsOpen };
}

function mistake(id: string, title: string, leniency: Leniency, text: AlmostJson['text']): AlmostJson {
  return { id: `malformed-${id}`, title: `the body ${title}`, field: null, keeps: () => true, text, leniency };
}

const REJECTED_TEXTS: readonly AlmostJson[] = [
  {
    ...mistake(
      'cut-short',
      'is cut off in the middle',
      rejected('It ends before the second required field, so a reader that completes it finds only the first.'),
      cutBeforeSecondField,
    ),
    keeps: () => false,
  },
  {
    ...mistake(
      'cut-in-first-value',
      'is cut off in its first value',
      rejected('It ends in the first field, so a reader that completes it finds part of that field.'),
      (members) => writeJson(members).slice(0, writeJson(members).indexOf(':') + 3),
    ),
    keeps: () => false,
  },
  {
    // An Error may quote it, and must still be JSON.
    ...mistake(
      'words',
      'is a sentence with quotes and a backslash',
      rejected('No field has a name or a value.'),
      (members) =>
        `a pet with ${Object.values(members).map(String).join(' and ')}`
          .replaceAll(/[{}[\]":,]/g, '')
          .replace('pet', String.raw`"pet" \ `),
    ),
    keeps: () => false,
  },
  {
    ...mistake(
      'json5-wrong-name',
      'is JSON5, and its name is a number',
      rejected('A JSON5 reader finds a name that is not a string.'),
      (members) => `{/* a pet */${written({ ...members, name: 7n }, singleQuoted, (key) => key).join(',')},}`,
    ),
    keeps: (field) => field !== 'name',
  },
  mistake(
    'form-fields',
    'is form-encoded',
    rejected('It is labelled as JSON, and a form has only strings, so no categoryId in it is an integer.'),
    formFields,
  ),
  mistake(
    'xml',
    'is XML',
    rejected('It is labelled as JSON, and XML has only strings, so no categoryId in it is an integer.'),
    xml,
  ),
];

const LENIENT_TEXTS: readonly AlmostJson[] = [
  mistake(
    'no-closing-brace',
    'has no closing brace',
    observed('A reader that completes a cut text adds the brace.'),
    (members) => writeJson(members).slice(0, -1),
  ),
  mistake(
    'trailing-comma',
    'has a comma before the closing brace',
    observed('JSON5 and many parsers allow it.'),
    (members) => `${writeJson(members).slice(0, -1)},}`,
  ),
  mistake(
    'no-comma',
    'has no commas between its fields',
    observed('A repairing reader adds the commas.'),
    (members) => `{${written(members, plain).join(' ')}}`,
  ),
  mistake(
    'single-quotes',
    'has single quotes',
    observed('JSON5 allows them.'),
    (members) => `{${written(members, singleQuoted).join(',')}}`,
  ),
  mistake(
    'unquoted-keys',
    'has field names without quotes',
    observed('JSON5 allows them.'),
    (members) => `{${written(members, plain, (key) => key).join(',')}}`,
  ),
  mistake(
    'comment',
    'has a comment',
    observed('JSON5 and many parsers allow comments.'),
    (members) => `{/* a pet */${writeJson(members).slice(1)}`,
  ),
  mistake(
    'text-after',
    'has text after the closing brace',
    observed('A reader of a stream stops after the first value.'),
    (members) => `${writeJson(members)} and more`,
  ),
  mistake(
    'brace-after',
    'has an extra closing brace',
    observed('A reader of a stream stops after the first value.'),
    (members) => `${writeJson(members)}}`,
  ),
  mistake(
    'twice',
    'consists of two JSON texts',
    observed('A reader of JSON lines or of a stream reads the first one.'),
    (members) => `${writeJson(members)}\n${writeJson(members)}`,
  ),
];

function badNumerals(field: string): readonly AlmostJson[] {
  const numeral = (id: string, says: string, leniency: Leniency, write: (right: bigint) => string): AlmostJson => ({
    id: `malformed-${slugOf(field)}-${id}`,
    title: `${field} is ${says}`,
    field,
    keeps: (name) => name !== field,
    text: (members) => writeJson({ ...members, [field]: rawJson(write(BigInt(members[field] ?? 0n))) }),
    leniency,
  });
  const noInteger = rejected('Some parsers read the word, but its value is no integer.');
  return [
    numeral('nan', 'the word NaN', noInteger, () => 'NaN'),
    numeral('undefined', 'the word undefined', noInteger, () => 'undefined'),
    numeral(
      'leading-zero',
      'a number with a leading zero',
      observed('Some parsers skip the zero, others read an octal number.', true),
      (right) => (right < 0n ? `-0${-right}` : `0${right}`),
    ),
    numeral(
      'plus-sign',
      'a number with a plus sign',
      observed('JSON5 allows the sign.', true),
      (right) => `+${right < 0n ? -right : right}`,
    ),
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
      leniency: observed('Many parsers allow control characters in strings.', true),
    },
  ];
}

function withoutValue(field: string): AlmostJson {
  return {
    id: `malformed-${slugOf(field)}-no-value`,
    title: `${field} has no value after its colon`,
    field,
    keeps: (name) => name !== field,
    text: (members) => writeJson({ ...members, [field]: rawJson('') }),
    leniency: rejected('A repairing reader puts null there, which no field may be.'),
  };
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

/** Ends within the name of the last required field. */
function cutBeforeSecondField(members: Members, fields: readonly SchemaField[]): string {
  const last = fields.findLast(({ required }) => required)?.name ?? '';
  const text = writeJson(members);
  return text.slice(0, text.lastIndexOf(`"${last}":`) + Math.ceil(last.length / 2));
}

function formFields(members: Members): string {
  const pairs = Object.entries(members).map(([name, member]) => [name, String(member)] as const);
  return new URLSearchParams(Object.fromEntries(pairs)).toString();
}

function xml(members: Members): string {
  const elements = Object.entries(members).map(([name, member]) => `<${name}>${escapedForXml(member)}</${name}>`);
  return `<pet>${elements.join('')}</pet>`;
}

function escapedForXml(member: RightValue): string {
  return String(member).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
