import { rawJson, writeJson } from '../../contract/json.ts';
import { NEW_PET_FIELDS } from '../../contract/pet.ts';
import { type FaultyBody, type FieldName, slugOf, type ValidNewPet } from './faulty-body.ts';

type Leniency = Pick<FaultyBody, 'requirement' | 'why'>;

function malformed(
  slug: string,
  title: string,
  leniency: Leniency,
  write: FaultyBody['write'],
  lost: readonly FieldName[] = [],
): FaultyBody {
  return { id: `malformed-${slug}`, title, ...leniency, lost, write };
}

/** No reader finds both required fields with valid values. */
function rejected(why: string): Leniency {
  return { requirement: 'CREATE-REFUSES-MALFORMED', why };
}

/** A lenient reader finds both required fields with valid values. */
function observed(why: string): Leniency {
  return { requirement: 'OPEN-CREATE-MALFORMED', why };
}

/** A byte that is in no character, and the first byte of a character of two. */
const NOT_UTF_8 = Uint8Array.of(0x20, 0xff, 0x20, 0xc3);

const NO_INTEGER = rejected('Some parsers read the word, but its value is no integer.');

/** Bodies that are not JSON (part 4.2), each one mistake away from a valid body. */
export const MALFORMED_BODIES: readonly FaultyBody[] = [
  malformed(
    'cut-short',
    'the body is cut off in the middle',
    rejected('It ends before the second required field, so a reader that completes it finds only the first.'),
    cutInCategoryId,
    NEW_PET_FIELDS,
  ),
  // An Error may quote it, and must still be JSON in UTF-8.
  malformed(
    'words',
    'the body is a sentence with quotes, a backslash and bytes that are not UTF-8',
    rejected('No field has a name or a value.'),
    (pet) => {
      const words = `a pet with ${Object.values(pet).map(String).join(' and ')}`
        .replaceAll(/[{}[\]":,]/g, '')
        .replace('pet', String.raw`"pet" \ `);
      return Buffer.concat([Buffer.from(words), NOT_UTF_8]);
    },
    NEW_PET_FIELDS,
  ),
  malformed(
    'json5-wrong-name',
    'the body is JSON5, and its name is a number',
    rejected('A JSON5 reader finds a name that is not a string.'),
    ({ categoryId, status }) => `{/* a pet */name:7,categoryId:${categoryId},status:'${status}',}`,
    ['name'],
  ),
  malformed(
    'form-fields',
    'the body is form-encoded',
    rejected('It is labelled as JSON, and a form has only strings, so no categoryId in it is an integer.'),
    (pet) => new URLSearchParams({ ...pet, categoryId: String(pet.categoryId) }).toString(),
  ),
  malformed(
    'xml',
    'the body is XML',
    rejected('It is labelled as JSON, and XML has only strings, so no categoryId in it is an integer.'),
    xml,
  ),
  malformed(
    'no-closing-brace',
    'the body has no closing brace',
    observed('A reader that completes a cut text adds the brace.'),
    (pet) => writeJson(pet).slice(0, -1),
  ),
  malformed(
    'trailing-comma',
    'the body has a comma before the closing brace',
    observed('JSON5 and many parsers allow it.'),
    (pet) => `${writeJson(pet).slice(0, -1)},}`,
  ),
  malformed(
    'name-raw-newline',
    'name has an unescaped newline',
    observed('Many parsers allow control characters in strings.'),
    (pet) => writeJson({ ...pet, name: rawJson(`${JSON.stringify(pet.name).slice(0, -1)}\n"`) }),
    ['name'],
  ),
  withoutValue('name'),
  badNumeral('nan', 'the word NaN', NO_INTEGER, () => 'NaN'),
  badNumeral('undefined', 'the word undefined', NO_INTEGER, () => 'undefined'),
  badNumeral(
    'leading-zero',
    'a number with a leading zero',
    observed('Some parsers skip the zero, others read an octal number.'),
    (right) => (right < 0n ? `-0${-right}` : `0${right}`),
  ),
  withoutValue('categoryId'),
];

function badNumeral(slug: string, says: string, leniency: Leniency, write: (right: bigint) => string): FaultyBody {
  const text = (pet: ValidNewPet): string => writeJson({ ...pet, categoryId: rawJson(write(pet.categoryId)) });
  return malformed(`category-id-${slug}`, `categoryId is ${says}`, leniency, text, ['categoryId']);
}

function withoutValue(field: 'name' | 'categoryId'): FaultyBody {
  return malformed(
    `${slugOf(field)}-no-value`,
    `${field} has no value after its colon`,
    rejected('A repairing reader puts null there, which no field may be.'),
    (pet) => writeJson({ ...pet, [field]: rawJson('') }),
    [field],
  );
}

/** Ends within the name of the second field. */
function cutInCategoryId(pet: ValidNewPet): string {
  const text = writeJson(pet);
  return text.slice(0, text.lastIndexOf('"categoryId":') + 5);
}

function xml(pet: ValidNewPet): string {
  const elements = Object.entries(pet).map(
    ([name, member]) => `<${name}>${String(member).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`,
  );
  return `<pet>${elements.join('')}</pet>`;
}
