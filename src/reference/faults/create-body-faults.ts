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

/** Faults of what a new pet is rejected for: the body as a whole (part 4.2). */
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
    id: 'trailing-comma-taken',
    title: 'A comma before a closing brace is accepted.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) => text.replace(/,\s*}/g, '}')),
  },
  {
    id: 'trailing-text-taken',
    title: 'Text after the first JSON value of a body is ignored.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) => {
      const reading = readJson(text);
      return reading.kind === 'malformed' && reading.why === 'text after the value' ? text.slice(0, reading.at) : text;
    }),
  },
  {
    id: 'cut-body-completed',
    title: 'A body that ends too early is completed with the braces it lacks.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) => {
      const completed = ['}', '"}', 'null}'].map((end) => text.replace(/[,:]?\s*$/, '') + end);
      if (readJson(text).kind === 'value') return text;
      return completed.find((candidate) => readJson(candidate).kind === 'value') ?? text;
    }),
  },
  {
    id: 'single-quotes-taken',
    title: 'Single quotes are read as double quotes.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) => (readJson(text).kind === 'value' ? text : text.replaceAll("'", '"'))),
  },
  {
    id: 'bare-names-taken',
    title: 'Names of fields without quotes are read.',
    breaks: [requirementFor.malformed],
    apply: readTextLeniently((text) =>
      readJson(text).kind === 'value' ? text : text.replace(/([{,]\s*)([a-zA-Z]+)(\s*:)/g, '$1"$2"$3'),
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
    title: 'A hexadecimal number in quotes is taken as a categoryId.',
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
