import type { NewPet, Pet, PetStatus } from '../contract/pet.ts';
import { FAULTY_BODIES } from './bodies/faulty-bodies.ts';
import type { FaultyBody, ValidNewPet } from './bodies/faulty-body.ts';
import { proveDeclaredFaults } from './bodies/prove-declared-faults.ts';
import type { Judge } from './judge.ts';
import { type IdRange, type Marks, newPetText, type RawBody } from './api-request.ts';
import { seedFor, shuffled } from './execution/random-numbers.ts';
import type { Run } from './run.ts';
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
interface PetFields {
  readonly status?: PetStatus | undefined;
  readonly name?: string | undefined;
  readonly categoryId?: bigint | undefined;
}

/** The pets of a run for one case: known pets, and bodies for new ones. */
export interface Pets {
  /** A valid NewPet with a unique name and an accepted category. */
  valid(fields?: PetFields): NewPet;
  /** An otherwise valid body with one fault. */
  invalid(fault: FaultyBody, status?: PetStatus): MarkedBody;
  /** A malformed body that a lenient reader may accept, with the pet that it then reads unless readers differ in it. */
  lenient(fault: FaultyBody): MarkedBody;
  /** A valid body to send without a valid key. A service that ignores keys would store it. */
  unauthorised(): MarkedBody;
  /** Bodies that must be rejected and that have no field to identify a stored pet. */
  unmarked(): readonly UnmarkedBody[];
  /** Categories that the service accepts. */
  readonly categories: readonly bigint[];
  /** The pets that the fixtures added: some of each status, and some without one. */
  readonly seeds: readonly Pet[];
  /** All pets that this run has added. */
  own(): readonly Pet[];
  /** The pets of this run to read at its end: the first ones, those that no read has shown, and few fillers of the catalogue. */
  toReadBack(): readonly Pet[];
  /** A pet in the catalogue: one of this run, or else any known pet. Ends the case if there is none. */
  any(): Pet;
  /** The id of a known pet, or a random id if no pet is known. */
  anyId(): bigint;
  /** A random id that no response has shown. The same seed gives a case the same ids. */
  unknownId(range: IdRange): bigint;
  /** Two such ids, since a pet of another client may have the first one. */
  unknownIds(range: IdRange): readonly [bigint, bigint];
  /**
   * Some unknown ids between those of pets of this run. A service that counts its ids gives them to pets that it stores for
   * rejected bodies, also in a catalogue that is too large for a list to show them.
   */
  unknownIdsBetweenOwn(): readonly bigint[];
  /** Whether a response of the run has shown a pet with this id. */
  isKnown(id: bigint): boolean;
  /** How many pets responses of the run have shown. */
  known(): number;
  /** A pet with an id that a double cannot hold. */
  withLargeId(): Pet | undefined;
}

/** A service may lose the pets that were added first, so these are read at the end. */
export const OLDEST = 10;
/** Fillers are read back only as far as a run has fewer reads of its pets. */
const LEAST_READS = 50;

/**
 * Every pet of the run that no read has shown, without the fillers of the catalogue; the first ones, and those whose id an earlier
 * read did not find. Some fillers, if these are few.
 */
export function petsToReadBack({
  known,
  creation,
  history,
}: Pick<Run, 'known' | 'creation' | 'history'>): readonly Pet[] {
  const own = known.own();
  const shown = new Set(history.entries.map(({ request, pet }) => (request.petId === pet?.id ? pet?.id : undefined)));
  const unread = own.filter(({ id }) => !shown.has(id));
  const needed = own.filter(
    (pet, index) =>
      index < OLDEST || known.wasUnknown(pet.id) || (unread.includes(pet) && !creation.fillerIds.has(pet.id)),
  );
  const fillers = unread.filter((pet) => !needed.includes(pet));
  return [...needed, ...fillers.slice(0, Math.max(0, LEAST_READS - needed.length - (own.length - unread.length)))];
}

/** A random category that no other pet has. It fits into 32 bits. */
export function uniqueCategory(random: () => number): bigint {
  return 1_000_000_000n + BigInt(Math.floor(random() * 1_000_000_000));
}

function categoryOf({ creation }: Run, index: number): bigint {
  const { categories } = creation;
  return categories[index % Math.max(1, categories.length)] ?? 1n;
}

/** A valid NewPet. The name decides which accepted category it has. */
export function draftPet(run: Run, caseId: string, fields: PetFields = {}): NewPet {
  const name = fields.name ?? run.names.next(caseId);
  const categoryId = fields.categoryId ?? categoryOf(run, seedFor(run.configuration.seed, name));
  return { name, categoryId, status: fields.status };
}

/** The pets of a run for one case. */
export function createPets(run: Run, judge: Judge): Pets {
  const { caseId } = judge;
  const random = run.randomFor(caseId);

  function bodyToReject(status: PetStatus): ValidNewPet {
    const unique = run.creation.acceptsUniqueCategory ? { categoryId: uniqueCategory(run.randomFor(caseId)) } : {};
    return { ...draftPet(run, caseId, unique), status };
  }

  return {
    valid: (fields) => draftPet(run, caseId, fields),
    invalid: (fault, status = 'sold') => applyFault(fault, bodyToReject(status), run.creation.acceptsUniqueCategory),
    lenient(fault) {
      const valid = bodyToReject('sold');
      const marked = applyFault(fault, valid, run.creation.acceptsUniqueCategory);
      return { ...marked, expects: [201, 400], ...(fault.leniency?.readersDiffer === true ? {} : { pet: valid }) };
    },
    unauthorised() {
      if (!PROFILES[run.configuration.profile].addsPets) return { body: '{}', expects: [400], marks: {} };
      const pet = bodyToReject('sold');
      return { body: newPetText(pet), expects: [400], marks: { name: pet.name, status: pet.status } };
    },
    unmarked: () => unmarkedBodies(run.creation),
    get categories() {
      return run.creation.categories;
    },
    get seeds() {
      return run.creation.seedPets;
    },
    own: () => run.known.own(),
    toReadBack: () => petsToReadBack(run),
    any() {
      const [own] = run.known.own();
      const [other] = run.known.all();
      const pet = own ?? other?.pet;
      if (pet !== undefined) return pet;
      if (!run.known.listsNothing())
        return judge.stopNotVerified('The run knows no pet: it could not read one in a list, or create one.');
      return judge.stopNotVerified({
        reason: 'The catalogue is empty, and the run could not create a pet.',
        howToResolve: ADD_A_PET,
      });
    },
    anyId() {
      const [known] = run.known.all();
      return known?.pet.id ?? drawUnknownId(run, random, 'small');
    },
    unknownId: (range) => drawUnknownId(run, random, range),
    unknownIds: (range) => [drawUnknownId(run, random, range), drawUnknownId(run, random, range)],
    unknownIdsBetweenOwn: () => shuffled(unknownIdsBetweenOwn(run), run.randomFor(caseId)).slice(0, MOST_IDS_BETWEEN),
    isKnown: (id) => run.known.find(id) !== undefined,
    known: () => run.known.all().length,
    withLargeId: () => run.known.all().find(({ pet: { id } }) => isInt64(id) && BigInt(Number(id)) !== id)?.pet,
  };
}

/**
 * Applies one fault to a valid body, and proves that the body has no other fault (throws otherwise). A category is a mark
 * only if no other pet can have it.
 */
function applyFault(fault: FaultyBody, valid: ValidNewPet, isUniqueCategory: boolean): MarkedBody {
  const built = fault.build(valid);
  proveDeclaredFaults(built, fault);
  const { categoryId, ...marks } = built.kept;
  const category = categoryId === undefined || !isUniqueCategory ? {} : { categoryId };
  return { body: built.body, expects: [400], marks: { ...marks, ...category } };
}

/** The base of bodies without marks. */
const ANY: ValidNewPet = { name: 'Unmarked', categoryId: 1n, status: 'sold' };

/**
 * The bodies with one fault that hold neither a unique name nor a unique category. A service that rejects a unique category
 * gets bodies without one, so more of them are unmarked.
 */
export function unmarkedBodies({
  acceptsUniqueCategory,
}: {
  readonly acceptsUniqueCategory: boolean;
}): readonly UnmarkedBody[] {
  return FAULTY_BODIES.filter(({ leniency }) => leniency?.level !== 'observed')
    .map((fault) => ({ ...applyFault(fault, ANY, acceptsUniqueCategory), id: fault.id, title: fault.title }))
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
  const word = (): bigint => BigInt(Math.floor(random() * 2 ** 32));
  const positive = ((word() << 32n) | word()) & INT64_MAX;
  switch (range) {
    case 'positive':
      return positive;
    case 'negative':
      return -positive - 1n;
    case 'exact':
      return positive | (1n << 54n) | 1n;
    case 'small':
      return 1_000_000_000n + (positive & 0x3fff_ffffn);
  }
}
