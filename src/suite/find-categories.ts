import type { NewPet, Pet, PetStatus } from '../contract/pet.ts';
import { draftPet } from './pets.ts';
import type { Run } from './run.ts';
import { FIXTURES_CASE, type Step, tryPet } from './fixture-step.ts';
import type { Obstacle } from './transport-failures.ts';

/** Small numbers are the likeliest categories of a service that shows none. */
const GUESSED_CATEGORIES = Array.from({ length: 10 }, (_, index) => BigInt(index + 1));
/** The status of the pet that is added in each wanted category. */
const WANTED: readonly PetStatus[] = ['available', 'sold'];

/** `pets` were added on the way; `obstacle` is why no further ones can be added, or null. */
export interface CategoriesFound {
  readonly categories: readonly bigint[];
  readonly pets: readonly Pet[];
  readonly obstacle: Obstacle | null;
}

/** What came of adding a pet in some category. `stopped`: the response let nothing further be said. */
type Trial =
  | { readonly kind: 'accepted'; readonly categoryId: bigint; readonly pet: Pet }
  | { readonly kind: 'rejected'; readonly pet: NewPet }
  | { readonly kind: 'stopped'; readonly obstacle: Obstacle };

/**
 * Tries categories, as many at a time as are wanted, until two are accepted; those that pages have shown first. A rejection
 * with 400 is allowed for each (reading of part 4.2).
 */
export async function findCategories(run: Run, step: Step): Promise<CategoriesFound> {
  const trials: Trial[] = [];
  const untried = [...candidates(run)];
  const accepted = () => trials.filter((trial) => trial.kind === 'accepted');
  const stopped = () => trials.filter((trial) => trial.kind === 'stopped');
  // If two trials were stopped and none was accepted, another category will not help.
  const isHopeless = (): boolean => !run.keys.hasAccepted('createPet') && stopped().length >= 2;
  while (untried.length > 0 && accepted().length < WANTED.length && !isHopeless()) {
    const statuses = WANTED.slice(accepted().length);
    const next = untried.splice(0, statuses.length);
    trials.push(...(await Promise.all(next.map((id, index) => tryCategory(run, step, id, statuses[index])))));
  }
  const pets = accepted().map(({ pet }) => pet);
  const categories = accepted().map(({ categoryId }) => categoryId);
  if (pets.length > 0) return { categories, pets, obstacle: null };
  const rejected = trials.flatMap((trial) => (trial.kind === 'rejected' ? [trial.pet] : []));
  const obstacle = stopped().at(-1)?.obstacle ?? (await findRejectedName(step, rejected)) ?? noCategory(run);
  return { categories, pets, obstacle };
}

async function tryCategory(run: Run, step: Step, categoryId: bigint, status: PetStatus | undefined): Promise<Trial> {
  const pet: NewPet = draftPet(run, FIXTURES_CASE, { categoryId, status });
  const tried = await step((tools) => tryPet(pet, tools));
  if (tried.kind === 'stopped') return tried;
  return tried.result === null ? { kind: 'rejected', pet } : { kind: 'accepted', categoryId, pet: tried.result };
}

/** As plain as a name can be; those of the run have digits, a hyphen and a space in them. */
const PLAIN_NAME = 'Luna';

/**
 * Whether a pet was rejected for its name and not for its category: then the same pet is accepted with a plain name, which
 * is judged (part 4.2). Gives what that means for further additions; null if it was not the name.
 */
async function findRejectedName(step: Step, rejected: readonly NewPet[]): Promise<Obstacle | null> {
  for (const pet of rejected) {
    const tried = await step(async (tools) => {
      const { api, judge } = tools;
      const named = await api.createPet(pet, { expects: [201, 400] });
      const plain = await tryPet({ ...pet, name: PLAIN_NAME }, tools);
      if (plain === null || named.status !== 400) return false;
      judge.check('CREATE-NAMES', false, {
        expected: `status 201 for the name ${pet.name}, as for the name ${PLAIN_NAME} with the same category and status`,
        actual: 'status 400',
        responses: [named],
      });
      return true;
    });
    if (tried.kind === 'stopped') return null;
    if (tried.result)
      return { reason: 'The service rejects the ordinary names that this run gives.', howToResolve: null };
  }
  return null;
}

function noCategory({ configuration: { categoryId } }: Run): Obstacle {
  const tried =
    categoryId === null
      ? 'every category that was tried'
      : `the configured category ${categoryId} and every other that is known`;
  return {
    reason: `Adding a pet was rejected with ${tried}.`,
    howToResolve: 'Set PETSTORE_CATEGORY_ID (--category-id) to a category that the service knows.',
  };
}

/** The configured category, then those that pages have shown, and guesses if none is configured. */
function candidates(run: Run): readonly bigint[] {
  const { categoryId } = run.configuration;
  const seen = categoriesSeen(run);
  return [...new Set(categoryId === null ? [...seen, ...GUESSED_CATEGORIES] : [categoryId, ...seen])];
}

const MOST_CATEGORIES_SEEN = 8;

/**
 * A few categories of pets that pages have shown, which need not be kept themselves. The second is the one farthest from
 * zero, since a service that knows its categories may be asked to keep no other large number.
 */
function categoriesSeen({ known }: Run): readonly bigint[] {
  const categories = known.all().map(({ pet }) => pet.categoryId);
  const farthest = categories.reduce((far, each) => (size(each) > size(far) ? each : far), 0n);
  return [
    ...new Set([...categories.slice(0, 1), ...categories.filter((each) => each === farthest), ...categories]),
  ].slice(0, MOST_CATEGORIES_SEEN);
}

function size(number: bigint): bigint {
  return number < 0n ? -number : number;
}
