import { rejectsCategories, rejectsNames } from '../shared-variants.ts';
import { rejectNewPet } from '../variant-makers.ts';
import type { Fault } from './fault.ts';

/** Faults that reject valid pets, or reject with a status outside the contract (parts 2 and 4.2). */
export const createAcceptanceFaults: readonly Fault[] = [
  {
    id: 'names-in-ascii-only',
    title: 'Names outside ASCII are rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => /[^ -~]/.test(name)),
  },
  {
    id: 'emoji-in-names-fail',
    title: 'A name with a character beyond the first plane causes a 500.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => /[\u{10000}-\u{10ffff}]/u.test(name), 500),
  },
  {
    id: 'apostrophe-in-names-fails',
    title: 'A name with an apostrophe causes a 500.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name.includes("'"), 500),
  },
  {
    id: 'markup-in-names-forbidden',
    title: 'A name with a less-than sign looks like an attack and gets 403.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name.includes('<'), 403),
  },
  {
    id: 'dashes-in-names-forbidden',
    title: 'A name with two dashes looks like a comment in SQL and gets 403.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name.includes('--'), 403),
  },
  {
    id: 'ampersand-in-names-refused',
    title: 'A name with an ampersand is rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name.includes('&')),
  },
  {
    id: 'backslash-in-names-refused',
    title: 'A name with a backslash is rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name.includes('\\')),
  },
  {
    id: 'plus-in-names-refused',
    title: 'A name with a plus sign is rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name.includes('+')),
  },
  {
    id: 'at-sign-in-names-refused',
    title: 'A name with an at sign is taken for an address, and rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name.includes('@')),
  },
  {
    id: 'full-stop-in-names-refused',
    title: 'A name with a full stop is rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name.includes('.')),
  },
  {
    id: 'spaces-in-a-row-refused',
    title: 'A name with two spaces in a row is rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name.includes('  ')),
  },
  {
    id: 'quote-in-names-refused',
    title: 'A name with a quotation mark is rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name.includes('"')),
  },
  {
    id: 'name-beyond-twenty-too-large',
    title: 'A name longer than 20 characters gets 413.',
    breaks: ['CREATE-SMALL-BODIES'],
    apply: rejectsNames((name) => name.length > 20, 413),
  },
  {
    id: 'name-beyond-column-too-large',
    title: 'A name longer than its database column of 255 characters gets 413.',
    breaks: ['CREATE-SMALL-BODIES'],
    apply: rejectsNames((name) => name.length > 255, 413),
  },
  {
    id: 'name-beyond-column-too-long',
    title: 'A name longer than 254 characters gets 414.',
    breaks: ['CREATE-SMALL-BODIES'],
    apply: rejectsNames((name) => name.length > 254, 414),
  },
  {
    id: 'name-zero-refused',
    title: 'The service treats the name 0 as empty and rejects it.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name === '0'),
  },
  {
    id: 'name-constructor-refused',
    title: 'The name constructor is rejected as a duplicate, since names are keys of an object.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name === 'constructor'),
  },
  {
    id: 'names-of-letters-only',
    title: 'A name is rejected if it has a character that is not a letter.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => !/^\p{L}+$/u.test(name)),
  },
  {
    id: 'names-of-ten-characters-at-most',
    title: 'Names of more than ten characters are rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => name.length > 10),
  },
  {
    id: 'one-letter-names-refused',
    title: 'A name of one character is rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => Array.from(name).length === 1),
  },
  {
    id: 'twenty-letter-names-refused',
    title: 'A name of 20 letters and spaces is rejected, one of 19 is accepted.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => /^[\p{L} ]{20,}$/u.test(name)),
  },
  {
    id: 'punctuation-in-names-refused',
    title: 'A name with a comma, a colon, a slash or a percent sign is rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => /[,:/%]/.test(name)),
  },
  {
    id: 'typed-words-as-names-refused',
    title: 'A name that reads as a number, a date or a truth value is rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => /^(?:true|false|null|[\d.e+-]+)$/i.test(name)),
  },
  {
    id: 'full-names-refused',
    title: 'A name of several words without digits is rejected.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => /^\p{L}+(?: \p{L}+)+$/u.test(name)),
  },
  {
    id: 'names-measured-in-bytes',
    title: 'A name of more than 20 bytes is rejected, although it has fewer characters.',
    breaks: ['CREATE-NAMES'],
    apply: rejectsNames((name) => Buffer.byteLength(name) > 20),
  },
  {
    id: 'large-categories-fail',
    title: 'A categoryId above 2^31 causes a 500.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: rejectsCategories((categoryId) => categoryId >= 2n ** 31n, 500),
  },
  {
    id: 'negative-categories-fail',
    title: 'A negative categoryId causes a 500.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: rejectsCategories((categoryId) => categoryId < 0n, 500),
  },
  {
    id: 'smallest-category-fails',
    title: 'The smallest int64 as categoryId causes a 500.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: rejectsCategories((categoryId) => categoryId === -(2n ** 63n), 500),
  },
  {
    id: 'unknown-categories-unprocessable',
    title: 'A categoryId above 1000 is unknown and gets 422.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: rejectsCategories((categoryId) => categoryId > 1000n, 422),
  },
  {
    id: 'unknown-categories-not-found',
    title: 'A categoryId of 0 or below is unknown and gets 404.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: rejectsCategories((categoryId) => categoryId <= 0n, 404),
  },
  {
    id: 'create-with-charset-refused',
    title: 'A body is rejected with 415 if its Content-Type has no charset.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: rejectNewPet(
      (_newPet, request) => !/charset=/i.test(request.headers['content-type'] ?? ''),
      'unsupported-type',
      415,
    ),
  },
  {
    id: 'sold-refused-on-create',
    title: 'A new pet with the status sold is rejected.',
    breaks: ['CREATE-OK', 'CREATE-NAMES'],
    apply: rejectNewPet((newPet) => newPet.status === 'sold', 'invalid-status'),
  },
];
