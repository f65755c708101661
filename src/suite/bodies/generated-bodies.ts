import * as fc from 'fast-check';
import { writeJson, readJson } from '../../contract/json.ts';
import { PET_STATUSES, type PetStatus } from '../../contract/pet.ts';
import { CONTRACT_SCHEMAS } from '../../contract/schemas.ts';
import type { ValidNewPet } from './one-fault-body.ts';
import { validMembers, marksOf, type BuiltBody } from './one-fault-body.ts';
import { realName, isOrdinaryName, ordinaryNameArbitrary } from './generated-names.ts';
import { proveOneFault, type DeclaredFault } from './prove-one-fault.ts';
import { readSchemaFields, type SchemaField } from './schema-fields.ts';
import { notAnObjectArbitrary, wrongValueArbitrary } from './wrong-value-arbitrary.ts';
import type { ValueFault } from './wrong-values.ts';
import { checkNewPet } from '../../contract/validation.ts';

/** A body with one fault, but for the category, which only a service can tell. */
export interface OneFaultDraft {
  /** Chooses one of the categories that the service accepts. */
  readonly categoryIndex: number;
  /** Builds the body around an accepted category and proves its one fault; throws an Error where that proof fails. */
  readonly build: (categoryId: bigint) => BuiltBody;
}

/** Where a generated body is wrong: a field and how, or the whole body. */
export type FaultPlace = { readonly field: string; readonly kind: ValueFault } | 'not-an-object';

/**
 * Bodies for `POST /pets` with one fault (part 4.2, part 7: 400), derived from the NewPet schema. Throws an Error for a
 * field that the schema does not have.
 */
export function oneFaultArbitrary(place: FaultPlace): fc.Arbitrary<OneFaultDraft> {
  const fields = readSchemaFields(CONTRACT_SCHEMAS.newPet, Object.values(CONTRACT_SCHEMAS));
  return place === 'not-an-object' ? notAnObject(fields) : wrongField(fields, place);
}

const base = fc.record({
  name: realName(),
  status: fc.constantFrom(...PET_STATUSES),
  categoryIndex: fc.nat({ max: 99 }),
});

function wrongField(
  fields: readonly SchemaField[],
  { field: name, kind }: Exclude<FaultPlace, string>,
): fc.Arbitrary<OneFaultDraft> {
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`a NewPet has no field ${name}`);
  const kept = fields.map((each) => each.name).filter((each) => each !== name);
  const declared = { id: `${name}, ${kind}`, kind, faults: [`/${name}`] };
  return fc.tuple(base, wrongValueArbitrary(field, kind)).map(([{ categoryIndex, ...rest }, applyFault]) => ({
    categoryIndex,
    build(categoryId) {
      const right: ValidNewPet = { ...rest, categoryId };
      const members = Object.entries(validMembers(fields, right)).map(([key, value]) => [
        key,
        key === name ? applyFault(value) : value,
      ]);
      return proven(
        { body: writeJson(Object.fromEntries(members)), marks: marksOf(right, kept), repaired: null },
        declared,
      );
    },
  }));
}

function notAnObject(fields: readonly SchemaField[]): fc.Arbitrary<OneFaultDraft> {
  const declared = { id: 'not an object', kind: 'not-an-object', faults: [''] } as const;
  return fc.tuple(base, notAnObjectArbitrary()).map(([{ categoryIndex, ...rest }, around]) => ({
    categoryIndex,
    build(categoryId) {
      const body = writeJson(around(validMembers(fields, { ...rest, categoryId })));
      return proven({ body, marks: {}, repaired: null }, declared);
    },
  }));
}

function proven(built: BuiltBody, declared: DeclaredFault): BuiltBody {
  proveOneFault(built, declared);
  return built;
}

/** A valid NewPet but for its category, which only a service can tell: `categoryIndex` chooses one of those that it accepts. */
export interface ValidDraft {
  readonly name: string;
  readonly categoryIndex: number;
  readonly status: PetStatus | undefined;
}

/**
 * Valid NewPets (part 4.2). Those without a status have plain names, so that a refusal tells whether it is for the name
 * or for the status that is not there.
 */
export function validPetArbitrary(): fc.Arbitrary<ValidDraft> {
  const categoryIndex = fc.nat({ max: 99 });
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ name: ordinaryNameArbitrary(), categoryIndex, status: fc.constantFrom(...PET_STATUSES) }),
    },
    { weight: 1, arbitrary: fc.record({ name: realName(), categoryIndex, status: fc.constant(undefined) }) },
  );
}

/** Proves that a body must be accepted as far as its category is known; throws an Error, a fault of the suite, otherwise. */
export function proveValid(body: string): void {
  const reading = readJson(new TextEncoder().encode(body));
  const value = reading.kind === 'json' ? reading.document.value : null;
  if (reading.kind !== 'json' || checkNewPet(reading.document).length > 0)
    throw new Error('a body that should be a valid NewPet is none');
  const { name } = value as { readonly name: string };
  if (!isOrdinaryName(name)) throw new Error('the name of a valid NewPet is one that a service may refuse');
}
