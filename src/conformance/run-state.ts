import type { Pet, PetStatus } from '../contract/pet.ts';
import type { Obstacle, SetUp } from './catalogue.ts';
import type { Run } from './run.ts';
import type { SetUpRequest } from './set-up-request.ts';
import type { RefusedBody } from './sightings.ts';

/** An animal with its integers as decimal text, so that it survives JSON. */
interface StoredPet {
  readonly id: string;
  readonly name: string;
  readonly categoryId: string;
  readonly status: PetStatus | null;
}

/** A refused body, whose mark is a name or a category. */
interface StoredRefusal extends Pick<RefusedBody, 'requirement' | 'exchangeId'> {
  readonly name: string | null;
  readonly categoryId: string | null;
}

/** What a second try of some cases must know of the first: the catalogue as far as known, and what was spent. */
export interface RunState {
  /** Without the animals that were stored for a refused body, which the second try is to see by itself. */
  readonly sightings: readonly { readonly pet: StoredPet; readonly own: boolean }[];
  readonly refused: readonly StoredRefusal[];
  readonly largestPage: number;
  readonly creates: number;
  readonly lost: boolean;
  readonly acceptedOperations: readonly string[];
  readonly categories: readonly string[];
  readonly starters: readonly StoredPet[];
  readonly adding: Obstacle | null;
  readonly readingOne: SetUp['readingOne'];
  readonly anyCategory: boolean;
  readonly target: Obstacle | null;
  /** Bytes of the largest answer, so that as few are asked for at a time. */
  readonly heaviestAnswer: number;
  /** Requests of the set-up to be sent once more, since their answers violated something. */
  readonly violatedRequests: readonly SetUpRequest[];
}

/** The state at the end of the first try. */
export function storeState(run: Run, setUp: SetUp, violatedRequests: readonly SetUpRequest[]): RunState {
  const stored = new Set(run.sightings.storedThough().map(({ pet }) => pet.id));
  return {
    sightings: run.sightings
      .all()
      .filter(({ pet }) => !stored.has(pet.id))
      .map(({ pet, own }) => ({ pet: storePet(pet), own })),
    refused: run.sightings.allRefused().map(storeRefusal),
    largestPage: run.sightings.largestPage(),
    creates: run.budget.spent(),
    lost: run.lost(),
    acceptedOperations: OPERATIONS.filter((operation) => run.rights.hasAccepted(operation)),
    categories: setUp.categories.map(String),
    starters: setUp.starters.map(storePet),
    adding: setUp.adding,
    readingOne: setUp.readingOne,
    anyCategory: setUp.anyCategory,
    target: setUp.target,
    heaviestAnswer: run.client.heaviestAnswer(),
    violatedRequests,
  };
}

const OPERATIONS = ['listPets', 'createPet', 'getPet'] as const;

/** Puts what the first try knew into a run that begins, as known from the start. */
export function restoreRun(run: Run, state: RunState): SetUp {
  const pets = state.sightings.map(({ pet, own }) => ({ pet: readStored(pet), own }));
  run.sightings.seen(
    pets.filter(({ own }) => !own).map(({ pet }) => pet),
    0,
  );
  for (const { pet } of pets.filter(({ own }) => own)) run.sightings.added(pet, 0);
  for (const refusal of state.refused) run.sightings.refused(readRefusal(refusal));
  run.sightings.page(state.largestPage);
  for (let spent = 0; spent < state.creates; spent += 1) run.budget.addRepeat();
  if (state.lost) run.noteLost();
  for (const operation of OPERATIONS) {
    if (state.acceptedOperations.includes(operation)) run.rights.noteAccepted(operation);
  }
  return {
    categories: state.categories.map(BigInt),
    starters: state.starters.map(readStored),
    adding: state.adding,
    readingOne: state.readingOne,
    anyCategory: state.anyCategory,
    target: state.target,
  };
}

function storePet(pet: Pet): StoredPet {
  return { id: String(pet.id), name: pet.name, categoryId: String(pet.categoryId), status: pet.status ?? null };
}

function readStored(pet: StoredPet): Pet {
  return { id: BigInt(pet.id), name: pet.name, categoryId: BigInt(pet.categoryId), status: pet.status ?? undefined };
}

function storeRefusal({ mark, requirement, exchangeId }: RefusedBody): StoredRefusal {
  return typeof mark === 'string'
    ? { name: mark, categoryId: null, requirement, exchangeId }
    : { name: null, categoryId: String(mark), requirement, exchangeId };
}

/** Sent before all that the second try sees. */
function readRefusal({ name, categoryId, requirement, exchangeId }: StoredRefusal): RefusedBody {
  return { mark: name ?? BigInt(categoryId ?? 0), requirement, exchangeId, sentAt: 0 };
}
