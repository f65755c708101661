import { LIMIT_MAX } from '../contract/limits.ts';
import { PET_STATUSES, type NewPet, type Pet, type PetStatus } from '../contract/pet.ts';
import { auditWhole, isBrokenByService, supplyFor } from './audit-transport.ts';
import type { Answer } from '../target/answer.ts';
import type { OperationId } from '../target/exchange.ts';
import { createCaseClient, type CaseClient } from './case-client.ts';
import { createCatalogue, uniqueCategory, type Catalogue, type Obstacle, type SetUp } from './catalogue.ts';
import { watchedJournal } from './journal.ts';
import type { Judge } from './judge.ts';
import { lookForLater } from './expectations/expect-listed.ts';
import type { ListQuery, Page } from './page.ts';
import type { Run } from './run.ts';
import { restoreRun, type RunState } from './run-state.ts';
import { SET_UP_CASE } from './set-up-case.ts';
import { addRequest, collectViolated, isConclusive, repeatRequest, type SetUpRequest } from './set-up-request.ts';
import { underJudge } from './under-judge.ts';

interface Step {
  readonly client: CaseClient;
  readonly judge: Judge;
}

/**
 * A catalogue ready for cases. `finish` writes what the set-up itself has judged; `violated` are the requests to be sent
 * once more in a second try.
 */
export interface PreparedCatalogue {
  readonly catalogue: Catalogue;
  readonly setUp: SetUp;
  readonly violated: () => readonly SetUpRequest[];
  readonly finish: () => void;
}

/**
 * Prepares a run: reads every filter before anything is added, finds out which operations accept the key and which
 * categories are accepted, and adds the first animals. A second try goes on from the state of the first, and sends only
 * what was violated then. Never throws for anything that the service does.
 */
export async function setUpCatalogue(run: Run, earlier: RunState | null = null): Promise<PreparedCatalogue> {
  const judges: Judge[] = [];
  const violated = collectViolated();
  let left: Obstacle | null = null;

  /** Runs one step under a judge of its own; gives undefined where the step had to be left. */
  async function step<T>(request: SetUpRequest, work: (tools: Step) => Promise<T>): Promise<T | undefined> {
    const journal = watchedJournal(run.journal, (record) => {
      if (record.type === 'stopped') left = { reason: record.reason, supply: record.supply };
      if (record.type !== 'judgement' || record.judgement.outcome !== 'violated') return;
      violated.note(record.judgement.requirement, request);
    });
    const judged = await underJudge({ caseId: SET_UP_CASE, cited: CITED, journal }, (judge) => {
      // What was seen to hold in another state of the catalogue does not speak against the violation.
      if (earlier === null || isConclusive(request)) judges.push(judge);
      return work({ client: createCaseClient(run, judge), judge });
    });
    return judged.kind === 'done' ? judged.result : undefined;
  }

  const setUp = earlier === null ? await begin(run, step, () => left) : restoreRun(run, earlier);
  for (const request of earlier?.violatedRequests ?? []) {
    await step(request, ({ client }) => repeatRequest(run, client, request));
  }
  const catalogue = createCatalogue(run, setUp, {
    add: async (pet) => (await step(addRequest(pet, false), ({ client }) => client.add(pet))) !== undefined,
    look: (pets, status) => step(looking(status), ({ client }) => lookForLater(run, client, pets, status)),
    readLargestPage: () => step(looking(undefined), ({ client }) => client.list({ limit: LIMIT_MAX })),
  });
  return {
    catalogue,
    setUp,
    violated: violated.all,
    finish() {
      for (const judge of judges) judge.finish();
    },
  };
}

const CITED = ['CREATE-CATEGORY-INT64', 'CREATE-NAMES', 'GET-UNKNOWN'] as const;

type RunStep = <T>(request: SetUpRequest, work: (tools: Step) => Promise<T>) => Promise<T | undefined>;

function looking(status: PetStatus | undefined): SetUpRequest {
  return {
    kind: 'list',
    query: { limit: LIMIT_MAX, ...(status === undefined ? {} : { status }) },
    beforeAdding: false,
  };
}

const NOTHING = {
  categories: [],
  starters: [],
  adding: null,
  readingOne: 'unknown',
  anyCategory: false,
  target: null,
} as const;

async function begin(run: Run, step: RunStep, lastObstacle: () => Obstacle | null): Promise<SetUp> {
  const target = await findTarget(run, step);
  return target === null ? explore(run, step, lastObstacle) : { ...NOTHING, target };
}

/** What keeps the target from being judged at all: nothing answers, tried twice. Null where something does. */
async function findTarget(run: Run, step: RunStep): Promise<Obstacle | null> {
  let obstacle: Obstacle | null = null;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await run.client.send(
      { method: 'GET', path: '/pets', operation: 'listPets', credential: run.credentials.valid },
      SET_UP_CASE,
    );
    const { result } = answer;
    if (result.kind === 'answered' || isBrokenByService(result.failure.kind)) {
      await step(surveying(run, {}), ({ client, judge }) =>
        Promise.resolve(client.asPage(auditWhole(judge, answer, 'named'), {})),
      );
      return null;
    }
    obstacle = { reason: result.failure.message, supply: supplyFor(result.failure.kind) };
  }
  return obstacle;
}

async function explore(run: Run, step: RunStep, lastObstacle: () => Obstacle | null): Promise<SetUp> {
  const seen = categoriesOn(await readSurvey(step, (query) => surveying(run, query)));
  const { categories, first, adding } = await findCategories(run, step, seen, lastObstacle);
  const [added, anyCategory] =
    adding === null
      ? await Promise.all([addStarters(run, step, categories), acceptsAnyCategory(run, step)])
      : [[], false];
  const [readingOne] = await Promise.all([
    probeReadingOne(run, step),
    readSurvey(step, (query) => ({ kind: 'list', query, beforeAdding: false })),
  ]);
  return { categories, starters: [...first, ...added], adding, readingOne, anyCategory, target: null };
}

const SURVEY: readonly ListQuery[] = [
  {},
  { limit: 100 },
  ...PET_STATUSES.flatMap((status): readonly ListQuery[] => [{ status }, { status, limit: 100 }]),
];

/** A request that is sent before this run has added anything; a run that adds nothing can send it at any time. */
function surveying({ configuration }: Run, query: ListQuery): SetUpRequest {
  return { kind: 'list', query, beforeAdding: configuration.profile !== 'read-only' };
}

async function readSurvey(step: RunStep, request: (query: ListQuery) => SetUpRequest): Promise<readonly Page[]> {
  const pages = await Promise.all(SURVEY.map((query) => step(request(query), ({ client }) => client.list(query))));
  return pages.filter((page) => page !== undefined);
}

/** Small numbers are the likeliest categories of a service that shows none. */
const GUESSED_CATEGORIES = Array.from({ length: 10 }, (_, index) => BigInt(index + 1));
const MOST_CATEGORIES_SEEN = 8;
const WANTED_CATEGORIES = 2;

interface CategoriesFound {
  readonly categories: readonly bigint[];
  readonly first: readonly Pet[];
  readonly adding: Obstacle | null;
}

/** Tries categories, as many at a time as are wanted, until two are accepted. A refusal with 400 is lawful for each (reading of part 4.2). */
async function findCategories(
  run: Run,
  step: RunStep,
  seen: readonly bigint[],
  lastObstacle: () => Obstacle | null,
): Promise<CategoriesFound> {
  if (run.configuration.profile === 'read-only') return { categories: [], first: [], adding: null };
  const categories: bigint[] = [];
  const first: Pet[] = [];
  const refusals: Refusal[] = [];
  let refused = 0;
  const untried = [...candidates(run, seen)];
  while (untried.length > 0 && categories.length < WANTED_CATEGORIES && !refusedTwice(run, 'createPet', refused)) {
    const tried = untried.splice(0, WANTED_CATEGORIES - categories.length);
    const answers = await Promise.all(
      tried.map((categoryId, index) => {
        const status = first.length + index === 0 ? 'available' : 'sold';
        const pet: NewPet = { name: run.nextName(SET_UP_CASE), categoryId, status };
        return step(addRequest(pet, true), async ({ client }) => ({
          pet,
          either: await client.addOrRefuse(pet, 'CREATE-CATEGORY-INT64'),
        }));
      }),
    );
    for (const answer of answers) {
      if (answer === undefined) refused += 1;
      const either = answer?.either;
      if (answer !== undefined && either?.kind === 'refused') refusals.push({ pet: answer.pet, answer: either.answer });
      if (either?.kind !== 'accepted') continue;
      categories.push(either.pet.categoryId);
      first.push(either.pet);
    }
  }
  if (categories.length > 0) return { categories, first, adding: null };
  const adding = refused > 0 ? addingObstacle(run, lastObstacle()) : await findRefusedName(step, refusals);
  return { categories, first, adding: adding ?? addingObstacle(run, null) };
}

/** A NewPet of the run that was refused. */
interface Refusal {
  readonly pet: NewPet;
  readonly answer: Answer;
}

/** As plain as a name can be; those of the run have digits, a hyphen and a space in them. */
const PLAIN_NAME = 'Luna';

/**
 * Whether it was the name and not the category for which an animal was refused: then the same animal is accepted with a
 * plain name, which is judged (part 4.2). Gives what that means for further additions; null where it was not the name.
 */
async function findRefusedName(step: RunStep, refusals: readonly Refusal[]): Promise<Obstacle | null> {
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

function addingObstacle(run: Run, left: Obstacle | null): Obstacle {
  if (left !== null) return left;
  const { categoryId } = run.configuration;
  if (categoryId !== null) {
    return {
      reason: `Adding an animal was refused with the configured category ${categoryId} and every other that is known.`,
      supply: 'Set PETSTORE_CATEGORY_ID (--category-id) to a category that the service knows.',
    };
  }
  return {
    reason: 'Adding an animal was refused with every category that was tried.',
    supply: 'Set PETSTORE_CATEGORY_ID (--category-id) to a category that the service knows.',
  };
}

function refusedTwice(run: Run, operation: OperationId, times: number): boolean {
  return !run.rights.hasAccepted(operation) && times >= 2;
}

/** The first few categories of the animals on some pages, which need not be kept themselves. */
function categoriesOn(pages: readonly Page[]): readonly bigint[] {
  const categories = pages.flatMap(({ pets }) => pets.map(({ categoryId }) => categoryId));
  return [...new Set(categories)].slice(0, MOST_CATEGORIES_SEEN);
}

function candidates(run: Run, seen: readonly bigint[]): readonly bigint[] {
  const { categoryId } = run.configuration;
  if (categoryId !== null) return [categoryId, ...seen.filter((candidate) => candidate !== categoryId)];
  return seen.length > 0
    ? [...seen, ...GUESSED_CATEGORIES.filter((guess) => !seen.includes(guess))]
    : GUESSED_CATEGORIES;
}

const STARTERS: readonly (PetStatus | undefined)[] = [
  ...PET_STATUSES,
  ...PET_STATUSES,
  ...PET_STATUSES,
  undefined,
  undefined,
];

async function addStarters(run: Run, step: RunStep, categories: readonly bigint[]): Promise<readonly Pet[]> {
  const added = await Promise.all(
    STARTERS.map((status, index) => {
      const pet: NewPet = {
        name: run.nextName(SET_UP_CASE),
        categoryId: categories[index % categories.length] ?? 1n,
        status,
      };
      return step(addRequest(pet, false), ({ client }) => client.add(pet));
    }),
  );
  return added.flatMap((each) => (each === undefined ? [] : [each.pet]));
}

/** Whether a category drawn at random is accepted: then a body can be recognised by its category alone. */
async function acceptsAnyCategory(run: Run, step: RunStep): Promise<boolean> {
  if (run.configuration.profile === 'read-only') return false;
  const categoryId = uniqueCategory(run.randomFor(SET_UP_CASE));
  const pet: NewPet = { name: run.nextName(SET_UP_CASE), categoryId, status: 'pending' };
  const either = await step(addRequest(pet, true), ({ client }) => client.addOrRefuse(pet, 'CREATE-CATEGORY-INT64'));
  return either?.kind === 'accepted' && either.pet.categoryId === categoryId;
}

/**
 * Whether reading one can be relied on in this run: before its removal it must work, after it must not, and on the day
 * itself both are right, so one probe tells.
 */
async function probeReadingOne(run: Run, step: RunStep): Promise<SetUp['readingOne']> {
  if (run.phase === 'after') return 'removed';
  const [known] = run.sightings.all();
  if (run.phase === 'before') {
    if (known !== undefined) await step(reading(known.pet), ({ client }) => client.read(known.pet.id));
    return 'works';
  }
  if (known === undefined) return 'removed';
  const whole = await step(reading(known.pet), ({ client }) =>
    client.send({ method: 'GET', path: `/pets/${known.pet.id}`, operation: 'getPet' }, 'open'),
  );
  const status = whole?.answered.status;
  return status === 200 || status === 401 || status === 403 ? 'works' : 'removed';
}

function reading({ id }: Pet): SetUpRequest {
  return { kind: 'read', id: String(id) };
}
