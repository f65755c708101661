import * as fc from 'fast-check';
import { writeJson, readJson } from '../../contract/json.ts';
import { PET_STATUSES, type PetStatus } from '../../contract/pet.ts';
import { CONTRACT_SCHEMAS } from '../../contract/schemas.ts';
import {
  type ValidNewPet,
  validMembers,
  marksOf,
  type BuiltBody,
  readSchemaFields,
  type SchemaField,
} from './one-fault-body.ts';
import { realName, isOrdinaryName, ordinaryNameArbitrary } from './generated-names.ts';
import { proveOneFault, type DeclaredFault } from './prove-one-fault.ts';
import { type ApplyFault, notAnObjectArbitrary, wrongValueArbitrary } from './wrong-value-arbitrary.ts';
import type { ValueFault } from './wrong-values.ts';
import { checkNewPet } from '../../contract/validation.ts';

/** A generated body with one fault, or with several. Its category is filled in later, from those that the service accepts. */
export interface FaultyDraft {
  /** Chooses one of the accepted categories. */
  readonly categoryIndex: number;
  /** Builds the body with an accepted category. Throws unless the body has exactly its faults. */
  readonly build: (categoryId: bigint) => BuiltBody;
}

/** What is wrong in a generated body: a field with its kind of fault, several fields in any way, or the whole body. */
export type FaultPlace = { readonly field: string; readonly kind: ValueFault } | 'several-fields' | 'not-an-object';

/**
 * Generates faulty bodies for `POST /pets` (parts 4.2 and 7: 400), derived from the NewPet schema. Throws for a field that the
 * schema does not have.
 */
export function faultyBodyArbitrary(place: FaultPlace): fc.Arbitrary<FaultyDraft> {
  const fields = readSchemaFields(CONTRACT_SCHEMAS.newPet, Object.values(CONTRACT_SCHEMAS));
  if (place === 'several-fields') return severalFields(fields);
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
): fc.Arbitrary<FaultyDraft> {
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`A NewPet has no field ${name}.`);
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

/** Bodies with at least two wrong or missing fields. They shrink to two, and then to simpler values. */
function severalFields(fields: readonly SchemaField[]): fc.Arbitrary<FaultyDraft> {
  const chosen = fc
    .tuple(...fields.map((field) => fc.option(anyFault(field))))
    .filter((faults) => faults.filter((fault) => fault !== null).length > 1);
  return fc.tuple(base, chosen).map(([{ categoryIndex, ...rest }, faults]) => ({
    categoryIndex,
    build(categoryId) {
      const wrong = new Map(fields.flatMap(({ name }, index) => (faults[index] ? [[name, faults[index]]] : [])));
      const members = Object.entries(validMembers(fields, { ...rest, categoryId })).flatMap(([name, value]) => {
        const fault = wrong.get(name);
        if (fault === 'missing') return [];
        return [[name, fault === undefined ? value : fault(value)] as const];
      });
      const declared = {
        id: 'several fields',
        kind: 'several',
        faults: [...wrong.keys()].map((name) => `/${name}`),
      } as const;
      return proven({ body: writeJson(Object.fromEntries(members)), marks: {}, repaired: null }, declared);
    },
  }));
}

function anyFault(field: SchemaField): fc.Arbitrary<ApplyFault | 'missing'> {
  const kinds: readonly ValueFault[] = [
    'null',
    'wrong-type',
    ...(field.format === 'int64' ? (['out-of-range'] as const) : []),
    ...(field.enumeration.length > 0 ? (['not-in-enumeration'] as const) : []),
  ];
  const missing = field.required ? [fc.constant('missing' as const)] : [];
  return fc.oneof(...missing, ...kinds.map((kind) => wrongValueArbitrary(field, kind)));
}

function notAnObject(fields: readonly SchemaField[]): fc.Arbitrary<FaultyDraft> {
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

/** A valid NewPet without its category. `categoryIndex` chooses one of the accepted categories. */
export interface ValidDraft {
  readonly name: string;
  readonly categoryIndex: number;
  readonly status: PetStatus | undefined;
}

/**
 * Generates valid NewPets (part 4.2). Pets without a status have plain names, so a rejection can only be for the missing
 * status.
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

/** Proves that a service must accept a body if it knows the category. Throws otherwise, which is a fault of the suite. */
export function proveValid(body: string): void {
  const reading = readJson(new TextEncoder().encode(body));
  const value = reading.kind === 'json' ? reading.document.value : null;
  if (reading.kind !== 'json' || checkNewPet(reading.document).length > 0)
    throw new Error('A generated body is not a valid NewPet.');
  const { name } = value as { readonly name: string };
  if (!isOrdinaryName(name)) throw new Error('A generated body has a name that a service may reject.');
}
