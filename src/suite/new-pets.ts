import { type NewPet, PET_STATUSES, type PetStatus } from '../contract/pet.ts';
import { PROFILES } from '../settings/profiles.ts';
import type { Marks, RawBody } from './api-request.ts';
import { FAULTY_BODIES } from './bodies/faulty-bodies.ts';
import { type FaultyBody, type ValidNewPet, without } from './bodies/faulty-body.ts';
import { newPetText } from './bodies/new-pet-text.ts';
import type { CaseScope } from './case-scope.ts';
import { randomFor, seedFor } from './random-numbers.ts';
import type { Found, Run } from './run.ts';

/** A body that must be rejected, and the marks of a pet stored for it. */
export interface MarkedBody extends RawBody {
  readonly marks: Marks;
}

/** A body that must be rejected, and that has no field to identify a stored pet. */
export interface UnmarkedBody extends RawBody {
  /** The id of its fault. */
  readonly id: string;
  /** Says what is wrong with it: completes "if …". */
  readonly title: string;
}

/** The fields of a valid pet that a case chooses itself. */
export interface PetFields {
  readonly status?: PetStatus | undefined;
  readonly name?: string | undefined;
  /** The word at the end of a name of the run. */
  readonly word?: string;
  readonly categoryId?: bigint | undefined;
}

/** A random category that no other pet has. It fits into 32 bits. */
export function uniqueCategory(random: () => number): bigint {
  return 1_000_000_000n + BigInt(Math.floor(random() * 1_000_000_000));
}

const GUESSED_CATEGORY = 1n;

/** A valid NewPet. The given name, or else the case and the status, decide which accepted category it has. */
export function draftPet(run: Run, caseId: string, fields: PetFields = {}): NewPet {
  const { categories, seedPets } = run.found;
  const name = fields.name ?? run.names.next(caseId, seedPets[0]?.id, fields.word);
  const index = seedFor(run.configuration.seed, fields.name ?? `${caseId} ${fields.status}`);
  const categoryId = fields.categoryId ?? categories[index % Math.max(1, categories.length)] ?? GUESSED_CATEGORY;
  return { name, categoryId, status: fields.status };
}

/** The fixtures add a pet of each status that the service accepts. */
function acceptedStatus({ knowledge }: Run, wanted: PetStatus = 'sold'): PetStatus {
  const accepted = new Set(knowledge.own().map(({ status }) => status));
  return [wanted, ...PET_STATUSES].find((status) => accepted.has(status)) ?? wanted;
}

/** Bodies for new pets. */
export function createBodies({ run, caseId }: CaseScope) {
  const { found } = run;

  function bodyToReject(status = acceptedStatus(run)): ValidNewPet {
    const unique = found.acceptsUniqueCategory
      ? { categoryId: uniqueCategory(randomFor(run.configuration, caseId)) }
      : {};
    return { ...draftPet(run, caseId, unique), status };
  }

  return {
    /** A valid NewPet with a unique name and an accepted category. */
    valid: (fields?: PetFields) => draftPet(run, caseId, fields),
    /** A valid NewPet that cases share, with its status if the service accepts that: a case that tries another part must not fail for it. */
    shared: (fields: PetFields = {}) =>
      draftPet(run, caseId, { ...fields, status: fields.status && acceptedStatus(run, fields.status) }),
    /** An otherwise valid body with one fault. */
    invalid: (fault: FaultyBody, status?: PetStatus) =>
      applyFault(fault, bodyToReject(status), found.acceptsUniqueCategory),
    /** A malformed body that a lenient reader may accept, with the pet that it then reads. If a value is lost, readers differ in it. */
    lenient(fault: FaultyBody): MarkedBody {
      const valid = bodyToReject();
      const marked = applyFault(fault, valid, found.acceptsUniqueCategory);
      return { ...marked, expects: [201, 400], ...(fault.lost.length > 0 ? {} : { pet: valid }) };
    },
    /** A valid body to send without a valid key. A service that ignores keys would store it. */
    unauthorised(status?: PetStatus): MarkedBody {
      if (!PROFILES[run.configuration.profile].addsPets) return { body: '{}', expects: [400], marks: {} };
      const pet = bodyToReject(acceptedStatus(run, status));
      return { body: newPetText(pet), expects: [400], marks: marksOf(pet, [], found.acceptsUniqueCategory) };
    },
    /** Bodies that must be rejected and that have no field to identify a stored pet. */
    unmarked: () => unmarkedBodies(found),
    /** A status, or another one if the service has accepted others, and not this one: a case that tries something else must not fail for it. */
    acceptedStatus: (status?: PetStatus) => acceptedStatus(run, status),
    /** Categories that the service accepts. A guess if it adds no pet at all. */
    categories: () => (found.categories.length === 0 ? [GUESSED_CATEGORY] : found.categories),
  };
}

/** Applies one fault to a valid body. */
function applyFault(fault: FaultyBody, valid: ValidNewPet, isUniqueCategory: boolean): MarkedBody {
  return { body: fault.write(valid), expects: [400], marks: marksOf(valid, fault.lost, isUniqueCategory) };
}

/** The fields by which a stored pet is found. Its category is one only if no other pet can have it. */
function marksOf(valid: ValidNewPet, lost: FaultyBody['lost'], isUniqueCategory: boolean): Marks {
  return without(valid, isUniqueCategory ? lost : [...lost, 'categoryId']);
}

/** The base of bodies without marks. */
const ANY: ValidNewPet = { name: 'Unmarked', categoryId: 1n, status: 'sold' };

/** The bodies with one fault, and without a unique name or category. There are more if the service rejects unique categories. */
export function unmarkedBodies(found: Pick<Found, 'acceptsUniqueCategory'>): readonly UnmarkedBody[] {
  return FAULTY_BODIES.filter(({ requirement }) => requirement !== 'OPEN-CREATE-MALFORMED')
    .map((fault) => ({ ...applyFault(fault, ANY, found.acceptsUniqueCategory), id: fault.id, title: fault.title }))
    .filter(({ marks }) => marks.name === undefined && marks.categoryId === undefined);
}
