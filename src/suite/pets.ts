import type { Pet } from '../contract/pet.ts';
import { seedDrafts } from './bodies/chosen-values.ts';
import type { CaseScope } from './case-scope.ts';
import type { IdRange } from './api-request.ts';
import { bigIntegerBetween, randomFor, shuffled } from './random-numbers.ts';
import { createBodies } from './new-pets.ts';
import type { Run } from './run.ts';
import { INT64_MAX, isInt64 } from '../contract/exact-integer.ts';
import { ADD_A_PET } from './reasons.ts';

/** The pets of a run for one case: known pets, and bodies for new ones. */
export type Pets = ReturnType<typeof createPets>;

/** The pets of the fixtures: three to try categories, and the seed pets. The run reads them at the end, since a service may lose them by then. */
export const OLDEST = 3 + seedDrafts.length;
/** Fillers are read back only as far as a run has fewer reads of its pets. */
const LEAST_READS = 50;

/** The pets to read at the end: the first ones, those that no read has shown, those whose id was once unknown, and a few fillers. */
export function petsToReadBack(run: Pick<Run, 'knowledge' | 'found' | 'history'>): readonly Pet[] {
  const { knowledge, found, history } = run;
  const own = knowledge.own();
  const reads = history.entries.filter(({ request }) => request.petId !== undefined);
  const shown = new Set(reads.map(({ request, pet }) => (request.petId === pet?.id ? pet?.id : undefined)));
  // A service may cache that no pet has an id, and assign the id later.
  const unknown = new Set(reads.filter(({ status }) => status === 404).map(({ request }) => request.petId));
  const unread = own.filter(({ id }) => !shown.has(id));
  const needed = own.filter(
    (pet, index) => index < OLDEST || unknown.has(pet.id) || (unread.includes(pet) && !found.fillerIds.has(pet.id)),
  );
  const fillers = unread.filter((pet) => !needed.includes(pet));
  return [...needed, ...fillers.slice(0, Math.max(0, LEAST_READS - needed.length - (own.length - unread.length)))];
}

/** The pets of a run for one case. */
export function createPets(scope: CaseScope) {
  return { ...createBodies(scope), ...createKnownPets(scope), ...createIds(scope) };
}

/** Pets that the run has added or seen. */
function createKnownPets({ run, stopNotVerified }: CaseScope) {
  const { found, knowledge } = run;
  return {
    /** The pets that the fixtures added: some of each status, and some without one. */
    seeds: () => found.seedPets,
    /** All pets that this run has added. */
    own: () => knowledge.own(),
    /** The pets of this run to read at its end: the first ones, those that no read has shown, and few fillers of the catalogue. */
    toReadBack: () => petsToReadBack(run),
    /** A pet in the catalogue: one of this run, or else any known pet. Ends the case if there is none. */
    any(): Pet {
      const pet = firstKnown(run);
      if (pet !== undefined) return pet;
      if (!knowledge.listsNothing())
        return stopNotVerified('The run knows no pet: it could not read one in a list, or create one.');
      const reason = 'The catalogue is empty, and the run could not create a pet.';
      return stopNotVerified({ reason, howToResolve: ADD_A_PET });
    },
    /** Whether a response of the run has shown a pet with this id. */
    isKnown: (id: bigint) => knowledge.find(id) !== undefined,
    /** How many pets responses of the run have shown. */
    countKnown: () => knowledge.all().length,
  };
}

/** A service may fail to return one pet, and return others. */
function firstKnown({ knowledge }: Run): Pet | undefined {
  return knowledge.readable()[0] ?? knowledge.own()[0] ?? knowledge.all()[0]?.pet;
}

/** Ids to read. The same seed gives a case the same ids. */
function createIds({ run, caseId }: CaseScope) {
  const random = randomFor(run.configuration, caseId);
  const unknownId = (range: IdRange): bigint => drawUnknownId(run, random, range);
  return {
    /** The id of the pet that `any` returns, so a cache may hold a read of it; a random id if no pet is knowledge. */
    anyId: () => firstKnown(run)?.id ?? unknownId('small'),
    /** A random id that no response has shown. */
    unknownId,
    /** Two such ids, since a pet of another client may have the first one. */
    unknownIds: (range: IdRange) => [unknownId(range), unknownId(range)] as const,
    /** Some unknown ids between own ones: a service that counts its ids gives them to pets that it stores for rejected bodies. */
    unknownIdsBetweenOwn: () =>
      shuffled(unknownIdsBetweenOwn(run), randomFor(run.configuration, caseId)).slice(0, MOST_IDS_BETWEEN),
    /** A known id that a double cannot hold, rounded to a double. Undefined if there is none. */
    largeIdRounded(): bigint | undefined {
      const ids = run.knowledge.all().flatMap(({ pet: { id } }) => (isInt64(id) ? [id] : []));
      return ids.map((id) => BigInt(Number(id))).find((rounded, index) => rounded !== ids[index]);
    },
  };
}

/** The pet in the middle of a list: other clients add and remove pets at both ends first. Undefined for an empty list. */
export function middlePet(pets: readonly Pet[]): Pet | undefined {
  return pets[Math.floor(pets.length / 2)];
}

/** Draws an id that no response of the run has shown. A pet may still have it. */
export function drawUnknownId(run: Pick<Run, 'knowledge'>, random: () => number, range: IdRange): bigint {
  for (;;) {
    const id = draw(random, range);
    if (run.knowledge.find(id) === undefined) return id;
  }
}

/** The most ids that are read between those of pets that the run added. */
const MOST_IDS_BETWEEN = 24;
/** A service that counts its ids gives the run's additions ids that are nearer to each other than this. */
const WIDEST_GAP = 100n;

function unknownIdsBetweenOwn({ knowledge }: Run): readonly bigint[] {
  const ids = knowledge.own().flatMap(({ id }) => (isInt64(id) ? [id] : []));
  const ascending = ids.toSorted((left, right) => (left < right ? -1 : 1));
  const between = ascending.flatMap((id, index) => {
    const gap = (ascending[index + 1] ?? id) - id - 1n;
    if (gap >= WIDEST_GAP) return [];
    return Array.from({ length: Math.max(0, Number(gap)) }, (_, step) => id + 1n + BigInt(step));
  });
  return between.filter((id) => knowledge.find(id) === undefined);
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
