import { PET_STATUSES, type NewPet, type Pet, type PetStatus } from '../contract/pet.ts';
import type { LawfulNewPet } from '../generate/lawful-new-pets.ts';
import type { Look } from './expectations/expect-listed.ts';
import type { StoredMarks } from './expectations/expect-nothing-stored.ts';
import type { Judge } from './judge.ts';
import { newPetText } from './new-pet-text.ts';
import { seedFor } from './random-numbers.ts';
import type { Run } from './run.ts';
import { drawUnknownId } from './unknown-id.ts';

/** Why cases cannot go on, and what an operator can supply. */
export interface Obstacle {
  readonly reason: string;
  readonly supply: string | null;
}

/** What the set-up of a run found and made, before the first case. */
export interface SetUp {
  /** Categories that an addition has proven to be accepted, in the order of finding. */
  readonly categories: readonly bigint[];
  /** Animals added by the set-up, some of every status and some without. */
  readonly starters: readonly Pet[];
  readonly adding: Obstacle | null;
  readonly readingOne: 'works' | 'removed' | 'unknown';
  /** Whether the service accepts categories that it cannot know. */
  readonly anyCategory: boolean;
  /** Set where the target cannot be judged at all. */
  readonly target: Obstacle | null;
}

/** The catalogue as cases use it. Each method ends the case, with the reason, where it has nothing to give. */
export interface Catalogue {
  readonly starters: readonly Pet[];
  readonly categories: readonly bigint[];
  /** What keeps the target from being judged at all; null where nothing does. */
  readonly target: Obstacle | null;
  /** Ends the case where the target cannot be judged at all. */
  requireTarget(judge: Judge): void;
  /** Ends the case where no animal can be added. */
  requireAdding(judge: Judge): void;
  /** A lawful NewPet with a name of its own and an accepted category. */
  lawfulPet(judge: Judge, fields?: PetFields): NewPet;
  /**
   * A lawful body to spoil or to send without a valid key. It needs no accepted category; where the service takes any
   * category, the body has one of its own.
   */
  bodyToRefuse(judge: Judge, status: PetStatus): LawfulNewPet;
  /** A body to be sent with a bad credential: lawful, so that a service that ignores keys would add it, unless read-only. */
  unauthorisedBody(judge: Judge): { readonly body: string; readonly marks: StoredMarks };
  /** The id of some animal, or one drawn at random where none is known. */
  anyId(judge: Judge): bigint;
  /** Whether a body made by `bodyToRefuse` has a category of its own, by which it can be recognised. */
  readonly anyCategory: boolean;
  /** Ends the case where reading one is removed, by the calendar (parts 4.3 and 9 rule 3). */
  requireReadingOne(judge: Judge): void;
  /** Some animal that is in the catalogue: one of this run, else one that a page showed. */
  anyAnimal(judge: Judge): Pet;
  /** Adds animals until the run knows of more than the largest limit, and has added at least fifty. Once a run. */
  fill(): Promise<void>;
  /** Resolves when the catalogue is full, where it is being filled; at once where no case has asked for that. */
  filled(): Promise<void>;
  /** Looks at the list for everything added so far, to be judged once larger pages tell which of these were complete. */
  lookEarly(): Promise<void>;
  /** The early looks for animals of one status. */
  earlyLooks(status: PetStatus | undefined): readonly EarlyLook[];
}

/** The animals of this run that share a status, and a look at the list for them. */
export interface EarlyLook {
  readonly status: PetStatus | undefined;
  readonly pets: readonly Pet[];
  readonly look: Look;
}

/** What the catalogue has the set-up do for it: both are judged there, and give what came of them. */
export interface CatalogueHands {
  readonly add: (pet: NewPet) => Promise<boolean>;
  readonly look: (pets: readonly Pet[], status: PetStatus | undefined) => Promise<Look | undefined>;
  /** Reads the largest page there is, which tells of smaller ones whether they were complete. */
  readonly readLargestPage: () => Promise<unknown>;
}

const READ_ONLY = 'The profile read-only adds no animals.';
const FILL_CASE = 'set-up/fill';

/** Fields of a lawful animal that a case wants to be so. */
export interface PetFields {
  readonly status?: PetStatus | undefined;
  readonly name?: string | undefined;
  readonly categoryId?: bigint | undefined;
}

/** A category that no one else uses, drawn at random from numbers that any integer column holds. */
export function uniqueCategory(random: () => number): bigint {
  return 1_000_000_000n + BigInt(Math.floor(random() * 1_000_000_000));
}

/** The catalogue after its set-up. */
export function createCatalogue(run: Run, setUp: SetUp, hands: CatalogueHands): Catalogue {
  let filling: Promise<void> | undefined;
  const early: EarlyLook[] = [];

  function requireAdding(judge: Judge): void {
    if (run.configuration.profile === 'read-only') judge.stopNotApplicable(READ_ONLY);
    if (setUp.adding !== null) judge.stop(setUp.adding.reason, setUp.adding.supply);
  }

  function draft(caseId: string, fields: PetFields): NewPet {
    const name = fields.name ?? run.nextName(caseId);
    const turn = seedFor(run.configuration.seed, name) % Math.max(1, setUp.categories.length);
    return { name, categoryId: fields.categoryId ?? setUp.categories[turn] ?? 1n, status: fields.status };
  }

  function lawfulPet(judge: Judge, fields: PetFields = {}): NewPet {
    requireAdding(judge);
    return draft(judge.caseId, fields);
  }

  function bodyToRefuse(judge: Judge, status: PetStatus): LawfulNewPet {
    const own = setUp.anyCategory ? { categoryId: uniqueCategory(run.randomFor(judge.caseId)) } : {};
    return { ...draft(judge.caseId, own), status };
  }

  async function lookEarly(): Promise<void> {
    early.push(...(await lookAtAll(run, hands)));
  }

  async function fillOnce(): Promise<void> {
    if (setUp.adding !== null || run.configuration.profile === 'read-only') return;
    await fillUp(run, (status) => hands.add(draft(FILL_CASE, { status })));
    await hands.readLargestPage();
  }

  return {
    starters: setUp.starters,
    categories: setUp.categories,
    target: setUp.target,
    requireTarget(judge) {
      if (setUp.target !== null) judge.stop(setUp.target.reason, setUp.target.supply);
    },
    requireAdding,
    lawfulPet,
    anyCategory: setUp.anyCategory,
    bodyToRefuse,
    unauthorisedBody(judge) {
      if (run.configuration.profile === 'read-only') return { body: '{}', marks: {} };
      const pet = bodyToRefuse(judge, 'sold');
      return { body: newPetText(pet), marks: { name: pet.name, status: pet.status } };
    },
    anyId(judge) {
      const [known] = run.sightings.all();
      return known?.pet.id ?? drawUnknownId(run, run.randomFor(judge.caseId), 'small');
    },
    requireReadingOne(judge) {
      if (setUp.readingOne === 'removed') {
        judge.stopNotApplicable('By the date of the run the operation is removed (parts 4.3 and 9 rule 3).');
      }
    },
    anyAnimal(judge) {
      const [own] = run.sightings.own();
      const [other] = run.sightings.all();
      return (
        own?.pet ??
        other?.pet ??
        judge.stop(
          'No animal is in the catalogue, and none could be added.',
          setUp.adding?.supply ?? 'Put an animal into the catalogue.',
        )
      );
    },
    fill() {
      filling ??= fillOnce();
      return filling;
    },
    filled: () => filling ?? Promise.resolve(),
    lookEarly,
    earlyLooks: (status) => early.filter((each) => each.status === status),
  };
}

/** The status that fewest known animals have, so that the limit is proven as far up as can be with every filter. */
function scarcestStatus(run: Run, growing: ReadonlyMap<PetStatus, number>): PetStatus {
  const count = (status: PetStatus): number =>
    run.sightings.knownBefore(Number.POSITIVE_INFINITY, status) + (growing.get(status) ?? 0);
  return PET_STATUSES.reduce((scarcest, status) => (count(status) < count(scarcest) ? status : scarcest));
}

const MORE_THAN_THE_LARGEST_LIMIT = 101;
const LEAST_ADDITIONS = 50;
/** A further round makes up for additions that were not accepted. */
const FILL_ROUNDS = 3;

async function lookAtAll(run: Run, hands: CatalogueHands): Promise<readonly EarlyLook[]> {
  const groups = Map.groupBy(
    run.sightings.own().map(({ pet }) => pet),
    (pet) => pet.status,
  );
  const looks = await Promise.all(
    [...groups].map(async ([status, pets]) => {
      const look = await hands.look(pets, status);
      return look === undefined ? [] : [{ status, pets, look }];
    }),
  );
  return looks.flat();
}

async function fillUp(run: Run, growOne: (status: PetStatus) => Promise<boolean>): Promise<void> {
  const wanted = (): number =>
    Math.max(MORE_THAN_THE_LARGEST_LIMIT - run.sightings.all().length, LEAST_ADDITIONS - run.sightings.own().length);
  for (let round = 0; round < FILL_ROUNDS && wanted() > 0; round += 1) {
    const growing = new Map<PetStatus, number>();
    const grown: Promise<boolean>[] = [];
    for (let index = wanted(); index > 0; index -= 1) {
      const status = scarcestStatus(run, growing);
      growing.set(status, (growing.get(status) ?? 0) + 1);
      grown.push(growOne(status));
    }
    if (!(await Promise.all(grown)).includes(true)) return;
  }
}
