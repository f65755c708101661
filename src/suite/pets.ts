import { type NewPet, type Pet, PET_STATUSES, type PetStatus } from '../contract/pet.ts';
import { seedDrafts } from './bodies/chosen-values.ts';
import { FAULTY_BODIES } from './bodies/faulty-bodies.ts';
import { type FaultyBody, type ValidNewPet, without } from './bodies/faulty-body.ts';
import type { CaseScope } from './case-scope.ts';
import { newPetText } from './bodies/new-pet-text.ts';
import type { IdRange, Marks, RawBody } from './api-request.ts';
import { bigIntegerBetween, randomFor, seedFor, shuffled } from './execution/random-numbers.ts';
import type { Found, Run } from './run.ts';
import { INT64_MAX, isInt64 } from '../contract/exact-integer.ts';
import { PROFILES } from '../settings/profiles.ts';
import { ADD_A_PET } from './reasons.ts';

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

/** The pets of a run for one case: known pets, and bodies for new ones. */
export type Pets = ReturnType<typeof createPets>;

/** The pets of the fixtures: three to try categories, and the seed pets. The run reads them at the end, since a service may lose them by then. */
export const OLDEST = 3 + seedDrafts.length;
/** Fillers are read back only as far as a run has fewer reads of its pets. */
const LEAST_READS = 50;

/** The pets to read at the end: the first ones, those that no read has shown, those whose id was once unknown, and a few fillers. */
export function petsToReadBack(run: Pick<Run, 'known' | 'found' | 'history'>): readonly Pet[] {
  const { known, found, history } = run;
  const own = known.own();
  const shown = new Set(history.entries.map(({ request, pet }) => (request.petId === pet?.id ? pet?.id : undefined)));
  const unread = own.filter(({ id }) => !shown.has(id));
  const needed = own.filter(
    (pet, index) =>
      index < OLDEST || known.wasUnknown(pet.id) || (unread.includes(pet) && !found.fillerIds.has(pet.id)),
  );
  const fillers = unread.filter((pet) => !needed.includes(pet));
  return [...needed, ...fillers.slice(0, Math.max(0, LEAST_READS - needed.length - (own.length - unread.length)))];
}

/** A random category that no other pet has. It fits into 32 bits. */
export function uniqueCategory(random: () => number): bigint {
  return 1_000_000_000n + BigInt(Math.floor(random() * 1_000_000_000));
}

/** A valid NewPet. The given name, or else the case and the status, decide which accepted category it has. */
export function draftPet(run: Run, caseId: string, fields: PetFields = {}): NewPet {
  const { categories, seedPets } = run.found;
  const name = fields.name ?? run.names.next(caseId, seedPets[0]?.id, fields.word);
  const index = seedFor(run.configuration.seed, fields.name ?? `${caseId} ${fields.status}`);
  const categoryId = fields.categoryId ?? categories[index % Math.max(1, categories.length)] ?? 1n;
  return { name, categoryId, status: fields.status };
}

/** The fixtures add a pet of each status that the service accepts. */
function acceptedStatus({ known }: Run, wanted: PetStatus = 'sold'): PetStatus {
  const accepted = new Set(known.own().map(({ status }) => status));
  return [wanted, ...PET_STATUSES].find((status) => accepted.has(status)) ?? wanted;
}

/** The pets of a run for one case. */
export function createPets(scope: CaseScope) {
  return { ...createBodies(scope), ...createKnownPets(scope) };
}

/** Bodies for new pets. */
function createBodies({ run, caseId }: CaseScope) {
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
    unauthorised(): MarkedBody {
      if (!PROFILES[run.configuration.profile].addsPets) return { body: '{}', expects: [400], marks: {} };
      const pet = bodyToReject();
      return { body: newPetText(pet), expects: [400], marks: marksOf(pet, [], found.acceptsUniqueCategory) };
    },
    /** Bodies that must be rejected and that have no field to identify a stored pet. */
    unmarked: () => unmarkedBodies(found),
    /** A status, or another one if the service has accepted others, and not this one: a case that tries something else must not fail for it. */
    acceptedStatus: (status?: PetStatus) => acceptedStatus(run, status),
    /** Categories that the service accepts. */
    categories: () => found.categories,
  };
}

/** Pets that the run has added or seen, and ids that it has not. */
function createKnownPets({ run, caseId, stopNotVerified }: CaseScope) {
  const { found, known } = run;
  const random = randomFor(run.configuration, caseId);
  const unknownId = (range: IdRange): bigint => drawUnknownId(run, random, range);
  // A service may fail to return one pet, and return others.
  const firstKnown = (): Pet | undefined => known.readable()[0] ?? known.own()[0] ?? known.all()[0]?.pet;
  return {
    /** The pets that the fixtures added: some of each status, and some without one. */
    seeds: () => found.seedPets,
    /** All pets that this run has added. */
    own: () => known.own(),
    /** The pets of this run to read at its end: the first ones, those that no read has shown, and few fillers of the catalogue. */
    toReadBack: () => petsToReadBack(run),
    /** A pet in the catalogue: one of this run, or else any known pet. Ends the case if there is none. */
    any(): Pet {
      const pet = firstKnown();
      if (pet !== undefined) return pet;
      if (!known.listsNothing())
        return stopNotVerified('The run knows no pet: it could not read one in a list, or create one.');
      const reason = 'The catalogue is empty, and the run could not create a pet.';
      return stopNotVerified({ reason, howToResolve: ADD_A_PET });
    },
    /** The id of the pet that `any` returns, so a cache may hold a read of it; a random id if no pet is known. */
    anyId: () => firstKnown()?.id ?? unknownId('small'),
    /** A random id that no response has shown. The same seed gives a case the same ids. */
    unknownId,
    /** Two such ids, since a pet of another client may have the first one. */
    unknownIds: (range: IdRange) => [unknownId(range), unknownId(range)] as const,
    /** Some unknown ids between own ones: a service that counts its ids gives them to pets that it stores for rejected bodies. */
    unknownIdsBetweenOwn: () =>
      shuffled(unknownIdsBetweenOwn(run), randomFor(run.configuration, caseId)).slice(0, MOST_IDS_BETWEEN),
    /** Whether a response of the run has shown a pet with this id. */
    isKnown: (id: bigint) => known.find(id) !== undefined,
    /** How many pets responses of the run have shown. */
    countKnown: () => known.all().length,
    /** A known id that a double cannot hold, rounded to a double. Undefined if there is none. */
    largeIdRounded(): bigint | undefined {
      const ids = known.all().flatMap(({ pet: { id } }) => (isInt64(id) ? [id] : []));
      return ids.map((id) => BigInt(Number(id))).find((rounded, index) => rounded !== ids[index]);
    },
  };
}

/** The pet in the middle of a list: other clients add and remove pets at both ends first. Undefined for an empty list. */
export function middlePet(pets: readonly Pet[]): Pet | undefined {
  return pets[Math.floor(pets.length / 2)];
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

/** Draws an id that no response of the run has shown. A pet may still have it. */
export function drawUnknownId(run: Pick<Run, 'known'>, random: () => number, range: IdRange): bigint {
  for (;;) {
    const id = draw(random, range);
    if (run.known.find(id) === undefined) return id;
  }
}

/** The most ids that are read between those of pets that the run added. */
const MOST_IDS_BETWEEN = 24;
/** A service that counts its ids gives the run's additions ids that are nearer to each other than this. */
const WIDEST_GAP = 100n;

function unknownIdsBetweenOwn({ known }: Run): readonly bigint[] {
  const ids = known.own().flatMap(({ id }) => (isInt64(id) ? [id] : []));
  const ascending = ids.toSorted((left, right) => (left < right ? -1 : 1));
  const between = ascending.flatMap((id, index) => {
    const gap = (ascending[index + 1] ?? id) - id - 1n;
    if (gap >= WIDEST_GAP) return [];
    return Array.from({ length: Math.max(0, Number(gap)) }, (_, step) => id + 1n + BigInt(step));
  });
  return between.filter((id) => known.find(id) === undefined);
}

function draw(random: () => number, range: IdRange): bigint {
  switch (range) {
    case 'positive':
      return bigIntegerBetween(random, 0n, INT64_MAX);
    case 'negative':
      return -bigIntegerBetween(random, 0n, INT64_MAX) - 1n;
    case 'exact':
      return bigIntegerBetween(random, 2n ** 54n, INT64_MAX) | 1n;
    case 'wide':
      return bigIntegerBetween(random, 2n ** 33n, 2n ** 53n);
    case 'small':
      return bigIntegerBetween(random, 10n ** 9n, 2n * 10n ** 9n);
  }
}
