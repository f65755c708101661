import { field, isJsonArray, isJsonObject } from '../json-value.ts';
import { serviceFailure } from '../reply.ts';
import { rejectBody } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { converts, removesNull } from './lenient-reading.ts';

/** Faults of the rejection of nulls and of names that are not strings (part 2). */
export const createNameAndNullFaults: readonly Fault[] = [
  {
    id: 'null-status-taken',
    title: 'The status null is read as a missing status.',
    breaks: ['CREATE-REFUSES-NULL'],
    apply: removesNull('status'),
  },
  {
    id: 'null-name-as-text',
    title: 'The name null becomes the text "null".',
    breaks: ['CREATE-REFUSES-NULL'],
    apply: converts('name', (value) => (value === null ? 'null' : undefined)),
  },
  {
    id: 'null-category-as-zero',
    title: 'The categoryId null becomes 0.',
    breaks: ['CREATE-REFUSES-NULL'],
    apply: converts('categoryId', (value) => (value === null ? 0n : undefined)),
  },
  {
    id: 'null-field-fails',
    title: 'null instead of the name causes a 500.',
    breaks: ['CREATE-REFUSES-NULL'],
    apply: rejectBody((body) => field(body, 'name') === null, serviceFailure),
  },
  {
    id: 'number-taken-as-name',
    title: 'A number instead of the name is converted to text.',
    breaks: ['CREATE-REFUSES-NAME-TYPE'],
    apply: converts('name', (value) =>
      typeof value === 'bigint' || typeof value === 'number' ? String(value) : undefined,
    ),
  },
  {
    id: 'boolean-taken-as-name',
    title: 'A boolean instead of the name is converted to text.',
    breaks: ['CREATE-REFUSES-NAME-TYPE'],
    apply: converts('name', (value) => (typeof value === 'boolean' ? String(value) : undefined)),
  },
  {
    id: 'array-taken-as-name',
    title: 'An array of texts instead of the name is joined.',
    breaks: ['CREATE-REFUSES-NAME-TYPE'],
    apply: converts('name', (value) =>
      isJsonArray(value) && value.every((part) => typeof part === 'string') ? value.join(' ') : undefined,
    ),
  },
  {
    id: 'object-taken-as-name',
    title: 'An object instead of the name is converted to text.',
    breaks: ['CREATE-REFUSES-NAME-TYPE'],
    apply: converts('name', (value) => (isJsonObject(value) ? '[object Object]' : undefined)),
  },
];
