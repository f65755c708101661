import { LIMIT_DEFAULT, LIMIT_MAX } from '../contract/operations.ts';
import { PET_STATUSES, type PetStatus } from '../contract/pet.ts';
import { requirements } from '../contract/requirements.ts';
import { seedPets } from './bodies/shared-pets.ts';
import { findWorkingReads, PROBES_LEFT_OUT } from './risky-probes.ts';
import { findCategories } from './find-categories.ts';
import { findTarget } from './find-target.ts';
import type { Judge } from './judge.ts';
import type { NamedNeed, Need } from './case.ts';
import { draftPet, uniqueCategory } from './pets.ts';
import type { Run } from './run.ts';
import { createSteps, FIXTURES_CASE, type Step, tryPet } from './fixture-step.ts';
import type { Obstacle } from './transport-failures.ts';
import { PROFILES } from '../settings/profiles.ts';

/** The fixtures of a run. Each is made at most once, when the first case needs it. */
export interface Fixtures {
  /** Why the target cannot be judged; null if it can. */
  readonly target: () => Promise<Obstacle | null>;
  /** Makes the fixtures that cases need. Skips those that cannot be made. */
  readonly make: (needs: readonly Need[]) => Promise<void>;
  /** Makes the fixtures that a case needs. Ends the case if one cannot be made. */
  readonly require: (needs: readonly Need[], judge: Judge) => Promise<void>;
  /** Repeats the steps that found a violation. */
  readonly repeatViolated: () => Promise<void>;
}

/** Why a case with some need cannot run, and how it ends. */
type Unmet =
  | { readonly outcome: 'not-applicable'; readonly reason: string }
  | ({ readonly outcome: 'not-verified' } & Obstacle);

function notApplicable(reason: string): Unmet {
  return { outcome: 'not-applicable', reason };
}

/** The fixtures of a run that has sent nothing. `unreachable`: why the target does not respond, if that is known. */
export function createFixtures(run: Run, unreachable: Obstacle | null): Fixtures {
  const { step, repeatViolated } = createSteps(run);
  const target = once(async () => {
    const obstacle = unreachable ?? (await findTarget(run, step));
    if (obstacle !== null) rulesNotVerified(run, obstacle);
    return obstacle;
  });
  const { profile } = run.configuration;
  const { addsPets, isQuick } = PROFILES[profile];
  const creation = once(async (): Promise<Unmet | null> => {
    if (!addsPets) return notApplicable(`The profile ${profile} adds no pets.`);
    const obstacle = await makeCreation(run, step);
    return obstacle === null ? null : { outcome: 'not-verified', ...obstacle };
  });
  const addSeeds = once(async () => {
    if ((await creation()) === null) await addSeedPets(run, step);
  });
  const fullCatalogue = once(async () => {
    if (!isQuick && (await creation()) === null) await fillCatalogue(run, step);
  });
  const removal = once(async () => {
    // On the day itself, one read of a known pet decides.
    if (run.phase === 'on-the-day') await addSeeds();
    return findRemoval(run, step);
  });
  const workingReads = once(() => findWorkingReads(run, FIXTURES_CASE));

  /** Makes what a need names. Returns why a case with this need cannot run; null if it can. */
  const meet: Readonly<Record<NamedNeed, () => Promise<Unmet | null>>> = {
    'any pets': async () => {
      await addSeeds();
      return null;
    },
    create: creation,
    'seed pets': async () => {
      await addSeeds();
      return creation();
    },
    'full catalogue': async () => {
      await fullCatalogue();
      return null;
    },
    async getPet() {
      if (!(await removal())) return null;
      return notApplicable('The operation is removed on the date of the run (parts 4.3 and 9 rule 3).');
    },
    async 'risky probe'() {
      if (!run.configuration.riskyProbes) return notApplicable(PROBES_LEFT_OUT);
      await workingReads();
      const { damage } = run.probing;
      if (damage === null) return null;
      const reason = `The list or a read has failed since the case ${damage.caseId}.`;
      return { outcome: 'not-verified', reason, howToResolve: 'Repair the catalogue, then run again.' };
    },
  };

  async function meetNeed(need: Need): Promise<Unmet | null> {
    if (typeof need === 'string') return meet[need]();
    if (run.credentials[need.credential] !== undefined) return null;
    return notApplicable('This credential cannot be made from the configured key.');
  }

  return {
    target,
    async make(needs) {
      if ((await target()) !== null) return;
      const names = new Set(needs.filter((need) => typeof need === 'string'));
      await Promise.all([...names].map((name) => meet[name]()));
    },
    async require(needs, judge) {
      const obstacle = await target();
      if (obstacle !== null) judge.stop(obstacle, obstacle.howToResolve);
      for (const need of needs) {
        const unmet = await meetNeed(need);
        if (unmet?.outcome === 'not-applicable') judge.stopNotApplicable(unmet.reason);
        if (unmet?.outcome === 'not-verified') judge.stop(unmet, unmet.howToResolve);
      }
    },
    repeatViolated,
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

/** No case runs if the target cannot be judged, so the response rules end as not verified here. */
function rulesNotVerified(run: Run, obstacle: Obstacle): void {
  const blank = { expected: '', actual: '', pointer: null, exchanges: [] };
  for (const row of requirements) {
    if (!('responseRule' in row)) continue;
    const judgement = { requirement: row.id, outcome: 'not-verified', ...blank, ...obstacle } as const;
    run.record({ type: 'judgement', caseId: FIXTURES_CASE, judgement });
  }
}

/** Finds categories that the service accepts. Returns why no pet can be added, or null. */
async function makeCreation(run: Run, step: Step): Promise<Obstacle | null> {
  const { categories, pets, obstacle } = await findCategories(run, step);
  run.creation.current = { ...run.creation.current, categories, seedPets: pets };
  if (obstacle !== null) return obstacle;
  run.creation.current = { ...run.creation.current, acceptsUniqueCategory: await acceptsUniqueCategory(run, step) };
  return null;
}

/** Whether the service accepts a random category. Then the category of a body identifies its pet. */
async function acceptsUniqueCategory(run: Run, step: Step): Promise<boolean> {
  const categoryId = uniqueCategory(run.randomFor(FIXTURES_CASE));
  const pet = draftPet(run, FIXTURES_CASE, { categoryId, status: 'pending' });
  const added = await step((tools) => tryPet(pet, tools));
  return added.kind === 'done' && added.result?.categoryId === categoryId;
}

/** Adds the seed pets. One with a plain name takes the place of a shared pet that the service gets wrong. */
async function addSeedPets(run: Run, step: Step): Promise<void> {
  const added = await Promise.all(
    seedPets.map((seed) =>
      step(async ({ api }) => {
        const plain = draftPet(run, FIXTURES_CASE, { status: seed.status });
        return api.petOf(await api.createShared(draftPet(run, FIXTURES_CASE, seed), plain));
      }),
    ),
  );
  const pets = added.flatMap((each) => (each.kind === 'done' ? [each.result.pet] : []));
  run.creation.current = { ...run.creation.current, seedPets: [...run.creation.current.seedPets, ...pets] };
  // A service may soon move pets to another status, so the one that was sent is read at once. CREATE-STORED judges a lost pet.
  await step(({ api }) => api.readPage({ limit: LIMIT_MAX }));
  if (run.phase !== 'before') return;
  const unseen = pets.filter(({ id }) => run.known.find(id)?.isReadAsAdded === false);
  const oneOfEach = PET_STATUSES.flatMap((status) => unseen.find((pet) => pet.status === status) ?? []);
  await Promise.all(oneOfEach.map(({ id }) => step(({ api }) => api.getPet(id, { expects: [200, 404] }))));
}

/**
 * Whether `GET /pets/{petId}` is removed. Before the day it is not, after the day it is. On the day itself both are right, so
 * one request decides.
 */
async function findRemoval(run: Run, step: Step): Promise<boolean> {
  if (run.phase !== 'on-the-day') return run.phase === 'after';
  const [known] = run.known.all();
  if (known === undefined) return true;
  const response = await step(({ api }) => api.getPet(known.pet.id, { expects: [] }));
  return response.kind === 'stopped' || ![200, 401, 403].includes(response.result.status);
}

const MORE_THAN_A_PAGE = LIMIT_MAX + 1;
const LEAST_ADDITIONS = 50;
/** Further rounds replace additions that failed. */
const FILL_ROUNDS = 3;

const MORE_THAN_NEAR_DEFAULT = LIMIT_DEFAULT + 2;

/** How many pets are missing for a filter to prove the default limit and its two neighbours. */
function missingNearDefault({ known }: Run): number {
  const missing = PET_STATUSES.map(
    (status) => MORE_THAN_NEAR_DEFAULT - known.countBefore(Number.POSITIVE_INFINITY, status),
  );
  return missing.reduce((sum, each) => sum + Math.max(0, each), 0);
}

/**
 * Adds pets until the run knows more pets than the largest limit, enough of each status to prove the default limit, and has
 * added at least fifty.
 */
async function fillCatalogue(run: Run, step: Step): Promise<void> {
  const wanted = (): number =>
    Math.max(
      MORE_THAN_A_PAGE - run.known.all().length,
      LEAST_ADDITIONS - run.known.own().length,
      missingNearDefault(run),
    );
  // Other cases may have added pets that no page has shown yet.
  await step(({ api }) => api.readPage({ limit: LIMIT_MAX }));
  const fillerIds = new Set<bigint>();
  for (let round = 0; round < FILL_ROUNDS && wanted() > 0; round += 1) {
    const planned = new Map<PetStatus, number>();
    const additions = Array.from({ length: wanted() }, () => {
      const status = scarcestStatus(run, planned);
      planned.set(status, (planned.get(status) ?? 0) + 1);
      const pet = draftPet(run, FIXTURES_CASE, { status });
      return step(({ api }) => api.addPet(pet));
    });
    const added = (await Promise.all(additions)).flatMap((each) => (each.kind === 'done' ? [each.result.pet.id] : []));
    if (added.length === 0) break;
    for (const id of added) fillerIds.add(id);
  }
  run.creation.current = { ...run.creation.current, fillerIds };
  // The size of the largest page shows whether smaller pages were complete.
  await step(({ api }) => api.readPage({ limit: LIMIT_MAX }));
}

/** The status with the fewest known pets: the filtered pages of each status can then prove large limits. */
function scarcestStatus({ known }: Run, planned: ReadonlyMap<PetStatus, number>): PetStatus {
  const count = (status: PetStatus): number =>
    known.countBefore(Number.POSITIVE_INFINITY, status) + (planned.get(status) ?? 0);
  return PET_STATUSES.reduce((scarcest, status) => (count(status) < count(scarcest) ? status : scarcest));
}
