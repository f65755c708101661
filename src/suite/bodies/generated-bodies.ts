import * as fc from 'fast-check';
import { type JsonInput, writeJson, readJson } from '../../contract/json.ts';
import { PET_STATUSES, type PetStatus } from '../../contract/pet.ts';
import { checkNewPet } from '../../contract/validation.ts';
import { realisticNameArbitrary, isOrdinaryName, ordinaryNameArbitrary } from './generated-names.ts';
import {
  ALL_FIELDS,
  buildBody,
  type DeclaredFault,
  type FieldName,
  type Members,
  pointersTo,
  REQUIRED_FIELDS,
  type ValidNewPet,
} from './faulty-body.ts';
import { proveDeclaredFaults } from './prove-declared-faults.ts';
import {
  type ApplyFault,
  notAnObjectArbitrary,
  type WrongField,
  wrongValueArbitrary,
} from './wrong-value-arbitrary.ts';

/** A generated body with one fault, or with several. Its category is filled in later, from those that the service accepts. */
export interface FaultyDraft {
  /** Chooses one of the accepted categories. */
  readonly categoryIndex: number;
  /** Builds the body with an accepted category. Throws unless the body has exactly its faults. */
  readonly build: (categoryId: bigint) => string;
}

/** Generates faulty bodies for `POST /pets` (parts 4.2 and 7: 400): with one wrong field, with several, or no object. */
export function faultyBodyArbitrary(fault: WrongField | 'several-fields' | 'not-an-object'): fc.Arbitrary<FaultyDraft> {
  if (fault === 'several-fields') return severalFields();
  return fault === 'not-an-object' ? notAnObject() : wrongField(fault);
}

/** A valid body. `categoryIndex` chooses one of the accepted categories. */
const validBody = fc.record({
  name: realisticNameArbitrary(),
  status: fc.constantFrom(...PET_STATUSES),
  categoryIndex: fc.nat({ max: 99 }),
});

function draft(
  { categoryIndex, ...rest }: Omit<ValidNewPet, 'categoryId'> & { readonly categoryIndex: number },
  declared: DeclaredFault,
  lost: readonly FieldName[],
  change: (members: Members) => JsonInput,
): FaultyDraft {
  return {
    categoryIndex,
    build(categoryId) {
      const built = buildBody({ ...rest, categoryId }, lost, (members) => writeJson(change(members)));
      proveDeclaredFaults(built, declared);
      return built.body;
    },
  };
}

function wrongField(fault: WrongField): fc.Arbitrary<FaultyDraft> {
  const { field, kind } = fault;
  const declared = { id: `${field}, ${kind}`, kind, faults: pointersTo([field]) };
  return fc
    .tuple(validBody, wrongValueArbitrary(fault))
    .map(([valid, applyFault]) =>
      draft(valid, declared, [field], (members) => ({ ...members, [field]: applyFault(members[field]) })),
    );
}

/** Bodies with at least two wrong or missing fields. They shrink to two, and then to simpler values. */
function severalFields(): fc.Arbitrary<FaultyDraft> {
  const chosen = fc
    .tuple(...ALL_FIELDS.map((field) => fc.option(anyFault(field))))
    .filter((faults) => faults.filter((fault) => fault !== null).length > 1);
  return fc.tuple(validBody, chosen).map(([valid, faults]) => {
    const wrong = ALL_FIELDS.filter((_field, index) => faults[index] !== null);
    const declared = { id: 'several fields', kind: 'several', faults: pointersTo(wrong) } as const;
    return draft(valid, declared, wrong, (members) =>
      Object.fromEntries(
        ALL_FIELDS.flatMap((field, index) => {
          const fault = faults[index];
          if (fault === 'missing') return [];
          return [[field, fault ? fault(members[field]) : members[field]] as const];
        }),
      ),
    );
  });
}

function anyFault(field: FieldName): fc.Arbitrary<ApplyFault | 'missing'> {
  const wrong: readonly WrongField[] = [
    { field, kind: 'null' },
    { field, kind: 'wrong-type' },
    ...(field === 'categoryId' ? [{ field, kind: 'out-of-range' } as const] : []),
    ...(field === 'status' ? [{ field, kind: 'not-in-enumeration' } as const] : []),
  ];
  const missing = REQUIRED_FIELDS.some((required) => required === field) ? [fc.constant('missing' as const)] : [];
  return fc.oneof(...missing, ...wrong.map(wrongValueArbitrary));
}

function notAnObject(): fc.Arbitrary<FaultyDraft> {
  const declared = { id: 'not an object', kind: 'not-an-object', faults: [''] } as const;
  return fc
    .tuple(validBody, notAnObjectArbitrary())
    .map(([valid, around]) => draft(valid, declared, ALL_FIELDS, around));
}

/** A valid NewPet without its category. `categoryIndex` chooses one of the accepted categories. */
interface ValidDraft {
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
    {
      weight: 1,
      arbitrary: fc.record({ name: realisticNameArbitrary(), categoryIndex, status: fc.constant(undefined) }),
    },
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
