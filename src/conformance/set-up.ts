import { LIMIT_MAX } from '../contract/limits.ts';
import { requirements } from '../contract/requirements.ts';
import { PET_STATUSES, type NewPet, type Pet, type PetStatus } from '../contract/pet.ts';
import { createCaseClient } from './case-client.ts';
import { createCatalogue, uniqueCategory, type Catalogue, type Obstacle, type SetUp } from './catalogue.ts';
import { watchedJournal } from './journal.ts';
import type { Judge } from './judge.ts';
import { findCategories } from './find-categories.ts';
import { findTarget } from './find-target.ts';
import { lookForLater } from './expectations/expect-listed.ts';
import type { ListQuery, Page } from './page.ts';
import type { Run } from './run.ts';
import { restoreRun, type RunState } from './run-state.ts';
import { SET_UP_CASE } from './set-up-case.ts';
import {
  addRequest,
  collectViolated,
  isConclusive,
  repeatRequest,
  type SetUpRequest,
  surveying,
} from './set-up-request.ts';
import type { SetUpStep, SetUpTools } from './set-up-step.ts';
import { underJudge } from './under-judge.ts';

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
 * what was violated then. `unreachable` is why no request can be answered, where that is known already. Never throws for
 * anything that the service does.
 */
export async function setUpCatalogue(
  run: Run,
  earlier: RunState | null = null,
  unreachable: Obstacle | null = null,
): Promise<PreparedCatalogue> {
  const judges: Judge[] = [];
  const violated = collectViolated();
  let left: Obstacle | null = null;

  /** Runs one step under a judge of its own; gives undefined where the step had to be left. */
  async function step<T>(request: SetUpRequest, work: (tools: SetUpTools) => Promise<T>): Promise<T | undefined> {
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

  const setUp = earlier === null ? await begin(run, step, () => left, unreachable) : restoreRun(run, earlier);
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

async function begin(
  run: Run,
  step: SetUpStep,
  lastObstacle: () => Obstacle | null,
  unreachable: Obstacle | null,
): Promise<SetUp> {
  const target = unreachable ?? (await findTarget(run, step));
  if (target === null) return explore(run, step, lastObstacle);
  await leaveRules(run, target);
  return { ...NOTHING, target };
}

/** No case cites the rules for every response, so the set-up says why they are not verified. */
async function leaveRules(run: Run, { reason, supply }: Obstacle): Promise<void> {
  await underJudge({ caseId: SET_UP_CASE, cited: [], journal: run.journal }, (judge) => {
    for (const row of requirements) if ('everyAnswer' in row) judge.notVerified(row.id, reason, supply);
    return Promise.resolve();
  });
}

async function explore(run: Run, step: SetUpStep, lastObstacle: () => Obstacle | null): Promise<SetUp> {
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

async function readSurvey(step: SetUpStep, request: (query: ListQuery) => SetUpRequest): Promise<readonly Page[]> {
  const pages = await Promise.all(SURVEY.map((query) => step(request(query), ({ client }) => client.list(query))));
  return pages.filter((page) => page !== undefined);
}

const MOST_CATEGORIES_SEEN = 8;

/**
 * A few categories of the animals on some pages, which need not be kept themselves. The second is the one farthest from
 * zero, since a service that knows its categories may be asked to keep no other large number.
 */
function categoriesOn(pages: readonly Page[]): readonly bigint[] {
  const categories = pages.flatMap(({ pets }) => pets.map(({ categoryId }) => categoryId));
  const farthest = categories.reduce((far, each) => (size(each) > size(far) ? each : far), 0n);
  return [
    ...new Set([...categories.slice(0, 1), ...categories.filter((each) => each === farthest), ...categories]),
  ].slice(0, MOST_CATEGORIES_SEEN);
}

function size(number: bigint): bigint {
  return number < 0n ? -number : number;
}

const STARTERS: readonly (PetStatus | undefined)[] = [
  ...PET_STATUSES,
  ...PET_STATUSES,
  ...PET_STATUSES,
  undefined,
  undefined,
];

async function addStarters(run: Run, step: SetUpStep, categories: readonly bigint[]): Promise<readonly Pet[]> {
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
async function acceptsAnyCategory(run: Run, step: SetUpStep): Promise<boolean> {
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
async function probeReadingOne(run: Run, step: SetUpStep): Promise<SetUp['readingOne']> {
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
