import { field, isJsonArray, isJsonObject } from '../json-value.ts';
import { refused } from '../reply.ts';
import type { Fault } from './fault.ts';
import { converts, forgetsNull, refusals } from './lenient-reading.ts';

/** Faults of the refusal of nulls and of names that are no strings (part 2). */
export const createNameAndNullFaults: readonly Fault[] = [
  {
    id: 'null-status-taken',
    title: 'The status null counts as no status.',
    breaks: [refusals.null],
    apply: forgetsNull('status'),
  },
  {
    id: 'null-name-as-text',
    title: 'The name null becomes the text "null".',
    breaks: [refusals.null],
    apply: converts('name', (value) => (value === null ? 'null' : undefined)),
  },
  {
    id: 'null-category-as-zero',
    title: 'The categoryId null becomes 0.',
    breaks: [refusals.null],
    apply: converts('categoryId', (value) => (value === null ? 0n : undefined)),
  },
  {
    id: 'null-field-fails',
    title: 'null in the place of the name leads to 500.',
    breaks: [refusals.null],
    apply: (base) => ({
      validate: (body, request) =>
        isJsonObject(body) && field(body, 'name') === null
          ? refused('internal', 500, 'The service failed.')
          : base.validate(body, request),
    }),
  },
  {
    id: 'number-taken-as-name',
    title: 'A number in the place of the name is converted to text.',
    breaks: [refusals.nameType],
    apply: converts('name', (value) =>
      typeof value === 'bigint' || typeof value === 'number' ? String(value) : undefined,
    ),
  },
  {
    id: 'boolean-taken-as-name',
    title: 'A boolean in the place of the name is converted to text.',
    breaks: [refusals.nameType],
    apply: converts('name', (value) => (typeof value === 'boolean' ? String(value) : undefined)),
  },
  {
    id: 'array-taken-as-name',
    title: 'An array of texts in the place of the name is joined.',
    breaks: [refusals.nameType],
    apply: converts('name', (value) =>
      isJsonArray(value) && value.every((part) => typeof part === 'string') ? value.join(' ') : undefined,
    ),
  },
  {
    id: 'object-taken-as-name',
    title: 'An object in the place of the name is converted to text.',
    breaks: [refusals.nameType],
    apply: converts('name', (value) => (isJsonObject(value) ? '[object Object]' : undefined)),
  },
];
