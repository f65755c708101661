import { type JsonInput, writeJson } from '../../contract/json.ts';
import { NEW_PET_FIELDS, type NewPet } from '../../contract/pet.ts';

/** The members of a NewPet. What is absent stays absent. */
export function newPetMembers(pet: NewPet): Readonly<Record<string, JsonInput>> {
  return Object.fromEntries(NEW_PET_FIELDS.flatMap((field) => (pet[field] === undefined ? [] : [[field, pet[field]]])));
}

/** A NewPet as JSON text with exact integers. */
export function newPetText(pet: NewPet): string {
  return writeJson(newPetMembers(pet));
}

/** So far that a NewPet has more than 512 bytes, and less than 1 KiB: a service may limit larger bodies. */
const WIDE_INDENT = ' '.repeat(250);

/** A NewPet with its last member first, and with white space wherever JSON allows it (RFC 8259 section 2), so it is also long. */
export function spacedNewPet(pet: NewPet): string {
  const lines = Object.entries(newPetMembers(pet)).map(
    ([key, value]) => `${WIDE_INDENT}${writeJson(key)}\t: ${writeJson(value)}`,
  );
  return `\r\n{\n${lines.toReversed().join(' ,\r\n')}\n}\n`;
}

/**
 * A NewPet in which every character of every string is written as an escape (RFC 8259 section 7), and a slash as the short one.
 * The digits of the escapes are capital and small by turns.
 */
export function escapedNewPet(pet: NewPet): string {
  const members = Object.entries(newPetMembers(pet)).map(([key, value]) => {
    const written = typeof value === 'string' ? escapedString(value) : writeJson(value);
    return `${escapedString(key)}:${written}`;
  });
  return `{${members.join(',')}}`;
}

function escapedString(text: string): string {
  const units = text.split('').map((unit, index) => {
    if (unit === '/') return String.raw`\/`;
    const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return String.raw`\u${index % 2 === 0 ? digits.toUpperCase() : digits}`;
  });
  return `"${units.join('')}"`;
}
