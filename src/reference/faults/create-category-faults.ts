import { field, isJsonArray, isJsonObject } from '../json-value.ts';
import { isInt64 } from '../pet.ts';
import { serviceFailure } from '../reply.ts';
import { readTextLeniently, rejectBody } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { converts } from './lenient-reading.ts';

/** Faults of the rejection of a categoryId (part 2). */
export const createCategoryFaults: readonly Fault[] = [
  {
    id: 'numeral-taken-as-category',
    title: 'A categoryId in quotes is converted to a number.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: converts('categoryId', (value) =>
      typeof value === 'string' && /^-?[0-9]+$/.test(value) ? BigInt(value) : undefined,
    ),
  },
  {
    id: 'fraction-cut-in-category',
    title: 'A fraction instead of the categoryId is cut down to an integer.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: converts('categoryId', (value) =>
      typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 2 ** 53
        ? BigInt(Math.trunc(value))
        : undefined,
    ),
  },
  {
    id: 'fraction-told-by-its-point',
    title: 'A number without a point counts as an integer, so a fraction with an exponent is cut down to one.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: readTextLeniently((text) =>
      text.replace(/("categoryId":-?\d*?)\d?e-1(?=[,}])/, (_all, start: string) =>
        /\d$/.test(start) ? start : `${start}0`,
      ),
    ),
  },
  {
    id: 'boolean-taken-as-category',
    title: 'true and false instead of the categoryId become 1 and 0.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: converts('categoryId', (value) => (typeof value === 'boolean' ? BigInt(value) : undefined)),
  },
  {
    id: 'array-taken-as-category',
    title: 'An array that holds one integer is read as the categoryId.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: converts('categoryId', (value) => (isJsonArray(value) && value.length === 1 ? value[0] : undefined)),
  },
  {
    id: 'empty-text-taken-as-category',
    title: 'The empty text instead of the categoryId becomes 0.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: converts('categoryId', (value) => (value === '' ? 0n : undefined)),
  },
  {
    id: 'category-object-taken',
    title: 'An object instead of the categoryId is accepted and stored as category 1.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: converts('categoryId', (value) => (isJsonObject(value) ? 1n : undefined)),
  },
  {
    id: 'category-with-id-taken',
    title: 'An object with an id is read as the categoryId.',
    breaks: ['CREATE-REFUSES-CATEGORY-TYPE'],
    apply: converts('categoryId', (value) => field(value, 'id')),
  },
  {
    id: 'category-overflow-wraps',
    title: 'A categoryId outside int64 wraps around.',
    breaks: ['CREATE-REFUSES-CATEGORY-RANGE'],
    apply: converts('categoryId', (value) => (typeof value === 'bigint' ? BigInt.asIntN(64, value) : undefined)),
  },
  {
    id: 'category-overflow-clamped',
    title: 'A categoryId above int64 becomes the largest one.',
    breaks: ['CREATE-REFUSES-CATEGORY-RANGE'],
    apply: converts('categoryId', (value) =>
      typeof value === 'bigint' && value >= 1n << 63n ? (1n << 63n) - 1n : undefined,
    ),
  },
  {
    id: 'category-underflow-clamped',
    title: 'A categoryId below int64 becomes the smallest one.',
    breaks: ['CREATE-REFUSES-CATEGORY-RANGE'],
    apply: converts('categoryId', (value) =>
      typeof value === 'bigint' && value < -(1n << 63n) ? -(1n << 63n) : undefined,
    ),
  },
  {
    id: 'category-overflow-by-one-taken',
    title: 'The upper bound is checked as a double, so 2^63 itself is accepted.',
    breaks: ['CREATE-REFUSES-CATEGORY-RANGE'],
    apply: converts('categoryId', (value) => (value === 1n << 63n ? (1n << 63n) - 1n : undefined)),
  },
  {
    id: 'category-overflow-fails',
    title: 'A categoryId outside int64 causes a 500.',
    breaks: ['CREATE-REFUSES-CATEGORY-RANGE', 'CREATE-REFUSES-SEVERAL'],
    apply: rejectBody((body) => {
      const category = field(body, 'categoryId');
      return typeof category === 'bigint' && !isInt64(category);
    }, serviceFailure),
  },
];
