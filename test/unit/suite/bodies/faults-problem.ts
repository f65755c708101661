import { readJson } from '../../../../src/contract/json.ts';
import { validate, CONTRACT_SCHEMAS } from '../../../../src/contract/validation.ts';
import type { FaultyBody, ValidNewPet } from '../../../../src/suite/bodies/faulty-body.ts';

/** What the schema may find in the bodies of a requirement. */
const PROBLEMS: Readonly<Record<string, readonly string[]>> = {
  'CREATE-REFUSES-MISSING': ['missing'],
  'CREATE-REFUSES-NULL': ['null'],
  'CREATE-REFUSES-NAME-TYPE': ['type'],
  'CREATE-REFUSES-CATEGORY-TYPE': ['type'],
  'CREATE-REFUSES-CATEGORY-RANGE': ['range'],
  'CREATE-REFUSES-STATUS-TYPE': ['type'],
  'CREATE-REFUSES-STATUS-VALUE': ['enumeration'],
  'CREATE-REFUSES-NON-OBJECT': ['type', 'null'],
  'CREATE-REFUSES-SEVERAL': ['missing', 'type', 'null', 'range', 'enumeration'],
};

/** Why a 400 could be for something else than the declared fault of a body; null if it cannot. */
export function faultsProblem(
  { requirement, lost, write }: Pick<FaultyBody, 'requirement' | 'lost' | 'write'>,
  pet: ValidNewPet,
): string | null {
  const body = Buffer.from(write(pet));
  if (requirement === 'CREATE-REFUSES-EMPTY') return body.toString().trim() === '' ? null : 'it is not empty';
  const reading = readJson(body);
  if (requirement.endsWith('-MALFORMED')) return reading.kind === 'json' ? 'it is JSON' : null;
  if (reading.kind !== 'json') return 'it is not JSON';
  if (!Object.hasOwn(PROBLEMS, requirement)) return `PROBLEMS of this test has no row for ${requirement}`;
  const { document } = reading;
  const mismatches = validate('newPet', document);
  const other = mismatches.find(({ problem }) => PROBLEMS[requirement]?.includes(problem) !== true);
  if (other !== undefined) return `the problem at "${other.pointer}" is ${other.problem}`;
  const found = mismatches.map(({ pointer }) => pointer).toSorted();
  if (requirement === 'CREATE-REFUSES-NON-OBJECT')
    return found.join() === '' && found.length === 1 ? null : 'an object';
  if (found.length === 0) return 'it is valid';
  // Misplaced fields: they keep their values elsewhere in the body.
  if (lost.length === 0) return found.every((each) => ['/name', '/categoryId'].includes(each)) ? null : 'a wrong value';
  const members = Object.entries(document.value as object);
  // The status may be missing, so that is no fault.
  const wrong = lost.filter((name) => name !== 'status' || members.some(([key]) => key === name));
  const declared = wrong.map((name) => `/${name}`).toSorted();
  if (found.join() !== declared.join()) return `it is wrong at ${found.join()} instead of ${declared.join()}`;
  // These would be a second reason to reject the body.
  const unknown = members.find(([name]) => !Object.hasOwn(CONTRACT_SCHEMAS.newPet.properties, name));
  if (unknown !== undefined) return `the contract has no field ${unknown[0]}`;
  if (document.duplicateKeys.length > 0) return 'it holds a field twice';
  const changed = Object.entries(pet).find(
    ([name, right]) =>
      !lost.some((each) => each === name) &&
      document.numberText(document.value as object, name) !== String(right) &&
      !members.some(([key, value]) => key === name && value === right),
  );
  return changed === undefined ? null : `it does not keep ${changed[0]}`;
}
