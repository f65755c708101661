import { isUtf8 } from 'node:buffer';
import type { StepChange } from '../service-steps.ts';
import { readJson } from '../json-reader.ts';
import { field, isJsonArray, isJsonObject, type Json } from '../json-value.ts';
import { isInt64, isPetStatus, newPetFields } from '../pet.ts';
import { accepted, bodyRejections, rejected, type Rejection, serviceFailure } from '../reply.ts';
import {
  changeReply,
  changeStatus,
  failed,
  readLeniently,
  readTextLeniently,
  rejectBody,
  without,
} from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { converts, fillsIn, textOf, unwraps } from './lenient-reading.ts';
import { invalidBodyRejected } from './requirement-groups.ts';

const exactNames = new Map(newPetFields.map((name) => [name.toLowerCase(), name]));

/** A pet as JSON, with the digits of its category as a number. */
function fromTexts(name: string | null, categoryId: string | null): string | null {
  return name === null || categoryId === null ? null : `{"name":${JSON.stringify(name)},"categoryId":${categoryId}}`;
}

/** How many fields of a body are invalid or missing; 0 if fields are only missing. */
function problemsIn(body: Json): number {
  if (!isJsonObject(body)) return 0;
  const name = field(body, 'name');
  const categoryId = field(body, 'categoryId');
  const status = field(body, 'status');
  const wrong = [
    typeof name !== 'string',
    typeof categoryId !== 'bigint' || !isInt64(categoryId),
    status !== undefined && !isPetStatus(status),
  ].filter((isWrong) => isWrong).length;
  const missing = [name, categoryId].filter((value) => value === undefined).length;
  return wrong === missing ? 0 : wrong;
}

/** Changes the rejection of a body with more than one problem. */
function onSeveralProblems(respond: (rejection: Rejection) => Rejection): StepChange {
  return (base) => ({
    validate: (body, request) => {
      const valid = base.validate(body, request);
      if (valid.ok || problemsIn(body) < 2) return valid;
      return { ok: false, rejection: respond(valid.rejection) };
    },
  });
}

/** Faults of the rejection of whole bodies (part 4.2). */
export const createBodyFaults: readonly Fault[] = [
  {
    id: 'unprocessable-everywhere',
    title: 'Every invalid body gets 422.',
    breaks: invalidBodyRejected,
    apply: changeStatus(bodyRejections, 422),
  },
  {
    id: 'unprocessable-values',
    title: 'Missing fields get 400, but invalid values 422.',
    breaks: [
      'CREATE-REFUSES-NULL',
      'CREATE-REFUSES-NAME-TYPE',
      'CREATE-REFUSES-CATEGORY-TYPE',
      'CREATE-REFUSES-CATEGORY-RANGE',
      'CREATE-REFUSES-STATUS-TYPE',
      'CREATE-REFUSES-STATUS-VALUE',
      'CREATE-REFUSES-SEVERAL',
    ],
    apply: changeStatus(['invalid-name', 'invalid-category', 'invalid-status'], 422),
  },
  {
    id: 'unprocessable-status',
    title: 'An invalid status gets 422, everything else 400.',
    breaks: ['CREATE-REFUSES-NULL', 'CREATE-REFUSES-STATUS-TYPE', 'CREATE-REFUSES-STATUS-VALUE'],
    apply: changeStatus(['invalid-status'], 422),
  },
  {
    id: 'missing-field-unprocessable',
    title: 'A missing field gets 422.',
    breaks: ['CREATE-REFUSES-MISSING', 'CREATE-REFUSES-SEVERAL'],
    apply: changeStatus(['missing-field'], 422),
  },
  {
    id: 'missing-category-as-zero',
    title: 'A missing categoryId is read as 0.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: fillsIn('categoryId', 0n),
  },
  {
    id: 'missing-name-as-empty',
    title: 'A missing name is read as the empty name.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: fillsIn('name', ''),
  },
  {
    id: 'empty-object-taken',
    title: 'An empty object is read as a pet without a name.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: readLeniently((body) => (Object.keys(body).length === 0 ? { name: '', categoryId: 0n } : body)),
  },
  {
    id: 'capital-fields-taken',
    title: 'The names of fields are read without regard to case.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: readLeniently((body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [exactNames.get(name.toLowerCase()) ?? name, value]),
      ),
    ),
  },
  {
    id: 'category-in-snake-case-taken',
    title: 'The categoryId is also read from a field named category_id.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: readLeniently((body) => {
      const category = field(body, 'category_id');
      return category === undefined ? body : { categoryId: category, ...body };
    }),
  },
  {
    id: 'number-without-status-taken-as-name',
    title: 'In a body without a status, a name that is a number is read as a text.',
    breaks: ['CREATE-REFUSES-NAME-TYPE'],
    apply: readLeniently((body) =>
      body['status'] === undefined && typeof body['name'] === 'bigint' ? { ...body, name: String(body['name']) } : body,
    ),
  },
  {
    id: 'numeral-without-status-taken-as-category',
    title: 'In a body without a status, a categoryId in quotes is read as a number.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: readLeniently((body) =>
      body['status'] === undefined && /^\d{1,18}$/.test(textOf(body, 'categoryId') ?? '')
        ? { ...body, categoryId: BigInt(textOf(body, 'categoryId') ?? '') }
        : body,
    ),
  },
  {
    id: 'fields-in-an-object-taken',
    title: 'A pet in a field of the body is read as the body.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: readLeniently((body) => field(body, 'pet') ?? body),
  },
  {
    id: 'missing-category-fails',
    title: 'A missing categoryId causes a 500 if the body is valid otherwise.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: rejectBody((body) => {
      const status = field(body, 'status');
      const isOtherwiseValid = typeof field(body, 'name') === 'string' && (status === undefined || isPetStatus(status));
      return field(body, 'categoryId') === undefined && isOtherwiseValid;
    }, serviceFailure),
  },
  {
    id: 'empty-body-fails',
    title: 'An empty body causes a 500.',
    breaks: ['CREATE-REFUSES-EMPTY'],
    apply: changeStatus(['empty-body'], 500),
  },
  {
    id: 'empty-body-unsupported',
    title: 'An empty body gets 415.',
    breaks: ['CREATE-REFUSES-EMPTY'],
    apply: changeStatus(['empty-body'], 415),
  },
  {
    id: 'empty-body-taken',
    title: 'An empty body adds a pet without a name.',
    breaks: ['CREATE-REFUSES-EMPTY'],
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
      'CREATE-REFUSES-MALFORMED',
      'CREATE-REFUSES-EMPTY',
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
    title: 'A body that ends too early is completed: a missing categoryId is 0, and a missing name is empty.',
    breaks: ['CREATE-REFUSES-MALFORMED'],
    apply: readTextLeniently((text) => {
      if (!text.startsWith('{') || readJson(text).kind === 'value') return text;
      const [found] = /^\{"name":"[^"]*/.exec(text) ?? [];
      return found === undefined || text.includes('categoryId') ? text : `${found}","categoryId":0}`;
    }),
  },
  {
    id: 'nan-taken-as-zero',
    title: 'The category NaN is read as 0.',
    breaks: ['CREATE-REFUSES-MALFORMED'],
    apply: readTextLeniently((text) => text.replace(/("categoryId":)NaN/, '$10')),
  },
  {
    id: 'undefined-taken-as-zero',
    title: 'The category undefined is read as 0.',
    breaks: ['CREATE-REFUSES-MALFORMED'],
    apply: readTextLeniently((text) => text.replace(/("categoryId":)undefined/, '$10')),
  },
  {
    id: 'missing-value-as-default',
    title: 'A field without a value after its colon counts as 0 or the empty name.',
    breaks: ['CREATE-REFUSES-MALFORMED'],
    apply: readTextLeniently((text) =>
      text.replace(/("categoryId":)(?=[,}])/, '$10').replace(/("name":)(?=[,}])/, '$1""'),
    ),
  },
  {
    id: 'missing-category-value-as-zero',
    title: 'A category without a value after its colon counts as 0.',
    breaks: ['CREATE-REFUSES-MALFORMED'],
    apply: readTextLeniently((text) => text.replace(/("categoryId":)(?=[,}])/, '$10')),
  },
  {
    id: 'form-body-taken',
    title: 'A form is read, whatever its media type says.',
    breaks: ['CREATE-REFUSES-MALFORMED'],
    apply: readTextLeniently((text) => {
      const form = new URLSearchParams(/^\w+=/.test(text) ? text : '');
      return fromTexts(form.get('name'), form.get('categoryId')) ?? text;
    }),
  },
  {
    id: 'xml-body-taken',
    title: 'XML is read, whatever its media type says.',
    breaks: ['CREATE-REFUSES-MALFORMED'],
    apply: readTextLeniently((text) => {
      const [, name] = /^<pet>.*<name>(.*)<\/name>/s.exec(text) ?? [];
      const [, categoryId] = /^<pet>.*<categoryId>(-?\d+)</s.exec(text) ?? [];
      return fromTexts(name ?? null, categoryId ?? null) ?? text;
    }),
  },
  {
    id: 'sentence-taken-as-name',
    title: 'A body of several words that is not JSON becomes the name of a pet.',
    breaks: ['CREATE-REFUSES-MALFORMED'],
    apply: readTextLeniently((text) =>
      /^[a-z ]/i.test(text) && /\s\S/.test(text) ? (fromTexts(text, '1') ?? text) : text,
    ),
  },
  {
    id: 'null-body-fails',
    title: 'The body null causes a 500.',
    breaks: ['CREATE-REFUSES-NON-OBJECT'],
    apply: rejectBody((body) => body === null, serviceFailure),
  },
  {
    id: 'array-of-one-taken',
    title: 'An array that holds one pet is read as that pet.',
    breaks: ['CREATE-REFUSES-NON-OBJECT'],
    apply: unwraps((body) => (isJsonArray(body) && body.length === 1 ? (body[0] ?? null) : body)),
  },
  {
    id: 'array-of-values-taken',
    title: 'An array of name, categoryId and status is read as a pet.',
    breaks: ['CREATE-REFUSES-NON-OBJECT'],
    apply: unwraps((body) => {
      if (!isJsonArray(body) || body.length !== newPetFields.length) return body;
      return Object.fromEntries(newPetFields.map((name, index) => [name, body[index] ?? null]));
    }),
  },
  {
    id: 'array-in-array-answer',
    title: 'An empty array gets 201 as if it held a pet.',
    breaks: ['CREATE-REFUSES-NON-OBJECT'],
    apply: unwraps((body) => (isJsonArray(body) && body.length === 0 ? { name: 'none', categoryId: 1n } : body)),
  },
  {
    id: 'text-taken-as-name',
    title: 'A body that is a JSON string is read as the name.',
    breaks: ['CREATE-REFUSES-NON-OBJECT'],
    apply: unwraps((body) => (typeof body === 'string' ? { name: body, categoryId: 1n } : body)),
  },
  {
    id: 'scalar-body-unprocessable',
    title: 'A body that is a number or a boolean gets 422.',
    breaks: ['CREATE-REFUSES-NON-OBJECT'],
    apply: rejectBody(
      (body) => ['bigint', 'number', 'boolean'].includes(typeof body),
      rejected('not-an-object', 422, 'The body must be a JSON object.'),
    ),
  },
  {
    id: 'category-close-to-integer-taken',
    title: 'A categoryId that differs from an integer by 0.00001 or less is rounded.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: readTextLeniently((text) => text.replace(/("categoryId":-?\d+)\.0{5}\d+(?=[,}])/, '$1')),
  },
  {
    id: 'category-with-sign-taken',
    title: 'A number in quotes is read as a categoryId if it has a sign.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: converts('categoryId', (value) =>
      typeof value === 'string' && /^[+-]\d+$/.test(value)
        ? BigInt.asIntN(64, BigInt(value.replace('+', '')))
        : undefined,
    ),
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
    id: 'several-problems-unprocessable',
    title: 'One invalid value gets 400, several problems in one body get 422.',
    breaks: ['CREATE-REFUSES-SEVERAL'],
    apply: onSeveralProblems((rejection) => ({ ...rejection, status: 422 })),
  },
  {
    id: 'several-problems-fail',
    title: 'A body with several problems causes a 500.',
    breaks: ['CREATE-REFUSES-SEVERAL'],
    apply: onSeveralProblems((rejection) => ({ ...rejection, kind: 'internal', status: 500 })),
  },
  {
    id: 'several-problems-listed',
    title: 'If a body has several problems, the message of its Error is a list.',
    breaks: ['ERROR-MESSAGE'],
    apply: (base) => ({
      renderError: (rejection, request) => {
        const error = base.renderError(rejection, request);
        const reading = readJson(request.body.toString());
        const isSeveral = reading.kind === 'value' && problemsIn(reading.value) > 1 && rejection.status === 400;
        return isSeveral && isJsonObject(error) ? { ...error, message: [rejection.message] } : error;
      },
    }),
  },
  {
    id: 'several-problems-in-status-207',
    title: 'If a body has several problems, the response is 207 with one Error.',
    breaks: ['CREATE-REFUSES-SEVERAL'],
    apply: onSeveralProblems((rejection) => ({ ...rejection, status: 207 })),
  },
  {
    id: 'two-convertible-values-taken',
    title: 'If name is a number and categoryId is a number in quotes, both are converted.',
    breaks: ['CREATE-REFUSES-SEVERAL'],
    apply: readLeniently((body) => {
      const { name, categoryId } = body;
      return typeof name === 'bigint' && typeof categoryId === 'string' && /^\d+$/.test(categoryId)
        ? { ...body, name: String(name), categoryId: BigInt(categoryId) }
        : body;
    }),
  },
  {
    id: 'numeral-with-null-status-taken',
    title: 'If categoryId is a number in quotes and status is null, both are converted.',
    breaks: ['CREATE-REFUSES-SEVERAL'],
    apply: readLeniently((body) => {
      const { categoryId, status } = body;
      return status === null && typeof categoryId === 'string' && /^\d+$/.test(categoryId)
        ? { ...without(body, 'status'), categoryId: BigInt(categoryId) }
        : body;
    }),
  },
  {
    id: 'fields-found-on-prototype',
    title: 'A body is merged into another object, so fields in __proto__ count as its own.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: readLeniently((body) => {
      const prototype = field(body, '__proto__');
      return isJsonObject(prototype) ? { ...prototype, ...without(body, '__proto__') } : body;
    }),
  },
  {
    id: 'fields-found-on-constructor',
    title: 'A deep merge reads fields in constructor.prototype as fields of the body.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: readLeniently((body) => {
      const prototype = field(field(body, 'constructor'), 'prototype');
      return isJsonObject(prototype) ? { ...prototype, ...without(body, 'constructor') } : body;
    }),
  },
  {
    id: 'json5-read-without-validation',
    title: 'A body that is not JSON goes to a JSON5 reader, which turns its values into the types of a pet.',
    breaks: ['CREATE-REFUSES-MALFORMED'],
    apply: readTextLeniently((text) => {
      const [, name] = /^\{(?:\/\*.*\*\/)?name:(\d+),/.exec(text) ?? [];
      const [, categoryId] = /[,{]categoryId:(-?\d+)[,}]/.exec(text) ?? [];
      return fromTexts(name ?? null, categoryId ?? null) ?? text;
    }),
  },
  {
    id: 'huge-number-fails',
    title: 'A number beyond the range of a double causes a 500.',
    breaks: ['CREATE-REFUSES-CATEGORY-RANGE'],
    apply: changeReply((_reply, request) => request.body.includes('1e400'), failed),
  },
  {
    id: 'first-of-two-taken',
    title: 'Of an array of two pets, the first is read.',
    breaks: ['CREATE-REFUSES-NON-OBJECT'],
    apply: unwraps((body) => (isJsonArray(body) && body.length === 2 ? (body[0] ?? null) : body)),
  },
  {
    id: 'invalid-utf-8-fails',
    title: 'A body that is not UTF-8 causes a 500.',
    breaks: ['CREATE-REFUSES-MALFORMED', 'AUTH-FIRST'],
    apply: changeReply((_reply, { body }) => !isUtf8(body), failed),
  },
  {
    id: 'prototype-member-fails',
    title: 'A member with the name __proto__ causes a 500.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: changeReply((_reply, request) => request.body.includes('"__proto__"'), failed),
  },
  {
    id: 'long-number-fails',
    title: 'A number of more than 300 digits causes a 500.',
    breaks: ['CREATE-REFUSES-SEVERAL'],
    apply: changeReply((_reply, { body }) => /\d{300}/.test(String(body)), failed),
  },
  {
    id: 'deep-array-fails',
    title: 'A body that is an array more than 90 deep causes a 500.',
    breaks: ['CREATE-REFUSES-NON-OBJECT'],
    apply: changeReply((_reply, { body }) => body.toString().startsWith('['.repeat(90)), failed),
  },
  {
    id: 'category-missing-with-unknown-status-fails',
    title: 'A body with a name and an unknown status, and without a categoryId, causes a 500.',
    breaks: ['CREATE-REFUSES-SEVERAL'],
    apply: (base) => ({
      validate: (body, request) => {
        const status = textOf(body, 'status');
        const isIncomplete = textOf(body, 'name') !== undefined && field(body, 'categoryId') === undefined;
        return isIncomplete && status !== undefined && !isPetStatus(status)
          ? serviceFailure
          : base.validate(body, request);
      },
    }),
  },
  {
    id: 'name-missing-without-status-taken',
    title: 'A body with nothing but a categoryId adds a pet without a name.',
    breaks: ['CREATE-REFUSES-MISSING'],
    apply: readLeniently((body) =>
      body['name'] === undefined && body['status'] === undefined && body['categoryId'] !== undefined
        ? { ...body, name: '' }
        : body,
    ),
  },
  {
    id: 'deep-value-fails',
    title: 'A value that is nested more than 90 deep causes a 500.',
    breaks: ['CREATE-REFUSES-SEVERAL', 'CREATE-REFUSES-NON-OBJECT'],
    apply: changeReply((_reply, request) => request.body.includes('['.repeat(90)), failed),
  },
  {
    id: 'long-body-too-large',
    title: 'An invalid body of more than 500 bytes gets 413.',
    breaks: ['CREATE-REFUSES-SEVERAL', 'CREATE-SMALL-BODIES'],
    apply: changeReply(
      (reply, { body }) => reply.status === 400 && body.length > 500,
      (reply) => ({ ...failed(reply), status: 413 }),
    ),
  },
];
