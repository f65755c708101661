import { readJson } from '../json-reader.ts';
import { field, isJsonArray, isJsonObject } from '../json-value.ts';
import { accepted, rejected } from '../reply.ts';
import {
  bodyRejections,
  changeReply,
  changeStatus,
  failed,
  readLeniently,
  readTextLeniently,
} from '../variant-makers.ts';
import type { Fault } from './fault.ts';
import { requirementFor, fillsIn, unwraps } from './lenient-reading.ts';

const exactNames: Readonly<Record<string, string>> = { name: 'name', categoryid: 'categoryId', status: 'status' };

/** A pet as JSON, with the digits of its category as a number. */
function fromTexts(name: string | null, categoryId: string | null): string | null {
  return name === null || categoryId === null ? null : `{"name":${JSON.stringify(name)},"categoryId":${categoryId}}`;
}

/** Faults of the rejection of whole bodies (part 4.2). */
export const createBodyFaults: readonly Fault[] = [
  {
    id: 'unprocessable-everywhere',
    title: 'Every invalid body gets 422.',
    breaks: Object.values(requirementFor),
    apply: changeStatus(bodyRejections, 422),
  },
  {
    id: 'unprocessable-values',
    title: 'Missing fields get 400, but invalid values 422.',
    breaks: [
      requirementFor.null,
      requirementFor.nameType,
      requirementFor.categoryType,
      requirementFor.categoryRange,
      requirementFor.statusType,
      requirementFor.statusValue,
    ],
    apply: changeStatus(['invalid-name', 'invalid-category', 'invalid-status'], 422),
  },
  {
    id: 'unprocessable-status',
    title: 'An invalid status gets 422, everything else 400.',
    breaks: [requirementFor.null, requirementFor.statusType, requirementFor.statusValue],
    apply: changeStatus(['invalid-status'], 422),
  },
  {
    id: 'missing-field-unprocessable',
    title: 'A missing field gets 422.',
    breaks: [requirementFor.missing],
    apply: changeStatus(['missing-field'], 422),
  },
  {
    id: 'missing-category-as-zero',
    title: 'A missing categoryId is read as 0.',
    breaks: [requirementFor.missing],
    apply: fillsIn('categoryId', 0n),
  },
  {
    id: 'missing-name-as-empty',
    title: 'A missing name is read as the empty name.',
    breaks: [requirementFor.missing],
    apply: fillsIn('name', ''),
  },
  {
    id: 'empty-object-taken',
    title: 'An empty object is read as a pet without a name.',
    breaks: [requirementFor.missing],
    apply: readLeniently((body) => (Object.keys(body).length === 0 ? { name: '', categoryId: 0n } : body)),
  },
  {
    id: 'capital-fields-taken',
    title: 'The names of fields are read without adjustRejection to case.',
    breaks: [requirementFor.missing],
    apply: readLeniently((body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [exactNames[name.toLowerCase()] ?? name, value])),
    ),
  },
  {
    id: 'fields-in-an-object-taken',
    title: 'A pet in a field of the body is read as the body.',
    breaks: [requirementFor.missing],
    apply: readLeniently((body) => field(body, 'pet') ?? body),
  },
  {
    id: 'missing-category-fails',
    title: 'A missing categoryId causes a 500.',
    breaks: [requirementFor.missing],
    apply: (base) => ({
      validate: (body, request) =>
        isJsonObject(body) && field(body, 'categoryId') === undefined && field(body, 'name') !== undefined
          ? rejected('internal', 500, 'The service failed.')
          : base.validate(body, request),
    }),
  },
  {
    id: 'empty-body-fails',
    title: 'An empty body causes a 500.',
    breaks: [requirementFor.empty],
    apply: changeStatus(['empty-body'], 500),
  },
  {
    id: 'empty-body-unsupported',
    title: 'An empty body gets 415.',
    breaks: [requirementFor.empty],
    apply: changeStatus(['empty-body'], 415),
  },
  {
    id: 'empty-body-taken',
    title: 'An empty body adds a pet without a name.',
    breaks: [requirementFor.empty],
    apply: (base) => ({
      readBody: (request) =>
        request.body.length === 0 ? accepted({ name: 'unnamed', categoryId: 1n }) : base.readBody(request),
    }),
  },
  {
    id: 'malformed-fails',
    title: 'Malformed JSON causes a 500.',
    breaks: ['CREATE-REFUSES-EMPTY', 'CREATE-REFUSES-MALFORMED'],
    apply: changeStatus(['malformed-json'], 500),
  },
  {
    id: 'malformed-taken',
    title: 'A body that is not JSON adds a pet with the name unknown.',
    breaks: [
      requirementFor.malformed,
      requirementFor.empty,
      'CREATE-KEEPS-NAME',
      'CREATE-KEEPS-CATEGORY',
      'CREATE-KEEPS-STATUS',
    ],
    apply: (base) => ({
      readBody: (request) => {
        const body = base.readBody(request);
        const isMalformed = !body.ok && body.rejection.kind === 'malformed-json';
        return isMalformed ? accepted({ name: 'unknown', categoryId: 1n }) : body;
      },
    }),
  },
  {
    id: 'cut-body-guessed',
    title: 'A body that ends too early is completed, with zero and the empty name for what it lacks.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) => {
      if (!text.startsWith('{') || readJson(text).kind === 'value') return text;
      const [found] = /^\{"name":"[^"]*/.exec(text) ?? [];
      return found === undefined || text.includes('categoryId') ? text : `${found}","categoryId":0}`;
    }),
  },
  {
    id: 'nan-taken-as-zero',
    title: 'The category NaN is read as 0.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) => text.replace(/("categoryId":)NaN/, '$10')),
  },
  {
    id: 'undefined-taken-as-zero',
    title: 'The category undefined is read as 0.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) => text.replace(/("categoryId":)undefined/, '$10')),
  },
  {
    id: 'missing-value-as-default',
    title: 'A field without a value after its colon counts as 0 or the empty name.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) =>
      text.replace(/("categoryId":)(?=[,}])/, '$10').replace(/("name":)(?=[,}])/, '$1""'),
    ),
  },
  {
    id: 'missing-category-value-as-zero',
    title: 'A category without a value after its colon counts as 0.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) => text.replace(/("categoryId":)(?=[,}])/, '$10')),
  },
  {
    id: 'form-body-taken',
    title: 'A form is read, whatever its media type says.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) => {
      const form = new URLSearchParams(/^\w+=/.test(text) ? text : '');
      return fromTexts(form.get('name'), form.get('categoryId')) ?? text;
    }),
  },
  {
    id: 'xml-body-taken',
    title: 'XML is read, whatever its media type says.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) => {
      const [, name] = /^<pet>.*<name>(.*)<\/name>/s.exec(text) ?? [];
      const [, categoryId] = /^<pet>.*<categoryId>(-?\d+)</s.exec(text) ?? [];
      return fromTexts(name ?? null, categoryId ?? null) ?? text;
    }),
  },
  {
    id: 'sentence-taken-as-name',
    title: 'A body of words becomes the name of a pet.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) =>
      /^[a-z ]/i.test(text) && /\s\S/.test(text) ? (fromTexts(text, '1') ?? text) : text,
    ),
  },
  {
    id: 'null-body-fails',
    title: 'The body null causes a 500.',
    breaks: [requirementFor.nonObject],
    apply: (base) => ({
      validate: (body, request) =>
        body === null ? rejected('internal', 500, 'The service failed.') : base.validate(body, request),
    }),
  },
  {
    id: 'array-of-one-taken',
    title: 'An array that holds one pet is read as that pet.',
    breaks: [requirementFor.nonObject],
    apply: unwraps((body) => (isJsonArray(body) && body.length === 1 ? (body[0] ?? null) : body)),
  },
  {
    id: 'array-in-array-answer',
    title: 'An empty array gets 201 as if it held a pet.',
    breaks: [requirementFor.nonObject],
    apply: unwraps((body) => (isJsonArray(body) && body.length === 0 ? { name: 'none', categoryId: 1n } : body)),
  },
  {
    id: 'text-taken-as-name',
    title: 'A body that is a JSON string is read as the name.',
    breaks: [requirementFor.nonObject],
    apply: unwraps((body) => (typeof body === 'string' ? { name: body, categoryId: 1n } : body)),
  },
  {
    id: 'scalar-body-unprocessable',
    title: 'A body that is a number or a boolean gets 422.',
    breaks: [requirementFor.nonObject],
    apply: (base) => ({
      validate: (body, request) =>
        typeof body === 'bigint' || typeof body === 'number' || typeof body === 'boolean'
          ? rejected('not-an-object', 422, 'The body must be a JSON object.')
          : base.validate(body, request),
    }),
  },
  {
    id: 'category-read-as-hexadecimal',
    title: 'A hexadecimal number in quotes is read as a categoryId.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: readLeniently((body) => {
      const { categoryId } = body;
      const isHexadecimal = typeof categoryId === 'string' && categoryId.startsWith('0x');
      return isHexadecimal ? { ...body, categoryId: BigInt(categoryId) } : body;
    }),
  },
  {
    id: 'huge-number-fails',
    title: 'A number that no double holds makes the service fail.',
    breaks: ['CREATE-REFUSES-CATEGORY-RANGE'],
    apply: changeReply((_reply, request) => request.body.includes('1e400'), failed),
  },
];
