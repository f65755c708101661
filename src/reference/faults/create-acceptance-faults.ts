import { refuseNewPet } from '../variant-makers.ts';
import type { Variant } from '../behaviour.ts';
import type { Fault } from './fault.ts';

function refusesNames(when: (name: string) => boolean, status = 400): Variant {
  return refuseNewPet((newPet) => when(newPet.name), 'invalid-name', status);
}

function refusesCategories(when: (categoryId: bigint) => boolean, status: number): Variant {
  return refuseNewPet((newPet) => when(newPet.categoryId), 'invalid-category', status);
}

/** Faults that refuse valid pets, or refuse in a way that the contract does not know (parts 2 and 4.2). */
export const createAcceptanceFaults: readonly Fault[] = [
  {
    id: 'names-in-ascii-only',
    title: 'Names outside ASCII are refused.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => /[^ -~]/.test(name)),
  },
  {
    id: 'emoji-in-names-fail',
    title: 'A name with a character beyond the first plane leads to 500.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => /[\u{10000}-\u{10ffff}]/u.test(name), 500),
  },
  {
    id: 'apostrophe-in-names-fails',
    title: 'A name with an apostrophe leads to 500.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => name.includes("'"), 500),
  },
  {
    id: 'markup-in-names-forbidden',
    title: 'A name with a less-than sign is taken for an attack and answered 403.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => name.includes('<'), 403),
  },
  {
    id: 'ampersand-in-names-refused',
    title: 'A name with an ampersand is refused.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => name.includes('&')),
  },
  {
    id: 'quote-in-names-refused',
    title: 'A name with a quotation mark is refused.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => name.includes('"')),
  },
  {
    id: 'name-zero-refused',
    title: 'The name 0 is taken for an empty one and refused.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => name === '0'),
  },
  {
    id: 'name-constructor-refused',
    title:
      'Names are kept in an object that has a constructor, so that this name is taken for one that is there already.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => name === 'constructor'),
  },
  {
    id: 'names-of-letters-only',
    title: 'Only names of letters are taken, so that every name that a run gives by itself is refused.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => !/^\p{L}+$/u.test(name)),
  },
  {
    id: 'names-of-ten-characters-at-most',
    title: 'Names of more than ten characters are refused.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => name.length > 10),
  },
  {
    id: 'one-letter-names-refused',
    title: 'A name of one character is refused.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => Array.from(name).length === 1),
  },
  {
    id: 'twenty-letter-names-refused',
    title: 'A name of 20 letters and spaces is refused, one of 19 is accepted.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => /^[\p{L} ]{20,}$/u.test(name)),
  },
  {
    id: 'punctuation-in-names-refused',
    title: 'A name with a comma, a colon, a slash or a percent sign is refused.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => /[,:/%]/.test(name)),
  },
  {
    id: 'typed-words-as-names-refused',
    title: 'A name that reads as a number, a date or a truth value is refused.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => /^(?:true|false|null|[\d.e+-]+)$/i.test(name)),
  },
  {
    id: 'full-names-refused',
    title: 'A name of several words without digits is taken for that of a person and refused.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => /^\p{L}+(?: \p{L}+)+$/u.test(name)),
  },
  {
    id: 'names-measured-in-bytes',
    title: 'A name of more than 20 bytes is refused, though it has fewer characters.',
    breaks: ['CREATE-NAMES'],
    apply: refusesNames((name) => Buffer.byteLength(name) > 20),
  },
  {
    id: 'large-categories-fail',
    title: 'A categoryId above 2^31 leads to 500.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: refusesCategories((categoryId) => categoryId >= 2n ** 31n, 500),
  },
  {
    id: 'negative-categories-fail',
    title: 'A negative categoryId leads to 500.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: refusesCategories((categoryId) => categoryId < 0n, 500),
  },
  {
    id: 'smallest-category-fails',
    title: 'The smallest int64 as categoryId leads to 500.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: refusesCategories((categoryId) => categoryId === -(2n ** 63n), 500),
  },
  {
    id: 'unknown-categories-unprocessable',
    title: 'A categoryId above 1000 is unknown and answered 422.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: refusesCategories((categoryId) => categoryId > 1000n, 422),
  },
  {
    id: 'unknown-categories-not-found',
    title: 'A categoryId of 0 or below is unknown and answered 404.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: refusesCategories((categoryId) => categoryId <= 0n, 404),
  },
  {
    id: 'create-with-charset-refused',
    title: 'A body is refused with 415 where its label has no charset.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: refuseNewPet(
      (_newPet, request) => !/charset=/i.test(request.headers['content-type'] ?? ''),
      'unsupported-type',
      415,
    ),
  },
  {
    id: 'sold-refused-on-create',
    title: 'A new pet cannot be sold already, and is refused.',
    breaks: ['CREATE-OK', 'CREATE-NAMES'],
    apply: refuseNewPet((newPet) => newPet.status === 'sold', 'invalid-status'),
  },
];
