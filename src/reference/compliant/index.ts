import { composeChanges } from '../step-changes.ts';
import { catalogueVariants, manyPets } from './catalogue-variants.ts';
import { choiceVariants } from './choice-variants.ts';
import { type CompliantExpectation, type CompliantVariant, conformant } from './compliant-variant.ts';
import { connectionVariants } from './connection-variants.ts';
import { disturbanceVariants } from './disturbance-variants.ts';
import { keyVariants } from './key-variants.ts';
import { lenientJsonVariants } from './lenient-json-variants.ts';
import { messageVariants } from './message-variants.ts';
import { readingVariants } from './reading-variants.ts';
import { writerVariants } from './writer-variants.ts';

/** The compliant variants that differ in one thing. */
const singleVariants: readonly CompliantVariant[] = [
  ...catalogueVariants,
  ...writerVariants,
  ...choiceVariants,
  ...readingVariants,
  ...keyVariants,
  ...lenientJsonVariants,
  ...messageVariants,
  ...connectionVariants,
  ...disturbanceVariants,
];

function combination(
  id: string,
  title: string,
  parts: readonly string[],
  expects: CompliantExpectation = conformant,
): CompliantVariant {
  const chosen = singleVariants.filter((variant) => parts.includes(variant.id));
  if (chosen.length !== parts.length) throw new RangeError(`${id} names a compliant variant that does not exist.`);
  return { id, title, expects, apply: composeChanges(...chosen.map((variant) => variant.apply)) };
}

/** The compliant variants that differ in several things at once. */
const combinedVariants: readonly CompliantVariant[] = [
  combination('old-java-service', 'Negative ids, capitals, chunks, extra fields, strict bodies, few categories.', [
    'ids-negative',
    'upper-case-headers',
    'chunked',
    'extra-pet-fields',
    'unknown-fields-refused',
    'few-categories-known',
  ]),
  combination('behind-a-gateway', 'Compression, many headers, random closing, jitter and no challenge.', [
    'compressed-with-gzip',
    'many-headers',
    'closes-at-random',
    'jittery',
    'no-challenge',
  ]),
  combination('busy-and-late', 'Another writer, a late list, newest first, ids next to each other above 2^53.', [
    'ids-just-above-2-53',
    'newest-first',
    'other-writer-on-timer',
    'list-half-a-second-late',
  ]),
  combination('small-pages-strict', 'Small pages in random order, strict names, queries and labels.', [
    'shuffled',
    'pages-of-25-at-most',
    'names-strict',
    'names-of-twenty-at-most',
    'query-strict',
    'unsupported-types-refused',
  ]),
  combination('generous', 'Odd input is clamped or ignored, a default status, random ids, indented JSON.', [
    'ids-random',
    'default-status-available',
    'limit-outside-clamped',
    'unknown-status-ignored',
    'pretty-json',
    'media-type-in-capitals',
  ]),
  combination(
    'huge-and-busy',
    'Five thousand pets in random order, and another writer.',
    ['huge-catalogue', 'shuffled', 'other-writer-on-requests'],
    manyPets,
  ),
];

/** Every compliant variant, each with its own id. */
export const compliantVariants: readonly CompliantVariant[] = [...singleVariants, ...combinedVariants];
