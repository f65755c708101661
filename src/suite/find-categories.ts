import type { NewPet, Pet, PetStatus } from '../contract/pet.ts';
import { draftPet } from './pets.ts';
import type { Run } from './run.ts';
import { FIXTURES_CASE, type Step, tryPet } from './fixture-step.ts';
import type { Obstacle } from './transport-failures.ts';
import { nameByFlag } from '../settings/read-settings.ts';

/** Small numbers are the most likely categories. */
const GUESSED_CATEGORIES = Array.from({ length: 10 }, (_, index) => BigInt(index + 1));
/** The status of the pet that is added in each category. */
const WANTED: readonly PetStatus[] = ['available', 'sold'];

/** The accepted categories and the pets added in them. `obstacle`: why no pet can be added, or null. */
interface CategoriesFound {
  readonly categories: readonly bigint[];
  readonly pets: readonly Pet[];
  readonly obstacle: Obstacle | null;
}

/** The result of adding a pet in a category. `stopped`: the response could not be used. */
type CategoryAttempt =
  | { readonly kind: 'accepted'; readonly categoryId: bigint; readonly pet: Pet }
  | { readonly kind: 'rejected'; readonly pet: NewPet }
  | { readonly kind: 'stopped'; readonly obstacle: Obstacle };

/**
 * Tries categories, those of known pets first, until the service accepts two. It may reject any category with 400 (our
 * reading of part 4.2).
 */
export async function findCategories(run: Run, step: Step): Promise<CategoriesFound> {
  const attempts: CategoryAttempt[] = [];
  const untried = [...candidates(run)];
  const accepted = () => attempts.filter((attempt) => attempt.kind === 'accepted');
  const stopped = () => attempts.filter((attempt) => attempt.kind === 'stopped');
  // After two unusable responses and no accepted pet, another category will not help.
  const isHopeless = (): boolean => !run.keys.hasAccepted('createPet') && stopped().length >= 2;
  while (untried.length > 0 && accepted().length < WANTED.length && !isHopeless()) {
    const statuses = WANTED.slice(accepted().length);
    const next = untried.splice(0, statuses.length);
    attempts.push(...(await Promise.all(next.map((id, index) => tryCategory(run, step, id, statuses[index])))));
  }
  const pets = accepted().map(({ pet }) => pet);
  const categories = accepted().map(({ categoryId }) => categoryId);
  if (pets.length > 0) return { categories, pets, obstacle: null };
  const rejected = attempts.flatMap((attempt) => (attempt.kind === 'rejected' ? [attempt.pet] : []));
  const obstacle = stopped().at(-1)?.obstacle ?? (await findRejectedName(step, rejected)) ?? noCategory(run);
  return { categories, pets, obstacle };
}

async function tryCategory(
  run: Run,
  step: Step,
  categoryId: bigint,
  status: PetStatus | undefined,
): Promise<CategoryAttempt> {
  const pet: NewPet = draftPet(run, FIXTURES_CASE, { categoryId, status });
  const tried = await step((tools) => tryPet(pet, tools));
  if (tried.kind === 'stopped') return tried;
  return tried.result === null ? { kind: 'rejected', pet } : { kind: 'accepted', categoryId, pet: tried.result };
}

/** The names of the run hold digits, a hyphen and a space. This name does not. */
const PLAIN_NAME = 'Luna';

/**
 * Judges whether the service rejected a pet for its name: then it accepts the same pet with a plain name (part 4.2). Returns
 * the obstacle that this is to further additions, or null.
 */
async function findRejectedName(step: Step, rejected: readonly NewPet[]): Promise<Obstacle | null> {
  for (const pet of rejected) {
    const tried = await step(async (tools) => {
      const { api, judge } = tools;
      const named = await api.createPet(pet, { expects: [201, 400] });
      const plain = await tryPet({ ...pet, name: PLAIN_NAME }, tools);
      if (plain === null || named.status !== 400) return false;
      judge.check('CREATE-NAMES', false, {
        expected: `status 201 for the name ${pet.name}, as for the name ${PLAIN_NAME} in the same pet`,
        actual: 'status 400',
        responses: [named],
      });
      return true;
    });
    if (tried.kind === 'stopped') return null;
    if (tried.result) return { reason: 'The service rejects the ordinary names of this run.', howToResolve: null };
  }
  return null;
}

function noCategory({ configuration: { categoryId } }: Run): Obstacle {
  const tried =
    categoryId === null
      ? 'every category that the run tried'
      : `the configured category ${categoryId} and every other known category`;
  return {
    reason: `The service rejected new pets with ${tried}.`,
    howToResolve: `Set ${nameByFlag('categoryId')} to a category that the service accepts.`,
  };
}

/** The configured category, then those of known pets; guesses if none is configured. */
function candidates(run: Run): readonly bigint[] {
  const { categoryId } = run.configuration;
  const seen = categoriesSeen(run);
  return [...new Set(categoryId === null ? [...seen, ...GUESSED_CATEGORIES] : [categoryId, ...seen])];
}

const MOST_CATEGORIES_SEEN = 8;

/**
 * A few categories of known pets. The second is the farthest from zero: a service may accept only its own categories, and
 * then this is the largest number that can be tried.
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
