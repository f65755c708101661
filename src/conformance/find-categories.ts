import type { NewPet, Pet, PetStatus } from '../contract/pet.ts';
import type { Answer } from '../target/answer.ts';
import type { Obstacle } from './catalogue.ts';
import type { Run } from './run.ts';
import { SET_UP_CASE } from './set-up-case.ts';
import { addRequest } from './set-up-request.ts';
import type { SetUpStep } from './set-up-step.ts';

/** Small numbers are the likeliest categories of a service that shows none. */
const GUESSED_CATEGORIES = Array.from({ length: 10 }, (_, index) => BigInt(index + 1));
/** What an animal of each wanted category is given. */
const WANTED: readonly PetStatus[] = ['available', 'sold'];

/** `first` are the animals that were added on the way; `adding` is why further ones can't be added, if so. */
export interface CategoriesFound {
  readonly categories: readonly bigint[];
  readonly first: readonly Pet[];
  readonly adding: Obstacle | null;
}

/** What came of adding an animal in some category. `left`: the answer let nothing further be said. */
type Trial =
  | { readonly kind: 'accepted'; readonly categoryId: bigint; readonly pet: Pet }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'left' };

/** A NewPet of the run that was refused. */
interface Refusal {
  readonly pet: NewPet;
  readonly answer: Answer;
}

/**
 * Tries categories, as many at a time as are wanted, until two are accepted; those that were `seen` on other animals first.
 * A refusal with 400 is lawful for each (reading of part 4.2). `lastObstacle` tells for what a step was left.
 */
export async function findCategories(
  run: Run,
  step: SetUpStep,
  seen: readonly bigint[],
  lastObstacle: () => Obstacle | null,
): Promise<CategoriesFound> {
  if (run.configuration.profile === 'read-only') return { categories: [], first: [], adding: null };
  const trials: Trial[] = [];
  const untried = [...candidates(run, seen)];
  const wanted = (): readonly PetStatus[] => WANTED.slice(animalsOf(trials).length);
  while (untried.length > 0 && wanted().length > 0 && !isHopeless(run, trials)) {
    const statuses = wanted();
    const next = untried.splice(0, statuses.length);
    trials.push(...(await Promise.all(next.map((id, index) => tryCategory(run, step, id, statuses[index])))));
  }
  const first = animalsOf(trials);
  const categories = trials.flatMap((trial) => (trial.kind === 'accepted' ? [trial.categoryId] : []));
  if (first.length > 0) return { categories, first, adding: null };
  const obstacle = trials.some(({ kind }) => kind === 'left')
    ? lastObstacle()
    : await findRefusedName(step, refusalsOf(trials));
  return { categories, first, adding: obstacle ?? noCategory(run) };
}

async function tryCategory(
  run: Run,
  step: SetUpStep,
  categoryId: bigint,
  status: PetStatus | undefined,
): Promise<Trial> {
  const pet: NewPet = { name: run.nextName(SET_UP_CASE), categoryId, status };
  const either = await step(addRequest(pet, true), ({ client }) => client.addOrRefuse(pet, 'CREATE-CATEGORY-INT64'));
  if (either === undefined) return { kind: 'left' };
  return either.kind === 'accepted'
    ? { kind: 'accepted', categoryId, pet: either.pet }
    : { kind: 'refused', refusal: { pet, answer: either.answer } };
}

function animalsOf(trials: readonly Trial[]): readonly Pet[] {
  return trials.flatMap((trial) => (trial.kind === 'accepted' ? [trial.pet] : []));
}

function refusalsOf(trials: readonly Trial[]): readonly Refusal[] {
  return trials.flatMap((trial) => (trial.kind === 'refused' ? [trial.refusal] : []));
}

/** Where two tries had to be left, and adding was never accepted, another category will not help. */
function isHopeless(run: Run, trials: readonly Trial[]): boolean {
  return !run.rights.hasAccepted('createPet') && trials.filter(({ kind }) => kind === 'left').length >= 2;
}

/** As plain as a name can be; those of the run have digits, a hyphen and a space in them. */
const PLAIN_NAME = 'Luna';

/**
 * Whether it was the name and not the category for which an animal was refused: then the same animal is accepted with a
 * plain name, which is judged (part 4.2). Gives what that means for further additions; null where it was not the name.
 */
async function findRefusedName(step: SetUpStep, refusals: readonly Refusal[]): Promise<Obstacle | null> {
  for (const { pet, answer } of refusals) {
    const renamed = { ...pet, name: PLAIN_NAME };
    const accepted = await step(addRequest(renamed, true), async ({ client, judge }) => {
      const plain = await client.addOrRefuse(renamed, 'CREATE-CATEGORY-INT64');
      if (plain.kind === 'refused') return false;
      judge.check('CREATE-NAMES', false, {
        expected: `status 201 for the name ${pet.name}, as for the name ${PLAIN_NAME} with the same category and status`,
        actual: 'status 400',
        answers: [answer, plain.answer],
      });
      return true;
    });
    if (accepted === undefined) return null;
    if (accepted) return { reason: 'The service refuses the ordinary names that this run gives.', supply: null };
  }
  return null;
}

function noCategory({ configuration: { categoryId } }: Run): Obstacle {
  const tried =
    categoryId === null
      ? 'every category that was tried'
      : `the configured category ${categoryId} and every other that is known`;
  return {
    reason: `Adding an animal was refused with ${tried}.`,
    supply: 'Set PETSTORE_CATEGORY_ID (--category-id) to a category that the service knows.',
  };
}

function candidates(run: Run, seen: readonly bigint[]): readonly bigint[] {
  const { categoryId } = run.configuration;
  if (categoryId !== null) return [categoryId, ...seen.filter((candidate) => candidate !== categoryId)];
  return seen.length > 0
    ? [...seen, ...GUESSED_CATEGORIES.filter((guess) => !seen.includes(guess))]
    : GUESSED_CATEGORIES;
}
